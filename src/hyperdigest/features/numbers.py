"""Raise the relevance of sentences with a number if a question asks for an amount or a year, and
further that of sentences with an amount of what it measures: of time, of money, of length."""

from __future__ import annotations

import re

import numpy as np

from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.measures import has_amount, measures_asked_for, number_words
from hyperdigest.ranking.asked_for.phrases import asks_in_any
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord
from hyperdigest.split.languages import language_of_question
from hyperdigest.split.scripts import has_paired_letters

NUMBER_FACTOR = 1.5
"""How many times as relevant a sentence with a number is, for such a question."""

AMOUNT_FACTOR = 2.0
"""How many times as relevant, besides, one is with an amount of what the question measures."""

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def favour_numbers(
    ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Ranking:
    """The ranking with a higher relevance of sentences that have a number, in digits or as a word,
    which the question has not, if it asks for an amount or a year.

    Few of the phrases that ask so are about something else: "How long is the rope?" may be answered
    by "as long as the mast". Nothing changes if words do not count as evidence.
    """
    collection = model.collection
    languages = tuple(collection.language_counts)
    if not options.word_evidence or not asks_in_any("number", question.text, languages):
        return ranking
    asked, _ = language_of_question(question.text, languages, collection.term_numbers)
    known, best = numbers_in(question.text, asked), ranking.contenders()
    measures = measures_asked_for(question.text, asked)
    factor = np.ones(len(ranking.relevance))
    document = collection.split.sentences.document[best].tolist()
    for place, number, text in zip(best, document, collection.texts(best), strict=True):
        language = collection.language_of(number)
        if numbers_in(text, language) - known:
            factor[place] = NUMBER_FACTOR
            if has_amount(text, measures, language):
                factor[place] *= AMOUNT_FACTOR
    return ranking.scaled(factor)


def numbers_in(text: str, language: str) -> set[str]:
    """The numbers in a text: those in digits, and the words for numbers in its language."""
    words = {*text} if has_paired_letters(text) else {*_WORD.findall(text.casefold())}
    return {*_DIGITS.findall(text)} | words & number_words(language)
