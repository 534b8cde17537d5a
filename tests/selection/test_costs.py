import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hyperdigest import Options
from hyperdigest.selection import RelevanceAndCoverage, greedy
from hyperdigest.selection.choose import choose
from hyperdigest.selection.costs import SharedCosts, full_lengths
from hyperdigest.selection.exact import maximize
from hyperdigest.selection.problem import Problem
from oracles import selection as oracle
from strategies import PROBLEMS


@st.composite
def with_contexts(draw):
    """A problem, up to two contexts of each sentence, and which sentences are eligible."""
    problem = draw(PROBLEMS)
    n = len(problem.lengths)
    contexts = draw(
        st.lists(st.tuples(*[st.integers(-1, n - 1)] * 2), min_size=n, max_size=n).map(np.array)
    )
    contexts[contexts == np.arange(n)[:, None]] = -1
    contexts[contexts[:, 0] == contexts[:, 1], 1] = -1
    eligible = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    assume(eligible.any())
    return problem, contexts, eligible


def function_of(problem):
    return RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)


def values_of(problem):
    return oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)


def paid(problem, contexts, chosen):
    return sum(problem.lengths[j] for j in oracle.shown_by(chosen, contexts))


@given(with_contexts(), st.data())
def test_what_a_sentence_costs_is_what_it_adds_to_all_that_is_quoted(case, data):
    problem, contexts, _ = case
    chosen = data.draw(st.lists(st.integers(0, len(contexts) - 1), unique=True))
    costs = SharedCosts(problem.lengths, contexts, chosen)
    total = costs.lengths[costs.shown].sum()
    assert total == paid(problem, contexts, chosen)
    for sentence, extra in enumerate(costs.all_of_contexts()):
        own = 0 if costs.shown[sentence] else problem.lengths[sentence]
        both = paid(problem, contexts, [*chosen, sentence])
        assert extra + own == both - total


@given(with_contexts(), st.sampled_from([1.0, 0.25, 0.0]))
def test_the_picks_are_those_of_the_greedy_by_the_book(case, exponent):
    problem, contexts, eligible = case
    values = values_of(problem)
    found = greedy(
        function_of(problem), problem.lengths, problem.capacity, cost_exponent=exponent,
        eligible=eligible, contexts=contexts,
    )  # fmt: skip
    chosen, value = oracle.greedy_with_contexts(
        values, problem.lengths, contexts, problem.capacity, exponent, eligible
    )
    single = len(found.chosen) <= 1 + contexts.shape[1]
    assert found.chosen == chosen or (single and found.value >= value - 1e-11)
    assert found.value == pytest.approx(sum(found.gains))
    assert paid(problem, contexts, found.chosen) <= problem.capacity
    assert eligible[found.chosen].all()


@given(with_contexts(), st.sampled_from([1.0, 0.25]), st.sampled_from([0.0, 0.5]))
def test_no_choice_is_better_than_the_bound(case, exponent, share):
    problem, contexts, eligible = case
    sizes = oracle.length_of_all_shown(problem.lengths, contexts)
    best = oracle.optimum(values_of(problem), sizes, problem.capacity, eligible)
    found = greedy(
        function_of(problem), problem.lengths, problem.capacity, cost_exponent=exponent,
        eligible=eligible, contexts=contexts, least_share=share,
    )  # fmt: skip
    assert found.bound >= best - 1e-12
    assert paid(problem, contexts, found.chosen) <= problem.capacity


@given(with_contexts())
def test_the_exact_choice_is_the_best_of_all(case):
    problem, contexts, eligible = case
    sizes = oracle.length_of_all_shown(problem.lengths, contexts)
    best = oracle.optimum(values_of(problem), sizes, problem.capacity, eligible)
    found = maximize(
        function_of(problem), problem.lengths, problem.capacity,
        eligible=eligible, contexts=contexts,
    )  # fmt: skip
    assert found.value == pytest.approx(best, rel=2e-6, abs=1e-12)
    assert found.proved
    assert paid(problem, contexts, found.chosen) <= problem.capacity
    assert eligible[found.chosen].all()


@given(with_contexts(), st.data())
def test_beside_pinned_sentences_the_exact_choice_is_the_best_of_all(case, data):
    problem, contexts, eligible = case
    n = len(contexts)
    pinned = data.draw(st.lists(st.integers(0, n - 1), unique=True, min_size=1, max_size=2))
    eligible[pinned] = False
    room = data.draw(st.integers(0, 40))
    budget = int(paid(problem, contexts, pinned)) + room
    values, sizes = values_of(problem), oracle.length_of_all_shown(problem.lengths, contexts)
    must = sum(1 << j for j in pinned)
    with_pinned = np.arange(len(values)) & must == must
    best = oracle.optimum(
        np.where(with_pinned, values, -1), sizes, budget, eligible | np.isin(np.arange(n), pinned)
    )
    lengths = problem.lengths
    both = lengths, full_lengths(lengths, contexts)
    whole = Problem(
        function_of(problem), problem.scores, *both, eligible, eligible, contexts, tuple(pinned)
    )
    for exact in (False, True):
        choice = choose(whole, Options(words=budget, exact=exact))
        assert paid(problem, contexts, choice.chosen) <= budget
        assert choice.value == pytest.approx(values[sum(1 << j for j in choice.chosen)])
        assert choice.bound >= best - 1e-9
        assert not exact or choice.value == pytest.approx(best, rel=2e-6, abs=1e-12)


@given(with_contexts())
def test_without_contexts_nothing_changes(case):
    problem, contexts, eligible = case
    alone = greedy(function_of(problem), problem.lengths, problem.capacity, eligible=eligible)
    none = np.full_like(contexts, -1)
    for same in (none, none[:, :0]):
        found = greedy(
            function_of(problem), problem.lengths, problem.capacity, eligible=eligible,
            contexts=same,
        )  # fmt: skip
        assert found == alone


def test_a_second_step_of_a_list_costs_itself_alone():
    lengths, contexts = [10, 3, 3, 4], np.array([[-1], [0], [0], [-1]])
    costs = SharedCosts(lengths, contexts)
    assert costs.all_of_contexts().tolist() == [0, 10, 10, 0]
    assert costs.show(1) == [0]
    assert costs.all_of_contexts().tolist() == [0, 0, 0, 0]
    assert costs.show(2) == []
    assert costs.lengths[costs.shown].sum() == 16
