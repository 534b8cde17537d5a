import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from hyperdigest.hypergraph.descent import Descent
from oracles import hypergraph as oracle
from strategies import HYPERGRAPHS, SEEDS

FOLLOWS = st.one_of(st.sampled_from([0.0, 0.5, 0.999999]), st.floats(0, 0.999))


@given(HYPERGRAPHS)
def test_half_a_step_and_back_is_a_step(graph):
    rows = oracle.transition(graph)
    for block in graph.walk.blocks:
        half, root = block.half.toarray(), block.root
        step = half @ half.T * root[np.newaxis, :] / root[:, np.newaxis] + np.diag(block.alone)
        here = np.ix_(block.sentences, block.sentences)
        np.testing.assert_allclose(step, rows[here], rtol=1e-9, atol=1e-12)
        np.testing.assert_array_equal(block.back.toarray(), half.T)
        assert block.mass.sum() == pytest.approx(1)
        np.testing.assert_allclose(root**2, block.mass)


@given(HYPERGRAPHS)
def test_blocks_part_the_sentences_and_those_before_are_never_entered(graph):
    blocks = [block.sentences for block in graph.walk.blocks]
    assert sorted(np.concatenate(blocks)) == list(range(graph.n_sentences))
    if len(blocks) == 2:
        assert (oracle.transition(graph)[np.ix_(blocks[1], blocks[0])] == 0).all()


@given(HYPERGRAPHS, FOLLOWS)
def test_visits_are_those_of_a_walker_who_starts_anywhere(graph, follow):
    n = graph.n_sentences
    moves = oracle.transition(graph)
    system = np.eye(n) * (1 + follow * np.diag(moves)) - follow * moves.T
    expected = np.linalg.solve(system, np.full(n, 1 / n))
    np.testing.assert_allclose(graph.walk.visits(follow), expected, rtol=1e-7)
    assert graph.walk.visits(follow) is graph.walk.visits(follow)


@given(HYPERGRAPHS, SEEDS, st.integers(0, 4))
def test_the_error_told_is_never_exceeded(graph, seed, steps):
    rng, block = np.random.default_rng(seed), graph.walk.blocks[-1]
    jump, source = rng.random((2, len(block.mass)))
    moves = oracle.transition(graph)[np.ix_(block.sentences, block.sentences)]
    system = np.diag(1 + jump + 0.8 * np.diag(moves)) - 0.8 * moves.T
    descent = Descent(block, 0.8, jump, np.stack([source, source**2]))
    mixture = np.array([1.0, -0.5])
    for _ in range(steps):
        if descent.error(mixture) > 1e-9:
            descent.advance()
    off = np.abs(descent.solution(mixture) - np.linalg.solve(system, source - 0.5 * source**2))
    assert (off <= 1.001 * descent.error(mixture) * block.mass + 1e-9).all()
    p = np.stack([descent.solution(part) for part in np.eye(2)])
    np.testing.assert_allclose(descent.lost, p @ (jump + 0.8 * block.returns), atol=1e-9)


def test_sentences_of_nothing_but_weightless_hyperedges_still_pass_walkers_on():
    psi = [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]
    graph = FuzzyHypergraph(psi, [0.0, 1.0], np.zeros((1, 2)))
    light = graph.walk.blocks[0]
    assert light.sentences.tolist() == [0]
    assert graph.walk.step(np.array([1.0, 0.0, 0.0])).tolist() == [0.5, 0.5, 0.0]


def test_sentences_of_as_many_hyperedges_stand_together():
    graph = term_hypergraph([0, 1, 0, 0, 1, 2], [0, 0, 1, 2, 2, 3], 4, 3)
    sizes = np.diff(graph.walk.blocks[-1].half.indptr)
    assert (np.diff(sizes) >= 0).all()


def test_only_hyperedges_that_join_sentences_are_followed_those_of_most_first():
    graph = term_hypergraph([0, 1, 0, 0, 1, 2, 3], [0, 0, 1, 2, 2, 3, 2], 4, 4)
    [block] = graph.walk.blocks
    assert np.diff(block.half.tocsc().indptr).tolist() == [3, 2]
    assert dict(zip(block.sentences.tolist(), block.alone > 0, strict=True)) == {
        0: False, 1: False, 2: True, 3: True
    }  # fmt: skip
