"""HERF: a vertex-reinforced random walk (DivRank) over clusters of sentences with the same topics.

A walk that is drawn back to the vertices it has visited favours sentences that are central and
keeps few of those that are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.cluster_edges import (
    Clusters,
    cosine_distances,
    dbscan_labels,
)
from hyperdigest.experiments.baselines.hypersum import Neighbours, OffDiagonal
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal
from hyperdigest.experiments.baselines.simple import question_shares
from hyperdigest.experiments.task_input import Case, Corpus, unit_rows
from hyperdigest.options import Options

TOLERANCE = 1e-8
MOST_STEPS = 1000
CROWDED = 0.8
"""Where fewer than this share of the vertices can have a score, the others are left behind."""


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
    clusters = corpus.kept(topic_clusters)
    likeness = clusters.cosines(case.terms) + clusters.cosines(corpus.counts.sum(axis=0))
    return Neighbours(clusters, likeness * clusters.sizes)


def topic_clusters(corpus: Corpus) -> Clusters:
    """Clusters of sentences with the same topics, by DBSCAN."""
    return Clusters(corpus, dbscan_labels(cosine_distances(sentence_topics(corpus))))


def sentence_topics(corpus: Corpus) -> Any:
    """(N, K) csr, the topics of the tokens of each sentence, rows of length 1."""
    topics = corpus.model(Options.preset("paper")).topics.best
    shape = corpus.n_sentences, topics.n_topics
    return unit_rows(count_pairs(corpus.split.sentence_of, topics.assignments, shape))


@dataclass(frozen=True, eq=False)
class OrganicWalk:
    """p0 of DivRank: stay with a chance, else go to a neighbour.

    Parameters
    ----------
    stay : (N,) the chance to stay.
    out : (N,) the chance to go, over the strength of all neighbours together.
    strengths : how strong each is as a neighbour of each other.
    """

    stay: Floats
    out: Floats
    strengths: OffDiagonal

    def leave(self, values: Floats) -> Floats:
        """(N,) sum over v of p0(u,v) values_v."""
        return self.stay * values + self.out * self.strengths(values)

    def arrive(self, values: Floats) -> Floats:
        """(N,) sum over u of p0(u,v) values_u."""
        return self.stay * values + self.strengths(self.out * values)

    def among(self, vertices: NDArray[np.bool_]) -> OrganicWalk:
        """The chances of the steps from and to these sentences alone."""
        return OrganicWalk(self.stay[vertices], self.out[vertices], self.strengths.among(vertices))


def organic_walk(neighbours: Neighbours, spread: float) -> OrganicWalk:
    """The walk that goes with the chance alpha; ours: neighbours are as strong as in A.

    The row of a sentence without neighbours is 0.

    Parameters
    ----------
    spread : alpha.

    Raises
    ------
    OptionError
        where spread is not in (0, 1).
    """
    if not 0 < spread < 1:
        raise OptionError(f"spread is {spread}: give a number in (0, 1)")
    linked = (neighbours.others > 0).astype(np.float64)
    out = spread * linked / np.where(linked > 0, neighbours.others, 1.0)
    return OrganicWalk((1 - spread) * linked, out, neighbours.to_others)


class Chances(Protocol):
    """The chances p0(u,v) to step from u to v before any visit: N x N, known by its products.

    The row of u sums to 1, or to 0 where u has no neighbour, and what comes to u then stops there.
    """

    def leave(self, values: Floats) -> Floats:
        """(N,) sum over v of p0(u,v) values_v."""

    def arrive(self, values: Floats) -> Floats:
        """(N,) sum over u of p0(u,v) values_u."""

    def among(self, vertices: NDArray[np.bool_]) -> Self:
        """The chances of the steps from and to these alone; rows are not scaled anew."""


def pointwise_divrank(chances: Chances, prior: Floats, transition: float) -> Floats:
    """DivRank, pointwise: its visits are the present scores (Mei, Guo & Radev 2010), (N,).

    p_T+1(v) = (1 - lambda) p*(v) + lambda sum_u p0(u,v) N_T(v) / D_T(u) p_T(u), where D_T(u) is
    the sum over v of p0(u,v) N_T(v). It has many fixed points and may not settle. Ours: it starts
    from equal scores and stops where a step moves less than 1e-8 of them, or after 1000 steps. A
    vertex of score 0 that the prior does not reach keeps it for good: such vertices are left
    behind, which changes no score of another.

    Parameters
    ----------
    chances : p0.
    prior : (N,) p*, of sum 1.
    transition : lambda, in [0, 1).

    Raises
    ------
    OptionError
        where transition is not in [0, 1).
    """
    if not 0 <= transition < 1:
        raise OptionError(f"transition is {transition}: give a number in [0, 1)")
    found, left = np.zeros(len(prior)), np.arange(len(prior))
    scores = np.full(len(prior), 1 / len(prior))
    for _ in range(MOST_STEPS):
        ways = chances.leave(scores)
        leaving = np.divide(scores, ways, out=np.zeros_like(scores), where=ways > 0)
        before = scores
        scores = (1 - transition) * prior + transition * before * chances.arrive(leaving)
        if np.abs(scores - before).sum() <= TOLERANCE:
            break
        alive = (scores > 0) | (prior > 0)
        if np.count_nonzero(alive) < CROWDED * len(alive):
            left, prior, scores = left[alive], prior[alive], scores[alive]
            chances = chances.among(alive)
    found[left] = scores
    return found
