from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from hyperdigest.solver import solve, solve_nearly
from oracles import hypergraph as oracle
from strategies import HYPERGRAPHS, SEEDS

CONTINUATIONS = st.one_of(st.sampled_from([0.0, 0.5, 0.999999]), st.floats(0, 0.999))
PRECISIONS = st.sampled_from([1e-2, 1e-6, 1e-9])


def source_from(seed, n):
    rng = np.random.default_rng(seed)
    return rng.random(n) * (rng.random(n) < 0.8) + 1e-3 / n


def fixed_point(graph, source, continuation):
    moves = oracle.transition(graph)
    return np.linalg.solve(np.eye(len(moves)) - continuation * moves.T, source)


@given(HYPERGRAPHS, SEEDS, CONTINUATIONS, PRECISIONS)
def test_all_errors_are_below_the_precision(graph, seed, continuation, precision):
    source = source_from(seed, graph.n_sentences)
    expected = fixed_point(graph, source, continuation)
    found = solve(graph, source, continuation, precision)
    assert np.abs(found - expected).max() <= (precision + 1e-9) * expected.mean()


@given(HYPERGRAPHS, SEEDS, CONTINUATIONS)
def test_the_sum_is_that_of_the_source_over_one_minus_f(graph, seed, continuation):
    source = source_from(seed, graph.n_sentences)
    found = solve(graph, source, continuation, 1e-9)
    assert found.sum() == pytest.approx(source.sum() / (1 - continuation), rel=1e-8)


@given(HYPERGRAPHS, SEEDS, CONTINUATIONS, st.sampled_from([0.5, 0.05, 1e-3, 1e-6]))
def test_the_semi_iteration_leaves_at_most_that_share_of_the_error(graph, seed, f, precision):
    source = source_from(seed, graph.n_sentences)
    expected = fixed_point(graph, source, f)
    found = solve_nearly(graph, source, f, precision)
    assert (found >= source).all()
    if graph.zero_weight.any():
        assert np.abs(found - expected).max() <= (precision + 1e-9) * expected.mean()
        return
    started = source + graph.degree * (f / (1 - f) * source.sum() / graph.degree.sum())
    before, after = (
        np.linalg.norm((p - expected) / np.sqrt(graph.degree)) for p in (started, found)
    )
    rounding = 1e-9 * np.linalg.norm(expected / np.sqrt(graph.degree)) / (1 - f)
    assert after <= precision * before + rounding


@given(HYPERGRAPHS, SEEDS, st.sampled_from([0.5, 0.9]))
def test_a_walk_to_some_sentences_is_solved_among_them(graph, seed, f):
    if graph.zero_weight.any():
        return
    source, moves = source_from(seed, graph.n_sentences), oracle.transition(graph)
    visited = np.flatnonzero(np.random.default_rng(seed).random(len(source)) < 0.5)
    mixed = graph.degree * (f * source.sum() / graph.degree.sum())
    expected = source + mixed / (1 - f)
    system = np.eye(len(visited)) - f * moves[np.ix_(visited, visited)].T
    expected[visited] += np.linalg.solve(system, (f * moves.T @ source - mixed)[visited])
    found = solve_nearly(graph, source, f, 1e-9, visited)
    assert found == pytest.approx(np.maximum(expected, source), rel=1e-6)


def exact(graph, source, continuation):
    """The fixed point of a chain in exact fractions, by Gaussian elimination."""
    moves = [[Fraction(x) for x in row] for row in oracle.transition(graph)]
    n = len(moves)
    moves = [[x / sum(row) for x in row] for row in moves]
    rows = [
        [(i == j) - Fraction(continuation) * moves[j][i] for j in range(n)] + [Fraction(source[i])]
        for i in range(n)
    ]
    for k in range(n):
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return np.array([float(rows[k][n] / rows[k][k]) for k in range(n)])


@pytest.mark.parametrize("rest", [1e-3, 1e-6, 1e-9, 1e-12])
def test_a_walk_that_hardly_ever_restarts_is_solved(rest):
    rng = np.random.default_rng(3)
    psi = rng.random((4, 9)) + 0.01
    graph = FuzzyHypergraph(psi / psi.sum(axis=1, keepdims=True), rng.random(4), np.zeros((1, 4)))
    source = rest * rng.dirichlet(np.ones(9))
    expected = exact(graph, source, 1 - rest)
    found = solve(graph, source, 1 - rest, 1e-9)
    found *= expected.sum() / found.sum()
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


