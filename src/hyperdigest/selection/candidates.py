"""What makes a greedy selection lazy: a queue of candidates by upper bounds, and a cache of gains.

Gains only shrink as a set grows (Minoux 1978), so a sentence whose upper bound is below the best
known gain need not be looked at.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices, places_of_high
from hyperdigest.selection.objectives import SetFunction

FIRST_CANDIDATES = 64
"""How many candidates a queue begins with."""

SORTED_AHEAD = 4
"""A queue sorts this many times its candidates; the other sentences when they are needed."""


class CandidateQueue:
    """Sentences by falling upper bounds; the first of them are the candidates."""

    def __init__(self, sentences: Indices, upper_bounds: Floats) -> None:
        self._sentences, self._upper_bounds = sentences, upper_bounds
        self._count = 0
        self._sort()
        self.grow()

    @property
    def candidates(self) -> Indices:
        """The sentences whose gains are worth computing."""
        return self._sentences[self._order[: self._count]]

    @property
    def next_bound(self) -> float:
        """The highest upper bound of the other sentences; -inf if there are none."""
        if self._count == len(self._sentences):
            return -np.inf
        return float(self._upper_bounds[self._order[self._count]])

    def grow(self) -> None:
        """Double the number of candidates."""
        self._count = min(max(FIRST_CANDIDATES, 2 * self._count), len(self._sentences))
        if len(self._order) <= self._count:
            self._sort()

    def retain(self, mask: NDArray[np.bool_]) -> None:
        """Remove the sentences that `mask`, (N,), does not mark."""
        self._count = int(mask[self.candidates].sum())
        retained = mask[self._sentences]
        self._sentences = self._sentences[retained]
        self._upper_bounds = self._upper_bounds[retained]
        self._sort()

    def _sort(self) -> None:
        """Sort the candidates, and some of the sentences that follow them."""
        size = SORTED_AHEAD * max(FIRST_CANDIDATES, self._count)
        first = places_of_high(self._upper_bounds, size)
        self._order = first[np.argsort(-self._upper_bounds[first])]


class GainCache:
    """A function whose set grows, and the gains of the n sentences that were asked for.

    `sentences` are in the order in which they were first asked for; `inside` marks, (n,), those
    that are in the set.
    """

    def __init__(self, function: SetFunction) -> None:
        self.function = function
        self.sentences: Indices = np.empty(0, np.intp)
        self.inside = np.empty(0, bool)
        self._position = np.full(len(function.upper_bounds), -1, np.intp)
        self._marginal_gains: Callable[[], Floats] = lambda: np.empty(0)
        self._gains: Floats | None = None
        self._min_gains: Floats | None = None

    @property
    def gains(self) -> Floats:
        """(n,) what each sentence would add to the set now; undefined for those inside."""
        if self._gains is None:
            self._gains = self._marginal_gains()
        return self._gains

    @property
    def min_gains(self) -> Floats:
        """(n,) the least that each sentence adds to any set."""
        if self._min_gains is None:
            self._min_gains = self.function.min_gains(self.sentences)
        return self._min_gains

    def positions(self, sentences: Indices) -> Indices:
        """The positions of sentences among `sentences`, to which new ones are appended."""
        new = sentences[self._position[sentences] < 0]
        if len(new):
            count = len(self.sentences)
            self._position[new] = np.arange(count, count + len(new))
            self.sentences = np.concatenate([self.sentences, new])
            self.inside = np.concatenate([self.inside, np.zeros(len(new), bool)])
            self._marginal_gains = self.function.marginal_gains(self.sentences)
            self._gains = self._min_gains = None
        return self._position[sentences]

    def add(self, sentence: int) -> float:
        """Add one of `sentences` to the set; returns its gain."""
        self.inside[self._position[sentence]] = True
        self._gains = None
        return self.function.add(sentence)
