"""Abbreviations that the documents explain, such as "TU" for the "trusted user" of a question.

The initials of words that stand side by side in a question may be a short form of them. If the
documents have it as a term, the sentences with the short form and the words are looked at. One that
has both side by side, as in "Trusted User (TU)" or "TU: trusted user", explains the short form, and
then each of the words counts as found where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from hyperdigest.base.arrays import Indices, Mask
from hyperdigest.ranking.asked_for.measures import unit_words
from hyperdigest.ranking.reductions import Reductions
from hyperdigest.ranking.terms import content_words
from hyperdigest.split.languages import analyzer_of, language_of_question
from hyperdigest.split.terms import tokens

MOST_WORDS = 8
"""The most words that a short form stands for, with the stop words between them."""

SHORTEST, LONGEST = 2, 10
"""The letters of a short form, as in Schwartz & Hearst (2003)."""

SHORTEST_SMALL = 3
"""The least letters of a short form without capitals, such as "ppm"."""

TIMES_OF_DAY = frozenset({"am", "pm"})

MOST_READ = 10
"""So many sentences with the short form and all of its words are read, the first ones."""


class Abbreviation(NamedTuple):
    """A short form that words of a question may have.

    Parameters
    ----------
    words : without stop words.
    begin, end : where they are in the question.
    """

    short: str
    words: tuple[str, ...]
    begin: int
    end: int

    @property
    def forms(self) -> tuple[str, str]:
        """The short form and its plural."""
        return self.short, f"{self.short}s"

    @property
    def length(self) -> int:
        """How many words it stands for, with stop words."""
        return self.end - self.begin

    def is_part_of(self, other: Abbreviation) -> bool:
        """Whether its words are some of those of a longer one."""
        inside = other.begin <= self.begin and self.end <= other.end
        return inside and self.length < other.length


class Numbered(NamedTuple):
    """The terms of an abbreviation by their numbers: those of the short form, and of each word."""

    short: list[int]
    words: list[list[int]]


def possible_abbreviations(
    question: str, numbers: Mapping[str, int], languages: Sequence[str]
) -> dict[Abbreviation, Numbered]:
    """The short forms of words of a question that the documents have, those of most words first.

    The initials of stop words may be left out: "point of sale" is "POS" or "PS". There are none in
    a script without capitals, nor of all that a question is about: what says what something is has
    its words. Units and times of day are no short forms, as they stand everywhere: "20 ms", "3 PM".

    Parameters
    ----------
    numbers : the number of each term of the vocabulary.
    languages : of the documents, the language of most documents first.
    """
    language, _ = language_of_question(question, languages, numbers)
    is_stop_word = analyzer_of(language or languages[0]).is_stop_word
    words, analyzers = tokens(question), list(map(analyzer_of, languages))

    def numbered(forms: Iterable[str]) -> list[int]:
        terms = {analyzer.term(form) for form in forms for analyzer in analyzers}
        return sorted(numbers[term] for term in terms if term in numbers)

    skips = list(map(is_stop_word, words))
    about = content_words(question, numbers, languages).keys()
    other = TIMES_OF_DAY.union(*map(unit_words, languages))
    found = {}
    for begin, end in _runs(skips):
        own = [
            word for word, skip in zip(words[begin:end], skips[begin:end], strict=True) if not skip
        ]
        if about <= {*own}:
            continue
        for short in initials(words[begin:end], skips[begin:end]) - other:
            abbreviation = Abbreviation(short, tuple(own), begin, end)
            if of_short := numbered(abbreviation.forms):
                of_words = [numbered([word]) for word in own]
                if all(of_words):
                    found[abbreviation] = Numbered(of_short, of_words)
    return {each: found[each] for each in sorted(found, key=lambda each: (-each.length, each))}


def _runs(skips: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where two words or more begin and end, the first and last of which are no stop words."""
    content = [place for place, skip in enumerate(skips) if not skip]
    for number, begin in enumerate(content):
        for last in content[number + 1 :]:
            if last - begin < MOST_WORDS:
                yield begin, last + 1


