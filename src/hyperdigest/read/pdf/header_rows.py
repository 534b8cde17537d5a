"""Which rows of the tables of a PDF begin a table, and which name its columns.

A header that stands over other columns than its own says what is false, so that none is marked
where the columns are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from math import inf

from hyperdigest.read.pdf.layout import DOT_LEADERS, Line, TableRow, median
from hyperdigest.read.pdf.passages import Passage
from hyperdigest.split.html_tables import is_period, names_columns

LONGEST_NAME = 3
"""In words; longer cells do not name columns of long text."""

LEAST_LONG = 5
"""Words of most of the cells below a name, at least, so that they are known to be no names."""

MOSTLY = 0.75

LEAST_ROWS = 3
"""Rows of a table at least whose header is known by the long text below it."""

_FIGURE = re.compile(r"[^\w\s]{0,3}\d")
_DIGIT = re.compile(r"\d")
_NAME_END = re.compile(r"[\w)%]$")

Cells = list[str]


def mark_header_rows(passages: Sequence[Passage]) -> None:
    """Mark the first row of each table, and the rows that name its columns.

    A table that goes on at the top of the next page may repeat these there.
    """
    header: list[Cells] = []
    before: list[Passage] = []
    for rows in _tables(passages):
        if not rows:
            before = []
            continue
        cells = [row.lines[0].cells.split("\t") for row in rows]
        if _goes_on(before, rows):
            repeated = rows[: len(header)] if cells[: len(header)] == header else []
        else:
            rows[0].begins_table = True
            header = cells[: _headers(rows, cells)]
            repeated = rows[: len(header)]
            if not isinstance(rows[0].lines[0], TableRow):
                repeated = [row for row, its in zip(rows, cells, strict=True) if [its] == header]
        for row in repeated:
            row.kind = "header"
        before = rows


def _tables(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """The rows of each table, and an empty list for what is between tables."""
    for is_table, run in groupby(passages, lambda passage: passage.kind == "table"):
        rows: list[Passage] = []
        for passage in run if is_table else ():
            if rows and _is_apart(rows[-1].lines[0], passage.lines[0]):
                yield rows
                rows = []
            rows.append(passage)
        yield rows


def _is_apart(above: Line, line: Line) -> bool:
    if isinstance(line, TableRow):
        return line.is_first or not isinstance(above, TableRow)
    return isinstance(above, TableRow)


def _goes_on(before: Sequence[Passage], rows: Sequence[Passage]) -> bool:
    """Whether a table goes on from the page before, with the same columns."""
    if not before or rows[0].lines[0].page != before[-1].lines[0].page + 1:
        return False
    above, below = _places(before), _places(rows)
    return len(above) == len(below) > 0 and all(
        one[0] < other[1] and other[0] < one[1] for one, other in zip(above, below, strict=True)
    )


def _places(rows: Sequence[Passage]) -> list[tuple[float, float]]:
    """Where each column of a table begins and ends; none if its columns are not known."""
    parts = [row.lines[0].parts for row in rows if isinstance(row.lines[0], TableRow)]
    if not parts:
        return []
    columns = [list(chain.from_iterable(cells)) for cells in zip(*parts, strict=True)]
    return [
        (
            min((line.left for line in lines), default=inf),
            max((line.right for line in lines), default=-inf),
        )
        for lines in columns
    ]


def _headers(rows: Sequence[Passage], cells: Sequence[Cells]) -> int:
    """How many of the first rows of a table name its columns."""
    first = rows[0].lines[0]
    if len(rows) < 2 or any(DOT_LEADERS.search(row.lines[0].text) for row in rows):
        return 0
    is_sure = all(len(row) == len(cells[0]) for row in cells)
    if not (first.is_sure if isinstance(first, TableRow) else is_sure):
        return 0
    if any(cell.endswith("-") for cell in cells[0]) or not any(map(_is_name, cells[0])):
        return 0
    if _is_text(cells):
        return 0
    bold = [_is_bold(row.lines[0]) for row in rows]
    texts = ["\t".join(row) for row in cells]
    is_drawn = isinstance(first, TableRow) and first.is_header and not _has_figure(cells[0])
    if not (is_drawn or names_columns(texts, bold) or _names_text(cells)):
        return 0
    if len(rows) > 2 and _names_more(cells, bold):
        return 2
    return 1


def _is_bold(line: Line) -> bool:
    return all("bold" in word.font.lower() for word in line.words)


def _is_name(cell: str) -> bool:
    return is_period(cell) or any(map(str.isalpha, cell))


def _has_figure(cells: Cells) -> bool:
    return any(_DIGIT.search(cell) and not is_period(cell) for cell in cells)


def _is_text(cells: Sequence[Cells]) -> bool:
    """Whether a cell of the first row is long text, as long as most cells below it."""
    first, *below = cells
    usual = [
        median([len(row[n].split()) for row in below if n < len(row)] or [0])
        for n in range(len(first))
    ]
    return any(
        len(cell.split()) >= size >= LEAST_LONG for cell, size in zip(first, usual, strict=True)
    )


def _names_text(cells: Sequence[Cells]) -> bool:
    """Whether the cells of the first row are a few words each, and most below one of them long."""
    first, *below = cells
    names = list(filter(None, first))
    if len(cells) < LEAST_ROWS or len(names) != len(first):
        return False
    if any(
        len(name.split()) > LONGEST_NAME or not _NAME_END.search(name) or _DIGIT.search(name)
        for name in names
    ):
        return False
    return any(
        sum(len(row[n].split()) >= LEAST_LONG for row in below if n < len(row))
        >= MOSTLY * len(below)
        for n in range(1, len(first))
    )


def _names_more(cells: Sequence[Cells], bold: Sequence[bool]) -> bool:
    """Whether the second row names columns, too, below names that several have in common."""
    _, second, third, *_ = cells
    names = list(filter(None, second))
    if second[0] or len(names) < 2 or _has_figure(second):
        return False
    return (bold[1] and not bold[2]) or any(map(_FIGURE.match, third[1:]))
