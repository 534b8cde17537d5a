"""How much better than a given digest any other could be, within the same budget."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.selection.ranking import Ranking
from hyperdigest.selection.watched import Watched

Floats = NDArray[np.float64]


class Certificate:
    """No set of sentences within the capacity is worth more than `bound`.

    A set bounds all others by `linear_bound`, with the capacity filled to the last word, a part of
    a sentence included. Only sentences dense enough to be packed are looked at.

    Parameters
    ----------
    watched : the set that every set must hold, to which the caller adds.
    lengths : (N,) lengths >= 1, infinite for sentences that may not be chosen.
    """

    def __init__(self, watched: Watched, lengths: Floats, capacity: float) -> None:
        able = np.flatnonzero(lengths <= capacity)
        self.bound = np.inf
        self._watched, self._lengths, self._capacity = watched, lengths, capacity
        self._ranking = Ranking(able, watched.function.bounds[able] / lengths[able])
        watched.places(self._ranking.leaders)
        self.tighten()

    def tighten(self) -> None:
        """Have the set, as it is now, bound all others too."""
        watched = self._watched
        while True:
            profits, constant = linear_bound(
                watched.gains, watched.least, watched.function.value, watched.inside
            )
            sizes = self._lengths[watched.sentences]
            profit, density = fractional_knapsack(profits, sizes, self._capacity)
            if constant + profit >= self.bound:
                return
            if self._ranking.beyond <= density:
                self.bound = constant + profit
                return
            self._ranking.grow()
            watched.places(self._ranking.leaders)


def linear_bound(
    gains: Floats, least: Floats, value: float, inside: NDArray[np.bool_]
) -> tuple[Floats, float]:
    """A linear function above a monotone submodular F everywhere, and tight at the set T so far.

    F(S) <= F(T) + sum of the gains given T over S outside T - sum of the least gains over T
    outside S (Nemhauser & Wolsey 1981).

    Parameters
    ----------
    gains, least, inside : (n,) of the sentences that S may hold, those in T included.
    value : F(T).

    Returns
    -------
    (n,) what each sentence adds at most, and the constant.
    """
    profits = np.where(inside, least, np.maximum(gains, 0.0))
    return profits, value - float(profits[inside].sum())


def fractional_knapsack(profits: Floats, lengths: Floats, capacity: float) -> tuple[float, float]:
    """The most profit that fits when the last thing packed may be cut, and its profit for length.

    The latter is 0 where everything fits.
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
