"""Clusters of sentences, the two nearest joined until none are near enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.experiments.corpus import Corpus
from hyperdigest.experiments.hyperedges.clusters import cluster_hypergraph
from hyperdigest.experiments.hyperedges.distances import Labels, cosine_distances, numbered
from hyperdigest.hypergraph import FuzzyHypergraph


@dataclass(frozen=True)
class AGGLOMERATIVE:
    """Table (tabHyperedges), row AGGLOMERATIVE. Agglomerative clusters, and pairs, of sentences.

    Parameters
    ----------
    threshold : least mean cosine between clusters that are joined, in [0, 1].
    """

    threshold: float = 0.21

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        return cluster_hypergraph(corpus, agglomerative_labels(corpus.tfisf, self.threshold))


def agglomerative_labels(vectors: Any, threshold: float = 0.21) -> Labels:
    """(N,) cluster of each row, by average linkage under the cosine; nobody is noise.

    The two clusters of the highest mean cosine between their members are joined, as long as that
    is at least `threshold`. The seed paper does not say whether its 0.21 is a cosine or a distance:
    ours is the cosine, as at a distance of 0.21 nearly every sentence remains alone. Clusters are
    numbered in the order of their first sentences.

    Parameters
    ----------
    vectors : (N, V) csr, rows >= 0 of Euclidean length 1, or zero.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if vectors.shape[0] < 2:
        return np.zeros(vectors.shape[0], np.int64)
    condensed = squareform(cosine_distances(vectors), checks=False)
    tree = linkage(condensed, "average")
    return numbered(fcluster(tree, 1.0 - threshold, "distance"))
