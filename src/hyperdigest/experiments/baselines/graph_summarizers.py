"""Summarizers on graphs and hypergraphs of sentences: the paper's rivals, LexRank and TextRank.

Topic-sensitive LexRank, Hubs & Authorities, HyperSum and HERF rank sentences for a question;
LexRank and TextRank ignore it. Those with hyperedges cluster sentences as in `hyperedges`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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
from hyperdigest.experiments.systems import Case, DocumentIndex, unit_rows
from hyperdigest.options import Options

SCORE_TOLERANCE = 1e-12
"""The tolerance of the sum of the scores of LexRank, and of each score of the others."""

MOST_STEPS = 1000
"""The limit of steps of Hubs & Authorities and of DivRank, which may not converge."""


@dataclass(frozen=True)
class TSLexRank:
    """Table (tabGraphMethods), row TS-LEXRANK. Topic-sensitive LexRank (Otterbacher et al. 2005).

    Sentences with any lexical similarity are neighbours. Ours, after Xiong & Ji 2016: sentences are
    selected by greedy redundancy removal. `question_weight` is the question's part of a score, in
    (0, 1] [omega_1]. `redundancy` is the largest cosine with a sentence already taken.
    """

    question_weight: float = 0.95
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        scores = case.corpus.cached(_scores, case.question, self.question_weight)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def _scores(corpus: DocumentIndex, question: str, question_weight: float) -> Floats:
    """(N,) scores for a question, cached for its next budget."""
    case = Case(corpus, question, 0, np.ones(corpus.n_sentences, bool))
    return topic_sensitive_lexrank(case.question_shares, corpus.cosines, question_weight)


@dataclass(frozen=True)
class LexRank:
    """Continuous LexRank (Erkan & Radev 2004), which ignores the question.

    The walk follows the cosines of tf-isf vectors, including the 1 of each sentence with itself as
    in the paper, and sometimes jumps to any sentence. Sentences are taken by descending score,
    without those too similar to one already taken, as in the authors' summarizer MEAD. `damping` is
    the probability of following a link, in [0, 1). `redundancy` is the largest cosine with a
    sentence already taken.
    """

    damping: float = 0.85
    redundancy: float = 0.5

    def __call__(self, case: Case) -> list[int]:
        n = case.corpus.n_sentences
        links = case.corpus.cosines + sparse.eye_array(n, format="csr")
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return greedy_redundancy_removal(case, scores, self.redundancy)


@dataclass(frozen=True)
class TextRank:
    """TextRank (Mihalcea & Tarau 2004), which ignores the question and redundancy.

    A sentence without neighbours is only reached by jumps. `damping` is the probability of
    following a link, in [0, 1).
    """

    damping: float = 0.85

    def __call__(self, case: Case) -> list[int]:
        n = case.corpus.n_sentences
        links = overlaps(case.corpus.counts)
        scores = topic_sensitive_lexrank(np.full(n, 1 / n), links, 1 - self.damping)
        return grow(case, scores, lambda values, taken: None)


def overlaps(counts: Any) -> Any:
    """(N, N) csr, terms shared by two sentences over the sum of the logs of their lengths.

    Ours: terms are stems without stop words, and lengths are the numbers of these; two sentences of
    a single term, for which the sum is 0, are not neighbours. `counts` is the (N, V) csr count of
    each term in each sentence.
    """
    contains = counts.sign()
    shared = (contains @ contains.T).tocoo()
    logs = np.log(np.asarray(counts.sum(axis=1)))
    sums = logs[shared.row] + logs[shared.col]
    linked = (shared.row != shared.col) & (sums > 0)
    pairs = shared.row[linked], shared.col[linked]
    return sparse.csr_array((shared.data[linked] / sums[linked], pairs), shared.shape)


def topic_sensitive_lexrank(shares: Floats, cosines: Any, question_weight: float) -> Floats:
    """Eq. (r_i). The fixed point r of r_i = omega shares_i + (1 - omega) sum_j p(i|j) r_j, (N,).

    p(i|j) is the similarity of i and j over the sum of those of j: a step is normalised by its
    source, a stochastic walk as in Otterbacher et al. 2005, while the paper prints the sum of the
    target. A sentence without neighbours leads nowhere and has only the question's part. `shares`
    are the question's parts (N,) of the sentences, of sum 1. `cosines` is a symmetric (N, N) csr
    without diagonal. `question_weight` is omega_1. Raises OptionError if it is not in (0, 1].
    """
    if not 0 < question_weight <= 1:
        raise OptionError(f"question_weight is {question_weight}: give a number in (0, 1]")
    sums = np.asarray(cosines.sum(axis=1))
    sums[sums == 0] = 1.0
    walkers = question_weight * shares
    scores = walkers.copy()
    while walkers.sum() > SCORE_TOLERANCE * question_weight:
        walkers = (1 - question_weight) * (cosines @ (walkers / sums))
        scores += walkers
    return scores


@dataclass(frozen=True)
class HubsAndAuthorities:
    """Table (tabGraphMethods), row HUBS & AUTH. Clusters as hubs (Wan & Yang 2008).

    All sentences are clustered; only the sentences most relevant to the question are linked to
    their clusters. Ours: these are a share of the eligible sentences, or all of them if the
    question matches none; the others follow by relevance, so that the budget is filled if the share
    is too small; and redundancy is removed as in Xiong & Ji 2016. `threshold` is the least mean
    cosine between clusters that are joined. `share` is the share of the eligible sentences that are
    linked, in (0, 1]. `redundancy` is the largest cosine with a sentence already taken.
    """

    threshold: float = 0.21
    share: float = 0.1
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        if not 0 < self.share <= 1:
            raise OptionError(f"share is {self.share}: give a number in (0, 1]")
        linked = np.flatnonzero(case.eligible)
        relevance = case.question_cosines[linked]
        if relevance.any():
            best = np.argsort(-relevance, kind="stable")
            linked = np.sort(linked[best[: max(1, round(self.share * len(linked)))]])
        clusters = case.corpus.cached(linked_clusters, self.threshold)
        scores = case.question_cosines - 2.0
        scores[linked] = authorities(case.corpus.tfisf[linked] @ clusters.vectors.T)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def linked_clusters(corpus: DocumentIndex, threshold: float) -> Clusters:
    """Clusters by average linkage, joined if their mean cosine is at least `threshold`."""
    return Clusters(corpus, agglomerative_labels(corpus.tfisf, threshold))


def authorities(edges: Any) -> Floats:
    """Eq. (q_l). Scores r of sentences and q of clusters with r = sim q and q = sim^T r, (M,).

    Both are scaled to length 1 in each step, from equal scores of clusters, until no score of a
    sentence changes by more than 1e-12 (Kleinberg 1999), or for 1000 steps: two groups of sentences
    that share no cluster and are nearly equally strong converge slowly. `edges` is an (M, C) csr:
    the similarity of sentence and cluster, >= 0.
    """
    hubs, scores = np.ones(edges.shape[1]), np.zeros(edges.shape[0])
    for _ in range(MOST_STEPS):
        before, scores = scores, _unit(edges @ hubs)
        if np.abs(scores - before).max() <= SCORE_TOLERANCE:
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
    is the usual 0.9. `redundancy` is the largest cosine with a sentence already taken.
    """

    propagation: float = 0.9
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        neighbours = case.corpus.cached(dense_neighbours)
        scores = propagated(neighbours, case.question_shares, self.propagation)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def dense_neighbours(corpus: DocumentIndex) -> Neighbours:
    """Neighbours by the clusters of DBSCAN, weighted by their cosine with the corpus."""
    clusters = Clusters(corpus, dbscan_labels(cosine_distances(corpus.tfisf)))
    return Neighbours(clusters, clusters.cosines(corpus.counts.sum(axis=0)))


