"""The linear program of a knapsack with a choice in each group, and the certificate that it gives.

With the profits of a linear function above an objective, the program is above the objective of all
sets within the capacity that have at most one thing of each group: of each sentence the whole or
one of its forms.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.selection.lazy_greedy import GainCache, Ranking, fractional_knapsack

Line = Callable[[Indices, Floats], tuple[Floats, float]]
"""Of sentences and forms, and what each would add now, what each adds at most to any set, and the
constant of that linear function."""

PATIENCE = 4
"""Times in a row that the bound is looked for in vain before it stays as it is."""


class ChoiceCertificate:
    """An upper bound on every set within the capacity that has at most one form a sentence.

    Each set that grows gives a linear function above all others, and the optimum of the
    `MultipleChoice` knapsack with that as profits is a bound; the least of them holds. Not looked
    at are sentences and forms that could at most fill the knapsack less densely than what was
    packed last: the optimum of the dual program, in which a unit of length has the price of that
    density, is the same with them.

    Parameters
    ----------
    cache : the set that every set must hold, to which the caller adds, after which it holds all
        that may stand for a sentence of which something is held.
    lengths : (N + M,) of sentences and forms, infinite where one may not be picked.
    sentence_of : gives the sentences of sentences and forms.
    choice : (N,) which sentences have forms.
    line : the linear function of the set as it is now.
    """

    def __init__(
        self,
        cache: GainCache,
        lengths: Floats,
        capacity: float,
        sentence_of: Callable[[Indices], Indices],
        choice: NDArray[np.bool_],
        line: Line,
    ) -> None:
        self.bound, self._vain = np.inf, 0
        self._cache, self._lengths, self._capacity = cache, lengths, capacity
        self._sentence_of, self._choice, self._line = sentence_of, choice, line
        able = np.flatnonzero(lengths <= capacity)
        self._ranking = Ranking(able, cache.function.upper_bounds[able] / lengths[able])
        cache.places(self._ranking.candidates)
        self._elements: Indices = np.empty(0, np.intp)
        self.tighten()

    def tighten(self) -> None:
        """Lower the bound to the one that the set as it is now gives, where that is lower.

        The sets that have grown most give high bounds: after `PATIENCE` that lower it no further,
        no more are looked at.
        """
        if self._vain == PATIENCE:
            return
        while True:
            profits, constant = self._line(self._cache.sentences, self._cache.gains)
            profit, density = self._knapsack().optimum(profits)
            if constant + profit >= self.bound:
                self._vain += 1
                return
            if self._ranking.next_bound <= density:
                self.bound, self._vain = constant + profit, 0
                return
            self._ranking.grow()
            self._cache.places(self._ranking.candidates)

    def _knapsack(self) -> MultipleChoice:
        """That of all that the cache holds."""
        elements = self._cache.sentences
        if elements is not self._elements:
            self._elements, sentences = elements, self._sentence_of(elements)
            self._packed = MultipleChoice(
                self._lengths[elements], sentences, self._capacity, self._choice[sentences]
            )
        return self._packed


class MultipleChoice:
    """The linear program of a knapsack in which there may be one thing of each group.

    Its optimum is that of what each thing on the upper hull of its group has more than the one
    before it, parts of things of one weight included (Sinha & Zoltners 1979).

    Parameters
    ----------
    lengths, groups : (n,) of the things.
    several : (n,) which things are of a group that may have more than one.
    """

    def __init__(
        self, lengths: Floats, groups: Indices, capacity: float, several: NDArray[np.bool_]
    ) -> None:
        fits = lengths <= capacity
        self._capacity, self._alone = capacity, np.flatnonzero(fits & ~several)
        self._lengths_alone = lengths[self._alone]
        some = np.flatnonzero(fits & several)
        some = some[np.lexsort((lengths[some], groups[some]))]
        # before the things of each group stands nothing, from which its hull begins
        first = np.flatnonzero(np.diff(groups[some], prepend=-1))
        self._places, self._first = some, first
        self._lengths = np.insert(lengths[some], first, 0.0)
        self._groups = np.insert(groups[some], first, groups[some][first])

    def optimum(self, profits: Floats) -> tuple[float, float]:
        """The most profit that fits, and its profit for length, as `fractional_knapsack` has them,
        where (n,) are the profits of the things."""
        run, rise = self._hulls(np.insert(profits[self._places], self._first, 0.0))
        each = np.concatenate([profits[self._alone], rise])
        return fractional_knapsack(each, np.concatenate([self._lengths_alone, run]), self._capacity)

    def _hulls(self, y: Floats) -> tuple[Floats, Floats]:
        """The steps along the upper hulls of the groups, from nothing: lengths and profits.

        What has no more profit than a shorter thing is on no hull, and then what is not above the
        line from the one before it to the one behind it. All such things go at once, because a
        corner of the hull is above each line between two others; that is done again until none is
        left.
        """
        x, group = self._lengths, self._groups
        while True:
            same = group[1:] == group[:-1]
            run, rise = x[1:] - x[:-1], y[1:] - y[:-1]
            above = np.ones(len(x), bool)
            above[1:] = (rise > 0) | ~same
            if above.all():
                steep = rise[:-1] * run[1:] > rise[1:] * run[:-1]
                above[1:-1] = steep | ~(same[:-1] & same[1:])
                if above.all():
                    return run[same], rise[same]
            x, y, group = x[above], y[above], group[above]