@given(HYPERGRAPHS)
def test_blocks_divide_the_sentences_and_earlier_ones_are_never_entered(graph):
    blocks = [block.sentences for block in graph.blocks]
    assert sorted(np.concatenate(blocks)) == list(range(graph.n_sentences))
    if len(blocks) == 2:
        assert (oracle.transition(graph)[np.ix_(blocks[1], blocks[0])] == 0).all()


@given(HYPERGRAPHS)
def test_within_a_block_the_walk_is_reversible(graph):
    rows = oracle.transition(graph)
    for block in graph.blocks:
        membership = block.membership.toarray()
        flow = membership * block.weights @ membership.T
        here = np.ix_(block.sentences, block.sentences)
        np.testing.assert_allclose(flow / block.degree[:, None], rows[here], rtol=1e-9, atol=1e-12)
        assert (np.diff(np.diff(block.membership.indptr)) >= 0).all()


@given(HYPERGRAPHS, SEEDS)
def test_a_step_moves_walkers_by_the_transition_matrix(graph, seed):
    p = np.random.default_rng(seed).random(graph.n_sentences)
    np.testing.assert_allclose(graph.step(p), p @ oracle.transition(graph), atol=1e-12)


@pytest.mark.parametrize("rest", [1e-3, 1e-6, 1e-9, 1e-12])
@given(HYPERGRAPHS, SEEDS)
@settings(max_examples=30)
def test_several_components_are_solved_for_f_near_one(rest, graph, seed):
    source = rest * np.random.default_rng(seed).dirichlet(np.ones(graph.n_sentences))
    expected = exact(graph, source, 1 - rest)
    found = solve(graph, source, 1 - rest, 1e-9)
    assert np.abs(found - expected).max() <= 1e-9 * expected.mean()


def test_isolated_sentences_of_weight_0_keep_their_mass():
    psi = [[0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5]]
    graph = FuzzyHypergraph(psi, [0.0, 1.0], np.zeros((1, 2)))
    assert [sorted(block.sentences.tolist()) for block in graph.blocks] == [[0, 1, 2, 3]]
    found = solve(graph, np.array([0.0, 3e-9, 1e-9, 0.0]), 1 - 1e-9, 1e-9)
    np.testing.assert_allclose(found, [1.5, 1.5, 0.5, 0.5], rtol=1e-7)


def test_sentences_with_only_hyperedges_of_weight_0_pass_walkers_on():
    psi = [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]
    graph = FuzzyHypergraph(psi, [0.0, 1.0], np.zeros((1, 2)))
    assert [sorted(block.sentences.tolist()) for block in graph.blocks] == [[0], [1, 2]]
    assert graph.step(np.array([1.0, 0.0, 0.0])).tolist() == [0.5, 0.5, 0.0]
    source = np.array([1.0, 0.0, 0.0])
    np.testing.assert_allclose(
        solve(graph, source, 0.5, 1e-12), fixed_point(graph, source, 0.5), rtol=1e-9
    )


def test_a_hyperedge_of_one_sentence_keeps_the_walker_there():
    graph = term_hypergraph([0, 1], [0, 1], 2, 2)
    np.testing.assert_allclose(solve(graph, np.array([0.1, 0.3]), 0.5, 1e-9), [0.2, 0.6])


@pytest.mark.parametrize("rest", [1e-9, 1e-12, 2.0**-53])
@pytest.mark.parametrize("parts", [2, 5])
def test_unconnected_parts_are_solved_for_f_near_one(rest, parts):
    terms, sentences = np.arange(3 * parts) // 2, np.arange(3 * parts)
    graph = term_hypergraph(terms, sentences, 3 * parts, int(terms[-1]) + 1)
    source = np.full(3 * parts, rest / (3 * parts))
    found = solve(graph, source, 1 - rest, 1e-9)
    assert np.isfinite(found).all()
    assert (found >= source).all()


@given(SEEDS)
def test_weights_of_any_allowed_size_are_solved(seed):
    rng = np.random.default_rng(seed)
    psi = rng.random((4, 5)) + 0.01
    weights = 10.0 ** rng.uniform(-100, 100, 4)
    graph = FuzzyHypergraph(psi / psi.sum(axis=1, keepdims=True), weights, np.zeros((1, 4)))
    source = source_from(seed, 5)
    found = solve(graph, source, 0.75, 1e-9)
    assert found.sum() == pytest.approx(source.sum() / 0.25, rel=1e-6)
