"""BM25 of sentences with an idf of each term in each document.

In a manual of one program, nearly every page has its name: a sentence with the name is no likelier
to answer than one without, though few sentences of the whole collection have it.

Letters: N sentences, V terms, D documents, n(t) sentences with a term, n(d) of a document.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices, Mask
from hyperdigest.ranking.bm25 import BM25, TextSums
from hyperdigest.ranking.titles import Titles

NAMING = 0.5
"""How much of its idf a term has in the document that it names: "Acme" in "acme-lease.pdf"."""

PRIOR_SENTENCES = 1000
"""mu, the sentences of the Dirichlet prior (Zhai & Lafferty 2004): short documents say little."""


class DocumentBM25(BM25):
    r"""The BM25 index of N sentences, in which a term counts less where its document repeats it.

    idf(t, d) = max(0, idf(t) - max(0, log(p(t|d) / p(t)))) with p(t) = n(t) / N and
    p(t|d) = (max(0, n(t, d) - 1) + mu p(t)) / (n(d) + mu): a sentence is no evidence of what others
    of its document repeat. In a collection of one document, it is the idf of BM25. A term by which
    the question names the document has `NAMING` of that: what is asked are the other terms.

    Parameters
    ----------
    titles : above the sentences; None if there is none.
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
        titles: Titles | None = None,
    ) -> None:
        super().__init__(counts, k1, b, lengths, of_all)
        self._document, self._lengths, self._titles = document, np.bincount(document), titles

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
        if self._titles is not None:
            idf[self._names(terms, of_term[first], texts[first], self._titles)] *= NAMING
        return np.repeat(idf, others + 1)

    @staticmethod
    def _names(
        terms: NDArray[np.intp], of_term: Indices, texts: NDArray[Any], titles: Titles
    ) -> Mask:
        """Whether some of the terms, by their places, name the documents of some sentences."""
        places, named = titles.named(terms)
        if not len(named):
            return np.zeros(len(texts), bool)
        pairs = of_term * len(titles.lengths) + titles.above[texts]
        is_under = titles.above[texts] >= 0
        return np.asarray(is_under & np.isin(pairs, places * len(titles.lengths) + named))
