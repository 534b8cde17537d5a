"""Slow, obvious versions of the three-layer HDP: exact on corpora of a few tokens."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import numpy as np


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """All ways to give n tokens topics, numbered as they first occur."""
    if n == 0:
        yield ()
        return
    for z in partitions(n - 1):
        for k in range(max(z, default=-1) + 2):
            yield (*z, k)


def stirling(n: int) -> np.ndarray:
    """(n + 1,) ways to seat n customers at m tables: unsigned Stirling numbers, first kind."""
    ways = np.array([1.0])
    for customers in range(n):
        ways = np.append(0.0, ways) + np.append(customers * ways, 0.0)
    return ways


def rising(a: float, n: int) -> float:
    """a (a + 1) ... (a + n - 1)."""
    return math.prod(a + i for i in range(n))


def seatings(counts: np.ndarray, concentration: float) -> Iterator[tuple[tuple[int, ...], float]]:
    """Tables of each dish for `counts` customers of it in one restaurant, and how likely.

    The dishes' own probabilities are left out: each table's dish is the next layer's customer.
    """
    whole = rising(concentration, int(sum(counts)))
    choices = [range(1, c + 1) if c else [0] for c in counts]
    for m in product(*choices):
        ways = math.prod(stirling(int(c))[t] for c, t in zip(counts, m, strict=True))
        yield m, ways * concentration ** sum(m) / whole


def next_layer(states: dict, restaurants: list, concentration: float) -> dict:
    """Distribution of the total tables of each dish, over restaurants with counts of customers."""
    for counts in restaurants:
        grown: dict = {}
        for total, p in states.items():
            for m, ways in seatings(counts, concentration):
                key = tuple(a + b for a, b in zip(total, m, strict=True))
                grown[key] = grown.get(key, 0.0) + p * ways
        states = grown
    return states


def corpus_tables(z, sentences, documents, alpha: float, beta: float, kept=()) -> dict:
    """Weights of the tables of each topic at the corpus, those of the sentences' summed out.

    `kept` are tables taken there by other documents.
    """
    K = max(max(z) + 1, len(kept))
    none = {(0,) * K: 1.0}
    states = {(*kept, *[0] * (K - len(kept))): 1.0}
    for j in sorted(set(documents)):
        mine = [i for i in range(len(documents)) if documents[i] == j and i in set(sentences)]
        counts = [np.bincount([k for k, s in zip(z, sentences, strict=True) if s == i],
                              minlength=K) for i in mine]  # fmt: skip
        grown: dict = {}
        for m_j, p in next_layer(none, counts, alpha).items():
            for total, q in next_layer(states, [np.array(m_j)], beta).items():
                grown[total] = grown.get(total, 0.0) + p * q
        states = grown
    return states


def topics_of_tables(tables, gamma: float) -> float:
    """The probability of the topics of `tables` at the corpus, their sticks integrated out."""
    shared = math.prod(math.factorial(m - 1) for m in tables)
    return gamma ** len(tables) * shared / rising(gamma, sum(tables))


def prior(z, sentences, documents, alpha: float, beta: float, gamma: float) -> float:
    """p(z) of a partition of the tokens, tables and sticks summed out."""
    states = corpus_tables(z, sentences, documents, alpha, beta)
    return sum(p * topics_of_tables(total, gamma) for total, p in states.items())


def log_likelihood(z, terms, n_terms: int, mass: float) -> float:
    """log p(terms | z) with term distributions ~ Dir(mass, ..., mass) integrated out."""
    joint = 0.0
    for k in set(z):
        mine = [w for w, t in zip(terms, z, strict=True) if t == k]
        joint += math.lgamma(n_terms * mass) - math.lgamma(n_terms * mass + len(mine))
        for w in set(mine):
            joint += math.lgamma(mass + mine.count(w)) - math.lgamma(mass)
    return joint


def posterior(terms, sentences, documents, n_terms, alpha, beta, gamma, mass) -> dict:
    """The exact probability of every partition of the tokens."""
    weights = {
        z: prior(z, sentences, documents, alpha, beta, gamma)
        * math.exp(log_likelihood(z, terms, n_terms, mass))
        for z in partitions(len(terms))
    }
    total = sum(weights.values())
    return {z: weight / total for z, weight in weights.items()}


def tables_prior(customers: np.ndarray, concentration: float) -> np.ndarray:
    """Distribution of the tables taken by a random number of customers (a distribution)."""
    tables = np.zeros(len(customers))
    for n, p in enumerate(customers):
        ways = stirling(n) * concentration ** np.arange(n + 1) / rising(concentration, n)
        tables[: n + 1] += p * ways
    return tables


def sizes_prior(sentences, documents, alpha: float, beta: float, gamma: float) -> list:
    """Prior distributions of all sentences' tables, all documents' tables, and topics."""
    lower, upper = np.ones(1), np.ones(1)
    for j in set(documents):
        mine = np.ones(1)
        for i in np.flatnonzero(np.asarray(documents) == j):
            tokens = list(sentences).count(i)
            mine = np.convolve(mine, tables_prior(np.eye(tokens + 1)[tokens], alpha))
        lower = np.convolve(lower, mine)
        upper = np.convolve(upper, tables_prior(mine, beta))
    return [lower, upper, tables_prior(upper, gamma)]


def token_weights(z, token, terms, sentences, n_terms, mass, alpha, sticks, rest) -> np.ndarray:
    """(K + 1,) p(topic of one token | all others, sticks of its document), the last for a new one.

    `sticks` are those of topics 0..K-1 in the token's document, `rest` what is left.
    """
    weights = np.zeros(len(sticks) + 1)
    others = [t for t in range(len(z)) if t != token]
    for k, stick in enumerate(sticks):
        n_k = sum(z[t] == k for t in others)
        n_kw = sum(z[t] == k and terms[t] == terms[token] for t in others)
        n_ik = sum(z[t] == k and sentences[t] == sentences[token] for t in others)
        if n_k:
            weights[k] = (n_ik + alpha * stick) * (n_kw + mass) / (n_k + n_terms * mass)
    weights[-1] = alpha * (rest + sum(s for k, s in enumerate(sticks) if not weights[k])) / n_terms
    return weights / weights.sum()
