"""The parts of a quotation between what its author left out or put in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_OMITTED = r"(?:\.[\s\xa0]?){3,}|…+|\*[\s\xa0]\*[\s\xa0]\*"
_MARK = re.compile(
    rf"(?P<omission>[\[(][\s\xa0]*(?:{_OMITTED})[\s\xa0]*[\])]|{_OMITTED})"
    r"|(?P<insertion>\[(?!\s)[^\[\]\n]{1,200}\])"
)
_LETTER = re.compile(r"\[(\w{1,3})\](?=['’]?\w)|(?<=\w)\[(\w{1,4})\](?!\w)")
"""A letter that was changed to fit the sentence around: "[T]he", "claim[ed]"."""

Mark = Literal["omission", "insertion", ""]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a quotation.

    Parameters
    ----------
    start, end : its slice of the draft.
    before : what stands between it and the segment before.
    mark : the start of the sign of that in the draft, and its end.
    """

    start: int
    end: int
    before: Mark = ""
    mark: tuple[int, int] = (0, 0)


def segments_of(text: str, start: int, end: int) -> list[Segment]:
    """The parts of a quotation with a letter or digit, divided at its marked omissions and
    insertions."""
    found: list[Segment] = []
    before: Mark = ""
    sign, at = (start, start), start
    letters = {match.start() for match in _LETTER.finditer(text, start, end)}
    for mark in _MARK.finditer(text, start, end):
        if mark.start() in letters:
            continue
        if any(map(str.isalnum, text[at : mark.start()])):
            found.append(Segment(at, mark.start(), before, sign))
        if found:
            before, sign = "omission" if mark["omission"] else "insertion", mark.span()
        at = mark.end()
    if any(map(str.isalnum, text[at:end])):
        found.append(Segment(at, end, before, sign))
    return found


def without_brackets(text: str) -> str:
    """A text with the brackets around changed letters covered by soft hyphens."""
    return _LETTER.sub(lambda found: f"\xad{found[1] or found[2]}\xad", text)
