"""How much better than a given digest any other could be, within the same budget."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.selection.objective import SetFunction
from hyperdigest.selection.ranking import Ranking

Floats = NDArray[np.float64]


class Certificate:
    """No set of sentences within the capacity is worth more than `bound`.

    A set bounds all others by `linear_bound`, with the capacity filled to the last word, a part of
    a sentence included. Only sentences dense enough to be packed are looked at.

    Parameters
    ----------
    grown : the function of what every set must hold, to which the caller adds.
    lengths : (N,) lengths >= 1, infinite for sentences that may not be chosen.
    """

    def __init__(self, grown: SetFunction, lengths: Floats, capacity: float) -> None:
        able = np.flatnonzero(lengths <= capacity)
        self.bound = np.inf
        self._grown, self._lengths, self._capacity = grown, lengths, capacity
        self._ranking = Ranking(able, grown.bounds[able] / lengths[able])
        self._chosen: list[int] = []
        self._taken = np.zeros(len(lengths), bool)
        self._look()
        self._tighten()

    def follow(self, sentence: int) -> None:
        """Have the set bound all others too, now that `sentence` was added to it."""
        self._chosen.append(sentence)
        self._taken[sentence] = True
        if sentence not in self._sentences:
            self._look()
        self._tighten()

    def _look(self) -> None:
        """Look at the leaders, and at what was chosen from behind them."""
        known = set(self._ranking.leaders.tolist())
        behind = np.array([s for s in self._chosen if s not in known], dtype=np.intp)
        self._sentences = np.concatenate([self._ranking.leaders, behind])
        self._sizes = self._lengths[self._sentences]
        self._gains = self._grown.watch(self._sentences)
        self._least = self._grown.least(self._sentences)

    def _tighten(self) -> None:
        while True:
            inside = self._taken[self._sentences]
            profits, constant = linear_bound(self._gains(), self._least, self._grown.value, inside)
            profit, density = fractional_knapsack(profits, self._sizes, self._capacity)
            if constant + profit >= self.bound:
                return
            if self._ranking.beyond <= density:
                self.bound = constant + profit
                return
            self._ranking.grow()
            self._look()


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
    order = np.argsort(-density)
    end = np.cumsum(lengths[order])
    last = int(np.searchsorted(end, capacity))
    whole = float(profits[order[:last]].sum())
    if last == len(order):
        return whole, 0.0
    room = capacity - (end[last] - lengths[order[last]])
    return whole + float(room * density[order[last]]), float(density[order[last]])
