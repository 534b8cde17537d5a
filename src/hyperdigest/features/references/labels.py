"""Read the number at the beginning of a paragraph: "8.3", "Article 5", "§ 12", "(a)", "Figure 3:".

All patterns are bounded, and are matched only at the beginning of a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hyperdigest.features.references.numbers import NUMBER, ROMAN, WHOLE
from hyperdigest.features.references.words import (
    CAPTION_KINDS,
    ROMAN_KINDS,
    words_of,
)

LONGEST_LABEL = 160
"""So much of a line is read, in characters."""

_MARKUP = re.compile(r"[\s>#*_|•–-]{0,20}")
_DOTTED = re.compile(rf"((?:[A-Z]\.)?{WHOLE}[a-z]?(?:\.{WHOLE}){{1,6}}|[A-Z]\.{WHOLE})")
_AFTER_DOTTED = re.compile(r"(?:\.|\)|:)?[*_]{0,3}(?:\s+|\Z)")
_SIMPLE = re.compile(
    r"(?P<open>\(?)(?:(?P<int>\d{1,3})|(?P<low>[a-z]|[ivxl]{2,6})|(?P<up>[A-Z]))(?P<close>[.)])"
    r"[*_]{0,3}(?:\s+|\Z)"
)
_ALONE = re.compile(r"([1-9]\d?)\s+(?=[^\W\d_])")
_END_OF_NUMBER = re.compile(r"[.:)]?\s*(?:\Z|[.:\u2013\u2014|-]\s)|[.:)]\s|\s*\n")
_TITLE = re.compile(r"\s+[\"'\u2018\u201c\u201e\u00ab(\[]?[A-Z\u00c0-\u00de]")
_LEADERS = re.compile(
    r"\.[ \t]?\.[ \t]?\.[ \t]?\.[ \t]?\s{0,9}\d{0,4}\s{0,9}\Z"
    r"|(?:\S[ \t]{3,9}|\t)\d{1,4}\s{0,9}\Z"
)
_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Label:
    """A number at the beginning of a paragraph.

    Parameters
    ----------
    kind : the kind of part that is said; empty if none is.
    number : the number as written, without brackets and the last full stop.
    style : how a number without dots and without a word is written, such as ``(1)``, ``1.`` or
        ``a)``; it is ``1`` for a heading with a number alone, and empty for all others.
    title : what follows on the same line, without case and all that is no letter or digit.
    end : where the number ends in the text that was read.
    is_entry : whether a page number follows after a gap, as in a table of contents.
    """

    kind: str
    number: str
    style: str
    title: str
    end: int
    is_entry: bool = False

    @property
    def is_caption(self) -> bool:
        """Whether it is the number of a figure or table."""
        return self.kind in CAPTION_KINDS


def label_of(line: str, language: str, *, is_heading: bool) -> Label | None:
    """The number at the beginning of a line, if it is one of a part and not of an amount or a
    reference.

    "Clause 8.3 is deleted" begins with a reference: a word and a number count only if a sign or the
    end of the line follows, or in a heading a title. A number with dots counts only before a
    capital letter, unless in a heading; "3.5 litres" is an amount.
    """
    line = line[:LONGEST_LABEL]
    start = _MARKUP.match(line).end()  # type: ignore[union-attr]
    found = _worded(line, start, language, is_heading=is_heading)
    if found is None:
        found = _dotted(line, start, is_heading=is_heading) or _simple(line, start)
    if found is None and is_heading and (alone := _ALONE.match(line, start)):
        found = "", alone[1], "1", alone.end(1)
    if found is None:
        return None
    kind, number, style, end = found
    first_line = line.split("\n", 1)[0]
    title = _NO_WORD.sub("", first_line[end:].casefold())
    is_entry = has_leaders(first_line)
    if is_entry:
        title = title.rstrip("0123456789")
    return Label(kind, number, style, title, end, is_entry)


def has_leaders(line: str) -> bool:
    """Whether a page number follows after a gap or full stops, as in a table of contents."""
    return _LEADERS.search(line[-LONGEST_LABEL:]) is not None


def _worded(
    line: str, start: int, language: str, *, is_heading: bool
) -> tuple[str, str, str, int] | None:
    found = _keyword(language).match(line, start)
    if found is None:
        return None
    kind = words_of(language).kinds[found["word"].casefold()]
    if found["number"].isalpha() and kind not in ROMAN_KINDS:
        return None
    end = found.end("number")
    ended = _END_OF_NUMBER.match(line, end) is not None
    if not ended and not (is_heading and _TITLE.match(line, end)):
        return None
    return kind, found["number"].casefold(), "", end


@cache
def _keyword(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<word>(?i:{words_of(language).kind}))(?:(?<=[§.])\s{{0,3}}|\s{{1,3}})"
        rf"(?P<number>{NUMBER}|{ROMAN}|[A-Z]\b)"
    )


def _dotted(line: str, start: int, *, is_heading: bool) -> tuple[str, str, str, int] | None:
    found = _DOTTED.match(line, start)
    if found is None:
        return None
    after = _AFTER_DOTTED.match(line, found.end())
    if after is None:
        return None
    follows = line[after.end() : after.end() + 2].lstrip("\"'\u2018\u201c\u201e\u00ab([*_")
    if not (is_heading or follows[:1].isupper()):
        return None
    return "", found[1].casefold(), "", found.end()


def _simple(line: str, start: int) -> tuple[str, str, str, int] | None:
    found = _SIMPLE.match(line, start)
    if found is None or (found["open"] and found["close"] != ")"):
        return None
    shape = "1" if found["int"] else "a" if found["low"] else "A"
    number = found["int"] or found["low"] or found["up"]
    if number.startswith("0"):
        return None
    return "", number, f"{found['open']}{shape}{found['close']}", found.end("close")
