"""BM25 and maximal marginal relevance: what a search engine would quote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.today.mmr import CUSTOMARY_BALANCE, maximal_marginal_relevance


@dataclass(frozen=True)
class BM25MMR:
    """Sentences by their BM25 score, picked by maximal marginal relevance on tf-isf cosines.

    The parameters of BM25 are the customary ones of Robertson & Zaragoza 2009.

    Parameters
    ----------
    k1 : how slowly repetition of a term stops to count.
    b : how much a long sentence is held to its length, in [0, 1].
    balance : of relevance against likeness.
    """

    k1: float = 1.2
    b: float = 0.75
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = bm25(case.corpus.counts, case.terms, self.k1, self.b)
        return maximal_marginal_relevance(case, scores, case.corpus.cosines, self.balance)


def bm25(counts: Any, question: Floats, k1: float, b: float) -> Floats:
    """(n,) BM25 score of each text (Robertson & Zaragoza 2009), with an idf that is never negative.

    Parameters
    ----------
    counts : (n, V) sparse, how often each term stands in each text.
    question : (V,) weights of the terms.
    """
    n_texts = counts.shape[0]
    lengths = np.asarray(counts.sum(axis=1))
    norms = k1 * (1 - b + b * lengths / max(lengths.mean(), 1.0))
    asked = np.flatnonzero(question)
    found = counts.tocsc()[:, asked].tocoo()
    holding = np.bincount(found.col, minlength=len(asked))
    idf = np.log1p((n_texts - holding + 0.5) / (holding + 0.5))
    saturated = found.data * (k1 + 1) / (found.data + norms[found.row])
    weights = (question[asked] * idf)[found.col] * saturated
    return np.bincount(found.row, weights, n_texts).astype(np.float64, copy=False)
