"""Averages and intervals are those that ROUGE-1.5.5 prints."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.evaluation.rouge import Interval, bootstrap
from oracles.rouge import interval

PRINTED = json.loads(Path(__file__).with_name("rouge_golden.json").read_text("utf-8"))["intervals"]
scores = st.lists(st.integers(0, 100_000).map(lambda n: n / 100_000), min_size=1, max_size=12)


@pytest.mark.parametrize("series", PRINTED, ids=("rouge-2", "rouge-su4"))
def test_intervals_equal_those_of_rouge_155(series):
    got = bootstrap(series["scores"])
    assert [f"{x:.5f}" for x in (got.average, got.low, got.high)] == series["printed"]


@given(scores, st.sampled_from([40, 80]))
def test_intervals_equal_those_of_drawing_one_by_one(scores, resamples):
    got = bootstrap(scores, resamples)
    assert (got.average, got.low, got.high) == interval(scores, resamples)


@given(scores, st.integers(1, 60), st.floats(0.01, 0.99))
def test_the_interval_lies_within_the_scores(scores, resamples, confidence):
    got = bootstrap(scores, resamples, confidence)
    assert min(scores) - 1e-12 <= got.low <= got.high <= max(scores) + 1e-12


@given(scores)
def test_higher_confidence_never_narrows_the_interval(scores):
    narrow, wide = bootstrap(scores, 100, 0.5), bootstrap(scores, 100, 0.9)
    assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_the_interval_of_one_score_is_that_score():
    assert bootstrap([0.25], resamples=1) == Interval(0.25, 0.25, 0.25)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([],), "0 scores"),
        (([0.5], 0), "resamples is 0"),
        (([0.5], 10, 0.0), "confidence is 0.0"),
        (([0.5], 10, 1.0), "confidence is 1.0"),
        (([0.5], 10, float("nan")), "confidence is nan"),
    ],
)
def test_invalid_arguments_of_resampling_are_refused(arguments, said):
    with pytest.raises(OptionError, match=said):
        bootstrap(*arguments)
