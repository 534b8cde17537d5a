"""The part of a long document that a page shows, and what is looked for in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hyperdigest.documents import Document
from hyperdigest.web.pages.form import Address
from hyperdigest.web.requests import DIGITS
from hyperdigest.web.search import MOST_MATCHES, Wanted

MUCH = 40_000
"""Characters of a document above which only a part of it is shown."""

BEFORE, AFTER = 5_000, 13_000
"""Characters of that part before and after what is looked at."""

STEP = 20_000
"""Characters of the part before it, or after it."""

SLACK = 3_000
"""Characters by which a part may be longer, so that it ends with a paragraph."""

_PART = re.compile(rf"(\d{{1,{DIGITS}}})-(\d{{1,{DIGITS}}})")
Part = tuple[int, int]


def part_around(text: str, offset: int) -> Part | None:
    """The part of a text around an offset, which begins and ends with a paragraph; None where all
    of the text is shown."""
    if len(text) <= MUCH:
        return None
    return _begin(text, offset - BEFORE, offset), _end(text, offset + AFTER)


def part_named(text: str, named: str) -> Part | None:
    """The part of a text that is named as BEGIN-END, or None."""
    found = _PART.fullmatch(named)
    begin, end = (int(found[1]), int(found[2])) if found else (0, 0)
    end = min(end, begin + 2 * STEP, len(text))
    return (begin, end) if begin < end else None


def beside(text: str, part: Part) -> tuple[str, str]:
    """The names of the parts before and after one; empty where it begins or ends the text."""
    begin, end = part
    before = f"{_begin(text, begin - STEP, begin)}-{begin}" if begin else ""
    after = f"{end}-{_end(text, end + STEP)}" if end < len(text) else ""
    return before, after


def _begin(text: str, offset: int, last: int) -> int:
    """Where a paragraph or a line begins, near before an offset and not after `last`."""
    if offset <= 0:
        return 0
    for ends in ("\n\n", "\n", " "):
        at = text.rfind(ends, max(0, offset - SLACK), min(offset, last))
        if at >= 0:
            return at + len(ends)
    return offset


def _end(text: str, offset: int) -> int:
    """Where a paragraph or a line ends, near after an offset."""
    if offset >= len(text):
        return len(text)
    for ends in ("\n\n", "\n", " "):
        at = text.find(ends, offset, offset + SLACK)
        if at >= 0:
            return at + len(ends)
    return offset


@dataclass(frozen=True, slots=True)
class Finds:
    """What was looked for in a document: the `text`, the slices that match, and the number from 1
    of the one looked at; an `error` where it could not be looked for."""

    text: str = ""
    slices: Sequence[tuple[int, int]] = ()
    number: int = 0
    error: str = ""

    @property
    def current(self) -> tuple[int, int] | None:
        """The match that is looked at."""
        return self.slices[self.number - 1] if self.number else None

    def shown(self, base: str, address: Address) -> dict[str, Any]:
        """The matches for a template: how many, and the links to the next and the one before."""
        count = len(self.slices)
        told = self.error
        if self.text and not told:
            more = " or more" if count >= MOST_MATCHES else ""
            told = f"{self.number} of {count}{more}" if count else "Not found"

        def link(number: int) -> str:
            pair = ("find", self.text), ("hit", str((number - 1) % count + 1))
            return f"{base}{address.adding(*pair).query}#found"

        return {
            "text": self.text,
            "told": told,
            "next": link(self.number + 1) if count else "",
            "previous": link(self.number - 1) if count else "",
        }


def find_in(document: Document, text: str, hit: int, near: int) -> Finds:
    """The matches of the words in a text, of which that number `hit` is looked at; where it is 0,
    the first that does not begin before the offset `near`."""
    if not text.strip():
        return Finds()
    phrase = text if '"' in text else f'"{text}"'
    slices = Wanted.of(phrase).slices(document.text)[:MOST_MATCHES]
    if not slices:
        return Finds(text)
    if not 1 <= hit <= len(slices):
        hit = next((n for n, each in enumerate(slices, 1) if each[0] >= near), 1)
    return Finds(text, slices, hit)
