"""Clusters and pairs of sentences as the hyperedges of a hypergraph, all or nothing."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.experiments.corpus import Corpus, Floats, unit_rows
from hyperdigest.experiments.hyperedges.distances import Labels
from hyperdigest.hypergraph.counts import count_pairs


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
