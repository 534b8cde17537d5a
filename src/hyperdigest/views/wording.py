"""Find how the sentences of a collection write a phrase that is given by its terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hyperdigest.base.text import line
from hyperdigest.documents import FORMS, Document
from hyperdigest.split import Split
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import has_paired_letters, stop_words, word_list
from hyperdigest.split.terms import tokens
from hyperdigest.views.phrases import LONGEST_PHRASE, PARTICLES, Phrase, joined_pairs

MOST_SENTENCES = 6
"""Sentences with a phrase that are read, at most."""

LINKS = frozenset(
    ("and", "da", "de", "del", "der", "des", "di", "do", "du", "of", "van", "von", "zu")
)
"""Stop words that may be inside a phrase."""

_GAP = re.compile(r"\s*[-\u2010-\u2014]\s*|['’]|[\s*_`]+")
_BEFORE = re.compile(r"([^\W\d_]{2,})[ -]$")
_AFTER = re.compile(r"^[ -]([^\W\d_]{2,})")
_MARKS = re.compile(r"[*_`]")
_HYPHEN = re.compile(r"\s*[-\u2010-\u2014]\s*")

Language = Callable[[int], str]
"""The language of a document, by its number."""


class Occurrence(NamedTuple):
    """An occurrence of a phrase in the `text` of a sentence."""

    text: str
    start: int
    end: int
    language: str
    prose: bool

    @property
    def form(self) -> str:
        """The phrase as it is written, without emphasis marks, on one line."""
        return _HYPHEN.sub("-", line(_MARKS.sub(" ", self.text[self.start : self.end])))

    @property
    def shows_capitals(self) -> bool:
        """Whether it is inside a sentence of prose, so that capitals belong to the phrase."""
        return self.prose and re.search(r"\w", self.text[: self.start]) is not None


class Wording:
    """Finds the usual spelling of phrases in the sentences of a collection."""

    def __init__(self, split: Split, documents: Sequence[Document], language: Language) -> None:
        self.split, self.documents, self.language = split, documents, language

    def written(self, phrase: Phrase) -> str:
        """The spelling of a phrase in most of some occurrences; empty if most differ.

        It has the capitals that all these occurrences have; those at the start of a sentence and in
        headings count only if there are no others. If at least three occurrences have the same
        neighbouring word, it is included.
        """
        found = [one for i in self._sentences(phrase) if (one := self._find(i, phrase.terms))]
        if not found:
            return self.split.words[phrase.terms[0]] if len(phrase.terms) == 1 else ""
        usual, count = Counter(one.form.casefold() for one in found).most_common(1)[0]
        if len(phrase.terms) > 1 and 2 * count < len(found):
            return ""
        same = [one for one in found if one.form.casefold() == usual]
        same = _with_neighbours(same) if len(same) >= 3 else same
        forms = [one.form for one in same if one.shows_capitals] or [one.form for one in same]
        return min(forms, key=lambda form: sum(map(str.isupper, form)))

    def _sentences(self, phrase: Phrase) -> list[int]:
        """Some sentences with a phrase, evenly spaced from the first to the last."""
        own = self.split.sentence_of[phrase.places]
        few = own[[n * (len(own) - 1) // (MOST_SENTENCES - 1) for n in range(MOST_SENTENCES)]]
        return list(dict.fromkeys(few.tolist()))

    def _find(self, sentence: int, chain: tuple[int, ...]) -> Occurrence | None:
        """The occurrence of a phrase in a sentence as adjacent words, if there is one."""
        columns, split = self.split.sentences, self.split
        number = int(columns.document[sentence])
        text = self.documents[number].text[columns.start[sentence] : columns.end[sentence]]
        language, prose = self.language(number), FORMS[columns.form[sentence]] == "prose"
        span = _span([split.words[term] for term in chain], text)
        span = span or _span(self._inflected(text, language, chain), text)
        return Occurrence(text, *span, language, prose) if span else None

    def _inflected(self, text: str, language: str, chain: tuple[int, ...]) -> list[str]:
        """The words of a text that have the terms of a chain, with `LINKS` between them."""
        words, term = tokens(text), analyzer_of(language).term
        prefixes = [self.split.words[number][:2] for number in chain]
        wanted = [self.split.vocabulary[number] for number in chain]

        def fits(place: int, n: int) -> bool:
            """Whether a word has the n-th term; to save time only similar words are stemmed."""
            word = words[place] if place < len(words) else ""
            return (word.startswith(prefixes[n]) or wanted[n] in word) and term(word) == wanted[n]

        for first in range(len(words)):
            place, n = first, 0
            while fits(place, n):
                n += 1
                if n == len(chain):
                    return words[first : place + 1]
                linked = place + 2 < len(words) and words[place + 1] in LINKS
                place += 1 + (linked and not fits(place + 1, n))
        return []


def _span(words: list[str], text: str) -> tuple[int, int] | None:
    """Start and end of the first occurrence of words in a row, ignoring case; None if none."""
    if not words:
        return None
    if has_paired_letters("".join(words)):
        joined = joined_pairs(tuple(words))
        start = text.find(joined) if joined else -1
        return (start, start + len(joined)) if start >= 0 else None
    if len(words) > LONGEST_PHRASE:
        return None
    small = text.lower()
    small = small if len(small) == len(text) else text
    start = small.find(words[0])
    while start >= 0:
        end = start + len(words[0])
        for word in words[1:]:
            gap = _GAP.match(text, end)
            end = gap.end() + len(word) if gap and small.startswith(word, gap.end()) else -1
            if end < 0:
                break
        if end >= 0 and not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            return start, end
        start = small.find(words[0], start + 1)
    return None


def _with_neighbours(found: list[Occurrence]) -> list[Occurrence]:
    """The occurrences extended by the words, or letters, that all of them have beside them.

    Up to `LONGEST_PHRASE` words, or six letters in scripts without spaces.
    """
    unspaced = has_paired_letters(found[0].form)
    size = len(found[0].form) if unspaced else len(found[0].form.replace("-", " ").split())
    while size < (6 if unspaced else LONGEST_PHRASE):
        longer = _extended(found, unspaced)
        if longer is None:
            return found
        found, size = longer, size + 1
    return found


def _extended(found: list[Occurrence], unspaced: bool) -> list[Occurrence] | None:
    """The occurrences with the neighbour that all of them have; None if there is none."""
    light = PARTICLES if unspaced else _light_words(found[0].language)
    own = set() if unspaced else set(found[0].form.casefold().replace("-", " ").split())
    for before in (True, False):
        beside = [_neighbour(one, before, unspaced) for one in found]
        words = {word.casefold() for word, _ in beside}
        if len(words) == 1 and "" not in words and not words & (light | own):
            return [
                one._replace(start=one.start - size) if before else one._replace(end=one.end + size)
                for one, (_, size) in zip(found, beside, strict=True)
            ]
    return None


def _light_words(language: str) -> frozenset[str]:
    """Words that name no topic, and stop words."""
    return word_list("light_words.txt") | stop_words(language)


def _neighbour(one: Occurrence, before: bool, unspaced: bool) -> tuple[str, int]:
    """The word before or after an occurrence, and its length with the space between."""
    if unspaced:
        letter = one.text[one.start - 1 : one.start] if before else one.text[one.end :][:1]
        return (letter, 1) if has_paired_letters(letter) else ("", 0)
    side = one.text[: one.start] if before else one.text[one.end :]
    found = _BEFORE.search(side) if before else _AFTER.search(side)
    return (found[1], len(found[0])) if found else ("", 0)
