"""Raise the relevance of sentences with a number if a question asks for an amount or a year."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.phrases import asks_in_any, listed_phrases
from hyperdigest.ranking.rank import Ranking
from hyperdigest.record import ModelRecord
from hyperdigest.split.languages import language_of_question
from hyperdigest.split.scripts import has_paired_letters

NUMBER_FACTOR = 1.5
"""How many times as relevant a sentence with a number is, for such a question."""

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def favour_numbers(ranking: Ranking, model: ModelRecord, question: Question) -> Ranking:
    """The ranking with a higher relevance of sentences that have a number, in digits or as a word,
    which the question has not, if it asks for an amount or a year.

    Few of the phrases that ask so are about something else: "How long is the rope?" may be answered
    by "as long as the mast".
    """
    collection = model.collection
    if not asks_in_any("number", question.text, collection.language_counts):
        return ranking
    languages = tuple(collection.language_counts)
    asked, _ = language_of_question(question.text, languages, collection.term_numbers)
    known, best = numbers_in(question.text, asked), ranking.contenders()
    document = collection.split.sentences.document[best].tolist()
    factor = np.ones(len(ranking.relevance))
    factor[best] = [
        NUMBER_FACTOR if numbers_in(text, collection.language_of(number)) - known else 1.0
        for number, text in zip(document, collection.texts(best), strict=True)
    ]
    return ranking.scaled(factor)


def numbers_in(text: str, language: str) -> set[str]:
    """The numbers in a text: those in digits, and the words for numbers in its language."""
    words = {*text} if has_paired_letters(text) else {*_WORD.findall(text.casefold())}
    return {*_DIGITS.findall(text)} | words & number_words(language)


@cache
def number_words(language: str) -> frozenset[str]:
    """The words of a language that are numbers; empty without a list."""
    listed = (words for name, _, words in listed_phrases("number_words") if name == language)
    return frozenset(next(listed, ()))
