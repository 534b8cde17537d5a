"""Clusters and pairs of sentences as the hyperedges of a hypergraph, all or nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
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
    2013). H holds 1 where a sentence is in a hyperedge, W the weights and De the sizes.

    Parameters
    ----------
    weights : (C,) of the clusters.
    """

    def __init__(self, clusters: Clusters, weights: Floats) -> None:
        self.cosines = clusters.corpus.cosines
        self.members, self.of_sentence = clusters.members, clusters.members.T.tocsr()
        self.parts = weights / clusters.sizes
        self.own: Floats = self.of_sentence @ self.parts
        paired = np.asarray(self.cosines.sum(axis=1))
        self.degrees: Floats = self.of_sentence @ weights + paired
        self.itself: Floats = self.own + paired / 2
        self.others: Floats = self.of_sentence @ (weights - self.parts) + paired / 2

    def spread(self, values: Floats) -> Floats:
        """A values, (N,)."""
        return self.spread_to_others(values) + self.itself * values

    def spread_to_others(self, values: Floats) -> Floats:
        """A values with the diagonal of A left out, (N,)."""
        shared = self.of_sentence @ (self.parts * (self.members @ values)) - self.own * values
        return np.asarray(shared + self.cosines @ values / 2)
