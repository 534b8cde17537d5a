"""What a question asks for, by the phrases of its language: a fact, a number, how to do something,
several things, or all there is about something; and the noun that says what kind of thing it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

from hyperdigest.split.terms import tokens
from hyperdigest.split.verbs import verbs

AskedFor = Literal["fact", "number", "how_to", "several", "overview"]
"""A fact is a person, a time or a place; a number is an amount or a year; several things are what a
list may answer with; an overview is what many passages may answer with."""

FIRST_WORDS = 2
"""With one of so many words a question for a fact begins, as "In which year did the mill burn?"."""

MOST_SPLIT = 16
"""The sentences of so many questions are kept, as each is looked at several times."""

_LINE = re.compile(r"\[(\w+)\] (\+ )?(.+)")
_SENTENCE_END = re.compile(r"(?<=[.!?;:؟])\s+|(?<=[。！？])")
"""Not within "main.cf" or "3.12"."""

_QUESTION_MARKS = ("?", "？", "؟")
_WORD = re.compile(r"\w")
_FIRST_WORD = re.compile(r"\W*([a-z]+)\b", re.IGNORECASE)
_PLURAL = r"\w*[^\W\d_aisu]"
"""The letters of an English plural before its s, unlike those of was, this, class and status."""

WITHOUT_SPACES = ("ja", "ko", "th", "zh")
"""Languages whose phrases are found within words, or among them."""


def asks_for(what: AskedFor, question: str, language: str) -> bool:
    """Whether a question asks for something: its last sentence with a question mark, or else its
    last one.

    Parameters
    ----------
    language : of the question, an ISO 639-1 code; a language without a list asks for nothing.
    """
    pattern = _pattern_of(what, language)
    return pattern is not None and pattern.search(_asking(question)) is not None


def asks_in_any(what: AskedFor, question: str, languages: Iterable[str]) -> bool:
    """Whether a question asks for something in one of some languages."""
    return any(asks_for(what, question, language) for language in languages)


@lru_cache(MOST_SPLIT)
def _asking(question: str) -> str:
    """The last sentence with a question mark, or else the last one, in lower case; empty if there
    is no word."""
    sentences = [each for each in _SENTENCE_END.split(question.casefold()) if _WORD.search(each)]
    asking = [each for each in sentences if each.rstrip("\"'”’»)").endswith(_QUESTION_MARKS)]
    return next(reversed(asking or sentences), "")


@cache
def _pattern_of(what: AskedFor, language: str) -> re.Pattern[str] | None:
    """A pattern that occurs in a question for something; None for a language without a list."""
    for listed, anywhere, words in listed_phrases(what):
        if listed == language:
            return re.compile(_pattern(language, words, anywhere=anywhere))
    return None


@cache
def listed_phrases(name: str) -> list[tuple[str, bool, list[str]]]:
    """The language of each line of a list in this folder, whether its phrases count anywhere in a
    question, and these."""
    text = files("hyperdigest.ranking.asked_for").joinpath(f"{name}.txt").read_text("utf-8")
    return [
        (language, bool(mark), words.split("; ")) for language, mark, words in _LINE.findall(text)
    ]


def _pattern(language: str, words: list[str], *, anywhere: bool) -> str:
    one_of = "|".join(re.escape(word.casefold()).replace(r"\*", _PLURAL) for word in words)
    if language in WITHOUT_SPACES:
        return one_of
    first = "" if anywhere else rf"\A\W*(?:\w+\W+){{0,{FIRST_WORDS - 1}}}?"
    return rf"{first}(?<!\w)(?:{one_of})(?!\w)"


def asks_how_to(question: str, languages: Collection[str]) -> bool:
    """Whether a question asks how to do something, in one of the languages.

    In English it may also be told what to do, without a question mark: "Set the clock once".
    """
    asked = asks_in_any("how_to", question, languages)
    return asked or ("en" in languages and _tells(question))


def _tells(text: str) -> bool:
    """Whether a text begins with a verb and is no question, in English."""
    first = _FIRST_WORD.match(text)
    return first is not None and "?" not in text and first[1].lower() in verbs().bases


def kind_asked_for(question: str, language: str) -> str:
    """The word after the first "which" or "what" of a question, in lower case; empty without one:
    "river" in "Which river is long?".

    An answer often does not have it: a sentence about the Nile need not call it a river.

    Parameters
    ----------
    language : of the question, an ISO 639-1 code; a language without a list has no such word.
    """
    before = next((words for name, _, words in listed_phrases("kind") if name == language), ())
    return next((after for word, after in pairwise(tokens(question)) if word in before), "")
