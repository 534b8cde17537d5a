"""What a question for a number measures, and whether a text has an amount of it: a number, in
digits or words, with a unit.

"How long may it last?" is answered by a number of days, and "What does it cost?" by one of euros.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

from hyperdigest.ranking.asked_for.phrases import WITHOUT_SPACES, listed_phrases

_LINE = re.compile(r"\[(\w+)\] (\w+): (.+) = (.+)")
_DIGITS = r"\d+(?:[.,]\d+)*"
_AFTER = r"(?:\)|[.,]-+)?"
"""What may stand between a number and its unit: "thirty (30) days", "20,- €"."""


class _Measure(NamedTuple):
    """What is measured, in a language, a pattern of the words that ask for it, and its units."""

    language: str
    name: str
    asking: re.Pattern[str]
    units: list[str]


def measures_asked_for(question: str, language: str) -> frozenset[str]:
    """The names of what a question for a number in a language measures, such as "time"; more than
    one if its words may mean several, as "long" does."""
    text = question.casefold()
    asked = (each for each in _measures() if each.language == language)
    return frozenset(each.name for each in asked if each.asking.search(text))


def has_amount(text: str, measures: Iterable[str], language: str) -> bool:
    """Whether a text in a language has a number with a unit of some measures; that of money may
    stand before the number."""
    pattern = _amount(frozenset(measures), language)
    return pattern is not None and pattern.search(text.casefold()) is not None


@cache
def unit_words(language: str) -> frozenset[str]:
    """The units of a language, in lower case; empty without a list."""
    listed = (each.units for each in _measures() if each.language == language)
    return frozenset(chain.from_iterable(listed))


@cache
def number_words(language: str) -> frozenset[str]:
    """The words of a language that are numbers; empty without a list."""
    listed = (words for name, _, words in listed_phrases("number_words") if name == language)
    return frozenset(next(listed, ()))


@cache
def _measures() -> list[_Measure]:
    text = files("hyperdigest.ranking.asked_for").joinpath("measures.txt").read_text("utf-8")
    return [
        _Measure(
            language, name, re.compile(_whole(asking.split("; "), language)), units.split("; ")
        )
        for language, name, asking, units in _LINE.findall(text)
    ]


@cache
def _amount(measures: frozenset[str], language: str) -> re.Pattern[str] | None:
    """A pattern of the amounts of some measures; None if the language has no such units."""
    listed = [each for each in _measures() if each.language == language and each.name in measures]
    units = {unit for measure in listed for unit in measure.units}
    if not units:
        return None
    words = number_words(language)
    number = rf"(?:{_DIGITS}|{_any_of(words)}){_AFTER}" if words else f"{_DIGITS}{_AFTER}"
    between = r"\s?" if language in WITHOUT_SPACES else r"[\s-]{0,2}(?:[^\W\d]+\.?[\s-])?"
    amount = _whole([f"{number}{between}(?:{_any_of(units)})"], language)
    if "money" not in measures:
        return re.compile(amount)
    currencies = [unit for each in listed if each.name == "money" for unit in each.units]
    return re.compile(rf"{amount}|(?<!\w)(?:{_any_of(currencies)})\.?\s?\d")


def _whole(patterns: Iterable[str], language: str) -> str:
    """A pattern of one of some others as whole words, in languages with spaces."""
    one_of = "|".join(patterns)
    return one_of if language in WITHOUT_SPACES else rf"(?<!\w)(?:{one_of})(?!\w)"


def _any_of(words: Iterable[str]) -> str:
    """A pattern of one of some words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
