import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model
from hyperdigest.constraints import Constraints
from hyperdigest.selection import RelevanceAndCoverage, enough_length, greedy
from hyperdigest.selection.lazy_greedy import LEAST_OF_BEST, LEAST_OF_VALUE
from oracles import selection as oracle
from strategies import PROBLEMS, random_problem


def function_of(problem):
    return RelevanceAndCoverage(problem.hypergraph, problem.scores, problem.coverage_balance)


def slow_enough(problem, exponent):
    """The picks of the greedy by the book that are made before one adds too little."""
    values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
    lengths, room, mask, chosen, gains = problem.lengths, problem.capacity, 0, [], []
    while fits := [j for j in range(len(lengths)) if not mask >> j & 1 and lengths[j] <= room]:
        ratios = {j: (values[mask | 1 << j] - values[mask]) / lengths[j] ** exponent for j in fits}
        best = max(ratios.values())
        pick = next(j for j in fits if ratios[j] >= best - 1e-11 * abs(best))
        gain, value = values[mask | 1 << pick] - values[mask], values[mask | 1 << pick]
        if gain < max(LEAST_OF_BEST * max(gains, default=0), LEAST_OF_VALUE * value):
            break
        chosen.append(pick)
        gains.append(gain)
        mask, room = mask | 1 << pick, room - lengths[pick]
    return chosen


@given(PROBLEMS, st.sampled_from([1.0, 0.25, 0.0]))
def test_the_sufficient_length_is_that_of_picks_with_enough_gain(problem, exponent):
    room = enough_length(
        function_of(problem), problem.lengths, problem.capacity, cost_exponent=exponent
    )
    chosen = slow_enough(problem, exponent)
    assert room == problem.lengths[chosen].sum() <= problem.capacity
    if room:
        found = greedy(function_of(problem), problem.lengths, room, cost_exponent=exponent)
        assert found.chosen == chosen or len(found.chosen) == 1


@given(PROBLEMS, st.sampled_from([1.0, 0.25]), st.sampled_from([0.1, 0.5, 1.0]))
def test_with_the_sufficient_length_no_filler_is_selected(problem, exponent, share):
    function, lengths = function_of(problem), problem.lengths
    how = {"cost_exponent": exponent, "least_share": share}
    room = enough_length(function, lengths, problem.capacity, **how)
    if room:
        full = greedy(function, lengths, problem.capacity, **how, certified=False).chosen
        ended = greedy(function, lengths, room, **how, certified=False).chosen
        assert ended == full[: len(ended)] or 1 in (len(ended), len(full))
        assert lengths[ended].sum() == room or len(ended) == 1


def test_the_certificate_holds_for_all_digests_of_that_length():
    rng = np.random.default_rng(1)
    for _ in range(300):
        problem = random_problem(rng, most_sentences=9)
        function = function_of(problem)
        room = enough_length(function, problem.lengths, problem.capacity)
        if not room:
            continue
        values = oracle.values_of_all(problem.hypergraph, problem.scores, problem.coverage_balance)
        sizes = oracle.length_of_all(problem.lengths)
        best = oracle.optimum(values, sizes, room, np.ones(len(problem.lengths), bool))
        assert greedy(function, problem.lengths, room).bound >= best - 1e-12


def test_a_sufficient_digest_contains_the_pinned_sentences():
    model = bridge_model()
    places = tuple((s.document, s.start) for s in model.digest(QUESTION, words=250).sentences)
    pinned = model.digest(QUESTION, words=400, enough=True, wishes=Constraints(pinned=places))
    assert {(s.document, s.start) for s in pinned.sentences} >= set(places)
    assert pinned.used <= pinned.certificate.budget < 400


@pytest.mark.parametrize("preset", ["default", "paper"])
@pytest.mark.parametrize("exact", [False, True])
def test_a_sufficient_digest_is_part_of_the_full_one_and_its_certificate_says_so(preset, exact):
    model = bridge_model()
    full = model.digest(QUESTION, words=250, preset=preset)
    ended = model.digest(QUESTION, words=250, preset=preset, enough=True, exact=exact)
    assert 0 < ended.used < full.used <= 250
    assert ended.budget == 250
    assert ended.used <= ended.certificate.budget < full.certificate.budget == 250
    assert "|enough:True|" in ended.signature
    again = model.digest(QUESTION, words=ended.certificate.budget, preset=preset, exact=exact)
    assert [s.text for s in ended.sentences] == [s.text for s in again.sentences]
    assert ended.certificate == again.certificate
    if not exact:
        assert {s.text for s in ended.sentences} <= {s.text for s in full.sentences}


def test_no_preset_sets_the_option_enough():
    assert not bridge_model().options.enough
