"""How the sentences of a collection write a phrase that is known by its terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

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

_GAP = r"(?:\s*[-\u2010-\u2014]\s*|['’]|[\s*_`]+)"
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
        few = own[np.linspace(0, len(own) - 1, LOOKED_AT).round().astype(np.intp)]
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
        """The words of a text that have the terms of a chain, with a word that links them."""
        words, term = tokens(text), analyzer_of(language).term
        known = [(place, found) for place, word in enumerate(words) if (found := term(word))]
        wanted = [self.split.vocabulary[number] for number in chain]
        for n in range(len(known) - len(chain) + 1):
            if [each[1] for each in known[n : n + len(chain)]] == wanted:
                own = {each[0] for each in known[n : n + len(chain)]}
                first, last = min(own), max(own)
                if all(place in own or words[place] in LINKS for place in range(first, last)):
                    return words[first : last + 1]
        return []


def _span(words: list[str], text: str) -> tuple[int, int] | None:
    """Where words stand next to each other in a text."""
    if not words or (len(words) > LONGEST and not has_paired_letters(words[0])):
        return None
    if has_paired_letters("".join(words)):
        whole = joined_up(tuple(words))
        start = text.find(whole) if whole else -1
        return (start, start + len(whole)) if start >= 0 else None
    pattern = _GAP.join(map(re.escape, words))
    found = re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", text, re.IGNORECASE)
    return found.span() if found else None


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
