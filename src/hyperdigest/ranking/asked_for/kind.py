"""The noun that says what kind of thing a question asks for: "river" in "Which river is long?"."""

from __future__ import annotations

from itertools import pairwise

from hyperdigest.ranking.asked_for.phrases import listed_phrases
from hyperdigest.split.terms import tokens


def kind_asked_for(question: str, language: str) -> str:
    """The word after the first "which" or "what" of a question, in lower case; empty without one.

    An answer often does not have it: a sentence about the Nile need not call it a river.

    Parameters
    ----------
    language : of the question, an ISO 639-1 code; a language without a list has no such word.
    """
    before = next((words for name, _, words in listed_phrases("kind") if name == language), ())
    return next((after for word, after in pairwise(tokens(question)) if word in before), "")
