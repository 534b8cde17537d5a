"""BM25 (Robertson & Zaragoza 2009), and the postings of the terms of a collection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs, entries_of
from hyperdigest.split import Split

TERM_SATURATION = 1.2
LENGTH_NORMALISATION = 0.75


class BM25:
    """The BM25 index of some texts.

    `counts` is a (V, n) csr of how often each term stands in each text; `lengths` counts the (n,)
    terms of each, where `counts` has only some of them. `k1` is term saturation: the larger, the
    more a repeated term counts. `b` in [0, 1] is length normalisation: the larger, the less a term
    counts in a long text.
    """

    def __init__(
        self,
        counts: Any,
        k1: float = TERM_SATURATION,
        b: float = LENGTH_NORMALISATION,
        lengths: NDArray[Any] | None = None,
    ) -> None:
        n_texts, holding = counts.shape[1], np.diff(counts.indptr)
        if lengths is None:
            lengths = np.asarray(counts.sum(axis=0))
        self.counts, self._k1 = counts, k1
        self.idf: Floats = np.log1p((n_texts - holding + 0.5) / (holding + 0.5))
        self._norm = length_norm(lengths, k1, b)

    def scores(self, question: Floats) -> Floats:
        """(n,) score of each text, the weights of its terms summed over the question's.

        `question` has the (V,) weights of terms.
        """
        asked = np.flatnonzero(question)
        entries, sizes = entries_of(self.counts, asked)
        texts, frequency = self.counts.indices[entries], self.counts.data[entries]
        weights = np.repeat(question[asked] * self.idf[asked] * (self._k1 + 1), sizes)
        weights *= frequency / (frequency + self._norm[texts])
        scores = np.bincount(texts, weights, len(self._norm))
        return scores.astype(np.float64, copy=False)


def length_norm(lengths: NDArray[Any], k1: float, b: float) -> Floats:
    """(n,) the frequency at which a term reaches half of its largest weight, for each length."""
    return np.asarray(k1 * (1 - b + b * lengths / max(lengths.mean(), 1.0)))


@dataclass(frozen=True)
class Postings:
    """The documents in which each term stands, and how often.

    `counts` gives, for Q terms by their numbers, (Q, D) sparse: how often each stands in each
    document. `lengths` counts the tokens of each document, (D,).
    """

    counts: Callable[[NDArray[np.intp]], Any]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, split: Split, n_documents: int) -> Postings:
        """The postings of a collection in memory."""
        counts = term_documents(split, n_documents)
        return cls(counts.__getitem__, np.asarray(counts.sum(axis=0), np.int64))


def term_documents(split: Split, n_documents: int) -> Any:
    """(V, D) how often each term stands in each document, sparse."""
    document_of = split.sentences.document[split.sentence_of]
    return count_pairs(split.terms, document_of, (len(split.vocabulary), n_documents))
