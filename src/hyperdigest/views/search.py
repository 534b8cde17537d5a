"""Search for words as they are in documents, and for the sentences that contain them.

A match begins where a word begins, so that ``backup`` finds ``backups``; in scripts without spaces
it begins anywhere. Case and accents do not count, unless a match has to be exact: then it ends
at the end of a word, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import OptionError
from hyperdigest.record import CollectionRecord

LONGEST = 200
"""Most characters of what is looked for."""

SHOWN = 400
"""Most characters of a sentence that is shown with its matches."""

MOST_TERMS = 12
MOST_MATCHES = 200_000
"""Most matches that are looked at; if there are more, the count is a lower bound."""

_TERM = re.compile(r'"([^"]+)"?|[“„«]([^”“»]+)[”“»]?|([^\s"“„«]+)')
_SPACE = re.compile(r"\s+")
_ACCENTED = range(0x80, 0x2000)
"""The letters with accents that are compared without them."""

_UNSPACED = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Found:
    """The sentences that contain all terms, by number; `complete` is False if there may be
    more of them."""

    sentences: NDArray[np.intp]
    complete: bool = True


@dataclass(frozen=True)
class Wanted:
    """What is looked for: `terms`, each a word or a phrase, and whether they match `exactly`."""

    terms: tuple[str, ...]
    exactly: bool = False

    @classmethod
    def of(cls, text: str, exactly: bool = False) -> Wanted:
        """The words in a text, and the phrases in quotation marks. Raises an OptionError where
        there are none, or too many."""
        if len(text) > LONGEST:
            raise OptionError(f"{len(text)} characters are looked for: give {LONGEST} at most")
        terms = [" ".join("".join(groups).split()) for groups in _TERM.findall(text)]
        terms = list(dict.fromkeys(term for term in terms if any(map(str.isalnum, term))))
        if not terms:
            raise OptionError("nothing is looked for: give a word, or a phrase in quotation marks")
        if len(terms) > MOST_TERMS:
            raise OptionError(f"{len(terms)} words are looked for: give {MOST_TERMS} at most")
        return cls(tuple(terms), exactly)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        folded = self.terms if self.exactly else tuple(fold(term) for term in self.terms)
        return tuple(_pattern(term, self.exactly) for term in folded)

    def matches(self, text: str) -> list[list[tuple[int, int]]]:
        """For each term the slices of a text that match it, at most `MOST_MATCHES` in all."""
        shown, left, each = (text if self.exactly else fold(text)), MOST_MATCHES, []
        for pattern in self._patterns:
            spans = [match.span() for match in islice(_words(pattern, shown), left)]
            left -= len(spans)
            each.append(spans)
        return each

    def slices(self, text: str) -> list[tuple[int, int]]:
        """The slices of a text that match any term, in order, none within another."""
        joined: list[tuple[int, int]] = []
        for start, end in sorted(span for spans in self.matches(text) for span in spans):
            if not joined or start >= joined[-1][1]:
                joined.append((start, end))
        return joined


def _words(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches that begin at the beginning of a word."""
    for match in pattern.finditer(text):
        start = match.start()
        before = text[start - 1] if start else " "
        if not before.isalnum() or not text[start].isalnum() or _UNSPACED.match(before):
            yield match


def _pattern(term: str, exactly: bool) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, _SPACE.split(term)))
    last = term[-1]
    ends = exactly and last.isalnum() and not _UNSPACED.match(last)
    return re.compile(words + (r"(?!\w)" if ends else ""))


def fold(text: str) -> str:
    """A text of the same length in which neither case nor accents differ."""
    lower = text.replace("\u0130", "i").lower()
    if lower.isascii():
        return lower
    plain = _plain_letters()
    for letter in set(lower) & plain.keys():
        lower = lower.replace(letter, plain[letter])
    return lower


@cache
def _plain_letters() -> dict[str, str]:
    """Letters with accents, each with the letter without; typographic signs with plain ones."""
    plain = {"ς": "σ", "’": "'", "‘": "'", "\u2010": "-", "\u2011": "-", "\xa0": " "}
    for letter in map(chr, _ACCENTED):
        base = unicodedata.normalize("NFD", letter)
        if len(base) > 1 and all(map(unicodedata.combining, base[1:])):
            plain[letter] = base[0].lower()
    return {letter: base for letter, base in plain.items() if len(base) == 1}


def sentences_with(collection: CollectionRecord, wanted: Wanted) -> Found:
    """The sentences that contain all terms, in the order of the collection."""
    columns, found, left = collection.split.sentences, [], MOST_MATCHES
    bounds = np.searchsorted(columns.document, np.arange(len(collection.documents) + 1))
    for document, (first, last) in zip(collection.documents, pairwise(bounds), strict=True):
        if first == last:
            continue
        starts, ends = columns.start[first:last], columns.end[first:last]
        inside = np.arange(last - first)
        for spans in wanted.matches(document.text):
            left -= len(spans)
            places = np.array(spans, np.int64).reshape(-1, 2)
            at = np.searchsorted(starts, places[:, 0], side="right") - 1
            inside = np.intersect1d(inside, at[places[:, 1] <= ends[at]])
        found.append(inside + first)
        if left <= 0:
            break
    return Found(np.concatenate(found), complete=left > 0)


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that was found: its document's number, name and title, its slice and place."""

    document: int
    name: str
    title: str
    start: int
    end: int
    place: str
    text: str


def hits_of(collection: CollectionRecord, sentences: Iterable[int]) -> list[Hit]:
    """Sentences by their numbers, with their documents and places."""
    columns, hits = collection.split.sentences, []
    for sentence in map(int, sentences):
        number = int(columns.document[sentence])
        document, start, end = collection.slice_of(sentence)
        place, text = document.place(start), document.text[start:end]
        hits.append(Hit(number, document.name, document.title, start, end, place, text))
    return hits


def with_matches(text: str, wanted: Wanted) -> list[tuple[str, bool]]:
    """The pieces of a sentence, each with whether it is a match; of a long sentence, the part
    around the first match."""
    slices = wanted.slices(text)
    begin, end = 0, len(text)
    if len(text) > SHOWN:
        first = slices[0][0] if slices else 0
        begin = max(0, text.rfind(" ", 0, max(0, first - SHOWN // 3)) + 1)
        end = min(len(text), begin + SHOWN)
    pieces, done = [("…" if begin else "", False)], begin
    for start, stop in slices:
        if done <= start and stop <= end:
            pieces += [(text[done:start], False), (text[start:stop], True)]
            done = stop
    return [*pieces, (text[done:end], False), ("…" if end < len(text) else "", False)]
