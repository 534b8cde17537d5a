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
        self._unpaid: Floats = np.append(self.lengths, 0.0)  # the last one for no context, -1
        self.shown: Mask = np.zeros(len(self.lengths), bool)
        for sentence in shown:
            self.show(sentence)

    def of_contexts(self, sentences: Indices) -> Floats:
        """(n,) the length of the contexts of sentences that are not shown yet."""
        return self._of(self._contexts[sentences])

    def all_of_contexts(self) -> Floats:
        """(N,) the length of the contexts of each sentence that are not shown yet."""
        return self._of(self._contexts)

    def alone(self, size: Floats) -> Floats:
        """(N,) what each sentence costs as the next one, with its contexts.

        `size` has the lengths, and is infinite for sentences that may not be picked.
        """
        open_ones = np.flatnonzero(np.isfinite(size))
        costs = size.copy()
        costs[open_ones[self.shown[open_ones]]] = 0.0
        costs[open_ones] += self.of_contexts(open_ones)
        return costs

    def paid(self, size: Floats) -> float:
        """The lengths of the sentences that may be picked and are shown already."""
        return float(size[self.shown & np.isfinite(size)].sum())

    def _of(self, contexts: NDArray[Any]) -> Floats:
        """(n,) the lengths of (n, C) contexts that are not shown yet."""
        costs = np.zeros(len(contexts))
        for each in contexts.T:
            costs += self._unpaid[each]
        return costs

    def sharing(self, sentences: Indices) -> Floats:
        """(N,) how many of some sentences share the nearest context of each of them; at least 1,
        and at most `MOST_SHARING`."""
        count = np.ones(len(self.lengths))
        if self._contexts.shape[1]:
            nearest = self._contexts[sentences, 0]
            needed_by = np.bincount(nearest[nearest >= 0], minlength=len(self.lengths))
            count[sentences] = np.where(
                nearest >= 0, np.clip(needed_by[nearest], 1, MOST_SHARING), 1
            )
        return count

    def show(self, sentence: int) -> list[int]:
        """Show a sentence with its contexts; returns the contexts that were not shown before, in
        the order of their numbers."""
        needed = {*self._contexts[sentence].tolist()} - {sentence, -1}
        new = [each for each in sorted(needed) if not self.shown[each]]
        self.shown[[sentence, *new]] = True
        self._unpaid[[sentence, *new]] = 0.0
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


def full_lengths(
    lengths: NDArray[np.integer[Any]], contexts: NDArray[np.int32]
) -> NDArray[np.integer[Any]]:
    """(N,) the length of each sentence with its (N, C) contexts."""
    return lengths + SharedCosts(lengths, contexts).all_of_contexts().astype(lengths.dtype)
