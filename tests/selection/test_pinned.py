"""The best sets among those that hold given sentences, against every such set."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.constraints import Constraints
from hyperdigest.selection import RelevanceAndCoverage, greedy, maximize
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum
from oracles import selection as oracle
from strategies import PROBLEMS, SEEDS, random_problem


def function_of(problem, saturated=False):
    if not saturated:
        return RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)
    relevance = SaturatedRelevance(problem.hypergraph, problem.scores + 1e-3, 0.7)
    coverage = RelevanceAndCoverage(problem.hypergraph, np.zeros_like(problem.scores), 1.0)
    nu = problem.coverage_balance
    return WeightedSum([(1 - nu, relevance), (nu, coverage)])


def values_of(function):
    """(2^N,) the function of every set, by adding its sentences in order."""
    n = len(function.upper_bounds)
    values = np.zeros(2**n)
    for mask in range(2**n):
        grown = function.copy()
        for sentence in range(n):
            if mask >> sentence & 1:
                grown.add(sentence)
        values[mask] = grown.value
    return values


def pinned_sentences(problem, seed, most=3):
    """Pinned sentences, which others are eligible, and the length that remains for these."""
    rng = np.random.default_rng(seed)
    n = len(problem.lengths)
    sentences = [int(s) for s in rng.permutation(n)[: rng.integers(0, min(n, most) + 1)]]
    eligible = rng.random(n) < 0.8
    eligible[sentences] = False
    return sentences, eligible, int(rng.integers(1, 60))


def best(values, lengths, sentences, eligible, room):
    """The best value of a set of these sentences and others that may be picked and fit."""
    must = sum(1 << s for s in sentences)
    sizes = oracle.length_of_all(lengths)
    masks = np.arange(len(values))
    barred = sum(1 << s for s in range(len(lengths)) if not eligible[s] and s not in sentences)
    allowed = (masks & must == must) & (masks & barred == 0)
    return values[allowed & (sizes - sizes[must] <= room)].max()


def check(problem, seed, saturated):
    sentences, eligible, room = pinned_sentences(problem, seed)
    function = function_of(problem, saturated)
    values = values_of(function)
    for sentence in sentences:
        function.add(sentence)
    found = greedy(function, problem.lengths, room, eligible=eligible)
    optimum = best(values, problem.lengths, sentences, eligible, room)
    value = values[sum(1 << s for s in [*sentences, *found.chosen])]
    assert found.value == pytest.approx(value, abs=1e-12)
    assert function.value + sum(found.gains) == pytest.approx(found.value, abs=1e-12)
    assert not set(found.chosen) & set(sentences)
    assert eligible[found.chosen].all()
    assert problem.lengths[found.chosen].sum() <= room
    assert found.value <= optimum + 1e-12 <= found.bound + 2e-12
    assert found.value - function.value >= 0.427 * (optimum - function.value) - 1e-12
    return function, eligible, room, optimum


@settings(max_examples=60)
@given(SEEDS, SEEDS, st.booleans())
def test_value_and_bound_are_those_of_sets_with_the_pinned_sentences(problem_seed, seed, saturated):
    problem = random_problem(np.random.default_rng(problem_seed), most_sentences=7)
    check(problem, seed, saturated)


def test_with_pinned_sentences_guarantee_and_bound_are_valid_on_a_thousand_problems():
    rng = np.random.default_rng(0)
    for seed in range(1000):
        problem = random_problem(rng, most_sentences=8)
        sentences, eligible, room = pinned_sentences(problem, seed)
        function = function_of(problem)
        for sentence in sentences:
            function.add(sentence)
        values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
        found = greedy(function, problem.lengths, room, eligible=eligible)
        optimum = best(values, problem.lengths, sentences, eligible, room)
        assert found.value <= optimum + 1e-12
        assert found.bound >= optimum - 1e-12
        assert found.value - function.value >= 0.427 * (optimum - function.value) - 1e-12


@settings(max_examples=40)
@given(SEEDS, SEEDS, st.booleans())
def test_the_exact_selection_finds_the_best_set_with_the_pinned_sentences(
    problem_seed, seed, saturated
):
    problem = random_problem(np.random.default_rng(problem_seed), most_sentences=7)
    function, eligible, room, optimum = check(problem, seed, saturated)
    found = maximize(function, problem.lengths, room, eligible=eligible)
    assert found.proved
    assert found.value == pytest.approx(optimum, rel=2e-6, abs=1e-9)
    assert found.bound >= optimum * (1 - 1e-9) - 1e-12


@given(PROBLEMS, SEEDS)
def test_counting_from_the_pinned_sentences_does_not_change_the_choice(problem, seed):
    sentences, eligible, room = pinned_sentences(problem, seed)
    function = function_of(problem)
    for sentence in sentences:
        function.add(sentence)
    whole = greedy(function, problem.lengths, room, eligible=eligible)
    base, function.value = function.value, 0.0
    rest = greedy(function, problem.lengths, room, eligible=eligible)
    assert rest.chosen == whole.chosen
    assert rest.gains == whole.gains
    assert rest.value == pytest.approx(whole.value - base, abs=1e-12)
    assert rest.bound == pytest.approx(whole.bound - base, abs=1e-9)


def test_a_copy_of_a_sum_has_its_value_and_is_independent_of_it():
    problem = random_problem(np.random.default_rng(3))
    function = function_of(problem, saturated=True)
    function.add(0)
    function.value = 0.0
    twin = function.copy()
    assert twin.value == 0.0
    gain = function.add(1)
    assert gain != 0
    assert twin.value == 0.0
    assert twin.add(1) == gain


def test_a_single_sentence_is_chosen_only_if_it_gains_more_beside_the_pinned_ones():
    problem = random_problem(np.random.default_rng(0))
    n = len(problem.lengths)
    function = RelevanceAndCoverage(problem.hypergraph, np.linspace(0.1, 1, n), 0.0)
    function.add(n - 1)
    lengths = np.full(n, 1)
    lengths[n - 2] = 9
    eligible = np.isin(np.arange(n), [0, n - 2])
    found = greedy(function, lengths, 9, eligible=eligible)
    assert found.chosen == [n - 2]
    assert found.value == pytest.approx(1.0 + found.gains[0])


def test_a_context_of_a_pinned_sentence_is_not_cited_beyond_the_budget():
    steps = "".join(
        f"{' ' * 3 * depth}1. {act} the {part} of the pump\n"
        for depth, (act, part) in enumerate(
            [("open", "valve"), ("turn", "lever"), ("lift", "lid"), ("pull", "chain")]
        )
    )
    text = f"To drain the tank in the harbour at night:\n\n{steps}\nThe mill has no pump.\n"
    model = Collection.of([Document("a", "a", text, format="markdown")], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    pinned = Constraints(pinned=(("a", text.index("pull")),))
    for words in range(21, 60):
        digest = model.digest("How do I open the valve?", words, wishes=pinned, enough=False)
        shown = {part.text for s in digest.sentences for part in (*s.context, s)}
        assert sum(len(part.split()) for part in shown) <= words
