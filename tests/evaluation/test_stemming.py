"""Words are compared in the form that ROUGE-1.5.5 gives them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.evaluation.stemming import normal_form

STEMS = json.loads(Path(__file__).with_name("rouge_golden.json").read_text("utf-8"))["stems"]


def test_stems_equal_those_of_rouge_155():
    assert {word: normal_form(word) for word in STEMS} == STEMS


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("is", "is"),
        ("ties", "ti"),
        ("agreement", "agreem"),
        ("fundamental", "fundam"),
        ("professional", "profess"),
        ("occasional", "occas"),
        ("yearly", "yearli"),
        ("abbey", "abbei"),
        ("left", "leave"),
        ("leave", "leav"),
        ("better", "well"),
        ("testes", "testes"),
        ("comics", "comic_strip"),
        ("ashes", "ash"),
        ("1990s", "1990"),
        ("ings", "ing"),
    ],
)
def test_stems_follow_the_rules(word, form):
    assert normal_form(word) == form


@given(st.text("abceilmnostuy019", min_size=1, max_size=12))
def test_any_token_has_a_stem_that_is_not_empty(word):
    assert normal_form(word)
    assert len(word) > 3 or normal_form(word) == word
