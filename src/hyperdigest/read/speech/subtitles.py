"""Subtitles and captions (SubRip, WebVTT and SBV): what is said, with times and speakers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.speech.cues import find_cues, without_copies
from hyperdigest.read.speech.speakers import spoken_in
from hyperdigest.read.speech.spoken_text import spoken_text
from hyperdigest.read.titles import given_title

_HEAD = re.compile(r"\ufeff?WEBVTT[ \t]+[-–—][ \t]*(?P<title>.+)")
_FIELD = re.compile(r"(?:NOTE\s+)?(?P<name>title|author|date)\s*:\s*(?P<value>.+)", re.IGNORECASE)


def read_subtitles(data: bytes) -> Content:
    """What is said in subtitles, without the lines that captions show again.

    Each time is a place, with who speaks there. Raises ReadError if there is nothing
    between lines with times, or too much.
    """
    text = decode(data)
    cues, notes = find_cues(text)
    if not cues:
        raise ReadError(
            "has no text between lines with times, such as 00:00:01,000 --> 00:00:03,500: give it"
            " the suffix of its format, or leave it out"
        )
    said, blocks, places = spoken_text(list(spoken_in(without_copies(cues))))
    fields = _fields(notes)
    return Content(
        said,
        "subtitles",
        given_title(fields.get("title", "")),
        blocks,
        notes=damage(data, text),
        authors=authors_of([fields.get("author", "")]),
        date=date_of([fields.get("date", "")]),
        places=places,
    )


def _fields(notes: Iterable[str]) -> dict[str, str]:
    """The first title, author and date in the head and the notes of WebVTT."""
    fields: dict[str, str] = {}
    for line in notes:
        if head := _HEAD.match(line):
            fields.setdefault("title", head["title"])
        elif field := _FIELD.match(line):
            fields.setdefault(field["name"].lower(), field["value"])
    return fields