def propagated(neighbours: Neighbours, labels: Floats, propagation: float) -> Floats:
    """The scores f = (1 - xi)(I - xi Theta)^-1 y, (N,), by conjugate gradients.

    Theta = Dv^-1/2 H W De^-1 H^T Dv^-1/2 (Zhou, Huang & Schoelkopf 2006). A sentence whose
    hyperedges have no weight has the score (1 - xi) y. `labels` are the (N,) cosines of the
    sentences and the question, of sum 1 [y]. `propagation` is xi. Raises OptionError if it is not
    in [0, 1).
    """
    from scipy.sparse.linalg import LinearOperator, cg

    if not 0 <= propagation < 1:
        raise OptionError(f"propagation is {propagation}: give a number in [0, 1)")
    degrees = neighbours.degrees
    scale = 1 / np.sqrt(np.where(degrees > 0, degrees, np.inf))

    def product(values: Floats) -> Floats:
        return values - propagation * scale * neighbours.spread(scale * values)

    operator = LinearOperator((len(labels), len(labels)), matvec=product, dtype=np.float64)
    scores, _ = cg(operator, (1 - propagation) * labels, rtol=SCORE_TOLERANCE, atol=0.0)
    return np.asarray(scores)


class Neighbours:
    """The matrix A = H W De^-1 H^T of Zhou, Huang & Schoelkopf (2006), as an operator.

    Hyperedges are clusters, and pairs of sentences weighted by their cosine (Wang, Wei, Li & Li
    2013). H has a 1 for each sentence of a hyperedge, W has the weights and De the sizes. Off the
    diagonal A is F F^T, where F has a column for each cluster and, because cosines are products,
    one for each term. `weights` are the (C,) weights of the clusters.
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
        """The product of A and the (N,) `values`."""
        return self.to_others(values) + self.itself * values


class OffDiagonal:
    """The operator of F F^T without its diagonal; `factor` is F, (N, M) csr."""

    def __init__(self, factor: Any) -> None:
        self._factor, self._transposed = factor, factor.T
        self._diagonal = np.asarray((factor * factor).sum(axis=1))

    def __call__(self, values: Floats) -> Floats:
        """The product with `values`, (N,)."""
        found = self._factor @ (self._transposed @ values)
        return np.asarray(found - self._diagonal * values)

    def among(self, rows: NDArray[np.bool_]) -> OffDiagonal:
        """The submatrix of these rows and columns."""
        return OffDiagonal(self._factor[rows])


@dataclass(frozen=True)
class HERF:
    """Table (tabGraphMethods), row HERF. Vertex-reinforced walk over topics (Xiong & Ji 2016).

    Topics are those of the most likely sample of the preset ``paper``. The scores of sentences that
    do not match the question mostly become 0 in the walk; of these, the earliest are taken first.
    `transition` is the part of a score that comes from the walk, in [0, 1) [lambda]. `spread` is
    the probability of leaving a sentence for a neighbour, in (0, 1) [alpha of Mei, Guo & Radev
    2010]. `redundancy` is the largest cosine with a sentence already taken.
    """

    transition: float = 0.97
    spread: float = 0.25
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        chances = organic_walk(topic_neighbours(case), self.spread)
        scores = pointwise_divrank(chances, case.question_shares, self.transition)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def topic_neighbours(case: Case) -> Neighbours:
    """Neighbours by clusters of sentences with the same topics, weighted for the question.

    The weight of a cluster is its number of sentences times the sum of two cosines of its tf-isf
    vector: with those of the question and of the corpus. There are pairs too, as in HyperSum:
    without them the weights of clusters, which share no sentence, would not matter to the walk.
    """
    corpus = case.corpus
    clusters = corpus.cached(topic_clusters)
    likeness = clusters.cosines(case.terms) + clusters.cosines(corpus.counts.sum(axis=0))
    return Neighbours(clusters, likeness * clusters.sizes)


def topic_clusters(corpus: DocumentIndex) -> Clusters:
    """Clusters of sentences with the same topics, by DBSCAN."""
    return Clusters(corpus, dbscan_labels(cosine_distances(sentence_topics(corpus))))


def sentence_topics(corpus: DocumentIndex) -> Any:
    """(N, K) csr, the topics of the tokens of each sentence, rows of length 1."""
    topics = corpus.model(Options.preset("paper")).topics.best
    shape = corpus.n_sentences, topics.n_topics
    return unit_rows(count_pairs(corpus.split.sentence_of, topics.assignments, shape))


@dataclass(frozen=True, eq=False)
class OrganicWalk:
    """p0 of DivRank as an operator: a step stays at a vertex, or goes to a neighbour.

    The row of u sums to 1, or to 0 if u has no neighbour; then the walk ends there. `stay` is the
    (N,) probability of staying. `out` is the (N,) probability of leaving, divided by the total
    strength of the neighbours. `strengths` has the strength of each pair of neighbours.
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
        """The submatrix of these vertices; rows are not rescaled."""
        return OrganicWalk(self.stay[vertices], self.out[vertices], self.strengths.among(vertices))


