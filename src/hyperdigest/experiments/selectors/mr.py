"""The sentences whose scores sum to the most: a 0-1 knapsack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.case import Case, Ranked
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.selectors.mrc import MRC


@dataclass(frozen=True)
class MR:
    """Maximum Relevance by the greedy algorithm: MRC without coverage, score over length."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return MRC(coverage_balance=0.0)(case, ranked)


@dataclass(frozen=True)
class ExactMR:
    """Eq. (defMRproblem). Maximum Relevance solved exactly."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in their order, within the budget."""
        lengths = case.corpus.lengths
        able = np.flatnonzero(case.eligible & (lengths <= case.budget))
        packed = knapsack(ranked.scores[able], lengths[able], case.budget)
        return [int(able[j]) for j in packed]


def knapsack(values: Floats, lengths: NDArray[np.integer], capacity: int) -> list[int]:
    """The items of the largest total value within the capacity, by dynamic programming.

    Of sets worth the same the one with the earlier items; O(n capacity) time and bits.

    Parameters
    ----------
    values, lengths : (n,), values >= 0, whole lengths from 1 to `capacity`.
    """
    best = np.zeros(capacity + 1)
    packed = np.zeros((len(values), capacity + 1), bool)
    for j in range(len(values) - 1, -1, -1):
        with_item = np.full(capacity + 1, -np.inf)
        with_item[lengths[j] :] = best[: capacity + 1 - lengths[j]] + values[j]
        packed[j] = with_item >= best
        best = np.maximum(best, with_item)

    chosen: list[int] = []
    left = capacity
    for j in range(len(values)):
        if packed[j, left]:
            chosen.append(j)
            left -= int(lengths[j])
    return chosen
