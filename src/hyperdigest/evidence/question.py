"""The question as weights of the collection's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.split.terms import Analyzer, tokens
from hyperdigest.split.wordlists import asking_words

NOTHING_KNOWN = (
    "no word of the question says what it is about in these documents: this digest is a general one"
)
EARLIER_ALONE = (
    "no word of the question says what it is about in these documents: only the questions before do"
)
EMBEDDINGS_ALONE = (
    "no word of the question says what it is about in these documents: only its embedding does"
)

FADING = 0.3
"""The weight of a question's words in the one that follows it."""


def check_question(question: str) -> None:
    """Raise an OptionError where there is nothing to ask."""
    if not isinstance(question, str):
        raise OptionError(f"the question is {question!r}: give a text")
    if not question.strip():
        raise OptionError(f"the question is empty ({question!r}): ask something")


def question_terms(
    question: str, numbers: Mapping[str, int], language: str, asking_weight: float = 1.0
) -> tuple[NDArray[np.float64], list[str]]:
    """(V,) the weights of the collection's terms in the question, and warnings.

    A word counts 1 each time, but `asking_weight` where it only says what kind of answer is
    wanted, as in "describe". A question of nothing but such words is about the whole collection:
    unless they count in full, all weights are 0.

    Parameters
    ----------
    numbers : the number of each term of the vocabulary, 0..V-1.

    Raises
    ------
    OptionError
        where the question is empty.
    """
    check_question(question)
    analyzer = Analyzer(language)
    asking = asking_terms(language)
    weights = np.zeros(len(numbers))
    about = False
    unknown: dict[str, None] = {}
    for word in tokens(question):
        term = analyzer.term(word)
        if term in numbers:
            weights[numbers[term]] += asking_weight if term in asking else 1.0
        if not term or (term in asking and asking_weight < 1):
            continue
        if term in numbers:
            about = True
        else:
            unknown[word] = None
    if not about:
        return np.zeros(len(numbers)), [NOTHING_KNOWN]
    return weights, [f"not in the documents: {', '.join(unknown)}"] if unknown else []


def terms_with_earlier(
    question: str,
    earlier: Sequence[str],
    numbers: Mapping[str, int],
    language: str,
    asking_weight: float = 1.0,
) -> tuple[NDArray[np.float64], list[str]]:
    """The same of a question that follows others, whose words count less the longer ago.

    The warnings are about the words of `question` alone.

    Parameters
    ----------
    earlier : the questions before, oldest first; one counts `FADING` times the one after it.
    """
    weights, warnings = question_terms(question, numbers, language, asking_weight)
    for steps, before in enumerate(reversed(earlier), start=1):
        own, _ = question_terms(before, numbers, language, asking_weight)
        weights += FADING**steps * own
    if weights.any():
        warnings = [EARLIER_ALONE if told == NOTHING_KNOWN else told for told in warnings]
    return weights, warnings


@cache
def asking_terms(language: str) -> frozenset[str]:
    """Terms of a language that only say what kind of answer is wanted; none where no list is."""
    return frozenset(map(Analyzer(language).term, asking_words(language)))
