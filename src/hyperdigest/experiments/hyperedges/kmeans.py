"""Clusters of sentences around a fixed number of centres."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperdigest.experiments.corpus import Corpus
from hyperdigest.experiments.hyperedges.clusters import cluster_hypergraph
from hyperdigest.experiments.hyperedges.distances import Labels, numbered
from hyperdigest.hypergraph import FuzzyHypergraph


@dataclass(frozen=True)
class KMEANS:
    """Table (tabHyperedges), row KMEANS. Clusters around 70 centres, and pairs, of sentences.

    Parameters
    ----------
    clusters : how many, or one a sentence where there are fewer sentences.
    """

    clusters: int = 70
    seed: int = 0

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        return cluster_hypergraph(corpus, kmeans_labels(corpus.tfisf, self.clusters, self.seed))


def kmeans_labels(vectors: Any, clusters: int = 70, seed: int = 0) -> Labels:
    """(N,) cluster of each row, by Lloyd's algorithm (1982); nobody is noise.

    Rows have length 1, so a row's nearest centre is the mean of its cluster in squared Euclidean
    distance, which between rows is twice their cosine distance. Ours: one run, whose centres
    start from k-means++ (Arthur & Vassilvitskii 2007). Fewer distinct rows than clusters give
    fewer clusters. Clusters are numbered in the order of their first rows.

    Parameters
    ----------
    vectors : (N, V) csr, rows of Euclidean length 1, or zero.
    """
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    model = KMeans(
        min(clusters, vectors.shape[0]),
        n_init=1,
        algorithm="lloyd",
        random_state=np.random.RandomState(np.random.PCG64(seed)),
    )
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return numbered(model.fit(vectors).labels_)
