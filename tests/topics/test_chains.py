"""The start of a chain: documents are added one after another."""

from threading import Event

import numpy as np
import pytest

from hyperdigest.topics.chains import FIRST_DOCUMENTS, growing_counts, start_chain
from hyperdigest.topics.data import arrange
from hyperdigest.topics.gibbs import Concentrations
from hyperdigest.topics.random import generator
from hyperdigest.topics.state import TOPICS, state_of

TERMS, MASS, HEAVY = 40, 0.1, 20.0
CONCENTRATIONS = Concentrations(1.0, 5.0, 7.0)


def made(n_documents, mass=MASS):
    """A state of documents of three sentences about two subjects each."""
    rng = np.random.default_rng(n_documents)
    document = np.repeat(np.arange(n_documents), 3)
    sentence = np.repeat(np.arange(len(document)), 8)
    half = (document[sentence] % 2) * (TERMS // 2)
    corpus = arrange(half + rng.integers(0, TERMS // 2, len(sentence)), sentence, document, TERMS)
    return state_of(corpus, mass, generator(3, 0))


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        (1, [1]),
        (FIRST_DOCUMENTS, [30]),
        (59, [59]),
        (60, [30, 60]),
        (119, [30, 119]),
        (250, [30, 60, 120, 250]),
    ],
)
def test_the_number_of_documents_is_doubled_at_each_step(documents, expected):
    assert list(growing_counts(documents)) == expected


@pytest.mark.parametrize("mass", [MASS, HEAVY])
@pytest.mark.parametrize("documents", [1, 40, 130])
def test_after_a_start_all_tokens_have_topics_and_the_counts_are_right(documents, mass):
    state = made(documents, mass)
    start_chain(state, CONCENTRATIONS, mass, 5, Event())
    used = int(state.size[TOPICS])
    exact = np.zeros((used, TERMS), int)
    np.add.at(exact, (state.z, state.term), 1)
    counts = np.zeros_like(exact)
    for w in range(TERMS):
        slots = slice(state.slot[w], state.slot[w] + state.slots[w])
        counts[state.slot_topic[slots], w] = state.slot_count[slots]
    np.testing.assert_array_equal(counts, exact)
    np.testing.assert_array_equal(state.n_k[:used], exact.sum(1))
    np.testing.assert_allclose(state.inverse[:used], 1 / (exact.sum(1) + TERMS * mass))
    assert (state.tabled > 0).all()
    tabled = [slice(f, f + n) for f, n in zip(firsts(state), state.tabled, strict=True)]
    seated = {int(k) for slots in tabled for k in state.table_topic[slots]}
    assert seated == set(state.z.tolist())
    assert all((state.m_k[k] >= 1) for k in seated)


def firsts(state):
    return state.sentence[state.document[:-1]]


def test_few_documents_start_in_one_topic_and_many_do_not():
    few, many = made(FIRST_DOCUMENTS), made(8 * FIRST_DOCUMENTS)
    for state in (few, many):
        start_chain(state, CONCENTRATIONS, MASS, 20, Event())
    assert few.n_k[0] == len(few.z)
    assert (many.n_k[: many.size[TOPICS]] > 0).sum() > 1


def test_with_a_heavy_prior_each_of_the_first_of_many_documents_starts_in_its_own_topic():
    few, many = made(FIRST_DOCUMENTS, HEAVY), made(2 * FIRST_DOCUMENTS, HEAVY)
    for state in (few, many):
        start_chain(state, CONCENTRATIONS, HEAVY, 0, Event())
    tokens = len(few.z)
    assert few.n_k[0] == tokens
    assert (
        many.z[:tokens].tolist()
        == np.repeat(np.arange(FIRST_DOCUMENTS), tokens // FIRST_DOCUMENTS).tolist()
    )


def test_a_stopped_start_does_no_further_sweeps():
    state, stop = made(8 * FIRST_DOCUMENTS), Event()
    stop.set()
    start_chain(state, CONCENTRATIONS, MASS, 10**9, stop)
    assert state.n_k[0] == state.sentence[state.document[FIRST_DOCUMENTS]]
