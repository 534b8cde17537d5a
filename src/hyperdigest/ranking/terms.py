"""The question as weights of the collection's terms, alone or after earlier questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from hyperdigest.question import check_text
from hyperdigest.split.languages import analyzer_of, language_of_question, name_of
from hyperdigest.split.scripts import asking_words
from hyperdigest.split.terms import tokens

NO_KNOWN_WORD = (
    "no word of the question says what it is about in these documents: this digest is a general one"
)
ONLY_EARLIER_QUESTIONS = (
    "no word of the question says what it is about in these documents: only the questions before do"
)
ONLY_RELATED_WORDS = (
    "no word of the question stands in these documents: only words that are spelt much like one do"
)
ONLY_EMBEDDING = (
    "no word of the question says what it is about in these documents: only its embedding does"
)

FADING = 0.3
"""The weight of a question's words in the one that follows it."""


def question_terms(
    question: str, numbers: Mapping[str, int], languages: Sequence[str], asking_weight: float = 1.0
) -> tuple[NDArray[np.float64], list[str]]:
    """(V,) the weights of the collection's terms in the question, and warnings.

    A word counts 1 each time, but `asking_weight` where it only says what kind of answer is wanted,
    as in "describe". A question of nothing but such words is about the whole collection: unless
    they count in full, all weights are 0. `numbers` has the number of each term of the vocabulary,
    0..V-1. `languages` are the documents', that of most first; a word counts for its term in
    each. An OptionError is raised where the question is empty.
    """
    check_text(question)
    own, is_known = language_of_question(question, languages, numbers)
    weights = np.zeros(len(numbers))
    about = False
    unknown: dict[str, None] = {}
    for word, terms, only_asks in _words_asked(question, own, languages):
        found = [numbers[term] for term in terms if term in numbers]
        weights[found] += asking_weight if only_asks else 1.0
        if not terms or (only_asks and asking_weight < 1):
            continue
        if found:
            about = True
        else:
            unknown[word] = None
    warnings = [] if is_known else [_in_another_language(own, languages)]
    if not about:
        return np.zeros(len(numbers)), [*warnings, NO_KNOWN_WORD]
    if unknown:
        warnings.append(f"not in the documents: {', '.join(unknown)}")
    return weights, warnings


def terms_with_earlier(
    questions: Sequence[str],
    numbers: Mapping[str, int],
    languages: Sequence[str],
    asking_weight: float = 1.0,
) -> tuple[NDArray[np.float64], list[str]]:
    """`question_terms` of a question after others; the older these are, the less their words count.

    `questions` are the question itself, whose words the warnings are about, and those asked before
    it, oldest first; one counts `FADING` times the one after it.
    """
    question, *earlier = questions
    weights, warnings = question_terms(question, numbers, languages, asking_weight)
    for steps, before in enumerate(reversed(earlier), start=1):
        own, _ = question_terms(before, numbers, languages, asking_weight)
        weights += FADING**steps * own
    if weights.any():
        warnings = [ONLY_EARLIER_QUESTIONS if each == NO_KNOWN_WORD else each for each in warnings]
    return weights, warnings


def content_terms(question: str, numbers: Mapping[str, int], languages: Sequence[str]) -> list[str]:
    """The terms of the words that say what the question is about, known or not."""
    return list(dict.fromkeys(chain(*words_asked((question,), numbers, languages))))


def words_asked(
    questions: Sequence[str], numbers: Mapping[str, int], languages: Sequence[str]
) -> dict[tuple[str, ...], float]:
    """The words that say what questions are about, with their weights.

    `questions` are as for `terms_with_earlier`. A word is its terms in the languages, known or not,
    and words of the same terms are one. It counts once a question, in an earlier one as there.
    """
    question, *earlier = questions
    found: dict[tuple[str, ...], float] = {}
    for steps, each in enumerate((question, *reversed(earlier))):
        own, _ = language_of_question(each, languages, numbers)
        asked = _words_asked(each, own, languages)
        about = dict.fromkeys(tuple(terms) for _, terms, only_asks in asked if not only_asks)
        for terms in filter(None, about):
            found[terms] = found.get(terms, 0.0) + FADING**steps
    return found


def _words_asked(
    question: str, own: str, languages: Sequence[str]
) -> Iterator[tuple[str, list[str], bool]]:
    """Each word but stop words, its terms in the languages, and whether it only asks.

    `own` is the language of the question, empty where it is not known.
    """
    asked_in, asking = analyzer_of(own or languages[0]), asking_terms(own or languages[0])
    analyzers = [analyzer_of(language) for language in languages]
    for word in tokens(question):
        if not asked_in.is_stop_word(word):
            terms = dict.fromkeys(analyzer.term(word) for analyzer in analyzers)
            yield word, list(filter(None, terms)), asked_in.term(word) in asking


def _in_another_language(own: str, languages: Sequence[str]) -> str:
    *most, last = (name_of(language) for language in languages[:3])
    theirs = f"{', '.join(most)} and {last}" if most else last
    if len(languages) > 3:
        theirs = "other languages"
    asked = name_of(own) if own else "a language that is not known here"
    return (
        f"the question seems to be in {asked}, and the documents are in {theirs}: only words"
        " that both have are found"
    )


@cache
def asking_terms(language: str) -> frozenset[str]:
    """Terms of a language that only say what kind of answer is wanted; none where no list is."""
    return frozenset(map(analyzer_of(language).term, asking_words(language)))
