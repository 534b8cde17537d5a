"""ROUGE is that of ROUGE-1.5.5, on what it printed and against a slow count of every unit."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.versions import version
from hyperdigest.errors import OptionError
from hyperdigest.evaluation.rouge import METRICS, Rouge, Score, rouge, signature
from oracles.rouge import score

GOLDEN = json.loads(Path(__file__).with_name("rouge_golden.json").read_text(encoding="utf-8"))
CASES = pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["note"])

WORDS = ("the", "bridge", "bridges", "closed", "left", "better", "U.S.", "long-term", "--", "café",
         "3.5%", "don't", "Harrow", "a\xa0b", "x\x85y", "\udc80", "\ud800")  # fmt: skip
SPACES = (" ", "  ", "\t", "\n", "\n\n", "\n ", "\r\n", "\v", "\u2003", "\x1c")
texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES)), max_size=25).map(
    lambda pairs: "".join(word + space for word, space in pairs)
)
spaced = st.builds(str.__add__, st.sampled_from(("", *SPACES)), texts)


def printed(of):
    return [f"{number:.5f}" for number in (of.recall, of.precision, of.f)]


@CASES
def test_every_score_equals_that_of_rouge_155(case):
    scores = rouge(case["candidate"], case["references"], limit=case["limit"])
    assert {name: printed(of) for name, of in scores.items()} == case["scores"]


@CASES
def test_scores_without_a_reference_equal_those_of_rouge_155(case):
    for left_out, expected in enumerate(case["without"]):
        rest = [text for n, text in enumerate(case["references"]) if n != left_out]
        scores = rouge(case["candidate"], rest, limit=case["limit"])
        assert {name: printed(of) for name, of in scores.items()} == expected


@CASES
def test_jackknifed_scores_are_means_of_those_of_rouge_155(case):
    parts = case["without"] or [case["scores"]]
    scores = rouge(case["candidate"], case["references"], limit=case["limit"], jackknife=True)
    for metric in METRICS:
        got = scores[metric]
        means = [sum(float(part[metric][n]) for part in parts) / len(parts) for n in range(3)]
        assert [got.recall, got.precision, got.f] == pytest.approx(means, abs=1e-12)


@given(
    candidate=spaced,
    references=st.lists(spaced, min_size=1, max_size=4),
    limit=st.none() | st.integers(0, 30),
    jackknife=st.booleans(),
)
def test_counts_equal_those_of_the_slow_oracle(candidate, references, limit, jackknife):
    scores = rouge(candidate, references, limit, jackknife)
    for metric, of in scores.items():
        expected = score(metric, candidate, references, limit, jackknife)
        assert (of.recall, of.precision, of.f) == pytest.approx(expected, abs=1e-12)


@given(st.text(), st.lists(st.text(), min_size=1, max_size=3))
def test_any_text_is_scored_between_0_and_1(candidate, references):
    for of in rouge(candidate, references, limit=5).values():
        assert all(0 <= number <= 1 for number in (of.recall, of.precision, of.f))


@given(candidate=spaced, references=st.lists(spaced, min_size=1, max_size=4), data=st.data())
def test_the_order_of_references_does_not_change_the_score(candidate, references, data):
    shuffled = data.draw(st.permutations(references))
    assert rouge(candidate, references) == rouge(candidate, shuffled)


def test_many_candidates_share_the_references_counted_once():
    references = ["The smith mends the mill.", "In May the mill is mended."]
    judge = Rouge(references, limit=4, jackknife=True)
    for candidate in ("The mill is mended.", "", "A comet came.", "The mill is mended."):
        assert judge.score(candidate) == rouge(candidate, references, 4, jackknife=True)


def test_a_text_scores_one_against_itself():
    text = "The smith mends the mill in May."
    assert rouge(text, [text]) == dict.fromkeys(METRICS, Score(1.0, 1.0, 1.0))


@pytest.mark.parametrize("candidate", ["", " \n", "... --", "é"])
def test_without_tokens_the_score_is_zero(candidate):
    zero = dict.fromkeys(METRICS, Score(0.0, 0.0, 0.0))
    assert rouge(candidate, ["The mill."]) == rouge("The mill.", [candidate]) == zero
    assert rouge("The mill.", ["The mill."], limit=0) == zero


def test_the_limit_cuts_references_too_and_counts_words_between_blanks():
    cut = rouge("long-term plans here", ["long-term plans there"], limit=2)
    assert cut == rouge("long-term plans", ["long-term plans"])


def test_white_space_before_a_line_takes_a_word_of_the_limit():
    assert rouge(" one two", ["one two"], limit=2) == rouge("one", ["one two"])


def test_invalid_arguments_of_scores_are_refused():
    with pytest.raises(OptionError, match="0 references"):
        rouge("A text.", [])
    with pytest.raises(OptionError, match="limit is -1"):
        rouge("A text.", ["A text."], limit=-1)


def test_the_signature_names_every_choice():
    line = signature(250, jackknife=True)
    assert line == (
        "rouge|variant:1.5.5|metrics:1+2+su4|stem:porter-1.5.5+wordnet|stop:kept|refs:pooled"
        f"|jackknife:yes|limit:250w|v:{version('hyperdigest')}"
    )
    assert "|jackknife:no|limit:none|" in signature()
