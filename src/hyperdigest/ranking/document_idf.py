"""BM25 of sentences with an idf of each term in each document.

In a manual of one program, nearly every page has its name: a sentence with the name is no likelier
to answer than one without, though few sentences of the whole collection have it.

Letters: N sentences, V terms, D documents, n(t) sentences with a term, n(d) of a document.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.ranking.bm25 import BM25, TextSums

PRIOR_SENTENCES = 1000
"""mu, the sentences of the Dirichlet prior (Zhai & Lafferty 2004): short documents say little."""


class DocumentBM25(BM25):
    r"""The BM25 index of N sentences, in which a term counts less where its document repeats it.

    idf(t, d) = max(0, idf(t) - max(0, log(p(t|d) / p(t)))) with p(t) = n(t) / N and
    p(t|d) = (max(0, n(t, d) - 1) + mu p(t)) / (n(d) + mu): a sentence is no evidence of what others
    of its document repeat. In a collection of one document, it is the idf of BM25.

    Parameters
    ----------
    counts : (V, N) csr, how often each term occurs in each sentence.
    document : (N,) document of each sentence, 0..D-1, ascending.
    k1, b, lengths, of_all : as in `BM25`.
    """

    def __init__(
        self,
        counts: Any,
        document: NDArray[np.intp],
        k1: float,
        b: float,
        lengths: NDArray[Any] | None = None,
        of_all: TextSums | None = None,
    ) -> None:
        super().__init__(counts, k1, b, lengths, of_all)
        self._document, self._lengths = document, np.bincount(document)

    def idf_at(
        self, terms: NDArray[np.intp], sizes: NDArray[np.intp], texts: NDArray[Any]
    ) -> Floats:
        document = self._document[texts]
        of_term = np.repeat(np.arange(len(terms)), sizes)
        begins = np.ones(len(texts), bool)
        begins[1:] = (document[1:] != document[:-1]) | (of_term[1:] != of_term[:-1])
        first = np.flatnonzero(begins)
        others = np.append(first[1:], len(texts))[: len(first)] - first - 1
        share = (self.of_all.with_term[terms] / self.of_all.texts)[of_term[first]]
        in_document = (others + PRIOR_SENTENCES * share) / (
            self._lengths[document[first]] + PRIOR_SENTENCES
        )
        repeated = np.log(np.maximum(in_document / share, 1.0))
        idf = np.maximum(self.idf[terms][of_term[first]] - repeated, 0.0)
        return np.repeat(idf, others + 1)
