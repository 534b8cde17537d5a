"""Sentences that many clusters speak for, among those that the question is about.

Clusters and pairs of sentences as the hyperedges of a hypergraph, all or nothing.
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
from hyperdigest.experiments.baselines.cluster_edges import Labels
from hyperdigest.experiments.baselines.hyperedges import agglomerative_labels
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal
from hyperdigest.experiments.task_input import Case, Corpus, unit_rows


class Clusters:
    """Groups of sentences, each with a tf-isf vector.

    Parameters
    ----------
    labels : (N,) cluster of each sentence, 0, 1, ... without gaps, -1 for none.
    """

    def __init__(self, corpus: Corpus, labels: Labels) -> None:
        self.corpus = corpus
        inside = np.flatnonzero(labels >= 0)
        shape = int(labels.max()) + 1, len(labels)
        self.members = count_pairs(labels[inside], inside, shape)
        self.sizes = np.diff(self.members.indptr)
        self.vectors = self._unit(self.members @ corpus.counts)

    def cosines(self, terms: Floats) -> Floats:
        """(C,) cosine of each cluster and a text of these (V,) counts of terms."""
        text = self._unit(sparse.csr_array(terms[np.newaxis]))
        return np.asarray((self.vectors @ text.T).toarray().ravel())

    def _unit(self, counts: Any) -> Any:
        return unit_rows(counts @ sparse.diags_array(self.corpus.isf))


class Neighbours:
    """The matrix A = H W De^-1 H^T of Zhou, Huang & Schoelkopf (2006), never formed.

    Hyperedges are clusters, and pairs of sentences weighted by their cosine (Wang, Wei, Li & Li
    2013). H holds 1 where a sentence is in a hyperedge, W the weights and De the sizes. Off its
    diagonal A is F F^T, where F has a column a cluster and, as cosines are products, one a term.

    Parameters
    ----------
    weights : (C,) of the clusters.
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
    """The symmetric matrix F F^T with its diagonal left out, never formed.

    Parameters
    ----------
    factor : (N, M) csr F.
    """

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


TOLERANCE = 1e-12
MOST_STEPS = 1000


@dataclass(frozen=True)
class HubsAndAuthorities:
    """Table (tabGraphMethods), row HUBS & AUTH. Clusters as hubs (Wan & Yang 2008).

    Clusters are found among all sentences; their edges lead to the sentences most relevant to the
    question only. Ours: these are a share of the eligible sentences, all of them where the question
    meets none; the others follow by relevance, so that the budget is filled where the share is
    too small for it; and redundancy is removed as in Xiong & Ji 2016.

    Parameters
    ----------
    threshold : least mean cosine between clusters that are joined.
    share : of the eligible sentences that enter, in (0, 1].
    redundancy : the largest cosine with a sentence already taken.
    """

    threshold: float = 0.21
    share: float = 0.1
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        entered = _most_relevant(case, self.share)
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
    sentences that share no cluster are as strong, or nearly, their balance settles late.

    Parameters
    ----------
    edges : (M, C) csr, similarity of sentence and cluster, >= 0.
    """
    hubs, scores = np.ones(edges.shape[1]), np.zeros(edges.shape[0])
    for _ in range(MOST_STEPS):
        before, scores = scores, _unit(edges @ hubs)
        if np.abs(scores - before).max() <= TOLERANCE:
            break
        hubs = _unit(edges.T @ scores)
    return scores


def _unit(vector: Floats) -> Floats:
    length = math.sqrt(float((vector * vector).sum()))
    return vector / length if length > 0 else vector


def _most_relevant(case: Case, share: float) -> NDArray[np.intp]:
    """The eligible sentences that enter, in reading order."""
    if not 0 < share <= 1:
        raise OptionError(f"share is {share}: give a number in (0, 1]")
    eligible = np.flatnonzero(case.eligible)
    relevance = case.question_cosines[eligible]
    if not relevance.any():
        return eligible
    best = np.argsort(-relevance, kind="stable")[: max(1, round(share * len(eligible)))]
    return np.sort(eligible[best])
