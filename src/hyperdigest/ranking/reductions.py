"""Reductions over all sentences of a collection: sums, largest values, and what comes first.

A question is weighed by numbers of the whole collection, such as how many sentences have a term.
Where a process has all sentences, these are its own, `LOCAL`. Where each process has a part, all do
the same steps, and each call is a collective operation that returns the result over all parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Mask

Numbers = TypeVar("Numbers", bound=NDArray[Any])


class Reductions:
    """The reductions over a collection of which this process has all sentences."""

    def total(self, values: Numbers) -> Numbers:
        """(n,) the sum of each of n whole numbers."""
        return values

    def largest(self, values: Floats) -> Floats:
        """(n,) the largest one of each of n numbers."""
        return values

    def mean_and_deviation(self, *values: Floats) -> tuple[float, float]:
        """The mean and the standard deviation of some lists of numbers, one after the other.

        Sums are rounded, so that they depend on the order of what is added: first all of the first
        list, then those of the second.
        """
        joined = np.concatenate(values)
        return float(joined.mean()), float(joined.std())

    def first(self, wordings: NDArray[np.uint64]) -> Mask:
        """(n,) which of n distinct wordings are in no earlier part of the collection."""
        return np.ones(len(wordings), bool)

    def largest_of(self, values: Floats) -> float:
        """The largest of all values, none of which is below 0."""
        return float(self.largest(np.array([values.max(initial=0.0)]))[0])

    def share_of_largest(self, values: Floats) -> Floats:
        """The values divided by the largest one, if that is above 0."""
        largest = self.largest_of(values)
        return values / largest if largest > 0 else values

    def count(self, number: int) -> int:
        """The sum of a number."""
        return int(self.total(np.array([number]))[0])

    def count_before(self, number: int) -> int:
        """The sum of a number in the earlier parts of the collection."""
        return 0

    def any(self, values: Iterable[object]) -> bool:
        """Whether one of some values is true, in this process or another."""
        return self.count(any(values)) > 0


LOCAL = Reductions()
"""Those over a collection of which this process has all sentences."""
