"""Significance over clusters of tasks: exact where all swaps can be tried, calibrated by chance."""

from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.evaluation.significance import PairedComparison, cluster_interval, compare, holm
from oracles.significance import drawn_means, randomization

scores = st.integers(0, 64).map(lambda n: n / 64)
tasks = st.lists(st.tuples(scores, scores, st.sampled_from("abcd")), min_size=1, max_size=12)
p_values = st.lists(st.floats(0, 1), max_size=12)


@given(tasks)
def test_randomization_approaches_the_share_of_all_swaps(tasks):
    first, second, clusters = zip(*tasks, strict=True)
    differences = [one - other for one, other in zip(first, second, strict=True)]
    exact = randomization(differences, clusters)
    assert compare(first, second, clusters, resamples=4000).p == pytest.approx(exact, abs=0.05)


@given(tasks)
def test_the_bootstrap_approaches_all_draws(tasks):
    first, second, clusters = zip(*tasks, strict=True)
    differences = [one - other for one, other in zip(first, second, strict=True)]
    means = drawn_means(differences, clusters)
    got = compare(first, second, clusters, resamples=4000)
    if got.clusters == 1:
        assert (got.low, got.high, got.bootstrap_p) == (-inf, inf, 1)
        return
    below = sum(mean <= 0 for mean in means) / len(means)
    above = sum(mean >= 0 for mean in means) / len(means)
    assert got.bootstrap_p == pytest.approx(min(1, 2 * min(below, above)), abs=0.1)
    for end, outside in ((got.low, 0.025), (got.high, 0.975)):
        nearest = [float(means[int(len(means) * share)]) for share in near(outside)]
        assert nearest[0] - 1e-9 <= end <= nearest[1] + 1e-9


def near(share):
    """Ranks between which a percentile found by chance lies."""
    return max(share - 0.02, 0), min(share + 0.02, 0.999)


@given(tasks)
def test_exchanging_the_systems_changes_the_signs(tasks):
    first, second, clusters = zip(*tasks, strict=True)
    one = compare(first, second, clusters, resamples=200)
    other = compare(second, first, clusters, resamples=200)
    assert (one.p, one.bootstrap_p) == (other.p, other.bootstrap_p)
    assert one.difference == pytest.approx(-other.difference)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


@given(tasks)
def test_fields_of_a_comparison_are_consistent(tasks):
    first, second, clusters = zip(*tasks, strict=True)
    got = compare(first, second, clusters, resamples=200)
    assert got.difference == pytest.approx(np.mean(first) - np.mean(second))
    assert 1 / 201 <= got.p <= 1
    assert 1 / 201 <= got.bootstrap_p <= 1
    assert (got.tasks, got.clusters) == (len(tasks), len(set(clusters)))
    assert got == compare(first, second, clusters, resamples=200)


def test_identical_systems_do_not_differ():
    given = np.random.default_rng(0).random(30)
    same = compare(given, given, range(30))
    assert same == PairedComparison(0.0, 0.0, 0.0, 1.0, 1.0, 30, 30)


def test_one_cluster_of_everything_is_never_significant():
    got = compare([1.0] * 50, [0.0] * 50, ["same"] * 50)
    assert (got.difference, got.p, got.bootstrap_p) == (1.0, 1.0, 1.0)


def test_dependent_tasks_count_as_one():
    rng = np.random.default_rng(1)
    effects = np.repeat(rng.normal(0.3, 1, 12), 10)
    noise = rng.normal(0, 0.1, 120)
    alone = compare(effects + noise, noise, range(120))
    clustered = compare(effects + noise, noise, np.repeat(np.arange(12), 10).tolist())
    assert alone.p < 0.001 < 0.01 < clustered.p
    assert clustered.high - clustered.low > 2 * (alone.high - alone.low)


def test_a_clear_difference_is_found():
    rng = np.random.default_rng(2)
    second = rng.random(40)
    got = compare(second + rng.normal(0.1, 0.1, 40), second, range(40))
    assert got.p < 0.001
    assert got.bootstrap_p < 0.001
    assert 0 < got.low < got.difference < got.high


def test_without_a_difference_p_is_below_five_percent_about_that_often():
    rng = np.random.default_rng(3)
    clusters = np.repeat(np.arange(30), 4).tolist()
    found = []
    for seed in range(300):
        shared = np.repeat(rng.normal(size=30), 4)
        difference = shared + rng.normal(0, 0.3, 120)
        found.append(compare(difference, np.zeros(120), clusters, resamples=300, seed=seed).p)
    assert 0.02 <= np.mean(np.array(found) <= 0.05) <= 0.08
    assert 0.42 <= np.mean(np.array(found) <= 0.5) <= 0.58


def test_intervals_of_a_mean_contain_it_about_as_often_as_stated():
    rng = np.random.default_rng(4)
    held = 0
    clusters = np.repeat(np.arange(40), 3).tolist()
    for seed in range(300):
        scores = np.repeat(rng.normal(size=40), 3) + rng.normal(0, 0.3, 120)
        got = cluster_interval(scores, clusters, resamples=300, seed=seed)
        held += got.low <= 0 <= got.high
        assert got.average == pytest.approx(scores.mean())
    assert 0.90 <= held / 300 <= 0.98


def test_a_mean_over_one_cluster_has_no_known_spread():
    got = cluster_interval([0.2, 0.4], ["same", "same"])
    assert (got.average, got.low, got.high) == (pytest.approx(0.3), -inf, inf)


def test_the_correction_of_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


@given(p_values, st.floats(0.001, 0.2))
def test_the_correction_rejects_as_the_step_down_procedure_does(p_values, level):
    rejected = set()
    for k, n in enumerate(sorted(range(len(p_values)), key=lambda n: p_values[n])):
        if (len(p_values) - k) * p_values[n] > level:
            break
        rejected.add(n)
    assert {n for n, p in enumerate(holm(p_values)) if p <= level} == rejected


@given(p_values)
def test_a_correction_only_raises_and_keeps_the_order(p_values):
    corrected = holm(p_values)
    assert all(p <= c <= 1 for p, c in zip(p_values, corrected, strict=True))
    for (p, c), (q, d) in product(zip(p_values, corrected, strict=True), repeat=2):
        assert c <= d or p > q


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (([], [], []), {}, "0 scores"),
        (([1], [1, 2], [0]), {}, "1 and 2 scores"),
        (([1, 2], [1, 2], [0]), {}, "2 scores and 1 clusters"),
        (([1], [1], [0]), {"resamples": 0}, "resamples is 0"),
        (([1], [1], [0]), {"confidence": 1.5}, "confidence is 1.5"),
    ],
)
def test_invalid_scores_are_refused(arguments, options, said):
    with pytest.raises(OptionError, match=said):
        compare(*arguments, **options)
