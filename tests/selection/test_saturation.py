import itertools
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.selection import RelevanceAndCoverage, greedy, maximize
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum
from oracles import saturation as oracle
from strategies import PROBLEMS, SEEDS, random_problem

SATURATIONS = st.sampled_from([1e-3, 0.1, 1 / 3, 1.0, 5.0, 1e9])


def order_of(problem, seed):
    """Some of the sentences, in some order."""
    rng = np.random.default_rng(seed)
    n = problem.hypergraph.n_sentences
    return rng.permutation(n)[: rng.integers(n + 1)].tolist()


def gains_of(function):
    """What each sentence would add."""
    return function.marginal_gains(np.arange(len(function.upper_bounds)))()


def least_of(function):
    """What each sentence adds at least."""
    return function.min_gains(np.arange(len(function.upper_bounds)))


def value_of(problem, saturation, chosen):
    return oracle.value_of(problem.hypergraph, problem.scores, saturation, chosen)


@given(PROBLEMS, SATURATIONS, SEEDS)
def test_value_and_gains_equal_loops_after_any_additions(problem, saturation, seed):
    function = SaturatedRelevance(problem.hypergraph, problem.scores, saturation)
    chosen = order_of(problem, seed)
    for sentence in chosen:
        function.add(sentence)
    value = value_of(problem, saturation, chosen)
    assert function.value == pytest.approx(value, rel=1e-9, abs=1e-15)
    gains = gains_of(function)
    for j in set(range(problem.hypergraph.n_sentences)) - set(chosen):
        gain = value_of(problem, saturation, [*chosen, j]) - value
        assert gains[j] == pytest.approx(gain, rel=1e-7, abs=1e-13)


@given(PROBLEMS, SATURATIONS, SEEDS)
def test_among_some_sentences_the_largest_amounts_are_theirs(problem, saturation, seed):
    some = np.array(sorted(order_of(problem, seed)) or [0])
    function = SaturatedRelevance(problem.hypergraph, problem.scores, saturation).among(some)
    scores = np.zeros_like(problem.scores)
    scores[some] = problem.scores[some]
    expected = SaturatedRelevance(problem.hypergraph, scores, saturation)
    assert function.marginal_gains(some)() == pytest.approx(expected.marginal_gains(some)())
    assert function.min_gains(some) == pytest.approx(expected.min_gains(some))


@given(PROBLEMS, SATURATIONS)
def test_least_is_what_a_sentence_adds_to_all_others(problem, saturation):
    function = SaturatedRelevance(problem.hypergraph, problem.scores, saturation)
    everything = range(problem.hypergraph.n_sentences)
    whole = value_of(problem, saturation, everything)
    for j in everything:
        gain = whole - value_of(problem, saturation, set(everything) - {j})
        assert least_of(function)[j] == pytest.approx(gain, rel=1e-7, abs=1e-13)


@given(PROBLEMS, SATURATIONS, SEEDS)
def test_it_is_monotone_and_submodular_and_never_below_least(problem, saturation, seed):
    function = SaturatedRelevance(problem.hypergraph, problem.scores, saturation)
    slack = 1e-12 * (1 + problem.scores.sum())
    chosen = order_of(problem, seed)
    for n, sentence in enumerate(chosen):
        before = gains_of(function)
        assert function.add(sentence) == pytest.approx(before[sentence])
        outside = np.delete(np.arange(len(before)), chosen[: n + 1])
        assert (before <= function.upper_bounds * (1 + 1e-12)).all()
        assert (gains_of(function)[outside] <= before[outside] + slack).all()
        assert (gains_of(function)[outside] >= least_of(function)[outside] - slack).all()
    assert (least_of(function) >= 0).all()


@given(PROBLEMS, SEEDS)
def test_without_saturation_it_is_the_sum_of_the_scores(problem, seed):
    function = SaturatedRelevance(problem.hypergraph, problem.scores, 1e-12)
    chosen = order_of(problem, seed)
    for sentence in chosen:
        function.add(sentence)
    assert function.value == pytest.approx(problem.scores[chosen].sum(), rel=1e-9)


def test_saturation_may_be_the_smallest_positive_number_and_not_zero():
    scores = np.array([0.5, 0.5, 0.25])
    assert gains_of(SaturatedRelevance(two_alike(), scores, 5e-324)) == pytest.approx(scores)
    with pytest.raises(OptionError, match="saturation is 0"):
        SaturatedRelevance(two_alike(), scores, 0)


