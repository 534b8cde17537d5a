"""The paper's rival summarizers, from their formulas, with dense matrices and loops."""

from __future__ import annotations

import numpy as np


def cosine(x, y):
    """Cosine of two dense vectors; 0 where one of them is zero."""
    norms = np.linalg.norm(x) * np.linalg.norm(y)
    return float(x @ y / norms) if norms > 0 else 0.0


def vectors(corpus):
    """(N, V) dense tf-isf vectors."""
    counts = corpus.counts.toarray()
    isf = np.log(len(counts) / (counts > 0).sum(axis=0))
    return counts * isf


def similarities(corpus):
    """(N, N) dense cosines without diagonal."""
    x = vectors(corpus)
    n = len(x)
    return np.array([[cosine(x[i], x[j]) if i != j else 0.0 for j in range(n)] for i in range(n)])


def shares(case):
    """(N,) what the question gives each sentence, of sum 1."""
    counts = case.corpus.counts.toarray()
    asked = case.terms * np.log(len(counts) / (counts > 0).sum(axis=0))
    found = np.array([cosine(x, asked) for x in vectors(case.corpus)])
    return found / found.sum() if found.sum() > 0 else np.full(len(found), 1 / len(found))


def lexrank(shares, sim, omega):
    """Solves r_i = omega shares_i + (1 - omega) sum_j sim_ij / (sum_l sim_jl) r_j."""
    n = len(shares)
    step = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if sim[j].sum() > 0:
                step[i, j] = sim[i, j] / sim[j].sum()
    return np.linalg.solve(np.eye(n) - (1 - omega) * step, omega * shares)


def authorities(edges, steps=200_000):
    """The power iteration of hubs and authorities, for as long as it takes."""
    hubs = np.ones(edges.shape[1])
    for _ in range(steps):
        scores = edges @ hubs
        scores = scores / np.linalg.norm(scores) if scores.any() else scores
        hubs = edges.T @ scores
        hubs = hubs / np.linalg.norm(hubs) if hubs.any() else hubs
    return scores


def hyperedges(labels, weights, sim):
    """Every hyperedge as (members, weight): clusters, then pairs of similar sentences."""
    n = len(labels)
    edges = [
        ([i for i in range(n) if labels[i] == cluster], weight)
        for cluster, weight in enumerate(weights)
    ]
    edges += [([i, j], sim[i, j]) for i in range(n) for j in range(i + 1, n) if sim[i, j] > 0]
    return edges


def adjacency(labels, weights, sim):
    """(N, N) H W De^-1 H^T and (N,) degrees, from the incidence matrix filled in."""
    edges = hyperedges(labels, weights, sim)
    incidence = np.zeros((len(labels), len(edges)))
    for e, (members, _) in enumerate(edges):
        incidence[members, e] = 1.0
    w = np.array([weight for _, weight in edges])
    matrix = incidence @ np.diag(w) @ np.diag(1 / incidence.sum(axis=0)) @ incidence.T
    return matrix, incidence @ w


def propagated(labels, weights, sim, y, xi):
    """(1 - xi)(I - xi Theta)^-1 y with every matrix filled in."""
    matrix, degrees = adjacency(labels, weights, sim)
    theta = np.zeros_like(matrix)
    for i in range(len(y)):
        for j in range(len(y)):
            if matrix[i, j] > 0:
                theta[i, j] = matrix[i, j] / np.sqrt(degrees[i] * degrees[j])
    return (1 - xi) * np.linalg.inv(np.eye(len(y)) - xi * theta) @ y


def organic_walk(labels, weights, sim, alpha):
    """(N, N) p0: 1 - alpha on the vertex itself, alpha over its neighbours; 0 without any."""
    matrix, _ = adjacency(labels, weights, sim)
    n = len(matrix)
    p0 = np.zeros((n, n))
    for u in range(n):
        total = sum(matrix[u, v] for v in range(n) if v != u)
        if total > 0:
            for v in range(n):
                p0[u, v] = 1 - alpha if u == v else alpha * matrix[u, v] / total
    return p0


def divrank(p0, prior, transition, steps):
    """So many steps of DivRank, vertex by vertex."""
    n = len(prior)
    p = [1 / n] * n
    for _ in range(steps):
        d = [sum(p0[u, v] * p[v] for v in range(n)) for u in range(n)]
        p = [
            (1 - transition) * prior[v]
            + transition * sum(p0[u, v] * p[v] / d[u] * p[u] for u in range(n) if d[u] > 0)
            for v in range(n)
        ]
    return np.array(p)


def cluster_vectors(corpus, labels):
    """(C, V) dense tf-isf vectors of the clusters."""
    x = vectors(corpus)
    return np.array([x[labels == c].sum(axis=0) for c in range(labels.max() + 1)])
