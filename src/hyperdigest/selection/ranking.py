"""Sentences by what they promise, so that only the first few need be looked at closely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

START = 32
"""How many leaders there are at first."""


class Ranking:
    """Sentences in falling order of an upper bound, the first of them the leaders.

    Parameters
    ----------
    sentences, promise : (n,) the sentences, and the most that can be hoped of each.
    """

    def __init__(self, sentences: NDArray[np.intp], promise: Floats) -> None:
        order = np.argsort(-promise)
        self._sentences, self._promise = sentences[order], promise[order]
        self._count = min(START, len(sentences))

    @property
    def leaders(self) -> NDArray[np.intp]:
        """The sentences to look at."""
        return self._sentences[: self._count]

    @property
    def beyond(self) -> float:
        """The most that any sentence behind the leaders promises, -inf where there is none."""
        return float(self._promise[self._count]) if self._count < len(self._promise) else -np.inf

    def grow(self) -> None:
        """Twice as many leaders."""
        self._count = min(max(START, 2 * self._count), len(self._sentences))

    def keep(self, able: NDArray[np.bool_]) -> None:
        """Leave out the sentences that are not `able`, (N,)."""
        kept = able[self._sentences]
        self._count = int(kept[: self._count].sum())
        self._sentences, self._promise = self._sentences[kept], self._promise[kept]