def organic_walk(neighbours: Neighbours, spread: float) -> OrganicWalk:
    """The walk that leaves a vertex with probability alpha; ours: strengths are those of A.

    The row of a sentence without neighbours is 0. `spread` is alpha. Raises OptionError if it is
    not in (0, 1).
    """
    if not 0 < spread < 1:
        raise OptionError(f"spread is {spread}: give a number in (0, 1)")
    linked = (neighbours.others > 0).astype(np.float64)
    out = spread * linked / np.where(linked > 0, neighbours.others, 1.0)
    return OrganicWalk((1 - spread) * linked, out, neighbours.to_others)


DIVRANK_TOLERANCE = 1e-8
"""DivRank stops after a step whose changes of the scores sum to this or less."""

LEAST_SHARE_ALIVE = 0.8
"""Vertices without a score are removed if fewer than this share of all can have one."""


def pointwise_divrank(chances: OrganicWalk, prior: Floats, transition: float) -> Floats:
    """DivRank, pointwise: its visits are the present scores (Mei, Guo & Radev 2010), (N,).

    p_T+1(v) = (1 - lambda) p*(v) + lambda sum_u p0(u,v) N_T(v) / D_T(u) p_T(u), where D_T(u) is the
    sum over v of p0(u,v) N_T(v). It has many fixed points and may not converge. Ours: it starts
    from equal scores and stops after a step that changes them by less than 1e-8 together, or after
    1000 steps. A score of 0 without a prior stays 0. Once there are many such vertices, they are
    removed, which changes no other score. `chances` is p0. `prior` is p*, (N,), of sum 1.
    `transition` is lambda. Raises OptionError if it is not in [0, 1).
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
        if np.abs(scores - before).sum() <= DIVRANK_TOLERANCE:
            break
        alive = (scores > 0) | (prior > 0)
        if np.count_nonzero(alive) < LEAST_SHARE_ALIVE * len(alive):
            left, prior, scores = left[alive], prior[alive], scores[alive]
            chances = chances.among(alive)
    found[left] = scores
    return found
