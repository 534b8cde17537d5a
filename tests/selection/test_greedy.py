import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from hyperdigest.selection import RelevanceAndCoverage, greedy, objective, select
from hyperdigest.selection.bounds import fractional_knapsack, linear_bound
from oracles import selection as oracle
from strategies import PROBLEMS, SEEDS, random_problem


def flat(n):
    """Sentences that share nothing: the objective is modular where coverage does not count."""
    return FuzzyHypergraph(np.eye(n), np.ones(n), np.zeros((1, n)))


def run(problem, **more):
    function = RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)
    return greedy(function, problem.lengths, problem.capacity, **more)


@given(PROBLEMS, SEEDS, st.sampled_from([1.0, 0.0, 0.5, 2.0]))
def test_greedy_choices_and_order_equal_the_reference_algorithm(problem, seed, exponent):
    eligible = np.random.default_rng(seed).random(len(problem.lengths)) < 0.8
    values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
    expected = oracle.greedy(values, problem.lengths, problem.capacity, exponent, eligible)
    found = select(
        problem.hypergraph, problem.scores, problem.lengths, problem.capacity,
        problem.coverage_balance, exponent, eligible,
    )  # fmt: skip
    assert found == expected


@given(PROBLEMS)
def test_gains_add_up_to_the_value(problem):
    found = run(problem)
    nu = problem.coverage_balance
    assert sum(found.gains) == pytest.approx(found.value, abs=1e-12)
    value = objective(problem.hypergraph, problem.scores, found.chosen, nu)
    assert value == pytest.approx(found.value, abs=1e-12)
    assert problem.lengths[found.chosen].sum() <= problem.capacity


def test_the_guarantee_and_the_certificate_hold_on_thousands_of_problems():
    rng = np.random.default_rng(0)
    for _ in range(3000):
        problem = random_problem(rng, most_sentences=9)
        eligible = rng.random(len(problem.lengths)) < rng.choice([0.6, 1.0])
        values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
        sizes = oracle.length_of_all(problem.lengths)
        best = oracle.optimum(values, sizes, problem.capacity, eligible)
        found = run(problem, eligible=eligible)
        assert found.value >= 0.427 * best - 1e-12
        assert found.value <= best + 1e-12
        assert found.bound >= best - 1e-12


@given(PROBLEMS, SEEDS)
def test_the_bound_from_any_set_is_valid_for_every_other(problem, seed):
    rng = np.random.default_rng(seed)
    n = len(problem.lengths)
    function = RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)
    chosen = [int(j) for j in rng.permutation(n)[: rng.integers(0, n + 1)]]
    for sentence in chosen:
        function.add(sentence)
    everyone = np.arange(n)
    profits, constant = linear_bound(
        function.marginal_gains(everyone)(), function.min_gains(everyone), function.value,
        np.isin(everyone, chosen),
    )  # fmt: skip
    able = problem.lengths <= problem.capacity
    profit, _ = fractional_knapsack(
        profits[able], problem.lengths[able].astype(float), problem.capacity
    )
    bound = constant + profit
    values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
    sizes = oracle.length_of_all(problem.lengths)
    assert bound >= oracle.optimum(values, sizes, problem.capacity, np.ones(n)) - 1e-12


@given(SEEDS, st.integers(1, 300))
def test_the_knapsack_packs_the_densest_first(seed, capacity):
    rng = np.random.default_rng(seed)
    profits = rng.random(60) * (rng.random(60) < 0.8)
    lengths = rng.integers(1, 40, 60).astype(float)
    expected = oracle.knapsack(profits, lengths, capacity)
    able = lengths <= capacity
    found, density = fractional_knapsack(profits[able], lengths[able], capacity)
    assert found == pytest.approx(expected)
    denser = able & (profits / lengths > density)
    assert lengths[denser].sum() < capacity or not density


def test_the_knapsack_cuts_the_last_item_and_returns_its_density():
    profits, lengths = np.arange(1000.0), np.full(1000, 10.0)
    assert fractional_knapsack(profits, lengths, 25) == (999 + 998 + 997 / 2, 99.7)
    assert fractional_knapsack(profits[:2], lengths[:2], 25) == (1.0, 0.0)
    assert fractional_knapsack(profits[:0], lengths[:0], 25) == (0.0, 0.0)


def test_if_lengths_pack_exactly_the_bound_equals_the_value():
    found = greedy(RelevanceAndCoverage(flat(4), [0.4, 0.3, 0.2, 0.1], 0.0), [5, 5, 5, 5], 10)
    assert found.chosen == [0, 1]
    assert found.bound == pytest.approx(found.value)


def test_a_single_sentence_is_chosen_if_its_value_is_larger():
    found = greedy(RelevanceAndCoverage(flat(2), [0.02, 0.3], 0.0), [1, 20], 20)
    assert found.chosen == [1]
    assert found.gains == [pytest.approx(0.3)]


