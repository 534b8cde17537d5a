import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection import RelevanceAndCoverage, coverage, objective
from hyperdigest.selection.objectives import exchange, reach
from oracles import hypergraph as oracle
from oracles.selection import values_of_all
from strategies import PROBLEMS, SEEDS


@given(PROBLEMS, SEEDS)
def test_the_objective_follows_its_definition(problem, seed):
    rng = np.random.default_rng(seed)
    n = problem.hypergraph.n_sentences
    chosen = [int(j) for j in rng.permutation(n)[: rng.integers(0, n + 1)]]
    arguments = problem.hypergraph, problem.scores, chosen, problem.coverage_balance
    assert objective(*arguments) == pytest.approx(oracle.value_of(*arguments), abs=1e-13)


@given(PROBLEMS, SEEDS)
def test_value_and_gains_follow_the_definition_after_additions(problem, seed):
    graph, p, nu = problem.hypergraph, problem.scores, problem.coverage_balance
    function, chosen = RelevanceAndCoverage(graph, p, nu), []
    everyone = np.arange(graph.n_sentences)
    gains, least = function.marginal_gains(everyone), function.min_gains(everyone)
    for picked in np.random.default_rng(seed).permutation(graph.n_sentences):
        gains_before = gains()
        for j in set(range(graph.n_sentences)) - set(chosen):
            gain = objective(graph, p, [*chosen, j], nu) - objective(graph, p, chosen, nu)
            assert gains_before[j] == pytest.approx(gain, abs=1e-12)
            assert least[j] - 1e-12 <= gains_before[j] <= function.upper_bounds[j]
        assert function.add(int(picked)) == pytest.approx(gains_before[picked], abs=1e-12)
        chosen.append(int(picked))
        assert function.value == pytest.approx(objective(graph, p, chosen, nu), abs=1e-12)


@given(PROBLEMS, st.data())
def test_the_objective_is_monotone_and_submodular(problem, data):
    graph = problem.hypergraph
    values = values_of_all(graph, problem.scores, problem.coverage_balance)
    sets = st.integers(0, len(values) - 1)
    small = data.draw(sets)
    large = small | data.draw(sets)
    for j in range(graph.n_sentences):
        gain_small = values[small | 1 << j] - values[small]
        gain_large = values[large | 1 << j] - values[large]
        assert gain_large >= -1e-12
        assert large >> j & 1 or gain_small >= gain_large - 1e-12


@given(PROBLEMS)
def test_the_least_gain_is_that_of_the_last_sentence_added(problem):
    values = values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
    function = RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)
    for j, gain in enumerate(function.min_gains(np.arange(len(problem.scores)))):
        assert gain == pytest.approx(values[-1] - values[(len(values) - 1) ^ 1 << j], abs=1e-12)


@given(PROBLEMS)
def test_all_sentences_together_cover_everything(problem):
    n = problem.hypergraph.n_sentences
    assert coverage(problem.hypergraph, range(n)) == n
    assert coverage(problem.hypergraph, []) == 0


@given(PROBLEMS, SEEDS)
def test_exchange_sums_transitions_in_both_directions(problem, seed):
    graph = problem.hypergraph
    s = int(np.random.default_rng(seed).integers(graph.n_sentences))
    rows = oracle.transition(graph)
    np.testing.assert_allclose(exchange(graph, s), rows[:, s] + rows[s], atol=1e-13)
    np.testing.assert_allclose(
        reach(graph, [s]), np.where(np.arange(len(rows)) == s, 1, rows[:, s]), atol=1e-13
    )


def test_additions_to_a_copy_do_not_change_the_original():
    graph = FuzzyHypergraph([[0.5, 0.3, 0.2]], [1.0], [[1.0]])
    function = RelevanceAndCoverage(graph, [0.1, 0.2, 0.3])
    twin = function.copy()
    assert twin.add(0) == twin.value == function.upper_bounds[0]
    assert function.value == 0
    second = np.array([1])
    assert twin.marginal_gains(second)() < function.marginal_gains(second)()


def test_a_sentence_named_twice_counts_once():
    graph = FuzzyHypergraph([[0.5, 0.3, 0.2]], [1.0], [[1.0]])
    p = [0.1, 0.2, 0.3]
    assert objective(graph, p, [2, 2]) == objective(graph, p, [2])


@pytest.mark.parametrize(
    ("p", "chosen", "nu", "words"),
    [
        ([0.1], [0], 0.3, "scores have shape"),
        ([0.1, -0.1], [0], 0.3, "negative or not finite"),
        ([0.1, np.nan], [0], 0.3, "negative or not finite"),
        ([0.1, 0.1], [2], 0.3, "not in 0..1"),
        ([0.1, 0.1], [-1], 0.3, "not in 0..1"),
        ([0.1, 0.1], [0], 1.1, "coverage_balance is 1.1"),
    ],
)
def test_arguments_out_of_range_are_refused(p, chosen, nu, words):
    graph = FuzzyHypergraph([[0.5, 0.5]], [1.0], [[1.0]])
    with pytest.raises(OptionError, match=words):
        objective(graph, p, chosen, nu)
