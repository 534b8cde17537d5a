"""What sentences and parts of them are worth, from the definitions, and selection by trying all."""

from __future__ import annotations

import itertools
import math

import numpy as np

from oracles.saturation import chances


def shares(tokens_kept, sentence_of, edge_of, n_edges):
    """(N, K) the share of each sentence's tokens in each hyperedge that is kept; 0 where none."""
    n = int(sentence_of.max()) + 1
    kept, count = np.zeros((2, n, n_edges))
    for token, (i, e) in enumerate(zip(sentence_of, edge_of, strict=True)):
        count[i, e] += 1
        kept[i, e] += token in tokens_kept
    return np.divide(kept, count, out=np.zeros_like(kept), where=count > 0)


def covering(graph, p, nu, r):
    """Relevance and coverage of sentences held in the shares r, (N, K)."""
    psi, leaving = graph.membership.toarray(), chances(graph)
    n = len(p)
    inside = [sum(psi[e, s] * r[s, e] for s in range(n)) for e in range(psi.shape[0])]
    covered = 0.0
    for i, e in itertools.product(range(n), range(psi.shape[0])):
        covered += leaving[i, e] * (r[i, e] + inside[e] - r[i, e] * inside[e])
    relevance = sum(p[s] * (leaving[s] * r[s]).sum() for s in range(n))
    return (1 - nu) * relevance + nu / n * covered


def saturated(graph, values, saturation, r):
    """The saturated relevance of sentences held in the shares r, (N, K)."""
    amounts = values[:, None] * chances(graph)
    total = 0.0
    for e in range(amounts.shape[1]):
        room = amounts[:, e].max() / saturation
        if room > 0:
            total += room * math.log1p((amounts[:, e] * r[:, e]).sum() / room)
    return total


def choices(forms, n):
    """Every set with at most one of each sentence: a form, the whole or nothing."""
    options = [[None, -1, *range(len(forms.get(s, ())))] for s in range(n)]
    return itertools.product(*options)
