"""The question as weights of the collection's terms; earlier questions count a little."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.options import Options
from hyperdigest.question import check_text
from hyperdigest.ranking.asked_for.phrases import asks_how_to, kind_asked_for
from hyperdigest.split.languages import analyzer_of, language_of_question, name_of
from hyperdigest.split.scripts import asking_words, light_words
from hyperdigest.split.terms import tokens

NO_KNOWN_WORD = (
    "no content word of the question occurs in these documents: this digest is a general one"
)
ONLY_EARLIER_QUESTIONS = (
    "no content word of the question occurs in these documents: only words of earlier questions"
    " count"
)
ONLY_RELATED_WORDS = (
    "no content word of the question occurs in these documents: only words that are spelt"
    " similarly count"
)
ONLY_EMBEDDING = (
    "no content word of the question occurs in these documents: only its embedding counts"
)

MOST_JOINED = 5
"""Words of a question at most that documents may write as one."""

LEAST_JOINED = 6
"""Characters of such a word, at least."""

LETTERS_SHORTER = 1
"""A word is a form of one that only asks if it is at most so many letters shorter: "set" is none of
"setting"."""

MOST_ANALYSED = 16
"""The words of so many questions are kept, as each is looked at several times."""

EARLIER_WEIGHT = 0.3
"""The weight of a question's words in the question that follows it."""


def question_terms(
    question: str, numbers: Mapping[str, int], languages: Sequence[str], options: Options
) -> tuple[NDArray[np.float64], list[str]]:
    """(V,) the weights of the collection's terms in the question, and warnings.

    Each occurrence of a word counts 1, or the option `asking_weight` if the word only says what
    kind of answer is wanted, such as "describe". If the question has no other words, it is about
    the whole collection: all weights are 0, unless `asking_weight` is 1. Of the other words those
    that say little count the option `light_weight`, and so does the kind of thing asked for. A word
    that the documents lack counts for the terms that they write as one with words beside it, as
    `queueDepthLimit`, unless `related_evidence` is 0.

    Parameters
    ----------
    numbers : the number of each term of the vocabulary, 0..V-1.
    languages : of the documents, the language of most documents first. A word counts for its term
        in each of them.

    Raises
    ------
    OptionError
        if the question is empty.
    """
    check_text(question)
    language, is_known = language_of_question(question, languages, numbers)
    weights = np.zeros(len(numbers))
    has_topic = False
    joinable = numbers if options.related_evidence else {}
    own = language or languages[0]
    kind, light = kind_asked_for(question, own), light_terms(own)
    for word, terms, only_asks in _words(question, language, languages, joinable):
        known = [numbers[term] for term in terms if term in numbers]
        says_little = (word == kind) + (not light.isdisjoint(terms))
        weight = options.asking_weight if only_asks else options.light_weight**says_little
        weights[known] += weight
        has_topic |= bool(known) and not (only_asks and options.asking_weight < 1)
    warnings = [] if is_known else [_language_warning(language, languages)]
    if not has_topic:
        return np.zeros(len(numbers)), [*warnings, NO_KNOWN_WORD]
    return weights, warnings


def terms_with_earlier(
    questions: Sequence[str], numbers: Mapping[str, int], languages: Sequence[str], options: Options
) -> tuple[NDArray[np.float64], list[str]]:
    """The `question_terms` of a question that follows others.

    `questions` are the question itself, which the warnings are about, and those asked before it,
    oldest first. An earlier question counts `EARLIER_WEIGHT` times the one after it.
    """
    question, *earlier = questions
    weights, warnings = question_terms(question, numbers, languages, options)
    for steps, before in enumerate(reversed(earlier), start=1):
        earlier_weights, _ = question_terms(before, numbers, languages, options)
        weights += EARLIER_WEIGHT**steps * earlier_weights
    if weights.any():
        warnings = [ONLY_EARLIER_QUESTIONS if w == NO_KNOWN_WORD else w for w in warnings]
    return weights, warnings


def content_terms(question: str, numbers: Mapping[str, int], languages: Sequence[str]) -> list[str]:
    """The terms of the words that say what the question is about, in the collection or not."""
    return list(dict.fromkeys(chain(*content_words(question, numbers, languages).values())))


def content_words(
    question: str, numbers: Mapping[str, int], languages: Sequence[str]
) -> dict[str, list[str]]:
    """The words that say what the question is about, in lower case, each with its terms."""
    language, _ = language_of_question(question, languages, numbers)
    words = _words(question, language, languages, numbers)
    return {word: terms for word, terms, only_asks in words if terms and not only_asks}


def other_words(question: str, numbers: Mapping[str, int], languages: Sequence[str]) -> set[str]:
    """The stop words of a question and the words that only ask, in lower case; none of a search for
    words alone."""
    return {*tokens(question)}.difference(content_words(question, numbers, languages))


