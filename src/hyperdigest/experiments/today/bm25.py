"""BM25 and maximal marginal relevance: what a search engine would quote."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.evidence.bm25 import BM25
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Corpus
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
        scores = case.corpus.kept(of_sentences, self.k1, self.b).scores(case.terms)
        return maximal_marginal_relevance(case, scores, case.corpus.cosines, self.balance)


def of_sentences(corpus: Corpus, k1: float, b: float) -> BM25:
    """BM25 of the sentences."""
    return BM25(corpus.counts.T.tocsr(), k1, b)
