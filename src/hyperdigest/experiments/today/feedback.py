"""BM25 with evidence from documents and feedback: search without a model at its best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Floats
from hyperdigest.experiments.today.bm25 import bm25
from hyperdigest.experiments.today.mmr import (
    CUSTOMARY_BALANCE,
    maximal_marginal_relevance,
    share_of_largest,
)
from hyperdigest.hypergraph.counts import count_pairs


@dataclass(frozen=True)
class BM25FeedbackMMR:
    """BM25 of sentence and document, with the question expanded by the best sentences, and MMR.

    A first search ranks the sentences, their best expand the question (RM3, Abdul-Jaleel et al.
    2004), and a second search with it gives the scores. How the parts are put together is ours.

    Parameters
    ----------
    k1, b : of BM25.
    document : weight of the score of a sentence's document beside the sentence's own; both are
        scaled to a largest of 1, and only sentences that match have a part in their document's.
    sentences : how many of the best sentences expand the question.
    terms : how many of their terms do.
    share : what these terms make up of the expanded question, in [0, 1].
    balance : of relevance against likeness.
    """

    k1: float = 1.2
    b: float = 0.75
    document: float = 0.6
    sentences: int = 20
    terms: int = 30
    share: float = 0.4
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        found = self.search(case, case.terms)
        if found.any():
            found = self.search(case, self.expanded(case.terms, case.corpus.counts, found))
        return maximal_marginal_relevance(case, found, case.corpus.cosines, self.balance)

    def search(self, case: Case, question: Floats) -> Floats:
        """(N,) BM25 of the sentences and of their documents for (V,) weights of terms."""
        corpus = case.corpus
        held, document = np.unique(corpus.document, return_inverse=True)
        tokens = document[corpus.split.sentence_of], corpus.split.terms
        by_document = count_pairs(*tokens, (len(held), corpus.n_terms))
        own = bm25(corpus.counts, question, self.k1, self.b)
        around = bm25(by_document, question, self.k1, self.b)[document]
        return share_of_largest(own) + self.document * share_of_largest(around) * (own > 0)

    def expanded(self, question: Floats, counts: Any, found: Floats) -> Floats:
        """(V,) RM3: the question mixed with the strongest terms of the best sentences."""
        best = np.argsort(-found, kind="stable")[: self.sentences]
        best = best[found[best] > 0]
        rows = counts[best]
        shares = found[best] / found[best].sum() / rows.sum(axis=1)
        model = np.asarray(rows.T @ shares)
        weak = np.argsort(-model, kind="stable")[self.terms :]
        model[weak] = 0.0
        kept = model / model.sum()
        return np.asarray((1 - self.share) * question / question.sum() + self.share * kept)
