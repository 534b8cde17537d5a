"""Summarizers on graphs and hypergraphs of sentences: the paper's rivals, LexRank and TextRank.

Topic-sensitive LexRank, Hubs & Authorities, HyperSum and HERF rank sentences for a question;
LexRank and TextRank ask none. Those with hyperedges cluster sentences as in `hyperedges`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.hyperedges import (
    Clusters,
    agglomerative_labels,
    cosine_distances,
    dbscan_labels,
)
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal, grow
from hyperdigest.experiments.systems import Case, Corpus, unit_rows
from hyperdigest.options import Options

PRECISION = 1e-12
"""To this scores are right: of LexRank their sum, of the others each."""

MOST_STEPS = 1000
"""Of Hubs & Authorities and of DivRank, which may not settle."""


@dataclass(frozen=True)
class TSLexRank:
    """Table (tabGraphMethods), row TS-LEXRANK. Topic-sensitive LexRank (Otterbacher et al. 2005).

    Sentences with any lexical similarity are neighbours. Ours, after Xiong & Ji 2016: the summary
    is taken from the scores by greedy redundancy removal. `question_weight` is the question's part
    of a score, in (0, 1] [omega_1]. `redundancy` is the largest cosine with a sentence already
    taken.
    """

    question_weight: float = 0.95
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = _scores(case.corpus, case.question, self.question_weight)
        return greedy_redundancy_removal(case, scores, self.redundancy)


@lru_cache(maxsize=1)
def _scores(corpus: Corpus, question: str, question_weight: float) -> Floats:
    """(N,) the scores for a question, kept for the next budget that it is asked at."""
    case = Case(corpus, question, 0, np.ones(corpus.n_sentences, bool))
    return topic_sensitive_lexrank(case.question_shares, corpus.cosines, question_weight)


@dataclass(frozen=True)
class LexRank:
    """Continuous LexRank (Erkan & Radev 2004), which asks no question.

    The walk follows the cosines of tf-isf vectors, the 1 of each sentence with itself included as
    in the paper, and jumps to any sentence now and then. Sentences are taken by falling score,
    those too like one already taken left out, as the authors' summarizer MEAD does. `damping` is
    the chance of following a link, in [0, 1). `redundancy` is the largest cosine with a sentence
    already taken.
    """

    damping: float = 0.85
    redundancy: float = 0.5

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = case.corpus.cosines + sparse.eye_array(n, format="csr")
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return greedy_redundancy_removal(case, scores, self.redundancy)


@dataclass(frozen=True)
class TextRank:
    """TextRank (Mihalcea & Tarau 2004), which asks no question and takes no care of repetition.

    A sentence without neighbours keeps the chance of a jump alone. `damping` is the chance of
    following a link, in [0, 1).
    """

    damping: float = 0.85

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        n = case.corpus.n_sentences
        links = overlaps(case.corpus.counts)
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return grow(case, scores, lambda worth, taken: None)


def overlaps(counts: Any) -> Any:
    """(N, N) csr, terms shared by two sentences over the sum of the logs of their lengths.

    Ours: terms are stems without stop words, and lengths count them; two sentences of a single
    term, for which the sum is 0, are no neighbours. `counts`, (N, V) csr, tells how often each term
    stands in each sentence.
    """
    held = counts.sign()
    shared = (held @ held.T).tocoo()
    logs = np.log(np.asarray(counts.sum(axis=1)))
    sums = logs[shared.row] + logs[shared.col]
    linked = (shared.row != shared.col) & (sums > 0)
    pairs = shared.row[linked], shared.col[linked]
    return sparse.csr_array((shared.data[linked] / sums[linked], pairs), shared.shape)


def topic_sensitive_lexrank(shares: Floats, cosines: Any, question_weight: float) -> Floats:
    """Eq. (r_i). The fixed point r of r_i = omega shares_i + (1 - omega) sum_j p(i|j) r_j, (N,).

    p(i|j) is the similarity of i and j over the sum of those of j: a step is normalised by its
    source, a stochastic walk as in Otterbacher et al. 2005, where the paper prints the sum of the
    target. A sentence without neighbours leads nowhere and has the question's part alone. An
    OptionError is raised where question_weight is not in (0, 1]. `shares` are the question's parts
    (N,) of each sentence, of sum 1. `cosines` is a symmetric (N, N) csr without diagonal.
    `question_weight` is omega_1.
    """
    if not 0 < question_weight <= 1:
        raise OptionError(f"question_weight is {question_weight}: give a number in (0, 1]")
    sums = np.asarray(cosines.sum(axis=1))
    sums[sums == 0] = 1.0
    walkers = question_weight * shares
    scores = walkers.copy()
    while walkers.sum() > PRECISION * question_weight:
        walkers = (1 - question_weight) * (cosines @ (walkers / sums))
        scores += walkers
    return scores


@dataclass(frozen=True)
class HubsAndAuthorities:
    """Table (tabGraphMethods), row HUBS & AUTH. Clusters as hubs (Wan & Yang 2008).

    Clusters are found among all sentences; their edges lead to the sentences most relevant to the
    question only. Ours: these are a share of the eligible sentences, all of them where the question
    meets none; the others follow by relevance, so that the budget is filled where the share is too
    small for it; and redundancy is removed as in Xiong & Ji 2016. `threshold` is the least mean
    cosine between clusters that are joined. `share` is that of the eligible sentences that enter,
    in (0, 1]. `redundancy` is the largest cosine with a sentence already taken.
    """

    threshold: float = 0.21
    share: float = 0.1
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        if not 0 < self.share <= 1:
            raise OptionError(f"share is {self.share}: give a number in (0, 1]")
        entered = np.flatnonzero(case.eligible)
        relevance = case.question_cosines[entered]
        if relevance.any():
            best = np.argsort(-relevance, kind="stable")
            entered = np.sort(entered[best[: max(1, round(self.share * len(entered)))]])
        clusters = case.corpus.kept(linked_clusters, self.threshold)
        scores = case.question_cosines - 2.0
        scores[entered] = authorities(case.corpus.tfisf[entered] @ clusters.vectors.T)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def linked_clusters(corpus: Corpus, threshold: float) -> Clusters:
    """Clusters by average linkage, joined where their mean cosine is at least `threshold`."""
    return Clusters(corpus, agglomerative_labels(corpus.tfisf, threshold))


def authorities(edges: Any) -> Floats:
    """Eq. (q_l). Scores r of sentences and q of clusters with r = sim q and q = sim^T r, (M,).

    Both are scaled to length 1 in each step, from clusters all alike, until no score of a sentence
    changes by more than 1e-12 (Kleinberg 1999), or 1000 steps are done: where two groups of
    sentences that share no cluster are as strong, or nearly, their balance settles late. `edges` is
    an (M, C) csr: the similarity of sentence and cluster, >= 0.
    """
    hubs, scores = np.ones(edges.shape[1]), np.zeros(edges.shape[0])
    for _ in range(MOST_STEPS):
        before, scores = scores, _unit(edges @ hubs)
        if np.abs(scores - before).max() <= PRECISION:
            break
        hubs = _unit(edges.T @ scores)
    return scores


def _unit(vector: Floats) -> Floats:
    length = math.sqrt(float((vector * vector).sum()))
    return vector / length if length > 0 else vector


@dataclass(frozen=True)
class HyperSum:
    """Table (tabGraphMethods), row HYPERSUM. Semi-supervised ranking (Wang, Wei, Li & Li 2013).

    Hyperedges are the clusters of DBSCAN, weighted by their cosine with the corpus, and the pairs
    of similar sentences. Redundancy is removed greedily, as by Xiong & Ji 2016. `propagation` is
    the part of a score that comes from neighbours, in [0, 1) [xi]. It has no published value; ours
    is the customary 0.9, to be tuned. `redundancy` is the largest cosine with a sentence already
    taken.
    """

    propagation: float = 0.9
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        neighbours = case.corpus.kept(dense_neighbours)
        scores = propagated(neighbours, case.question_shares, self.propagation)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def dense_neighbours(corpus: Corpus) -> Neighbours:
    """Neighbours by the clusters of DBSCAN, weighted by their cosine with the corpus."""
    clusters = Clusters(corpus, dbscan_labels(cosine_distances(corpus.tfisf)))
    return Neighbours(clusters, clusters.cosines(corpus.counts.sum(axis=0)))


def propagated(neighbours: Neighbours, labels: Floats, propagation: float) -> Floats:
    """The scores f = (1 - xi)(I - xi Theta)^-1 y, (N,), by conjugate gradients.

    Theta = Dv^-1/2 H W De^-1 H^T Dv^-1/2 (Zhou, Huang & Schoelkopf 2006). A sentence whose
    hyperedges weigh nothing has (1 - xi) y alone. An OptionError is raised where propagation is not
    in [0, 1). `labels` tell (N,) what the question says of each sentence [y]. `propagation` is xi.
    """
    from scipy.sparse.linalg import LinearOperator, cg

    if not 0 <= propagation < 1:
        raise OptionError(f"propagation is {propagation}: give a number in [0, 1)")
    degrees = neighbours.degrees
    scale = 1 / np.sqrt(np.where(degrees > 0, degrees, np.inf))

    def kept(values: Floats) -> Floats:
        return values - propagation * scale * neighbours.spread(scale * values)

    operator = LinearOperator((len(labels), len(labels)), matvec=kept, dtype=np.float64)
    scores, _ = cg(operator, (1 - propagation) * labels, rtol=PRECISION, atol=0.0)
    return np.asarray(scores)


class Neighbours:
    """The matrix A = H W De^-1 H^T of Zhou, Huang & Schoelkopf (2006), never formed.

    Hyperedges are clusters, and pairs of sentences weighted by their cosine (Wang, Wei, Li & Li
    2013). H holds 1 where a sentence is in a hyperedge, W the weights and De the sizes. Off its
    diagonal A is F F^T, where F has a column a cluster and, as cosines are products, one a term.
    `weights` are the (C,) of the clusters.
    """

    def __init__(self, clusters: Clusters, weights: Floats) -> None:
        corpus, of_sentence = clusters.corpus, clusters.members.T.tocsr()
        parts = weights / clusters.sizes
        paired = np.asarray(corpus.cosines.sum(axis=1))
        shared = of_sentence @ sparse.diags_array(np.sqrt(parts))
        factor = sparse.hstack([shared, corpus.tfisf * math.sqrt(0.5)], "csr")
        self.to_others = OffDiagonal(factor)
        self.degrees: Floats = of_sentence @ weights + paired
        self.itself: Floats = of_sentence @ parts + paired / 2
        self.others: Floats = of_sentence @ (weights - parts) + paired / 2

    def spread(self, values: Floats) -> Floats:
        """A values, (N,)."""
        return self.to_others(values) + self.itself * values


class OffDiagonal:
    """The symmetric matrix F F^T without its diagonal, never formed; `factor` is F, (N, M) csr."""

    def __init__(self, factor: Any) -> None:
        self._factor, self._transposed = factor, factor.T
        self._diagonal = np.asarray((factor * factor).sum(axis=1))

    def __call__(self, values: Floats) -> Floats:
        """The product with `values`, (N,)."""
        found = self._factor @ (self._transposed @ values)
        return np.asarray(found - self._diagonal * values)

    def among(self, rows: NDArray[np.bool_]) -> OffDiagonal:
        """The part of the matrix in these rows and the columns of the same numbers."""
        return OffDiagonal(self._factor[rows])


TOLERANCE = 1e-8
"""The change of the scores of DivRank, all together, at which it has settled."""

CROWDED = 0.8
"""Where fewer than this share of the vertices can have a score, the others are left behind."""


@dataclass(frozen=True)
class HERF:
    """Table (tabGraphMethods), row HERF. Vertex-reinforced walk over topics (Xiong & Ji 2016).

    Topics are those of the most likely sample of the preset ``paper``. Sentences that the question
    does not meet mostly die out in the walk, and of those with a score of 0 the earliest go first.
    `transition` is the part of a score that the walk brings, in [0, 1) [lambda]. `spread` is the
    chance to leave a sentence for a neighbour, in (0, 1); of Mei, Guo & Radev 2010 [alpha].
    `redundancy` is the largest cosine with a sentence already taken.
    """

    transition: float = 0.97
    spread: float = 0.25
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        chances = organic_walk(topic_neighbours(case), self.spread)
        scores = pointwise_divrank(chances, case.question_shares, self.transition)
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
    """p0 of DivRank, known by its products: stay with a chance, else go to a neighbour.

    The row of u sums to 1, or to 0 where u has no neighbour, and what comes to u then stops there.
    `stay` is (N,) the chance to stay. `out` is (N,) the chance to go, over the strength of all
    neighbours together. `strengths` say how strong each is as a neighbour of each other.
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
        """The chances of the steps from and to these alone; rows are not scaled anew."""
        return OrganicWalk(self.stay[vertices], self.out[vertices], self.strengths.among(vertices))


