"""What stands around a cited sentence: whole paragraphs of its document, or so many characters."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from hyperdigest.answer.headings import heading_above
from hyperdigest.base.comment_marks import without_comment_marks
from hyperdigest.constraints import documents_named, parse_place
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.record import CollectionRecord
from hyperdigest.split.blocks import find_blocks

MOST_PARAGRAPHS = 100
MOST_CHARACTERS = 10_000
"""Limits on each side of a sentence; paragraphs that are longer together are cut."""

LIMITS: Mapping[str, int] = {"paragraphs": MOST_PARAGRAPHS, "characters": MOST_CHARACTERS}

_LONGEST_WORD = 40
"""In characters; a longer run, as in a script without spaces, is cut anywhere."""

_WHITE = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Expansion:
    """A slice of a document around a sentence: ``text_of_document[start:end] == text``.

    Parameters
    ----------
    document, path : the name of the document, and the path of the file.
    sentence_start, sentence_end : the slice of the document's text that is the sentence.
    place : page, slide, line or paragraph of the sentence, for a reader.
    heading : the heading above the sentence; empty if there is none, or it is the title.
    characters : the length of the whole document: there is more text below if `end` is less.
    """

    text: str
    document: str
    path: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    place: str
    heading: str
    characters: int


def expand(
    collection: CollectionRecord, place: Any, *, paragraphs: int = 1, characters: int = 0
) -> Expansion:
    """The text around a sentence, verbatim.

    Parameters
    ----------
    place : the sentence that begins at this place or, if none does, the one around it or after it.
        It is ``DOCUMENT:START``, a pair, an object of JSON with ``document`` and ``start``, or a
        citation.
    paragraphs : how many paragraphs before that of the sentence, and how many after it. Headings,
        items, rows and blocks of code count as paragraphs.
    characters : if not 0, the most characters before the sentence, and the most after it, in place
        of paragraphs. Words are not cut.

    Raises
    ------
    OptionError
        if the place is malformed or in no document, or a number is out of its range.
    """
    for name, given in (("paragraphs", paragraphs), ("characters", characters)):
        if type(given) is not int or not 0 <= given <= LIMITS[name]:
            raise OptionError(f"{name} is {given!r}: give a whole number from 0 to {LIMITS[name]}")
    named = parse_place(place, "place")
    [number] = documents_named([named], collection.document_numbers)
    document = collection.documents[number]
    if not 0 <= named[1] < len(document.text):
        raise OptionError(
            f"{document.name!r} has no character {named[1]}: give one from 0 to"
            f" {len(document.text) - 1}"
        )
    sentence = collection.sentence_around(number, named[1])
    if sentence is None:
        raise OptionError(f"{document.name!r} has no sentence: name another document")
    _, start, end = collection.slice_of(sentence)
    text = document.text
    first, last = 0, len(text)
    if not characters:
        first, last = _paragraphs_around(document, start, end, paragraphs)
    reach = characters or MOST_CHARACTERS
    begin = first if first >= start - reach else _begin_of_word(text, start - reach, start)
    stop = last if last <= end + reach else _end_of_word(text, end, end + reach)
    return Expansion(
        text=text[begin:stop],
        document=document.name,
        path=document.path,
        start=begin,
        end=stop,
        sentence_start=start,
        sentence_end=end,
        place=document.place(start),
        heading=heading_above(collection, sentence),
        characters=len(text),
    )


def _paragraphs_around(document: Document, start: int, end: int, number: int) -> tuple[int, int]:
    """Where so many paragraphs before a slice begin, and where so many after it end."""
    is_plain = document.format == "text"
    text = without_comment_marks(document.text) if is_plain else document.text
    blocks = document.blocks or tuple(find_blocks(text, document.format))
    if not blocks:
        return start, end
    first = bisect_right(blocks, start, key=attrgetter("start")) - 1
    last = bisect_left(blocks, end, key=attrgetter("end"))
    before = blocks[max(0, first - number)].start
    after = blocks[min(len(blocks) - 1, last + number)].end
    return min(before, start), max(after, end)


def _begin_of_word(text: str, begin: int, start: int) -> int:
    """The beginning of the first whole word from `begin` on, at most `start`."""
    if not text[begin - 1].isspace():
        found = _WHITE.search(text, begin, min(start, begin + _LONGEST_WORD))
        begin = found.end() if found else begin
    while begin < start and text[begin].isspace():
        begin += 1
    return begin


def _end_of_word(text: str, end: int, stop: int) -> int:
    """The end of the last whole word up to `stop`, at least `end`."""
    if not text[stop].isspace():
        longest = max(end, stop - _LONGEST_WORD)
        stop = next((at for at in range(stop - 1, longest - 1, -1) if text[at].isspace()), stop)
    while stop > end and text[stop - 1].isspace():
        stop -= 1
    return stop
