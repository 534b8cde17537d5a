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
