"""Slow, obvious versions of the clusters of sentences and of their hypergraph: dense, by loops."""

from __future__ import annotations

import math

import numpy as np


def average_linkage(similarity: np.ndarray, threshold: float) -> list[int]:
    """The two clusters of highest mean similarity joined while it is at least `threshold`."""
    clusters = [[i] for i in range(len(similarity))]
    while len(clusters) > 1:
        likeness, a, b = max(
            (similarity[np.ix_(clusters[a], clusters[b])].mean(), a, b)
            for a in range(len(clusters))
            for b in range(a)
        )
        if likeness < threshold:
            break
        clusters[b] += clusters.pop(a)
    return labelled(clusters, len(similarity))


def density_clusters(distances: np.ndarray, min_points: int, radius: float) -> list[int]:
    """Cores that reach each other, cluster by cluster, with the others that a core reaches."""
    n = len(distances)
    near = [[j for j in range(n) if distances[i, j] <= radius] for i in range(n)]
    cores = {i for i in range(n) if len(near[i]) >= min_points}
    labels = [-1] * n
    for start in sorted(cores):
        if labels[start] >= 0:
            continue
        cluster, open_ones = max(labels) + 1, [start]
        while open_ones:
            i = open_ones.pop()
            if labels[i] < 0:
                labels[i] = cluster
                open_ones += near[i] if i in cores else []
    return labels


def labelled(clusters: list[list[int]], n: int) -> list[int]:
    """The clusters numbered by their first members."""
    labels = [-1] * n
    for number, cluster in enumerate(sorted(clusters, key=min)):
        for i in cluster:
            labels[i] = number
    return labels


def partition(labels) -> set[frozenset[int]]:
    """The clusters as sets, noise left out."""
    labels = list(labels)
    return {frozenset(i for i, x in enumerate(labels) if x == c) for c in set(labels) - {-1}}


def cosine(x: np.ndarray, y: np.ndarray) -> float:
    """Cosine of two vectors, 0 where one is zero."""
    norm = math.sqrt((x @ x) * (y @ y))
    return float(x @ y) / norm if norm else 0.0


def cluster_hyperedges(counts: np.ndarray, isf: np.ndarray, labels) -> tuple[list, list, list]:
    """Rows of membership, weights, and p(e|t) by term: clusters, pairs, sentences on their own."""
    n, n_terms = counts.shape
    clusters = [[i for i in range(n) if labels[i] == c] for c in range(max(labels, default=-1) + 1)]
    rows, weights = [], []
    for cluster in clusters:
        rows.append([1 / len(cluster) if i in cluster else 0.0 for i in range(n)])
        weights.append(cosine(counts[cluster].sum(axis=0) * isf, counts.sum(axis=0) * isf))
    paired = set()
    for i in range(n):
        for j in range(i + 1, n):
            likeness = cosine(counts[i] * isf, counts[j] * isf)
            if likeness > 0:
                rows.append([0.5 if k in (i, j) else 0.0 for k in range(n)])
                weights.append(likeness)
                paired |= {i, j}
    for i in range(n):
        if labels[i] < 0 and i not in paired:
            rows.append([1.0 if k == i else 0.0 for k in range(n)])
            weights.append(0.0)
    given = []
    for t in range(n_terms):
        inside = [counts[cluster, t].sum() for cluster in clusters]
        whole = sum(inside)
        shares = [c / whole if whole else 0.0 for c in inside]
        given.append(shares + [0.0] * (len(rows) - len(clusters)))
    return rows, weights, given
