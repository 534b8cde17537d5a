"""Slow, obvious versions of latent Dirichlet allocation."""

from __future__ import annotations

import math
from itertools import product


def rising(a: float, n: int) -> float:
    """a (a + 1) ... (a + n - 1)."""
    return math.prod(a + i for i in range(n))


def joint(z, terms, documents, n_terms: int, n_topics: int, alpha: float, eta: float) -> float:
    """p(z, terms), the distributions of documents and topics integrated out."""
    p = 1.0
    for j in set(documents):
        mine = [k for k, d in zip(z, documents, strict=True) if d == j]
        p *= math.prod(rising(alpha, mine.count(k)) for k in range(n_topics))
        p /= rising(n_topics * alpha, len(mine))
    for k in range(n_topics):
        mine = [w for w, topic in zip(terms, z, strict=True) if topic == k]
        p *= math.prod(rising(eta, mine.count(w)) for w in range(n_terms))
        p /= rising(n_terms * eta, len(mine))
    return p


def posterior(terms, documents, n_terms: int, n_topics: int, alpha: float, eta: float) -> dict:
    """The exact probability of all topics that the tokens may have."""
    weights = {
        z: joint(z, terms, documents, n_terms, n_topics, alpha, eta)
        for z in product(range(n_topics), repeat=len(terms))
    }
    total = sum(weights.values())
    return {z: weight / total for z, weight in weights.items()}


def conditional(z, token: int, terms, documents, n_terms, n_topics, alpha, eta) -> list[float]:
    """p(topic of one token | topics of all others), from the joint alone."""
    changed = [[*z[:token], k, *z[token + 1 :]] for k in range(n_topics)]
    weights = [joint(c, terms, documents, n_terms, n_topics, alpha, eta) for c in changed]
    return [weight / sum(weights) for weight in weights]