def organic_walk(neighbours: Neighbours, spread: float) -> OrganicWalk:
    """The walk that goes with the chance alpha; ours: neighbours are as strong as in A.

    The row of a sentence without neighbours is 0. `spread` is alpha. An OptionError is raised where
    spread is not in (0, 1).
    """
    if not 0 < spread < 1:
        raise OptionError(f"spread is {spread}: give a number in (0, 1)")
    linked = (neighbours.others > 0).astype(np.float64)
    out = spread * linked / np.where(linked > 0, neighbours.others, 1.0)
    return OrganicWalk((1 - spread) * linked, out, neighbours.to_others)


def pointwise_divrank(chances: OrganicWalk, prior: Floats, transition: float) -> Floats:
    """DivRank, pointwise: its visits are the present scores (Mei, Guo & Radev 2010), (N,).

    p_T+1(v) = (1 - lambda) p*(v) + lambda sum_u p0(u,v) N_T(v) / D_T(u) p_T(u), where D_T(u) is the
    sum over v of p0(u,v) N_T(v). It has many fixed points and may not settle. Ours: it starts from
    equal scores and stops where a step moves less than 1e-8 of them, or after 1000 steps. A vertex
    of score 0 that the prior does not reach keeps it for good: such vertices are left behind, which
    changes no score of another. An OptionError is raised where transition is not in [0, 1).
    `chances` is p0. `prior` is p*, (N,), of sum 1. `transition` is lambda, in [0, 1).
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
