"""Sentences that are worded as the question is, compared with a plain reading."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.features.wording import WORDING_WEIGHT, favour_wording, shares
from hyperdigest.question import Question
from hyperdigest.ranking.rank import rank


def fitted(text, language="en"):
    collection = Collection.of([Document("mill", "mill", text)], language=language)
    return collection.fit(Options(sweeps=5, samples=1))


def ratios(model, question):
    """How much more relevant each sentence becomes than the first one, by its text."""
    asked = Question.of(question)
    before = rank(model, asked, model.options)
    after = favour_wording(before, model, asked, model.options)
    assert after.relevance.sum() == pytest.approx(1)
    assert after.value.sum() == pytest.approx(1)
    ratio = after.relevance / before.relevance
    return dict(zip(model.collection.texts(), ratio / ratio[0], strict=True))


PLAIN, ONLY = "The miller grinds the rye.", "The miller grinds only one sack before noon."
OTHER = "Rye before noon is for the sack of the miller, who grinds."


def test_stop_words_tell_which_sentence_is_meant():
    digest = fitted(f"{OTHER} {PLAIN} {ONLY}").digest("Who grinds only one sack?", words=10)
    assert [sentence.text for sentence in digest.sentences] == [ONLY]


def test_a_sentence_with_all_stop_words_and_pairs_gains_twice_the_weight():
    ratio = ratios(fitted(f"{PLAIN} Noon comes. {ONLY}"), "grinds only one sack")
    assert ratio[ONLY] == pytest.approx(1 + 2 * WORDING_WEIGHT)


def test_words_side_by_side_count_and_words_apart_do_not():
    near, apart = "The rye sack is full.", "The sack of the rye is full."
    ratio = ratios(fitted(f"Noon comes. {near} {apart}"), "rye sack")
    assert ratio[near] == pytest.approx(1 + WORDING_WEIGHT)
    assert ratio[apart] == pytest.approx(1)


def test_code_counts_with_the_sentence_that_introduces_it():
    text = "Noon comes.\n\nTo grind only one sack, type:\n\n    mill --sack 1\n\nThe rye is full.\n"
    ratio = ratios(fitted(text), "How do I grind only one sack?")
    code = next(text for text in ratio if "mill --sack" in text)
    lead_in = next(text for text in ratio if text.startswith("To grind"))
    assert ratio[code] == pytest.approx(ratio[lead_in])
    assert ratio[lead_in] > ratio["The rye is full."]


@pytest.mark.parametrize("question", ["Windmills?", "only the before"])
def test_nothing_changes_without_a_known_word(question):
    ratio = ratios(fitted(f"{PLAIN} {OTHER}"), question)
    assert [*ratio.values()] == pytest.approx([1, 1])


UNITS = st.lists(st.sampled_from("abcdef"), max_size=5)


@given(UNITS, st.lists(UNITS, min_size=1, max_size=6))
def test_shares_are_weighted_by_the_idf_among_the_sentences(asked, had):
    asked, n = sorted({*asked}), len(had)
    found = shares(asked, [{*units}.intersection(asked) for units in had])
    having = {unit: sum(unit in units for units in had) for unit in asked}
    idf = {unit: math.log(1 + (n - m + 0.5) / (m + 0.5)) for unit, m in having.items()}
    total = sum(idf.values()) or 1
    expected = [sum(idf[unit] for unit in asked if unit in units) / total for units in had]
    np.testing.assert_allclose(found, expected)
