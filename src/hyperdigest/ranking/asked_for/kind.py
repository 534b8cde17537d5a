"""The noun that says what kind of thing a question asks for: "river" in "Which river is long?"."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_LINE = re.compile(r"\[(\w+)\] (.+)")


def kind_asked_for(question: str, language: str) -> str:
    """The word after the first "which" or "what" of a question, in lower case; empty without one.

    An answer often does not have it: a sentence about the Nile need not call it a river.

    Parameters
    ----------
    language : of the question, an ISO 639-1 code; a language without a list has no such word.
    """
    pattern = _patterns().get(language)
    found = pattern.search(question.casefold()) if pattern else None
    return found[1] if found else ""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """For each language, a pattern that matches the words before the noun, and the noun."""
    text = files("hyperdigest.ranking.asked_for").joinpath("kind.txt").read_text("utf-8")
    return {
        language: re.compile(rf"\b(?:{'|'.join(words.split('; '))})\s+(\w+)")
        for language, words in _LINE.findall(text)
    }