def test_repeated_content_gains_less_by_the_logarithm():
    function = SaturatedRelevance(two_alike(), np.array([0.5, 0.5, 0.25]), 2.0)
    room = 0.25
    assert gains_of(function)[:2] == pytest.approx(np.full(2, room * np.log(3)))
    function.add(0)
    assert gains_of(function)[1] == pytest.approx(room * (np.log(5) - np.log(3)))
    assert gains_of(function)[2] == pytest.approx(0.125 * np.log(3))


def two_alike():
    from hyperdigest.hypergraph import term_hypergraph

    return term_hypergraph([0, 0, 1], [0, 1, 2], 3, 2)


@given(PROBLEMS, SEEDS)
def test_additions_to_a_copy_do_not_change_the_original(problem, seed):
    function = with_coverage(problem, 1.0)
    chosen = order_of(problem, seed)
    twin, value, gains = function.copy(), function.value, gains_of(function)
    for sentence in chosen:
        twin.add(sentence)
    assert function.value == value
    assert (gains_of(function) == gains).all()
    for sentence in chosen:
        function.add(sentence)
    assert function.value == twin.value
    assert (gains_of(function) == gains_of(twin)).all()


def with_coverage(problem, saturation):
    graph, nu = problem.hypergraph, problem.coverage_balance
    relevance = SaturatedRelevance(graph, problem.scores, saturation)
    coverage = RelevanceAndCoverage(graph, np.zeros_like(problem.scores), 1.0)
    return WeightedSum([(1 - nu, relevance), (nu, coverage)])


@given(PROBLEMS, SEEDS)
def test_values_and_gains_of_a_weighted_sum_are_those_of_its_parts(problem, seed):
    graph, nu = problem.hypergraph, problem.coverage_balance
    parts = [
        SaturatedRelevance(graph, problem.scores, 0.5),
        RelevanceAndCoverage(graph, problem.scores, 0.7),
    ]
    both = WeightedSum([(2.0, parts[0].copy()), (nu, parts[1].copy())])
    for sentence in order_of(problem, seed):
        for function in (both, *parts):
            function.add(sentence)
    for told in (gains_of, least_of, attrgetter("value"), attrgetter("upper_bounds")):
        first, second = (told(part) for part in parts)
        np.testing.assert_allclose(told(both), 2 * first + nu * second, rtol=1e-12)


def best_of_all(problem, function):
    """The value of the best set that fits, by trying every one."""
    n, best = problem.hypergraph.n_sentences, 0.0
    for size in range(1, n + 1):
        for chosen in itertools.combinations(range(n), size):
            if problem.lengths[list(chosen)].sum() <= problem.capacity:
                grown = function.copy()
                for sentence in chosen:
                    grown.add(sentence)
                best = max(best, grown.value)
    return best


@settings(max_examples=40)
@given(SEEDS, st.sampled_from([0.1, 1.0, 10.0]))
def test_bound_and_guarantee_of_the_greedy_are_valid(seed, saturation):
    problem = random_problem(np.random.default_rng(seed), most_sentences=7)
    function = with_coverage(problem, saturation)
    best = best_of_all(problem, function)
    found = greedy(function, problem.lengths, problem.capacity)
    assert found.value <= best * (1 + 1e-9)
    assert found.bound >= best * (1 - 1e-9)
    assert found.value >= (1 - np.exp(-0.5)) * best
    assert sum(found.gains) == pytest.approx(found.value)


@settings(max_examples=25)
@given(SEEDS, st.sampled_from([0.1, 1.0, 10.0]))
def test_the_exact_selection_finds_the_best_of_all(seed, saturation):
    problem = random_problem(np.random.default_rng(seed), most_sentences=6)
    function = with_coverage(problem, saturation)
    found = maximize(function, problem.lengths, problem.capacity)
    best = best_of_all(problem, function)
    assert found.value == pytest.approx(best, rel=2e-6, abs=1e-12)
    assert found.bound >= best * (1 - 1e-9)
    assert problem.lengths[found.chosen].sum() <= problem.capacity


@pytest.mark.parametrize("at_once", [1, 2, 5])
@given(problem=PROBLEMS)
def test_the_number_of_memberships_per_lookup_does_not_change_the_result(at_once, problem):
    function, parted = (
        SaturatedRelevance(problem.hypergraph, problem.scores, 1 / 3) for _ in range(2)
    )
    expected = gains_of(function), least_of(function)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hyperdigest.selection.objectives.MEMBERSHIPS_AT_ONCE", at_once)
        np.testing.assert_array_equal((gains_of(parted), least_of(parted)), expected)
