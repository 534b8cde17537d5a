"""Words that manuals write for what people say: "enable" for "turn on".

Who asks how to do something often has not read the manual, and asks in other words. Only questions
in English have such a list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.ranking.asked_for.phrases import asks_how_to
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.terms import tokens

MANUAL_WEIGHT = 0.4
"""The weight of such a word, relative to a word of the question."""

LONGEST_PHRASE = 3
"""The most words of what people say that belong together, as in "get rid of"."""


def with_manual_words(
    terms: Floats, question: str, numbers: Mapping[str, int], languages: Collection[str]
) -> Floats:
    """(V,) the weights of a question's terms, with those that manuals write for its words.

    Nothing changes if the question does not ask how to do something, or has no known term.

    Parameters
    ----------
    terms : (V,) the weights of the question's terms.
    numbers : the number of each term of the vocabulary, 0..V-1.
    languages : of the documents.
    """
    if "en" not in languages or not terms.any() or not asks_how_to(question, ["en"]):
        return terms
    written = [numbers[term] for term in manual_terms(question) if term in numbers]
    weights = terms.copy()
    weights[written] = np.where(terms[written] > 0, terms[written], MANUAL_WEIGHT)
    return weights


def manual_terms(question: str) -> list[str]:
    """The terms that manuals write for the words of a question, in English."""
    said, written = _stems(question), dict[str, None]()
    for begin in range(len(said)):
        for end in range(begin + 1, begin + LONGEST_PHRASE + 1):
            written |= dict.fromkeys(_written().get(said[begin:end], ()))
    return list(written)


@cache
def _written() -> Mapping[tuple[str, ...], list[str]]:
    """The terms that manuals write, by the stems of what people say."""
    text = files("hyperdigest.ranking").joinpath("manual_words.txt").read_text(encoding="utf-8")
    written = defaultdict[tuple[str, ...], list[str]](list)
    for line in text.splitlines():
        if not line.startswith("#"):
            said, words = line.split(": ")
            for phrase in said.split("; "):
                written[_stems(phrase)] += _stems(words)
    return written


def _stems(text: str) -> tuple[str, ...]:
    """The words of a text without their endings, stop words too."""
    term = analyzer_of("en").term
    return tuple(term(token) or token for token in tokens(text))
