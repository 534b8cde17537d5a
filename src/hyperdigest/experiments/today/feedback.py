"""BM25 with evidence from documents and feedback: search without a model at its best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.evidence.bm25 import BM25
from hyperdigest.evidence.sources import share_of_largest
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Corpus, Floats
from hyperdigest.experiments.today.bm25 import of_sentences
from hyperdigest.experiments.today.mmr import CUSTOMARY_BALANCE, maximal_marginal_relevance
from hyperdigest.experiments.today.rm3 import feedback, largest
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
            found = self.search(case, self.expanded(case, found))
        return maximal_marginal_relevance(case, found, case.corpus.cosines, self.balance)

    def search(self, case: Case, question: Floats) -> Floats:
        """(N,) BM25 of the sentences and of their documents for (V,) weights of terms."""
        corpus = case.corpus
        documents, document = corpus.kept(of_documents, self.k1, self.b)
        own = corpus.kept(of_sentences, self.k1, self.b).scores(question)
        around = documents.scores(question)[document]
        return share_of_largest(own) + self.document * share_of_largest(around) * (own > 0)

    def expanded(self, case: Case, found: Floats) -> Floats:
        """(V,) RM3: the question mixed with the strongest terms of the best sentences."""
        best = largest(found, self.sentences)
        return feedback(case.terms, case.corpus.counts[best], found[best], self.terms, self.share)


def of_documents(corpus: Corpus, k1: float, b: float) -> tuple[BM25, NDArray[np.intp]]:
    """BM25 of the documents that hold a sentence, and (N,) document of each."""
    held, document = np.unique(corpus.document, return_inverse=True)
    tokens = corpus.split.terms, document[corpus.split.sentence_of]
    return BM25(count_pairs(*tokens, (corpus.n_terms, len(held))), k1, b), document
