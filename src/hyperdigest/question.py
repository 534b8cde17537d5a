"""The question as weights of the collection's terms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.split.terms import Analyzer, tokens


def check_question(question: str) -> None:
    """Raise an OptionError where there is nothing to ask."""
    if not question.strip():
        raise OptionError(f"the question is empty ({question!r}): ask something")


def question_terms(
    question: str, vocabulary: Sequence[str], language: str, asking_weight: float = 1.0
) -> tuple[NDArray[np.float64], list[str]]:
    """(V,) how often each term of the collection stands in the question, and warnings.

    A word that only says what kind of answer is wanted, as in "describe", counts `asking_weight`.

    Raises
    ------
    OptionError
        where the question is empty.
    """
    check_question(question)
    analyzer = Analyzer(language)
    index = {term: n for n, term in enumerate(vocabulary)}
    counts = np.zeros(len(index))
    unknown: dict[str, None] = {}
    for word in tokens(question):
        term = analyzer.term(word)
        if term in index:
            counts[index[term]] += asking_weight if word in asking_words(language) else 1.0
        elif term:
            unknown[word] = None
    if not counts.any():
        return counts, [
            "no word of the question stands in the documents: this digest is a general one"
        ]
    missing = f"not in the documents: {', '.join(unknown)}"
    return counts, [missing] if unknown else []


@cache
def asking_words(language: str) -> frozenset[str]:
    """Words of a language that only say what kind of answer is wanted; none where no list is."""
    path = files("hyperdigest").joinpath("asking", f"{language}.txt")
    return frozenset(path.read_text(encoding="utf-8").split()) if path.is_file() else frozenset()
