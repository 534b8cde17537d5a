"""Sentences that are known fill the hyperedges: what they hold adds nothing more."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.selection import RelevanceAndCoverage, greedy, maximize
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum, tightened
from strategies import SEEDS, random_problem

KINDS = st.sampled_from(["coverage", "saturated", "both"])


def function_of(problem, kind):
    if kind == "coverage":
        return RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)
    relevance = SaturatedRelevance(problem.hypergraph, problem.scores + 1e-3, 0.7)
    if kind == "saturated":
        return relevance
    coverage = RelevanceAndCoverage(problem.hypergraph, np.zeros_like(problem.scores), 1.0)
    return WeightedSum([(0.6, relevance), (0.4, coverage)])


def random_task(seed, most=7):
    """A problem, some of its sentences as known, and who of the others may be picked."""
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, most_sentences=most)
    n = len(problem.lengths)
    known = np.sort(rng.permutation(n)[: rng.integers(n + 1)])
    eligible = rng.random(n) < 0.8
    eligible[known] = False
    return problem, known, eligible


def best_value(function, problem, candidates):
    """The most that a set of some sentences within the capacity adds, by enumeration."""
    best = 0.0
    for mask in range(2 ** len(candidates)):
        chosen = [int(c) for n, c in enumerate(candidates) if mask >> n & 1]
        if problem.lengths[chosen].sum() > problem.capacity:
            continue
        grown = function.copy()
        best = max(best, sum(grown.add(sentence) for sentence in chosen))
    return best


@given(SEEDS, KINDS)
def test_starting_from_known_sentences_equals_adding_them_one_by_one(seed, kind):
    problem, known, _ = random_task(seed, most=16)
    filled, added = function_of(problem, kind), function_of(problem, kind)
    filled = filled.used_up(known)
    for sentence in known.tolist():
        added.add(sentence)
    assert filled.value == 0
    others = np.setdiff1d(np.arange(len(problem.lengths)), known)
    if not len(others):
        return
    assert filled.marginal_gains(others)() == pytest.approx(added.marginal_gains(others)())
    for sentence in others.tolist():
        assert filled.add(sentence) == pytest.approx(added.add(sentence))


@given(SEEDS, KINDS)
def test_gains_shrink_with_the_number_of_known_sentences(seed, kind):
    problem, known, _ = random_task(seed, most=16)
    others = np.setdiff1d(np.arange(len(problem.lengths)), known)
    if not len(others):
        return
    gains = []
    for part in (0.0, 0.3, 1.0):
        function = function_of(problem, kind)
        function = function.used_up(known, part)
        gains.append(function.marginal_gains(others)())
        assert (gains[-1] >= function.min_gains(others) - 1e-9).all()
    assert gains[0] == pytest.approx(function_of(problem, kind).marginal_gains(others)())
    slack = 1e-9 * (1 + gains[0].max())
    assert (gains[0] >= gains[1] - slack).all()
    assert (gains[1] >= gains[2] - slack).all()


@given(SEEDS, KINDS)
def test_tightened_bounds_remain_after_additions(seed, kind):
    problem, known, eligible = random_task(seed, most=12)
    function = function_of(problem, kind)
    function = function.used_up(known)
    loose = function.upper_bounds.copy()
    left = np.flatnonzero(eligible)
    function = tightened(function, left)
    assert (function.upper_bounds <= loose).all()
    while len(left):
        gains = function.marginal_gains(left)()
        assert (gains <= function.upper_bounds[left] * (1 + 1e-9) + 1e-12).all()
        function.add(int(left[0]))
        left = left[1:]


@settings(max_examples=60)
@given(SEEDS, KINDS, st.sampled_from([0.25, 1.0]))
def test_the_bound_is_valid_for_every_set_beside_the_known_sentences(seed, kind, part):
    problem, known, eligible = random_task(seed)
    function = function_of(problem, kind)
    function = function.used_up(known, part)
    candidates = np.flatnonzero(eligible)
    function = tightened(function, candidates)
    best = best_value(function, problem, candidates)
    found = greedy(function, problem.lengths, problem.capacity, eligible=eligible)
    assert found.value <= best + 1e-9 <= found.bound + 2e-9
    exact = maximize(function, problem.lengths, problem.capacity, eligible=eligible)
    assert exact.value == pytest.approx(best, rel=1e-5, abs=1e-9)


@settings(max_examples=60)
@given(SEEDS, KINDS, st.booleans())
def test_among_some_sentences_the_bound_is_valid_for_every_set_of_them(seed, kind, known_first):
    problem, known, eligible = random_task(seed)
    candidates = np.flatnonzero(eligible)
    function = function_of(problem, kind)
    if known_first:
        function = function.used_up(known, 0.5).among(candidates)
    else:
        function = function.among(candidates).used_up(known, 0.5)
    best = best_value(function, problem, candidates)
    found = greedy(function, problem.lengths, problem.capacity, eligible=eligible)
    assert found.value <= best + 1e-9 <= found.bound + 2e-9


@given(SEEDS)
def test_the_least_gains_are_valid_beside_sentences_that_are_not_compared(seed):
    problem, known, eligible = random_task(seed, most=12)
    compared = np.flatnonzero(eligible)
    function = function_of(problem, "saturated").among(compared)
    for sentence in known.tolist():
        function.add(sentence)
    for sentence in compared.tolist():
        all_others = function.copy()
        for other in set(compared.tolist()) - {sentence}:
            all_others.add(other)
        assert function.min_gains(np.array([sentence]))[0] <= all_others.add(sentence) + 1e-12


@given(SEEDS)
def test_used_up_does_not_change_the_function_itself(seed):
    problem, known, _ = random_task(seed)
    for kind in ("coverage", "saturated", "both"):
        function = function_of(problem, kind)
        every = np.arange(len(problem.lengths))
        before = function.marginal_gains(every)()
        function.used_up(known)
        assert function.marginal_gains(every)() == pytest.approx(before)
