"""Resampling of the concentrations from the tables of a sweep (Teh et al. 2006, appendix)."""

from __future__ import annotations

import math
from typing import NamedTuple

from hyperdigest.topics.compiling import inlined, kernel
from hyperdigest.topics.draws import Generator, log_beta, log_gamma, uniform
from hyperdigest.topics.state import State


class Concentrations(NamedTuple):
    """One for each layer; resampled, their priors are Gamma(1, 1), Gamma(1, 1), Gamma(1, 0.1)."""

    sentence: float  # alpha
    document: float  # beta
    corpus: float  # gamma


def resample(state: State, current: Concentrations) -> Concentrations:
    """Draw every concentration given the tables of its layer."""
    return Concentrations(
        draw_sentence(state, current.sentence, 1.0, 1.0),
        draw_document(state, current.document, 1.0, 1.0),
        draw_corpus(state, current.corpus, 1.0, 0.1),
    )


@inlined
def evidence(rng: Generator, concentration: float, customers: int) -> tuple[float, float]:
    """What one restaurant adds to rate and shape of its concentration's gamma posterior.

    With w ~ Beta(c + 1, n) and s ~ Bernoulli(n / (n + c)), these are -log w and -s.
    """
    log_w, _ = log_beta(rng, concentration + 1.0, float(customers))
    s = uniform(rng) * (customers + concentration) < customers
    return -log_w, -1.0 if s else 0.0


@kernel
def draw_sentence(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw alpha: restaurants are sentences, customers tokens."""
    for j in range(len(s.tabled)):
        first = s.sentence[s.document[j]]
        for e in range(first, first + s.tabled[j]):
            shape += s.table_count[e]
        for i in range(s.document[j], s.document[j + 1]):
            more = evidence(s.rng, concentration, s.sentence[i + 1] - s.sentence[i])
            rate += more[0]
            shape += more[1]
    return math.exp(log_gamma(s.rng, shape)) / rate


@kernel
def draw_document(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw beta: restaurants are documents, customers the tables of their sentences."""
    for k in range(s.size[0]):
        shape += s.m_k[k]
    for j in range(len(s.tabled)):
        first = s.sentence[s.document[j]]
        customers = 0
        for e in range(first, first + s.tabled[j]):
            customers += s.table_count[e]
        more = evidence(s.rng, concentration, customers)
        rate += more[0]
        shape += more[1]
    return math.exp(log_gamma(s.rng, shape)) / rate


@kernel
def draw_corpus(s: State, concentration: float, shape: float, rate: float) -> float:
    """Draw gamma: the one restaurant is the corpus, customers the tables of its documents."""
    customers = 0
    for k in range(s.size[0]):
        customers += s.m_k[k]
        if s.m_k[k] > 0:
            shape += 1.0
    more = evidence(s.rng, concentration, customers)
    return math.exp(log_gamma(s.rng, shape + more[1])) / (rate + more[0])
