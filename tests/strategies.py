"""Random inputs for property tests: token streams, fuzzy hypergraphs, selection problems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from hyperdigest.hypergraph import FuzzyHypergraph

SEEDS = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Corpus:
    """Tokens as three columns; every sentence, term and topic occurs."""

    topics: np.ndarray
    terms: np.ndarray
    sentences: np.ndarray
    n_sentences: int
    n_terms: int


@dataclass(frozen=True)
class Problem:
    """A hypergraph, scores, and what may be chosen."""

    hypergraph: FuzzyHypergraph
    scores: np.ndarray
    lengths: np.ndarray
    capacity: int
    coverage_balance: float


def random_corpus(rng: np.random.Generator, most_sentences: int = 20) -> Corpus:
    n = int(rng.integers(1, most_sentences + 1))
    sentences = np.repeat(np.arange(n), rng.integers(1, 9, n))
    terms = np.minimum(rng.geometric(0.15, len(sentences)) - 1, rng.integers(1, 40))
    _, terms = np.unique(terms, return_inverse=True)
    _, topics = np.unique(rng.integers(0, rng.integers(1, 7), len(sentences)), return_inverse=True)
    return Corpus(topics, terms, sentences, n, int(terms.max()) + 1)


def random_hypergraph(rng: np.random.Generator, most_sentences: int = 16) -> FuzzyHypergraph:
    """Some hyperedges weigh 0 and some are empty: all those of a sentence may weigh 0."""
    n, k, v = rng.integers(1, [most_sentences + 1, 9, 7])
    psi = rng.random((k, n)) * (rng.random((k, n)) < 0.4)
    psi[rng.integers(0, k, n), np.arange(n)] += 0.1
    sums = psi.sum(axis=1, keepdims=True)
    full = sums[:, 0] > 0
    weights = np.where(full & (rng.random(k) < 0.7), rng.random(k) * 10.0 ** rng.integers(-3, 4), 0)
    given = rng.random((v, k)) * full * (rng.random((v, k)) < 0.6)
    known = given.sum(axis=1, keepdims=True)
    return FuzzyHypergraph(
        np.divide(psi, sums, out=psi, where=sums > 0),
        weights,
        np.divide(given, known, out=given, where=known > 0),
    )


def random_problem(rng: np.random.Generator, most_sentences: int = 10) -> Problem:
    graph = random_hypergraph(rng, most_sentences)
    n = graph.n_sentences
    scores = rng.random(n) ** 3 / n * (rng.random(n) < 0.9)
    balance = float(rng.choice([0.0, 0.35, 1.0, rng.random()]))
    capacity = int(rng.integers(1, 60))
    return Problem(graph, scores, rng.integers(1, 30, n), capacity, balance)


CORPORA = SEEDS.map(lambda seed: random_corpus(np.random.default_rng(seed)))
HYPERGRAPHS = SEEDS.map(lambda seed: random_hypergraph(np.random.default_rng(seed)))
PROBLEMS = SEEDS.map(lambda seed: random_problem(np.random.default_rng(seed)))