def words_asked(
    questions: Sequence[str], numbers: Mapping[str, int], languages: Sequence[str]
) -> dict[tuple[str, ...], float]:
    """The words that say what questions are about, with their weights.

    `questions` are as for `terms_with_earlier`. A word is represented by its terms in the
    languages, whether the collection has them or not. It counts once in each question.
    """
    question, *earlier = questions
    weights: dict[tuple[str, ...], float] = {}
    for steps, text in enumerate((question, *reversed(earlier))):
        language, _ = language_of_question(text, languages, numbers)
        words = _words(text, language, languages, numbers)
        distinct = dict.fromkeys(tuple(terms) for _, terms, only_asks in words if not only_asks)
        for terms in filter(None, distinct):
            weights[terms] = weights.get(terms, 0.0) + EARLIER_WEIGHT**steps
    return weights


def _words(
    question: str, language: str, languages: Sequence[str], numbers: Mapping[str, int]
) -> Iterator[tuple[str, list[str], bool]]:
    """Each word but stop words, its terms in the `languages`, and whether it only asks.

    `language` is that of the question, empty if it is not known. A word that is not among the terms
    `numbers` has also those that are it and words beside it as one, as `queueDepthLimit`.
    """
    words = _analysed(question, language or languages[0], tuple(languages))
    with_others: list[list[str]] = [[] for _ in words]
    for begin, word in enumerate(words):
        for end, whole in word.joined:
            for term in whole:
                if term in numbers:
                    for place in range(begin, end):
                        with_others[place].append(term)
    for word, others in zip(words, with_others, strict=True):
        if not word.is_stop_word:
            is_known = any(map(numbers.__contains__, word.terms))
            yield word.text, [*word.terms, *(() if is_known else others)], word.only_asks


class _Word(NamedTuple):
    """A word of a question in some languages.

    Parameters
    ----------
    terms : in the languages; none of a stop word.
    joined : the place in the question after each of the words that are written as one with this
        one and those between, and the terms of the whole. The first of them is no stop word:
        "time out" is "timeout", but "a part" is not "apart".
    """

    text: str
    is_stop_word: bool
    only_asks: bool
    terms: tuple[str, ...]
    joined: tuple[tuple[int, tuple[str, ...]], ...]


@lru_cache(MOST_ANALYSED)
def _analysed(question: str, language: str, languages: tuple[str, ...]) -> tuple[_Word, ...]:
    """The words of a question in a language, with their terms in others.

    If it asks how to do something, a word that only asks of a text, such as "plot", says what it is
    about, as in "How do I plot a line?".
    """
    of_question, asking = analyzer_of(language), asking_terms(language)
    if asks_how_to(question, (language,)):
        asking = {term: asking[term] for term in asking.keys() & light_terms(language)}
    analyzers, words, analysed = list(map(analyzer_of, languages)), tokens(question), []
    for begin, text in enumerate(words):
        if of_question.is_stop_word(text):
            analysed.append(_Word(text, True, False, (), ()))
            continue
        ends = range(begin + 2, min(begin + MOST_JOINED, len(words)) + 1)
        wholes = [(end, "".join(words[begin:end])) for end in ends]
        joined = [
            (end, tuple(sorted({analyzer.term(whole) for analyzer in analyzers})))
            for end, whole in wholes
            if len(whole) >= LEAST_JOINED
        ]
        terms = filter(None, dict.fromkeys(analyzer.term(text) for analyzer in analyzers))
        shortest = asking.get(of_question.term(text), math.inf)
        only_asks = len(text) + LETTERS_SHORTER >= shortest
        analysed.append(_Word(text, False, only_asks, tuple(terms), tuple(joined)))
    return tuple(analysed)


def _language_warning(language: str, languages: Sequence[str]) -> str:
    *most, last = (name_of(language) for language in languages[:3])
    of_documents = f"{', '.join(most)} and {last}" if most else last
    if len(languages) > 3:
        of_documents = "other languages"
    of_question = name_of(language) if language else "an unsupported language"
    return (
        f"the question seems to be in {of_question}, and the documents are in {of_documents}: only"
        " words that both have count"
    )


@cache
def asking_terms(language: str) -> Mapping[str, int]:
    """Terms of a language that only say what kind of answer is wanted, each with the length of its
    shortest word, as "set" has the term of "setting" and does not ask; empty without a list."""
    words = sorted(asking_words(language), key=len, reverse=True)
    return {analyzer_of(language).term(word): len(word) for word in words}


@cache
def light_terms(language: str) -> frozenset[str]:
    """Terms of a language that say little of what a text is about, such as "come" and "put"; empty
    without a list."""
    return frozenset(map(analyzer_of(language).term, light_words(language)))


@cache
def english_forms() -> Mapping[str, frozenset[str]]:
    """The terms of the other forms of an English word, by the term of each form."""
    text = files("hyperdigest.ranking").joinpath("word_forms.txt").read_text(encoding="utf-8")
    term, groups = analyzer_of("en").term, defaultdict[str, set[str]](set)
    for line in text.splitlines():
        if not line.startswith("#"):
            terms = set(filter(None, map(term, line.split())))
            for form in terms:
                groups[form] |= terms - {form}
    return {form: frozenset(others) for form, others in groups.items()}