def initials(words: Sequence[str], skips: Sequence[bool]) -> set[str]:
    """The short forms of the initials of words; those that it may skip may be left out."""
    found = {""}
    for word, skip in zip(words, skips, strict=True):
        longer = {short + word[0] for short in found}
        found = found | longer if skip else longer
    return {short for short in found if SHORTEST <= len(short) <= LONGEST and _has_case(short)}


def _has_case(short: str) -> bool:
    """Whether a short form is of letters that have capitals, and digits."""
    letters = [letter for letter in short if not letter.isdigit()]
    return bool(letters) and all(letter != letter.upper() for letter in letters)


def explains(text: str, abbreviation: Abbreviation, languages: Iterable[str]) -> bool:
    """Whether a text has a short form beside its words, but for stop words, in one of the
    languages."""
    if not _is_written_in(text, abbreviation):
        return False
    for term in (analyzer_of(language).term for language in languages):
        short, words = set(map(term, abbreviation.forms)), list(map(term, abbreviation.words))
        terms, n_words = list(filter(None, map(term, tokens(text)))), len(words)
        for place, each in enumerate(terms):
            beside = terms[max(0, place - n_words) : place], terms[place + 1 : place + 1 + n_words]
            if each in short and words in beside:
                return True
    return False


def _is_written_in(text: str, abbreviation: Abbreviation) -> bool:
    """Whether a short form stands in a text, with capitals unless it is long enough."""
    short = abbreviation.short
    found = re.findall(rf"(?<!\w){re.escape(short)}s?(?!\w)", text, re.IGNORECASE)
    return any(len(short) >= SHORTEST_SMALL or each[: len(short)].isupper() for each in found)


def explained(
    possible: Mapping[Abbreviation, Numbered],
    counts: Any,
    texts: Callable[[Indices], Iterable[str]],
    languages: Sequence[str],
    reductions: Reductions,
) -> list[Numbered]:
    """Those abbreviations that sentences explain; none for words that are part of longer ones.

    Parameters
    ----------
    possible : in the order in which they are looked for, with the numbers of their terms.
    counts : (V, N) csr, how often each term occurs in each sentence.
    texts : a function of the numbers of sentences, ascending, that returns their texts.
    reductions : over the collection, of which the sentences may be a part.
    """
    known: dict[Abbreviation, Numbered] = {}
    for abbreviation, numbers in possible.items():
        if any(abbreviation.is_part_of(each) for each in known):
            continue
        sentences = _with_all(counts, numbers)
        sentences = sentences[: max(0, MOST_READ - reductions.count_before(len(sentences)))]
        found = (explains(text, abbreviation, languages) for text in texts(sentences))
        if reductions.any(found):
            known[abbreviation] = numbers
    return list(known.values())


def _with_all(counts: Any, numbers: Numbered) -> Indices:
    """The sentences that have a short form and each of its words, by their numbers, ascending."""
    found = np.unique(np.concatenate([_row(counts, term) for term in numbers.short]))
    for terms in numbers.words:
        if len(found):
            found = found[np.any([_are_in(found, _row(counts, term)) for term in terms], axis=0)]
    return found


def _row(counts: Any, term: int) -> Indices:
    begin, end = counts.indptr[term : term + 2]
    return np.asarray(counts.indices[begin:end])


def _are_in(few: Indices, many: Indices) -> Mask:
    """Which of some numbers are among others, which are ascending."""
    places = np.searchsorted(many, few)
    return np.asarray(np.append(many, -1)[places] == few)


def with_short_forms(counts: Any, abbreviations: Sequence[Numbered]) -> Any:
    """The counts with each word of an abbreviation also found where its short form stands."""
    pairs = {
        (terms[0], short)
        for each in abbreviations
        for terms in each.words
        for short in each.short
        if short not in terms
    }
    if not pairs:
        return counts
    words, short = zip(*sorted(pairs), strict=True)
    ones = np.ones(len(pairs), counts.dtype)
    n_terms = counts.shape[0]
    found = counts + sparse.csr_array((ones, (words, short)), (n_terms, n_terms)) @ counts
    found.sort_indices()
    return found
