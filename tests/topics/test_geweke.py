"""Getting it right (Geweke 2004): if terms are redrawn after every sweep, topics follow the prior.

The prior of the numbers of tables and topics, and of two tokens sharing a topic, is known exactly.
"""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from numba import njit

from hyperdigest.topics import gibbs
from hyperdigest.topics.compiling import routine
from hyperdigest.topics.data import arrange
from hyperdigest.topics.gibbs import count
from hyperdigest.topics.random import generator, uniform
from hyperdigest.topics.state import TOPICS, state_of
from oracles.topics import prior, sizes_prior

pytestmark = pytest.mark.slow

SENTENCES = np.repeat(np.arange(8), [5, 3, 4, 6, 1, 4, 4, 3])
DOCUMENTS = np.array([0, 0, 0, 1, 1, 2, 2, 2])
TERMS = 4
MASS = 1.0
BATCHES = 100

sweep = routine(gibbs.sweep.__wrapped__)
draw_sentence = routine(gibbs.draw_sentence.__wrapped__)
draw_document = routine(gibbs.draw_document.__wrapped__)
draw_corpus = routine(gibbs.draw_corpus.__wrapped__)


@njit
def redraw_terms(s, mass):
    """Draw all terms given all topics; the topics' term distributions are integrated out."""
    tokens, terms = len(s.term), len(s.slots)
    s.slots[:] = 0
    for token in range(tokens):
        k = s.z[token]
        before = 0
        for earlier in range(token):
            before += s.z[earlier] == k
        x = uniform(s.rng) * (before + terms * mass)
        w = -1
        while x > 0.0:
            w += 1
            x -= mass
            for e in range(s.slot[w], s.slot[w] + s.slots[w]):
                if s.slot_topic[e] == k:
                    x -= s.slot_count[e]
        s.term[token] = w
        e = s.slot[w]
        while e < s.slot[w] + s.slots[w] and s.slot_topic[e] != k:
            e += 1
        if e == s.slot[w] + s.slots[w]:
            s.slots[w] += 1
            s.slot_topic[e] = k
            s.slot_count[e] = 0
        s.slot_count[e] += 1


@njit
def chain(s, alpha, beta, gamma, mass, sweeps, resampled):
    """(sweeps, 8) tables of sentences and documents, topics, equal pairs, concentrations."""
    seen = np.empty((sweeps, 8))
    for row in seen:
        if resampled:
            alpha = draw_sentence(s, alpha, 1.0, 1.0)
            beta = draw_document(s, beta, 1.0, 1.0)
            gamma = draw_corpus(s, gamma, 1.0, 0.1)
        sweep(s, alpha, beta, gamma, mass)
        redraw_terms(s, mass)
        row[:] = 0.0
        for j in range(len(s.tabled)):
            first = s.sentence[s.document[j]]
            row[0] += s.table_count[first : first + s.tabled[j]].sum()
        row[1] = s.m_k[: s.size[TOPICS]].sum()
        row[2] = (s.n_k > 0).sum()
        row[3] = (s.n_k.astype(np.float64) ** 2).sum()
        for w in s.term:
            row[4] += (s.term == w).sum()
        row[5], row[6], row[7] = alpha, beta, gamma
    return seen


def run(sweeps, resampled):
    corpus = arrange(np.arange(len(SENTENCES)) % TERMS, SENTENCES, DOCUMENTS, TERMS)
    tokens = len(SENTENCES)
    state = state_of(corpus, MASS, generator(5, 0))
    count(state, MASS)
    state = state._replace(
        slot=np.arange(TERMS + 1, dtype=np.int32) * tokens,
        slot_topic=np.zeros(TERMS * tokens, np.int32),
        slot_count=np.zeros(TERMS * tokens, np.int32),
        rising=np.zeros(tokens + 1),
    )
    redraw_terms(state, MASS)
    return chain(state, 0.75, 1.5, 2.0, MASS, sweeps, resampled)


def shifts(seen, expected):
    """Differences of the columns' means from `expected` in standard errors, and these errors."""
    batches = np.array([part.mean(0) for part in np.split(seen, BATCHES)])
    error = batches.std(0, ddof=1) / BATCHES**0.5
    return (seen.mean(0) - expected) / error, error


def same_topic(concentrations):
    """Expected number of ordered pairs of tokens of one topic, a token paired with itself too."""
    kinds = Counter(
        (a == b, DOCUMENTS[a] == DOCUMENTS[b]) for a, b in combinations(SENTENCES.tolist(), 2)
    )
    example = {(True, True): ([0, 0], [0]), (False, True): ([0, 1], [0, 0]),
               (False, False): ([0, 1], [0, 1])}  # fmt: skip
    pairs = sum(n * prior((0, 0), *example[kind], *concentrations) for kind, n in kinds.items())
    return len(SENTENCES) + 2 * pairs


def moments(distributions):
    """The means of the columns, then the means of their squares."""
    powers = [[p @ np.arange(len(p)) ** power for p in distributions] for power in (1.0, 2.0)]
    return np.concatenate(powers)


def test_topics_and_tables_have_the_prior_distribution():
    concentrations = (0.75, 1.5, 2.0)
    layers = SENTENCES.tolist(), DOCUMENTS.tolist()
    tokens = len(SENTENCES)
    alike = same_topic(concentrations)
    of_alike = (alike - tokens) * (MASS + 1) / (TERMS * MASS + 1)
    terms_alike = tokens + of_alike + (tokens**2 - alike) / TERMS
    seen = run(400_000, False)
    sizes = np.column_stack([seen[:, :3], seen[:, :3] ** 2])
    shift, _ = shifts(sizes, moments(sizes_prior(*layers, *concentrations)))
    assert abs(shift).max() < 4.0
    shift, _ = shifts(seen[:, 3:5], [alike, terms_alike])
    assert abs(shift).max() < 4.0
    for nearly in ((0.79, 1.5, 2.0), (0.75, 1.6, 2.0), (0.75, 1.5, 2.1)):
        shift, _ = shifts(sizes, moments(sizes_prior(*layers, *nearly)))
        assert abs(shift).max() > 4.0, "a concentration a few percent off goes unnoticed"


def test_resampled_concentrations_have_their_prior_distribution():
    seen = run(400_000, True)
    rates = np.array([1.0, 1.0, 0.1])
    drawn = seen[:, 5:] * rates
    columns = np.column_stack([drawn, drawn**2, np.exp(-drawn)])
    shift, error = shifts(columns, np.repeat([1.0, 2.0, 0.5], 3))
    assert abs(shift).max() < 4.0
    assert error[:3].max() < 0.02
