"""Tables of AsciiDoc: their cells, which may stand on lines of their own, and their rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hyperdigest.read.markup.lined import LinedRow, NumberedLine, one_cell
from hyperdigest.read.office.tables import MOST_SPANNED, Cell, Row

_BEGIN = (
    r"(?:^|(?<=\s))(?:(?P<copies>\d{{1,3}})\*|(?P<columns>\d{{1,3}})?(?:\.(?P<rows>\d{{1,3}}))?\+)?"
    r"[<^>.]{{0,3}}[a-z]?(?<!\\){}"
)
"""The begin of a cell, before a separator: ``2+|`` covers two columns, ``3*|`` is three cells."""

_COLUMNS = re.compile(r"cols\s*=\s*(?:\"([^\"]*)\"|([^\s,\]]+))")
_HEADER = re.compile(r"%[\w%]*header|\bopt(?:ion)?s?\s*=\s*\"?[\w,%-]*header")
_SEPARATOR = re.compile(r"separator\s*=\s*\"?([^\s\",\]])")
_MOST_COLUMNS = 1_000


class _Found(NamedTuple):
    """A cell as it is written, its line, and how many columns and rows it covers."""

    text: str
    line: int
    columns: int = 1
    rows: int = 1


def rows_of(
    lines: Sequence[NumberedLine], delimiter: str, attributes: str, plain: Callable[[str], str]
) -> Iterator[LinedRow]:
    """The rows of a table.

    Parameters
    ----------
    lines : those between its delimiters.
    delimiter : the line above them, such as ``|===``.
    attributes : what stands in brackets above the table.
    plain : takes the marks out of a text.
    """
    shown = [line for line in lines if not line.text.startswith("//")]
    given = _SEPARATOR.search(attributes)
    separator = given[1] if given else delimiter[0]
    if separator in ",:" or "format=" in attributes:
        rows = _separated(shown, ":" if separator == ":" or "dsv" in attributes else ",")
    else:
        rows = _in_rows(list(_cells(shown, separator)), _columns(attributes))
    begins_with_gap = len(shown) > 1 and shown[0].text.strip() != "" == shown[1].text.strip()
    has_header = begins_with_gap or bool(_HEADER.search(attributes))
    for number, row in enumerate(rows):
        cells = [Cell(one_cell(plain(each.text)), each.columns, each.rows) for each in row]
        yield LinedRow(Row(cells, has_header and number == 0), row[0].line)


def _columns(attributes: str) -> int:
    """The number of columns that the attributes of a table state; 0 if they do not."""
    found = _COLUMNS.search(attributes)
    given = (found[1] or found[2]) if found else ""
    if not found or not given:
        return 0
    count = 0
    for column in re.split("[,;]", given):
        copies = re.match(r"\s*(\d{1,3})\*", column)
        count += int(copies[1]) if copies else 1
    if found[2] and found[2].isdecimal():
        count = 1
    return min(count, _MOST_COLUMNS)


def _cells(lines: Sequence[NumberedLine], separator: str) -> Iterator[_Found]:
    """The cells of a table; one may go on in the lines below it."""
    begin = re.compile(_BEGIN.format(re.escape(separator)))
    texts: list[str] = []
    cell, copies = _Found("", 0), 0
    for line in lines:
        place = 0
        for found in begin.finditer(line.text):
            texts.append(line.text[place : found.start()])
            yield from [cell._replace(text=_joined(texts, separator))] * copies
            texts, place = [], found.end()
            copies = min(int(found["copies"] or 1), MOST_SPANNED)
            cell = _Found("", line.number, int(found["columns"] or 1), int(found["rows"] or 1))
        texts.append(line.text[place:])
    yield from [cell._replace(text=_joined(texts, separator))] * copies


def _joined(texts: Sequence[str], separator: str) -> str:
    return "\n".join(texts).replace(f"\\{separator}", separator).strip()


def _in_rows(cells: Sequence[_Found], columns: int) -> Iterator[list[_Found]]:
    """The cells in rows of so many columns; if that is 0, of as many as the first line has."""
    first = cells[0].line if cells else 0
    columns = columns or sum(each.columns for each in cells if each.line == first)
    row: list[_Found] = []
    covered = [0] * columns  # how many more rows cells above cover, by column
    column = 0
    for cell in cells:
        while column < columns and covered[column]:
            covered[column] -= 1
            column += 1
        last = min(column + cell.columns, columns)
        covered[column:last] = [cell.rows - 1] * (last - column)
        column = last
        row.append(cell)
        while column < columns and covered[column]:
            covered[column] -= 1
            column += 1
        if column >= columns:
            yield row
            row, column = [], 0
    if row:
        yield row


def _separated(lines: Sequence[NumberedLine], separator: str) -> Iterator[list[_Found]]:
    """The rows of a table whose lines are values with a separator between them."""
    for line in lines:
        if line.text.strip():
            try:
                values = next(csv.reader([line.text], delimiter=separator), [])
            except csv.Error:
                values = [line.text]
            yield [_Found(value, line.number) for value in values]
