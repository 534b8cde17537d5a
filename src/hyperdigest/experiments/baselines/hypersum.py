"""HyperSum: relevance propagated from the question over clusters and pairs of similar sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.cluster_edges import (
    Clusters,
    cosine_distances,
    dbscan_labels,
)
from hyperdigest.experiments.baselines.selectors import greedy_redundancy_removal
from hyperdigest.experiments.baselines.simple import question_shares
from hyperdigest.experiments.task_input import Case, Corpus

PRECISION = 1e-12
"""Largest error of the solved equation, relative to the question's part."""


@dataclass(frozen=True)
class HyperSum:
    """Table (tabGraphMethods), row HYPERSUM. Semi-supervised ranking (Wang, Wei, Li & Li 2013).

    Hyperedges are the clusters of DBSCAN, weighted by their cosine with the corpus, and the pairs
    of similar sentences. Redundancy is removed greedily, as by Xiong & Ji 2016.

    Parameters
    ----------
    propagation : part of a score that comes from neighbours, in [0, 1) [xi]. It has no published
        value; ours is the customary 0.9, to be tuned.
    redundancy : the largest cosine with a sentence already taken.
    """

    propagation: float = 0.9
    redundancy: float = 0.1

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        neighbours = case.corpus.kept(dense_neighbours)
        scores = propagated(neighbours, question_shares(case), self.propagation)
        return greedy_redundancy_removal(case, scores, self.redundancy)


def dense_neighbours(corpus: Corpus) -> Neighbours:
    """Neighbours by the clusters of DBSCAN, weighted by their cosine with the corpus."""
    clusters = Clusters(corpus, dbscan_labels(cosine_distances(corpus.tfisf)))
    return Neighbours(clusters, clusters.cosines(corpus.counts.sum(axis=0)))


def propagated(neighbours: Neighbours, labels: Floats, propagation: float) -> Floats:
    """The scores f = (1 - xi)(I - xi Theta)^-1 y, (N,), by conjugate gradients.

    Theta = Dv^-1/2 H W De^-1 H^T Dv^-1/2 (Zhou, Huang & Schoelkopf 2006). A sentence whose
    hyperedges weigh nothing has (1 - xi) y alone.

    Parameters
    ----------
    labels : (N,) what the question says of each sentence [y].
    propagation : xi.

    Raises
    ------
    OptionError
        where propagation is not in [0, 1).
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
