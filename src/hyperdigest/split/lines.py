"""Lines of a text, each with what its first characters say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

LineKind = Literal["blank", "text", "fence", "heading", "rule", "quote", "table", "item", "turn"]


class Line(NamedTuple):
    """One line, stripped: `body` is where its text begins, after a bullet or heading mark."""

    start: int
    body: int
    end: int
    kind: LineKind
    indent: int


_MARK = re.compile(
    r"""
      (?P<fence>```+|~~~+)[^`~]*$
    | (?P<heading>\#{1,6})(?:[ \t]+|$)
    | (?P<rule>(?:[-*_=~][ \t]?){3,}$)
    | (?P<quote>(?:>[ \t]?)+)
    | (?P<table>\|.*\||\+[-=+]{3,}$|[-:| ]{3,}$)
    | (?P<item>
        (?: [-*+•‣▪●◦∙·–] | \(?\d{1,3}[.)] | \(?[a-z]\) | \([ivx]{1,5}\) | [ivx]{2,5}[.)] )
        (?: [ \t]+(?:\[[ xX]\][ \t]+)? | $ ) )
    """,
    re.VERBOSE,
)
_LABEL = re.compile(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?[ \t]+)?"
    r"(?:\*\*)?[A-Z][\w.'’-]{0,30}(?: [\w.,'’()&/-]{1,20}){0,5}"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]+(?=\S)"
)
_COLUMNS = re.compile(r"\S(?:\t|[ ]{3,})\S+(?: \S+){0,5}(?:\t|[ ]{3,})\S|\S \| \S.* \| \S")
_LONGEST_LABEL = 60


def read_lines(text: str) -> list[Line]:
    """Every line of `text`, the blank ones too; speaker turns only where it is a transcript."""
    lines = list(_lines(text))
    turns = _turns(text, lines)
    return [turns.get(i, line) for i, line in enumerate(lines)] if turns else lines


def _lines(text: str) -> Iterator[Line]:
    offset = 0
    for raw in text.splitlines(keepends=True):
        stripped = raw.strip()
        if stripped:
            indent = len(raw) - len(raw.lstrip())
            start = offset + indent
            kind, mark = _mark(stripped)
            yield Line(start, start + mark, start + len(stripped), kind, indent)
        else:
            yield Line(offset, offset, offset, "blank", 0)
        offset += len(raw)


def _mark(line: str) -> tuple[LineKind, int]:
    """Kind of a stripped line, and the length of the mark that says so."""
    found = None if line[0].isupper() else _MARK.match(line)
    if found is None:
        spaced = "\t" in line or "   " in line or " | " in line
        return ("table", 0) if spaced and _COLUMNS.search(line) else ("text", 0)
    kind: LineKind = found.lastgroup  # type: ignore[assignment]
    return kind, 0 if kind in ("fence", "rule", "table") else found.end()


def label_end(text: str, start: int, end: int) -> int:
    """Where the words of a turn begin, after the speaker's label; `start` if there is none."""
    found = _LABEL.match(text, start, min(end, start + _LONGEST_LABEL))
    return found.end() if found else start


def _turns(text: str, lines: list[Line]) -> dict[int, Line]:
    """The lines that begin a speaker's turn, if the text is a transcript.

    It is one where labels ("Name: ") begin many of its lines or paragraphs and one of them returns.
    """
    turns: dict[int, Line] = {}
    labels: set[str] = set()
    paragraphs = filled = 0
    blank = True
    for i, line in enumerate(lines):
        if line.kind == "blank":
            blank = True
            continue
        filled += 1
        paragraphs += blank
        blank = False
        said = label_end(text, line.start, line.end)
        if said > line.start and line.kind in ("text", "table"):
            labels.add(text[line.start : said])
            turns[i] = line._replace(kind="turn")
    returning = len(labels) < len(turns)
    frequent = 3 * len(turns) >= filled or 2 * len(turns) >= paragraphs > 1
    return turns if returning and frequent else {}
