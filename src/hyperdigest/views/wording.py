"""How the sentences of a collection write a phrase that is known by its terms."""

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
from hyperdigest.views.phrases import LONGEST, PARTICLES, Phrase, joined_up

LOOKED_AT, ALIKE = 6, 3
"""Sentences with a phrase that are read at most, and that show its neighbour at least."""

LONGEST_NAME = 6
"""Letters in a name without spaces at most."""

LINKS = frozenset(
    ("and", "da", "de", "del", "der", "des", "di", "do", "du", "of", "van", "von", "zu")
)
"""Stop words that may stand within a phrase."""

_GAP = re.compile(r"\s*[-\u2010-\u2014]\s*|['’]|[\s*_`]+")
_BEFORE = re.compile(r"([^\W\d_]{2,})[ -]$")
_AFTER = re.compile(r"^[ -]([^\W\d_]{2,})")
_MARKS = re.compile(r"[*_`]")
_HYPHEN = re.compile(r"\s*[-\u2010-\u2014]\s*")

Language = Callable[[int], str]
"""The language of a document, by its number."""


class Place(NamedTuple):
    """Where a phrase stands in a sentence of a language."""

    text: str
    start: int
    end: int
    language: str
    prose: bool

    @property
    def form(self) -> str:
        """The phrase as it stands there, without marks of emphasis, on one line."""
        return _HYPHEN.sub("-", line(_MARKS.sub(" ", self.text[self.start : self.end])))

    @property
    def telling(self) -> bool:
        """Whether its capitals are its own: it stands within a sentence of prose."""
        return self.prose and re.search(r"\w", self.text[: self.start]) is not None


class Wording:
    """The sentences of a collection, read where a phrase stands."""

    def __init__(self, split: Split, documents: Sequence[Document], language: Language) -> None:
        self.split, self.documents, self.language = split, documents, language

    def written(self, phrase: Phrase) -> str:
        """How most of some occurrences write a phrase, empty where they write it otherwise.

        It has capitals where all these occurrences have them, those that begin a sentence and
        those in headings left out where there are others. A word that has the same neighbour each
        time is written with it.
        """
        found = [place for i in self._sentences(phrase) if (place := self._place(i, phrase.terms))]
        if not found:
            return self.split.words[phrase.terms[0]] if len(phrase.terms) == 1 else ""
        usual, count = Counter(place.form.casefold() for place in found).most_common(1)[0]
        if len(phrase.terms) > 1 and 2 * count < len(found):
            return ""
        same = [place for place in found if place.form.casefold() == usual]
        same = _with_neighbours(same) if len(same) >= ALIKE else same
        forms = [place.form for place in same if place.telling] or [place.form for place in same]
        return min(forms, key=lambda form: sum(map(str.isupper, form)))

    def _sentences(self, phrase: Phrase) -> list[int]:
        """Some sentences with a phrase, from the first to the last."""
        own = self.split.sentence_of[phrase.places]
        few = own[[n * (len(own) - 1) // (LOOKED_AT - 1) for n in range(LOOKED_AT)]]
        return list(dict.fromkeys(few.tolist()))

    def _place(self, sentence: int, chain: tuple[int, ...]) -> Place | None:
        """Where a sentence has a phrase as words next to each other, None where it has not."""
        columns, split = self.split.sentences, self.split
        number = int(columns.document[sentence])
        text = self.documents[number].text[columns.start[sentence] : columns.end[sentence]]
        language, prose = self.language(number), FORMS[columns.form[sentence]] == "prose"
        span = _span([split.words[term] for term in chain], text)
        span = span or _span(self._inflected(text, language, chain), text)
        return Place(text, *span, language, prose) if span else None

    def _inflected(self, text: str, language: str, chain: tuple[int, ...]) -> list[str]:
        """The words of a text that have the terms of a chain, with those that link them."""
        words, term = tokens(text), analyzer_of(language).term
        begins = [self.split.words[number][:2] for number in chain]
        wanted = [self.split.vocabulary[number] for number in chain]

        def fits(place: int, n: int) -> bool:
            """Whether a word has the n-th term; one that looks otherwise is not even stemmed."""
            word = words[place] if place < len(words) else ""
            return (word.startswith(begins[n]) or wanted[n] in word) and term(word) == wanted[n]

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
    """Where words stand next to each other in a text, its capitals aside."""
    if not words:
        return None
    if has_paired_letters("".join(words)):
        whole = joined_up(tuple(words))
        start = text.find(whole) if whole else -1
        return (start, start + len(whole)) if start >= 0 else None
    if len(words) > LONGEST:
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


def _with_neighbours(places: list[Place]) -> list[Place]:
    """The places made longer by the word, or the letter, that stands beside each of them."""
    joined = has_paired_letters(places[0].form)
    size = len(places[0].form) if joined else len(places[0].form.replace("-", " ").split())
    while size < (LONGEST_NAME if joined else LONGEST):
        longer = _longer(places, joined)
        if longer is None:
            return places
        places, size = longer, size + 1
    return places


def _longer(places: list[Place], joined: bool) -> list[Place] | None:
    """The places with the neighbour that all of them have, None where they have none."""
    light = PARTICLES if joined else _light(places[0].language)
    said = set() if joined else set(places[0].form.casefold().replace("-", " ").split())
    for before in (True, False):
        beside = [_neighbour(place, before, joined) for place in places]
        words = {word.casefold() for word, _ in beside}
        if len(words) == 1 and "" not in words and not words & (light | said):
            return [
                place._replace(start=place.start - size)
                if before
                else place._replace(end=place.end + size)
                for place, (_, size) in zip(places, beside, strict=True)
            ]
    return None


def _light(language: str) -> frozenset[str]:
    return word_list("light_words.txt") | stop_words(language)


def _neighbour(place: Place, before: bool, joined: bool) -> tuple[str, int]:
    """The word before or after a place, and how many letters that is with the space between."""
    if joined:
        letter = (
            place.text[place.start - 1 : place.start] if before else place.text[place.end :][:1]
        )
        return (letter, 1) if has_paired_letters(letter) else ("", 0)
    side = place.text[: place.start] if before else place.text[place.end :]
    found = _BEFORE.search(side) if before else _AFTER.search(side)
    return (found[1], len(found[0])) if found else ("", 0)