def test_sentences_that_only_fill_the_remaining_length_are_left_out():
    function, lengths = RelevanceAndCoverage(flat(4), [0.5, 0.4, 0.03, 0.02], 0.0), [6, 6, 3, 3]
    for share, chosen in ((0.0, [0, 2]), (0.1, [0, 2]), (0.2, [0]), (1.0, [0])):
        assert greedy(function, lengths, 9, least_share=share).chosen == chosen
    everything = greedy(function, lengths, 18, least_share=1.0)
    assert everything.chosen == [0, 1, 2, 3]


@pytest.mark.parametrize("share", [0.0, 0.1])
def test_gains_below_zero_by_rounding_do_not_stop_the_greedy(share):
    class Rounded(RelevanceAndCoverage):
        def marginal_gains(self, sentences):
            gains = super().marginal_gains(sentences)
            return lambda: gains() - 1e-18

    function = Rounded(flat(3), [0.0, 0.0, 0.0], 0.0)
    assert greedy(function, [3, 3, 3], 9, least_share=share).chosen == [0, 1, 2]


def test_a_sentence_that_never_fitted_makes_no_other_a_filler():
    function = RelevanceAndCoverage(flat(3), [0.9, 0.03, 0.02], 0.0)
    assert greedy(function, [30, 3, 3], 9, least_share=1.0).chosen == [1, 2]


def test_a_sentence_that_does_not_fit_is_skipped():
    assert select(flat(3), [0.5, 0.4, 0.1], [6, 7, 2], 9, 0.0) == [0, 2]


def test_ties_go_to_the_earlier_sentence_even_if_rounding_differs():
    scores = [0.1 + 1e-16, 0.3, 0.3 * (1 + 1e-15)]
    assert select(flat(3), scores, [1, 3, 3], 6, 0.0) == [0, 1]


def test_the_cost_exponent_weighs_length_in_the_order_of_selection():
    scores, lengths = [0.3, 0.2, 0.2], [10, 4, 4]
    assert select(flat(3), scores, lengths, 12, 0.0, cost_exponent=0.0) == [0]
    assert select(flat(3), scores, lengths, 12, 0.0, cost_exponent=1.0) == [1, 2]


def test_without_a_sentence_that_fits_the_choice_is_empty():
    function = RelevanceAndCoverage(flat(2), [0.5, 0.5])
    for more in ({"capacity": 4}, {"capacity": 10, "eligible": [False, False]}):
        found = greedy(function, [5, 6], **more)
        assert (found.chosen, found.gains, found.value, found.bound) == ([], [], 0.0, 0.0)


def test_greedy_does_not_change_the_given_function():
    function = RelevanceAndCoverage(flat(3), [0.5, 0.4, 0.1])
    greedy(function, [1, 1, 1], 2)
    assert function.value == 0


def test_another_set_function_may_be_maximized():
    class Squares:
        value, upper_bounds = 0.0, np.array([1.0, 4.0, 9.0])

        def marginal_gains(self, sentences):
            return lambda: self.upper_bounds[sentences]

        def min_gains(self, sentences):
            return self.upper_bounds[sentences]

        def add(self, sentence):
            self.value += self.upper_bounds[sentence]
            return self.upper_bounds[sentence]

        def copy(self):
            return Squares()

    assert greedy(Squares(), [1, 1, 1], 2).chosen == [2, 1]


@pytest.mark.parametrize(
    ("lengths", "capacity", "more", "words"),
    [
        ([1, 0], 5, {}, "a length is 0"),
        ([1, np.nan], 5, {}, "a length is nan"),
        ([1], 5, {}, "lengths have shape"),
        ([1, 1], 0, {}, "capacity is 0"),
        ([1, 1], np.inf, {}, "capacity is inf"),
        ([1, 1], 5, {"cost_exponent": -1}, "cost_exponent is -1"),
        ([1, 1], 5, {"eligible": [True]}, "eligible has shape"),
    ],
)
def test_arguments_out_of_range_are_refused(lengths, capacity, more, words):
    function = RelevanceAndCoverage(flat(2), [0.5, 0.5])
    with pytest.raises(OptionError, match=words):
        greedy(function, lengths, capacity, **more)


def test_fifty_thousand_sentences_need_no_square_matrix():
    n = 50_000
    rng = np.random.default_rng(4)
    sentences = np.repeat(np.arange(n), 4)
    graph = term_hypergraph(rng.integers(0, 5_000, 4 * n), sentences, n, 5_000)
    scores, lengths = rng.random(n) / n, rng.integers(5, 40, n)
    tracemalloc.start()
    found = greedy(RelevanceAndCoverage(graph, scores), lengths, 250)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.9 < found.value / found.bound <= 1
    assert peak < 1_000 * n
