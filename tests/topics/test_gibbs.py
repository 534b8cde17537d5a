"""The kernel's counts are those of its assignments, and its conditional is the model's."""

import numpy as np
import pytest
from scipy import stats

from hyperdigest.topics.chains import log_lengths
from hyperdigest.topics.data import arrange
from hyperdigest.topics.gibbs import (
    count,
    draw_topic,
    enter_document,
    enter_sentence,
    log_rising,
    log_terms,
    sweep,
)
from hyperdigest.topics.random import generator
from hyperdigest.topics.state import (
    NEW,
    PRESENT,
    SUM_OF_Q,
    TOPICS,
    UNSEEN_IN_CORPUS,
    UNSEEN_IN_DOCUMENT,
    state_of,
)
from oracles.topics import log_likelihood, rising, token_weights

ALPHA, BETA, GAMMA, MASS = 0.75, 1.5, 7.0, 0.3
TERMS = 6


def started(corpus, seed):
    """The state of a chain with all tokens in one topic."""
    state = state_of(corpus, MASS, generator(seed, 0))
    count(state, MASS)
    return state


def swept(sweeps, tokens=60, seed=0):
    rng = np.random.default_rng(seed)
    documents = np.sort(rng.integers(0, 3, 9))
    corpus = arrange(rng.integers(0, TERMS, tokens), rng.integers(0, 9, tokens), documents, TERMS)
    state = started(corpus, seed)
    joint = [sweep(state, ALPHA, BETA, GAMMA, MASS) for _ in range(sweeps)]
    return state, joint


def counted(state):
    """(K, V) counts of the terms of each topic, as the kernel stores them."""
    counts = np.zeros((state.size[TOPICS], TERMS), int)
    for w in range(TERMS):
        for e in range(state.slot[w], state.slot[w] + state.slots[w]):
            counts[state.slot_topic[e], w] += state.slot_count[e]
    return counts


@pytest.mark.parametrize("sweeps", [0, 1, 2, 50])
def test_counts_are_those_of_the_assignments(sweeps):
    state, _ = swept(sweeps)
    used = state.size[TOPICS]
    exact = np.zeros((used, TERMS), int)
    np.add.at(exact, (state.z, state.term), 1)
    assert (counted(state) == exact).all()
    assert (state.n_k[:used] == exact.sum(1)).all()
    assert state.n_k[used:].sum() == 0 < state.n_k[used - 1]
    live = state.n_k[:used] > 0
    inverse = 1.0 / (state.n_k[:used] + TERMS * MASS)
    assert (state.inverse[:used][live] == inverse[live]).all()
    assert state.n_i.sum() == state.m_j.sum() == state.size[PRESENT] == 0


def test_tables_are_no_more_than_customers_and_no_fewer_than_needed():
    state, _ = swept(30)
    seen = np.zeros(state.size[TOPICS], int)
    for j, n_tabled in enumerate(state.tabled):
        first, end = state.sentence[state.document[[j, j + 1]]]
        mine = state.z[first:end]
        tables = dict(
            zip(
                state.table_topic[first : first + n_tabled], state.table_count[first:], strict=False
            )
        )
        assert set(tables) == set(mine)
        for k, n_tables in tables.items():
            n_sentences = sum(
                k in state.z[state.sentence[i] : state.sentence[i + 1]]
                for i in range(state.document[j], state.document[j + 1])
            )
            assert n_sentences <= n_tables <= (mine == k).sum()
            seen[k] += n_tables
    used = state.n_k[: state.size[TOPICS]] > 0
    assert (state.m_k[: state.size[TOPICS]][used] >= 1).all()
    assert (state.m_k[: state.size[TOPICS]] <= seen).all()


def test_sticks_sum_to_one():
    state, _ = swept(1)
    assert state.stick.sum() + state.mass[UNSEEN_IN_CORPUS] == pytest.approx(1.0)
    assert state.base.sum() + state.mass[UNSEEN_IN_DOCUMENT] == pytest.approx(ALPHA)
    assert state.q.sum() == pytest.approx(state.mass[SUM_OF_Q])


@pytest.mark.parametrize("place", [0, 7, 13, 25])
def test_the_topic_of_a_token_has_the_exact_conditional_distribution(place):
    state, _ = swept(20, tokens=26, seed=place)
    sentences = np.repeat(np.arange(len(state.sentence) - 1), np.diff(state.sentence))
    i = sentences[place]
    j = np.searchsorted(state.document, i, "right") - 1
    z = state.z.copy()
    enter_document(state, j, ALPHA, BETA)
    enter_sentence(state, i)
    sticks = state.base[: state.size[TOPICS]].copy() / ALPHA
    unseen = state.mass[UNSEEN_IN_DOCUMENT] / ALPHA
    exact = token_weights(
        z,
        place,
        state.term,
        sentences,
        TERMS,
        MASS,
        ALPHA,
        sticks,
        unseen,
    )
    before = [array.copy() for array in state[1:]]
    drawn = np.array([draw_topic(state, place, MASS) for _ in range(20_000)])
    assert all((old == new).all() for old, new in zip(before, state[1:], strict=True))
    seen = np.bincount(np.where(drawn == NEW, len(sticks), drawn), minlength=len(exact))
    possible = exact > 0
    assert seen[~possible].sum() == 0
    assert stats.chisquare(seen[possible], len(drawn) * exact[possible]).pvalue > 0.001


def test_the_likelihood_of_one_sentence_equals_the_formula():
    corpus = arrange([0, 1, 1, 2, 0], [0] * 5, [0], 3)
    state = started(corpus, 1)
    for _ in range(20):
        joint = sweep(state, ALPHA, BETA, GAMMA, MASS) - log_lengths(state, ALPHA)
        joint += log_terms(state, MASS)
        z = state.z.tolist()
        of_topics = np.prod([rising(state.base[k], z.count(k)) for k in set(z)]) / rising(ALPHA, 5)
        exact = np.log(of_topics) + log_likelihood(z, corpus.term.tolist(), 3, MASS)
        assert joint == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize(("a", "n"), [(1e-300, 1), (0.3, 7), (1e-300, 40), (1e9, 30), (0.5, 2000)])
def test_log_rising_equals_the_log_of_the_rising_factorial(a, n):
    assert log_rising(a, n) == pytest.approx(np.log(a + np.arange(n)).sum(), rel=1e-13)


def test_lengths_of_sentences_enter_the_likelihood():
    state, _ = swept(0)
    exact = sum(np.log(rising(ALPHA, int(n))) for n in np.diff(state.sentence))
    assert log_lengths(state, ALPHA) == pytest.approx(exact)
