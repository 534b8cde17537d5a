"""What sentences cost if what is quoted before several of them is paid once.

A set of sentences costs the length of all that is quoted for it: of its sentences and of their
contexts, each once. So a sentence costs less after another one with the same context.

Letters: N sentences, at most C contexts of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import Floats, Indices, Mask

MOST_SHARING = 4
"""Of the sentences that share a context, so many at most share its length when they are compared:
what is left of a budget is seldom enough for more."""


class SharedCosts:
    """The lengths of sentences and of their contexts, and which of them are shown so far.

    Parameters
    ----------
    lengths : (N,) the length of each sentence.
    contexts : (N, C) the sentences that are quoted before each one, -1 for none; None if sentences
        are quoted alone.
    shown : the sentences that are shown already, with their contexts.
    """

    def __init__(
        self, lengths: ArrayLike, contexts: ArrayLike | None = None, shown: Iterable[int] = ()
    ) -> None:
        self.lengths: Floats = np.asarray(lengths, np.float64)
        none = np.empty((len(self.lengths), 0), np.int32)
        self._contexts: NDArray[Any] = none if contexts is None else np.asarray(contexts)
        self._has_contexts: Mask = np.zeros(len(self.lengths), bool)
        for column in self._contexts.T:
            self._has_contexts |= column >= 0
        self.shown: Mask = np.zeros(len(self.lengths), bool)
        for sentence in shown:
            self.show(sentence)

    def of_contexts(self, sentences: Indices) -> Floats:
        """(n,) the length of the contexts of sentences that are not shown yet."""
        costs = np.zeros(len(sentences))
        places = np.flatnonzero(self._has_contexts[sentences])
        costs[places] = self._unpaid(sentences[places])
        return costs

    def all_of_contexts(self) -> Floats:
        """(N,) the length of the contexts of each sentence that are not shown yet."""
        costs = np.zeros(len(self.lengths))
        sentences = np.flatnonzero(self._has_contexts)
        costs[sentences] = self._unpaid(sentences)
        return costs

    def alone(self, size: Floats) -> Floats:
        """(N,) what each sentence costs as the next one, with its contexts.

        `size` has the lengths, and is infinite for sentences that may not be picked.
        """
        return self.all_of_contexts() + np.where(self.shown & np.isfinite(size), 0.0, size)

    def paid(self, size: Floats) -> float:
        """The lengths of the sentences that may be picked and are shown already."""
        return float(size[self.shown & np.isfinite(size)].sum())

    def _unpaid(self, sentences: Indices) -> Floats:
        costs = np.zeros(len(sentences))
        if len(sentences):
            for context in self._contexts[sentences].T:
                is_unpaid = (context >= 0) & ~self.shown[context]
                costs[is_unpaid] += self.lengths[context[is_unpaid]]
        return costs

    def sharing(self, sentences: Mask) -> Floats:
        """(N,) how many of some sentences, (N,), share the nearest context of each one; at least 1,
        and at most `MOST_SHARING`."""
        count = np.ones(len(self.lengths))
        if self._contexts.shape[1]:
            nearest = self._contexts[:, 0]
            has_one = nearest >= 0
            needed_by = np.bincount(nearest[has_one & sentences], minlength=len(self.lengths))
            count[has_one] = np.clip(needed_by[nearest[has_one]], 1, MOST_SHARING)
        return count

    def show(self, sentence: int) -> list[int]:
        """Show a sentence with its contexts; returns the contexts that were not shown before, in
        the order of their numbers."""
        needed = self._contexts[sentence]
        new = sorted({int(each) for each in needed[needed >= 0]} - {sentence})
        new = [each for each in new if not self.shown[each]]
        self.shown[[sentence, *new]] = True
        return new

    def needed(self, sentences: Indices) -> list[tuple[int, int]]:
        """Each of some sentences with each of its contexts that is not shown yet."""
        pairs = zip(sentences.tolist(), self._contexts[sentences].tolist(), strict=True)
        return [
            (sentence, context)
            for sentence, contexts in pairs
            for context in contexts
            if context >= 0 and not self.shown[context]
        ]
