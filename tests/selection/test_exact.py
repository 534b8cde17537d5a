import numpy as np
import pytest
import scipy.optimize
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from hyperdigest.selection import RelevanceAndCoverage, greedy, objective, select_exact
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.exact import Program
from oracles import selection as oracle
from strategies import PROBLEMS, random_problem


@settings(max_examples=60)
@example(random_problem(np.random.default_rng(792075)))
@example(random_problem(np.random.default_rng(9841)))
@example(random_problem(np.random.default_rng(1328)))
@given(PROBLEMS)
def test_the_optimum_is_that_of_enumeration(problem):
    values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
    sizes = oracle.length_of_all(problem.lengths)
    eligible = np.arange(len(problem.lengths)) % 4 != 3
    best = oracle.optimum(values, sizes, problem.capacity, eligible)
    found = select_exact(
        problem.hypergraph, problem.scores, problem.lengths, problem.capacity,
        problem.coverage_balance, eligible=eligible,
    )  # fmt: skip
    assert found.value == pytest.approx(best, rel=2e-6, abs=1e-12)
    assert found.bound >= best * (1 - 2e-6)
    assert found.proved
    assert found.chosen == sorted(found.chosen)
    assert eligible[found.chosen].all()
    assert problem.lengths[found.chosen].sum() <= problem.capacity


@given(PROBLEMS, st.floats(0.5, 1.0))
def test_discarded_candidates_are_in_no_better_set(problem, share):
    graph, p, nu = problem.hypergraph, problem.scores, problem.coverage_balance
    values = oracle.values_of_all(graph, p, nu)
    fits = oracle.length_of_all(problem.lengths) <= problem.capacity
    value = share * values[fits].max()
    function = RelevanceAndCoverage(graph, p, nu)
    lengths = problem.lengths.astype(float)
    program = Program(function, lengths, SharedCosts(lengths), problem.capacity, scale=1.0)
    program.visit(greedy(function, problem.lengths, problem.capacity).chosen)
    program.discard_candidates(value)
    better = np.flatnonzero(fits & (values > value + 1e-12))
    held = {j for j in range(len(p)) if (better >> j & 1).any()}
    assert held <= set(program.candidates.tolist())


def forty_sentences():
    rng = np.random.default_rng(8)
    sentences = np.repeat(np.arange(40), 6)
    graph = term_hypergraph(rng.integers(0, 30, 240), sentences, 40, 30)
    return graph, rng.random(40) / 40, rng.integers(8, 30, 40)


def test_exact_selection_beats_greedy_if_lengths_do_not_pack():
    graph = FuzzyHypergraph(np.eye(3), np.ones(3), np.zeros((1, 3)))
    found = select_exact(graph, [0.51, 0.5, 0.5], [6, 6, 6], 12, 0.0)
    assert found.chosen == [0, 1]
    found = select_exact(graph, [0.7, 0.5, 0.5], [7, 6, 6], 12, 0.0)
    assert found.chosen == [1, 2]
    assert found.gap == pytest.approx(0, abs=1e-9)


def test_value_gap_and_choice_are_consistent():
    graph, scores, lengths = forty_sentences()
    found = select_exact(graph, scores, lengths, 60, time_limit=20)
    assert found.value == pytest.approx(objective(graph, scores, found.chosen))
    assert found.gap == pytest.approx((found.bound - found.value) / found.bound)
    assert found.proved


def test_at_the_time_limit_the_greedy_choice_and_its_gap_are_returned():
    graph, scores, lengths = forty_sentences()
    found = select_exact(graph, scores, lengths, 60, time_limit=1e-9)
    assert found.gap > 0
    assert not found.proved
    assert lengths[found.chosen].sum() <= 60
    assert select_exact(graph, scores, lengths, 60, time_limit=20).value <= found.bound


def test_without_candidates_the_empty_choice_is_optimal():
    graph, scores, lengths = forty_sentences()
    found = select_exact(graph, scores, lengths, 60, eligible=np.zeros(40, bool))
    assert (found.chosen, found.value, found.bound, found.gap) == ([], 0, 0, 0)


def test_a_time_limit_of_zero_is_refused():
    graph, scores, lengths = forty_sentences()
    with pytest.raises(OptionError, match="time_limit is 0"):
        select_exact(graph, scores, lengths, 60, time_limit=0)


@pytest.mark.parametrize("failures", [1, 99])
def test_a_program_on_which_the_solver_fails_inside_is_solved_on_another_scale(
    monkeypatch, failures
):
    graph, scores, lengths = forty_sentences()
    solve, calls = scipy.optimize.milp, []

    def failing(**program):
        calls.append(program)
        if len(calls) <= failures:
            raise ValueError("vector::reserve")
        return solve(**program)

    monkeypatch.setattr(scipy.optimize, "milp", failing)
    found = select_exact(graph, scores, lengths, 60, time_limit=20)
    assert found.proved == (failures == 1)
    assert lengths[found.chosen].sum() <= 60
