"""Sentences by what they promise, so that only the first few need be looked at closely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

START = 64
"""How many leaders there are at first."""

AHEAD = 4
"""So many times the leaders are put in order with them, the rest only when it is needed."""


class Ranking:
    """Sentences in falling order of an upper bound, the first of them the leaders.

    Parameters
    ----------
    sentences, promise : (n,) the sentences, and the most that can be hoped of each.
    """

    def __init__(self, sentences: NDArray[np.intp], promise: Floats) -> None:
        self._sentences, self._promise = sentences, promise
        self._count = 0
        self._order()
        self.grow()

    @property
    def leaders(self) -> NDArray[np.intp]:
        """The sentences to look at."""
        return self._sentences[self._ordered[: self._count]]

    @property
    def beyond(self) -> float:
        """The most that any sentence behind the leaders promises, -inf where there is none."""
        if self._count == len(self._sentences):
            return -np.inf
        return float(self._promise[self._ordered[self._count]])

    def grow(self) -> None:
        """Twice as many leaders."""
        self._count = min(max(START, 2 * self._count), len(self._sentences))
        if len(self._ordered) <= self._count:
            self._order()

    def keep(self, able: NDArray[np.bool_]) -> None:
        """Leave out the sentences that are not `able`, (N,)."""
        self._count = int(able[self.leaders].sum())
        kept = able[self._sentences]
        self._sentences, self._promise = self._sentences[kept], self._promise[kept]
        self._order()

    def _order(self) -> None:
        """Put more than the leaders in order."""
        size = AHEAD * max(START, self._count)
        if size < len(self._promise):
            least = np.partition(self._promise, -size)[-size]
            first = np.flatnonzero(self._promise >= least)
        else:
            first = np.arange(len(self._promise))
        self._ordered = first[np.argsort(-self._promise[first])]
