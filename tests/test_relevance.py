import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, stack, term_hypergraph, topic_hypergraph
from hyperdigest.relevance import question_bias, relevance
from oracles import hypergraph as oracle
from strategies import HYPERGRAPHS, SEEDS, random_hypergraph

BALANCES = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))
DAMPINGS = st.one_of(st.sampled_from([0.0, 0.99, 0.999, 0.99999]), st.floats(0, 0.999))
"""Nearer to 1 the dense oracle itself is off; tests/test_solver.py goes there, in fractions."""


@given(HYPERGRAPHS, SEEDS, BALANCES, DAMPINGS)
def test_errors_of_scores_are_below_a_billionth_of_their_mean(graph, seed, balance, damping):
    question = np.random.default_rng(seed).integers(0, 3, graph.n_terms)
    expected = oracle.scores(graph, oracle.bias(graph, question), balance, damping)
    found = relevance(graph, question, balance, damping)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


@given(HYPERGRAPHS, SEEDS)
def test_the_bias_follows_the_equation_and_sums_to_one(graph, seed):
    question = np.random.default_rng(seed).integers(0, 3, graph.n_terms)
    chances = question_bias(graph, question)
    np.testing.assert_allclose(chances, oracle.bias(graph, question), atol=1e-14)
    assert chances.sum() == pytest.approx(1)


@given(HYPERGRAPHS, SEEDS, BALANCES, DAMPINGS)
def test_scores_are_the_probabilities_of_a_chain(graph, seed, balance, damping):
    question = np.random.default_rng(seed).integers(0, 3, graph.n_terms)
    scores = relevance(graph, question, balance, damping)
    assert scores.sum() == pytest.approx(1, abs=1e-12)
    assert (scores > 0).all()


@given(HYPERGRAPHS, SEEDS, BALANCES, st.one_of(st.sampled_from([0.0, 0.99]), st.floats(0, 0.99)))
def test_the_printed_sum_leaves_out_steps_to_oneself(graph, seed, balance, damping):
    question = np.random.default_rng(seed).integers(0, 3, graph.n_terms)
    chances = oracle.bias(graph, question)
    expected = oracle.scores(graph, chances, balance, damping, skip_self=True)
    found = relevance(graph, question, balance, damping, skip_self=True)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()
    assert found.sum() <= 1 + 1e-12


@given(HYPERGRAPHS, SEEDS, BALANCES, DAMPINGS)
def test_a_given_bias_replaces_the_question(graph, seed, balance, damping):
    chances = np.random.default_rng(seed).random(graph.n_sentences) + 1e-3
    found = relevance(graph, None, balance, damping, bias=7 * chances)
    expected = oracle.scores(graph, chances / chances.sum(), balance, damping)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


def large_hypergraph(n_sentences, n_topics, words=8):
    rng = np.random.default_rng(1)
    sentences = np.repeat(np.arange(n_sentences), words)
    terms = (2_000 ** rng.random(len(sentences))).astype(int)
    parts = []
    for _ in range(2):
        topics = (n_topics * rng.random(len(sentences)) ** 2).astype(int)
        _, topics = np.unique(topics, return_inverse=True)
        parts.append(topic_hypergraph(topics, terms, sentences, n_sentences, 2_000))
    parts.append(term_hypergraph(terms, sentences, n_sentences, 2_000))
    return stack(parts, [0.3, 0.3, 0.4])


@pytest.mark.parametrize(
    ("balance", "damping"),
    [
        pytest.param(*each, marks=() if each == (0.75, 0.99) else pytest.mark.slow)
        for each in product([0.0, 0.2, 0.75, 0.99, 1.0], [0.99, 0.999])
    ],
)
def test_scores_of_a_large_collection_are_as_precise(balance, damping):
    graph = large_hypergraph(500, 60)
    question = np.zeros(graph.n_terms)
    question[[3, 40, 700]] = 1
    expected = oracle.scores(graph, oracle.bias(graph, question), balance, damping)
    found = relevance(graph, question, balance, damping)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


