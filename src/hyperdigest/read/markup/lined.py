"""Blocks of a markup file, each with the line of the file at which it begins.

A block keeps the line breaks of the file, so that each of its lines has a place: an author who
looks for a sentence finds its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hyperdigest.documents import Block, Place
from hyperdigest.read.content import BlockText, join
from hyperdigest.read.office.tables import Row, table_parts


class Lined(NamedTuple):
    """A block, and the number, from 1, of the line at which it begins among all that are read."""

    part: BlockText
    line: int


def joined(
    parts: Iterable[Lined], lines: Sequence[PlacedLine]
) -> tuple[str, tuple[Block, ...], tuple[Place, ...]]:
    """The texts of `parts` joined by blank lines, the block of each, and a place for each line.

    `lines` are all lines that were read.
    """
    shown = [_without_first_breaks(part) for part in parts if part.part.text.strip()]
    text, blocks = join(each.part for each in shown)
    places = []
    begins = (each.line for each in shown if each.part.kind)
    for block, line in zip(blocks, begins, strict=True):
        start = block.start
        while start >= 0:
            places.append(Place(start, lines[min(line, len(lines)) - 1].place))
            line += 1
            start = text.find("\n", start, block.end) + 1 or -1
    return text, blocks, tuple(places)


def _without_first_breaks(lined: Lined) -> Lined:
    """A block without blank lines before its text, and the line of that text."""
    text = lined.part.text
    before = text[: len(text) - len(text.lstrip())]
    if not (breaks := before.count("\n")):
        return lined
    part = lined.part._replace(text=text[before.rindex("\n") + 1 :])
    return Lined(part, lined.line + breaks)


class PlacedLine(NamedTuple):
    """A line without spaces at its end, the file that it is in, empty for the main one, and its
    number there, from 1."""

    text: str
    file: str
    number: int

    @property
    def place(self) -> str:
        """Where the line is, in words."""
        return f"{self.file}, line {self.number}" if self.file else f"line {self.number}"


class LinedRow(NamedTuple):
    """A row of a table, and its line."""

    row: Row
    line: int


def table(rows: Sequence[LinedRow], level: int = 0) -> Iterator[Lined]:
    """The parts of a table, as of `table_parts`, with their lines."""
    parts = list(table_parts([each.row for each in rows], level))
    lines = [each.line for each in rows]
    if len(parts) != len(rows):  # a table for layout, which gives the paragraphs of its cells
        lines = [each.line for each in rows for cell in each.row.cells for _ in cell.parts]
    return map(Lined, parts, lines)


def one_cell(text: str) -> tuple[BlockText, ...]:
    """The parts of a cell that is a text."""
    return (BlockText("paragraph", text),) if text.strip() else ()


class NumberedLine(NamedTuple):
    """A line without spaces at its end, and its number, from 1, among all that are read."""

    number: int
    text: str
