"""Clusters of sentences where they stand dense, with a radius read off the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.experiments.corpus import Corpus, Floats
from hyperdigest.experiments.hyperedges.clusters import cluster_hypergraph
from hyperdigest.experiments.hyperedges.distances import SAME, Labels, cosine_distances, numbered
from hyperdigest.hypergraph import FuzzyHypergraph


@dataclass(frozen=True)
class DBSCAN:
    """Table (tabHyperedges), row DBSCAN. Dense clusters, and pairs, of sentences.

    Parameters
    ----------
    min_points : sentences within the radius, itself counted, that make a sentence a core.
    radius : largest cosine distance of neighbours; None reads it off the data.
    """

    min_points: int = 2
    radius: float | None = None

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        distances = cosine_distances(corpus.tfisf)
        return cluster_hypergraph(corpus, dbscan_labels(distances, self.min_points, self.radius))


def dbscan_labels(distances: Floats, min_points: int = 2, radius: float | None = None) -> Labels:
    """(N,) cluster of each point, -1 for noise (Ester, Kriegel, Sander & Xu 1996).

    Clusters are numbered in the order of their first points.

    Parameters
    ----------
    distances : (N, N), symmetric.
    min_points : points within the radius, itself counted, that make a point a core.
    radius : largest distance of neighbours; None takes `knee_radius`.
    """
    from sklearn.cluster import DBSCAN as Clustering  # noqa: N811

    reach = max(knee_radius(distances) if radius is None else radius, SAME)
    model = Clustering(eps=reach, min_samples=min_points, metric="precomputed")
    return numbered(model.fit(distances).labels_)


def knee_radius(distances: Floats, neighbour: int = 2) -> float:
    """The knee of the sorted distances of the points to their 2nd nearest other point.

    Ester et al. (1996) read the radius off the bend of that curve by eye; ours is the point
    farthest from the chord between its ends (Satopaa, Albrecht, Irwin & Raghavan 2011, without
    smoothing). Distances of 0 and of 1 or more are left out of the curve: a point repeated, or
    related to none, says nothing of how dense the others stand. 0 where no distance is left.

    Parameters
    ----------
    distances : (N, N), symmetric, zero on the diagonal.
    neighbour : which of the nearest other points.
    """
    if len(distances) <= neighbour:
        return 0.0
    curve = np.sort(np.partition(distances, neighbour, axis=1)[:, neighbour])
    curve = curve[(curve > SAME) & (curve < 1.0)]
    if not len(curve):
        return 0.0
    rise = curve[-1] - curve[0]
    if rise <= SAME:
        return float(curve[-1])
    chord = np.linspace(0.0, 1.0, len(curve))
    return float(curve[np.argmax(np.abs((curve - curve[0]) / rise - chord))])
