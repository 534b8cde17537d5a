"""Sentences with a number, if a question asks for one."""

import numpy as np
import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.features.numbers import (
    AMOUNT_FACTOR,
    NUMBER_FACTOR,
    favour_numbers,
    numbers_in,
)
from hyperdigest.question import Question
from hyperdigest.ranking.rank import rank

DIGITS, WORD = "The mill has 12 sails of oak.", "In the war seven sails of the mill burned."
NONE = "The sails of the mill turn by night."


def ratios(texts, question, language="en"):
    document = Document("mill", "mill", " ".join(texts))
    model = Collection.of([document], language=language).fit(Options(sweeps=5, samples=1))
    asked = Question.of(question)
    before = rank(model, asked, model.options)
    after = favour_numbers(before, model, asked, model.options)
    assert after.relevance.sum() == pytest.approx(1)
    ratio = after.relevance / before.relevance
    return dict(zip(model.collection.texts(), ratio / ratio.min(), strict=True))


def test_sentences_with_a_number_in_digits_or_words_are_more_relevant():
    ratio = ratios([DIGITS, WORD, NONE], "How many sails does the mill have?")
    assert ratio == pytest.approx({DIGITS: NUMBER_FACTOR, WORD: NUMBER_FACTOR, NONE: 1})


def test_a_number_of_the_question_itself_does_not_count():
    ratio = ratios([DIGITS, WORD, NONE], "How many of the 12 sails of the mill burned?")
    assert ratio == pytest.approx({DIGITS: 1, WORD: NUMBER_FACTOR, NONE: 1})


def test_an_amount_of_what_is_measured_counts_more_than_a_number():
    days = "The sails of the mill turned for nine days."
    ratio = ratios([DIGITS, days, NONE], "How long did the sails of the mill turn?")
    assert ratio == pytest.approx({DIGITS: 1.5, days: 1.5 * AMOUNT_FACTOR, NONE: 1})


@pytest.mark.parametrize("question", ["Who made the sails of the mill?", "Sails of the mill"])
def test_other_questions_change_nothing(question):
    assert np.ptp([*ratios([DIGITS, WORD, NONE], question).values()]) == pytest.approx(0)


@pytest.mark.parametrize(
    ("language", "question", "text", "other"),
    [
        ("de", "Wie viele Flügel hat die Mühle?", "Die Mühle hat zehn Flügel.", "Sie dreht."),
        ("ru", "Сколько крыльев у мельницы?", "У мельницы шесть крыльев.", "Мельница стоит."),
        ("zh", "磨坊有多少风车?", "磨坊有六个风车。", "磨坊在河边。"),
    ],
)
def test_numbers_are_known_in_other_languages(language, question, text, other):
    ratio = ratios([other, text], question, language)
    assert ratio[text] == pytest.approx(NUMBER_FACTOR)


def test_numbers_are_words_of_their_own():
    assert numbers_in("A lonely stone weighs 1,250.5 pounds, and none is often late.", "en") == {
        "1,250.5"
    }
    assert numbers_in("Ten tents cost nineteen pounds.", "en") == {"ten", "nineteen"}
    assert not numbers_in("The rent is due, and on the list.", "en")
