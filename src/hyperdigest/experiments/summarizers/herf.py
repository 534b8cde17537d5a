"""A diverse walk over clusters of sentences with the same topics, and pairs of similar ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.errors import OptionError
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.corpus import Corpus, unit_rows
from hyperdigest.experiments.hyperedges.dbscan import dbscan_labels
from hyperdigest.experiments.hyperedges.distances import cosine_distances
from hyperdigest.experiments.selectors.grr import greedy_redundancy_removal
from hyperdigest.experiments.summarizers.clusters import Clusters, Neighbours
from hyperdigest.experiments.summarizers.divrank import pointwise_divrank
from hyperdigest.experiments.summarizers.question import question_shares
from hyperdigest.hypergraph.counts import count_pairs
from hyperdigest.options import Options


@dataclass(frozen=True)
class HERF:
    """Table (tabGraphMethods), row HERF. Vertex-reinforced walk over topics (Xiong & Ji 2016).

    Topics are those of the most likely sample of the preset ``paper``. Sentences that the question
    does not meet mostly die out in the walk, and of those with a score of 0 the earliest go first.

    Parameters
    ----------
    transition : part of a score that the walk brings, in [0, 1) [lambda].
    spread : chance to leave a sentence for a neighbour, in (0, 1); of Mei, Guo & Radev 2010
        [alpha].
    redundancy : the largest cosine with a sentence already taken.
    """

    transition: float = 0.97
    spread: float = 0.25
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        chances = organic_walk(topic_neighbours(case), self.spread)
        scores = pointwise_divrank(chances, question_shares(case), self.transition)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def topic_neighbours(case: Case) -> Neighbours:
    """Neighbours by clusters of sentences with the same topics, weighted for the question.

    A cluster weighs its number of sentences times the sum of two cosines of its tf-isf vector:
    with the question's and with the corpus's. Beside them stand pairs, as in HyperSum: without
    them the weights of clusters, which share no sentence, would not matter to the walk.
    """
    corpus = case.corpus
    clusters = Clusters(corpus, dbscan_labels(cosine_distances(sentence_topics(corpus))))
    likeness = clusters.cosines(case.terms) + clusters.cosines(corpus.counts.sum(axis=0))
    return Neighbours(clusters, likeness * clusters.sizes)


def sentence_topics(corpus: Corpus) -> Any:
    """(N, K) csr, the topics of the tokens of each sentence, rows of length 1."""
    topics = corpus.model(Options.preset("paper")).topics.best
    shape = corpus.n_sentences, topics.n_topics
    return unit_rows(count_pairs(corpus.split.sentence_of, topics.assignments, shape))


def organic_walk(neighbours: Neighbours, spread: float) -> Any:
    """p0 of DivRank as an (N, N) linear operator: stay with 1 - alpha, else go to a neighbour.

    Ours: neighbours are as strong as in A; the row of a sentence without neighbours is 0.

    Parameters
    ----------
    spread : alpha.

    Raises
    ------
    OptionError
        where spread is not in (0, 1).
    """
    from scipy.sparse.linalg import LinearOperator

    if not 0 < spread < 1:
        raise OptionError(f"spread is {spread}: give a number in (0, 1)")
    linked = neighbours.others > 0
    out = spread * linked / np.where(linked, neighbours.others, 1.0)
    stay = (1 - spread) * linked
    return LinearOperator(
        (len(linked), len(linked)),
        matvec=lambda x: stay * x + out * neighbours.spread_to_others(x),
        rmatvec=lambda x: stay * x + neighbours.spread_to_others(out * x),
        dtype=np.float64,
    )