def test_scores_of_weakly_connected_communities_are_as_precise():
    rng = np.random.default_rng(2)
    psi = np.kron(np.eye(8), rng.random((3, 12)))
    psi = np.vstack([psi, np.full(96, 1.0)])
    psi /= psi.sum(axis=1, keepdims=True)
    graph = FuzzyHypergraph(psi, np.append(np.ones(24), 1e-9), np.zeros((1, 25)))
    bias = np.eye(96)[5]
    expected = oracle.scores(graph, bias, 1 - 1e-6, 0.999)
    found = relevance(graph, None, 1 - 1e-6, 0.999, bias=bias)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


def test_a_question_of_unknown_terms_favours_no_sentence():
    graph = term_hypergraph([0, 1, 1], [0, 0, 1], 2, 4)
    np.testing.assert_array_equal(question_bias(graph, [0, 0, 1, 2]), [0.5, 0.5])
    np.testing.assert_array_equal(question_bias(graph, [0, 0, 0, 0]), [0.5, 0.5])
    np.testing.assert_allclose(question_bias(graph, [1, 0, 5, 0]), [1, 0])


def test_a_single_sentence_has_score_one_or_one_minus_damping_as_printed():
    graph = topic_hypergraph([0, 0], [0, 1], [0, 0], 1, 2)
    np.testing.assert_allclose(relevance(graph, [1, 0], 0.75, 0.99), [1])
    np.testing.assert_allclose(relevance(graph, [1, 0], 0.75, 0.99, skip_self=True), [0.01])


def test_only_the_question_counts_without_the_walk():
    graph = term_hypergraph([0, 1, 2, 2], [0, 1, 1, 2], 3, 3)
    scores = relevance(graph, [0, 0, 1], query_balance=0.0)
    assert scores[1] == pytest.approx(scores[2])
    assert scores[1] > 2 * scores[0]


def test_memory_stays_linear_in_the_memberships():
    graph = large_hypergraph(50_000, 500)
    bias = np.random.default_rng(3).random(graph.n_sentences)
    tracemalloc.start()
    relevance(graph, None, 0.4, 0.9, bias=bias)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 150 * graph.membership.nnz


@given(SEEDS)
def test_the_same_question_gives_the_same_bytes(seed):
    graphs = [random_hypergraph(np.random.default_rng(seed)) for _ in range(2)]
    first, second = (relevance(g, np.ones(g.n_terms)) for g in graphs)
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"question": [1, 0], "query_balance": 1.5}, "query_balance is 1.5"),
        ({"question": [1, 0], "query_balance": float("nan")}, "query_balance is nan"),
        ({"question": [1, 0], "damping": 1.0}, "damping is 1.0"),
        ({"question": [1, 0, 0]}, r"question has shape \(3,\)"),
        ({"question": [1, -2]}, "question ranges from -2 to 1"),
        ({"question": [1, np.inf]}, "question ranges from 1 to inf"),
        ({"question": None}, "neither a question nor a bias"),
        ({"question": None, "bias": [1.0]}, r"bias has shape \(1,\)"),
        ({"question": None, "bias": [0.0, 0.0]}, "bias is 0"),
    ],
)
def test_arguments_out_of_range_are_refused_in_one_line(arguments, words):
    graph = topic_hypergraph([0, 1], [0, 1], [0, 1], 2, 2)
    with pytest.raises(OptionError, match=words) as caught:
        relevance(graph, **arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("damping", [1 - 1e-8, 1 - 1e-12])
def test_the_iteration_of_the_printed_sum_ends_for_any_damping(damping):
    graph = term_hypergraph([0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 2, 2], 3, 3)
    scores = relevance(graph, [1, 0, 0], 0.75, damping, skip_self=True)
    assert ((scores >= 0) & np.isfinite(scores)).all()
