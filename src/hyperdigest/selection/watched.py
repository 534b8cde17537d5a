"""The few sentences of a growing set function that are looked at closely."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperdigest.selection.objective import SetFunction

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


class Watched:
    """A set that grows, and what the n sentences watched would add to it.

    Whoever looks at the same sentences has their gains worked out once.

    Parameters
    ----------
    function : of the set, to which `add` adds.

    Attributes
    ----------
    sentences : (n,) in the order in which they were first looked at.
    inside : (n,) which of them were added.
    """

    def __init__(self, function: SetFunction) -> None:
        self.function = function
        self.sentences: Indices = np.empty(0, np.intp)
        self.inside = np.empty(0, bool)
        self._place = np.full(len(function.bounds), -1, np.intp)
        self._tell: Callable[[], Floats] = lambda: np.empty(0)
        self._gains: Floats | None = None
        self._least: Floats | None = None

    @property
    def gains(self) -> Floats:
        """(n,) what each would add now; of one inside it means nothing."""
        if self._gains is None:
            self._gains = self._tell()
        return self._gains

    @property
    def least(self) -> Floats:
        """(n,) what each adds at least, whatever the others are."""
        if self._least is None:
            self._least = self.function.least(self.sentences)
        return self._least

    def places(self, sentences: Indices) -> Indices:
        """Where sentences stand among those watched, as they are from now on."""
        places = self._place[sentences]
        if (new := places < 0).any():
            self._watch(sentences[new])
            places = self._place[sentences]
        return places

    def add(self, sentence: int) -> float:
        """Put one of the sentences watched into the set, and tell what it added."""
        self.inside[self._place[sentence]] = True
        self._gains = None
        return self.function.add(sentence)

    def _watch(self, fresh: Indices) -> None:
        count = len(self.sentences)
        self._place[fresh] = np.arange(count, count + len(fresh))
        self.sentences = np.concatenate([self.sentences, fresh])
        self.inside = np.concatenate([self.inside, np.zeros(len(fresh), bool)])
        self._tell = self.function.watch(self.sentences)
        self._gains = self._least = None
