"""The fuzzy hypergraph and the walk over it, written out with loops and full matrices."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np


def topics(corpus, zeta):
    """psi (K, N), w (K,), p(e|t) (V, K); zeta is the mass of all terms together."""
    n, v, k = corpus.n_sentences, corpus.n_terms, int(corpus.topics.max()) + 1
    tokens = list(zip(corpus.topics, corpus.terms, corpus.sentences, strict=True))
    psi, given, w = np.zeros((k, n)), np.zeros((v, k)), np.zeros(k)
    for e, t, i in tokens:
        psi[e, i] += 1
        given[t, e] += 1
    sentences_of = [len({i for _, t, i in tokens if t == term}) for term in range(v)]
    for e in range(k):
        frequency = psi[e].sum()
        relevance = frequency * math.log(n / np.count_nonzero(psi[e]))
        for t in range(v):
            chances = [c / given[t].sum() for c in given[t] if c]
            entropy = -sum(p * math.log(p) for p in chances)
            phi = (given[t, e] + zeta / v) / (frequency + zeta)
            isf = math.log(n / sentences_of[t])
            w[e] += relevance * given[t].sum() * isf * phi / (1 + entropy)
    return psi / psi.sum(axis=1, keepdims=True), w, given / given.sum(axis=1, keepdims=True)


def terms(corpus, n_terms):
    """psi (V, N), w (V,) and p(e|t) (V, V) of one hyperedge a term."""
    n = corpus.n_sentences
    psi, w = np.zeros((n_terms, n)), np.zeros(n_terms)
    for (t, i), count in Counter(zip(corpus.terms, corpus.sentences, strict=True)).items():
        psi[t, i] = count
    for t in range(corpus.n_terms):
        w[t] = psi[t].sum() * math.log(n / np.count_nonzero(psi[t]))
        psi[t] /= psi[t].sum()
    return psi, w, np.diag([float(t < corpus.n_terms) for t in range(n_terms)])


def transition(graph):
    """P (N, N), row i is p(.|i)."""
    psi, n = graph.membership.toarray(), graph.n_sentences
    rows = np.zeros((n, n))
    for i in range(n):
        chances = psi[:, i] * graph.weights
        if chances.sum() == 0:
            chances = psi[:, i]
        rows[i] = (chances / chances.sum()) @ psi
    return rows


def bias(graph, counts):
    """p(j|q), (N,)."""
    given = graph.edge_given_term.toarray()
    counts = np.where(given.sum(axis=1) > 0, counts, 0)
    if counts.sum() == 0:
        return np.full(graph.n_sentences, 1 / graph.n_sentences)
    return counts / counts.sum() @ given @ graph.membership.toarray()


def scores(graph, chances, query_balance, damping, skip_self=False):
    """The fixed point of the iteration, by a dense solve; as printed where `skip_self`."""
    n = graph.n_sentences
    moves = (1 - query_balance) * chances[None, :] + query_balance * transition(graph)
    if skip_self:
        moves -= np.diag(np.diag(moves))
    return np.linalg.solve(np.eye(n) - damping * moves.T, np.full(n, (1 - damping) / n))


def value_of(graph, p, chosen, nu):
    """The objective of a set, from its definition."""
    rows, n = transition(graph), graph.n_sentences
    inside = set(chosen)
    covered = len(inside) + sum(rows[i, j] for j in inside for i in range(n) if i not in inside)
    return (1 - nu) * sum(p[s] for s in inside) + nu / n * covered
