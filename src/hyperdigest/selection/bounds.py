"""Upper bounds on a monotone submodular function under a budget of length."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.selection.candidates import CandidateQueue, GainCache


class BoundTracker:
    """The best upper bound so far on the value of every set of sentences within the capacity.

    Each set that the caller makes bounds all others by `linear_bound`, with the capacity filled
    exactly, by a part of a sentence if needed. Only sentences dense enough to be packed are looked
    at.

    Parameters
    ----------
    cache : of a set that the caller grows; what is in it at first is in every set.
    lengths : (N,) as `eligible_lengths` returns them.
    """

    def __init__(self, cache: GainCache, lengths: Floats, capacity: float) -> None:
        fitting = np.flatnonzero(lengths <= capacity)
        self.bound = np.inf
        self._cache, self._lengths, self._capacity = cache, lengths, capacity
        densities = cache.function.upper_bounds[fitting] / lengths[fitting]
        self._queue = CandidateQueue(fitting, densities)
        cache.positions(self._queue.candidates)
        self.tighten()

    def tighten(self) -> None:
        """Lower the bound to that of the current set, unless it is lower already."""
        cache = self._cache
        while True:
            profits, constant = linear_bound(
                cache.gains, cache.min_gains, cache.function.value, cache.inside
            )
            sizes = self._lengths[cache.sentences]
            profit, density = fractional_knapsack(profits, sizes, self._capacity)
            if constant + profit >= self.bound:
                return
            if self._queue.next_bound <= density:
                self.bound = constant + profit
                return
            self._queue.grow()
            cache.positions(self._queue.candidates)


def linear_bound(
    gains: Floats, min_gains: Floats, value: float, inside: NDArray[np.bool_]
) -> tuple[Floats, float]:
    """A linear function that bounds a monotone submodular F from above, and equals it at a set T.

    F(S) <= F(T) + sum of the gains given T over S outside T - sum of the least gains over T
    outside S (Nemhauser & Wolsey 1981).

    Parameters
    ----------
    gains, min_gains : (n,) gains given T, and least gains, of the sentences that S may contain.
    value : F(T).
    inside : (n,) which of the sentences are in T.

    Returns
    -------
    (n,) the most that each sentence adds, and the constant.
    """
    profits = np.where(inside, min_gains, np.maximum(gains, 0.0))
    return profits, value - float(profits[inside].sum())


def fractional_knapsack(profits: Floats, lengths: Floats, capacity: float) -> tuple[float, float]:
    """The most profit that fits if the last item may be cut, and the profit per length of that.

    The latter is 0 if everything fits.
    """
    density = profits / lengths
    order = (-density).argsort()
    end = lengths[order].cumsum()
    last = int(end.searchsorted(capacity))
    whole = float(profits[order[:last]].sum())
    if last == len(order):
        return whole, 0.0
    room = capacity - (end[last] - lengths[order[last]])
    return whole + float(room * density[order[last]]), float(density[order[last]])
