"""What the readers of spreadsheets find: sheets of rows, each with the texts of its cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hyperdigest.base.text import counted
from hyperdigest.errors import ReadError

MOST_COLUMNS = 16_384
"""As many as spreadsheet programs have; cells after them are left out."""

MOST_CELLS = 20_000_000
"""Cells of a file that are not empty."""

MOST_ROWS = 2_000_000

MOST_TEXT = 96 << 20
"""Characters of all cells of a file, of which a million rows often have more than 64 MB; to read
and split these takes some 2 GB of memory, and twice that if all words are different."""

_SPANNED_ROWS, _SPANNED_COLUMNS = 1_000, 50
"""How many rows and columns a merged cell covers at most; it counts as covering only these."""

_REPEATED = 10_000
"""In characters; the repeated text of merged cells is at most so much, and the text of the sheet
once more."""


_UNTIDY = re.compile(r"[\t\n\r\0\v\f\x1c-\x1e\x85\u2028\u2029]")
_AS_SPACES = str.maketrans("\t\0", "  ")


class Row(NamedTuple):
    """A row that is not empty.

    Parameters
    ----------
    number : that the spreadsheet program shows, from 1.
    columns : of its cells that are not empty, from 0, ascending.
    text : the texts of these cells, separated by tabs.
    is_marked : whether the file marks it as a row of names: all its cells are bold, or it is the
        header of a table or a filter.
    """

    number: int
    columns: Sequence[int]
    text: str
    is_marked: bool = False

    @property
    def cells(self) -> list[str]:
        """The texts of the cells that are not empty."""
        return self.text.split("\t")


class Merged(NamedTuple):
    """A merged cell: its first and last row, from 1, and its first and last column, from 0."""

    first_row: int
    last_row: int
    first: int
    last: int


class Comment(NamedTuple):
    """A comment on the cell at a place, such as ``B14``."""

    place: str
    text: str
    author: str = ""


class ShapeText(NamedTuple):
    """A paragraph in a shape of a kind, such as a text box, that lies on the cell at a place, which
    is empty if it is not known."""

    kind: str
    place: str
    text: str


@dataclass(slots=True)
class Sheet:
    """A sheet of a workbook; that of a text file has no name.

    Parameters
    ----------
    merged : the merged cells that are repeated in the rows.
    hidden_rows, hidden_columns : how many the program does not show.
    unknown : how many formulas have no value in the file.
    """

    name: str = ""
    rows: list[Row] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    shapes: list[ShapeText] = field(default_factory=list)
    is_hidden: bool = False
    hidden_rows: int = 0
    hidden_columns: int = 0
    unknown: int = 0

    @property
    def has_text(self) -> bool:
        """Whether anything is on the sheet."""
        return bool(self.rows or self.comments or self.shapes)

    def place(self, number: int) -> str:
        """The place of a row: ``Budget, row 14``."""
        return f"{self.name}, row {number}" if self.name else f"row {number}"


@dataclass(frozen=True, slots=True)
class Workbook:
    """The sheets of a file, and what it says about itself."""

    sheets: Sequence[Sheet]
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    notes: tuple[str, ...] = ()

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Messages for the user about what the program does not show, or does not know."""
        hidden = [f"the sheet {sheet.name}" for sheet in self.sheets if sheet.is_hidden]
        for what, counts in (
            ("row", {sheet.name: sheet.hidden_rows for sheet in self.sheets}),
            ("column", {sheet.name: sheet.hidden_columns for sheet in self.sheets}),
        ):
            hidden += [f"{counted(n, what)} of {name}" for name, n in counts.items() if n]
        unknown = sum(sheet.unknown for sheet in self.sheets)
        notes = []
        if hidden:
            notes.append(f"hides what is read all the same: {', '.join(hidden)}")
        if unknown:
            notes.append(
                f"has {counted(unknown, 'formula')} without a value, which are left out: save it in"
                " a spreadsheet program"
            )
        return (*self.notes, *notes)


class RowMaker:
    """Makes rows of the texts of cells, within the limits of a file.

    Most rows have the cells of the row before, so that equal columns are kept once.
    """

    def __init__(self) -> None:
        self._columns: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._characters = MOST_TEXT
        self._cells = MOST_CELLS
        self._rows = MOST_ROWS

    def row(
        self, number: int, cells: Mapping[int, str] | Sequence[str], *, is_marked: bool = False
    ) -> Row | None:
        """The row with these texts by column; None if all are empty.

        Raises ReadError if the file has more cells or text than a file may have.
        """
        if isinstance(cells, Mapping):
            columns = tuple(column for column, text in cells.items() if text)
            texts: Iterable[str] = filter(None, cells.values())
        elif all(cells):
            columns, texts = tuple(range(len(cells))), cells
        else:
            columns = tuple(column for column, text in enumerate(cells) if text)
            texts = filter(None, cells)
        if not columns:
            return None
        text = "\t".join(texts)
        self._cells -= len(columns)
        self._characters -= len(text)
        self._rows -= 1
        if self._characters < 0:
            raise ReadError(f"has more than {MOST_TEXT >> 20} MB of text: split it into parts")
        if self._rows < 0:
            raise ReadError(f"has more than {MOST_ROWS:,} rows: split it into parts")
        if self._cells < 0:
            raise ReadError(f"has more than {MOST_CELLS:,} cells: split it into parts")
        return Row(number, self._columns.setdefault(columns, columns), text, is_marked)


def column_name(column: int) -> str:
    """The letters of a column, which is counted from 0: A to Z, AA, AB."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def on_one_line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def cell_text(text: str) -> str:
    """The text of a cell with its lines, without tabs, which divide cells."""
    if not _UNTIDY.search(text):
        return text.strip()
    lines = text.translate(_AS_SPACES).splitlines()
    return "\n".join(line.strip() for line in lines).strip()


def with_merged_cells(sheet: Sheet) -> list[Row]:
    """The rows of a sheet; a merged cell is repeated in all rows and columns that it covers.

    A cell that is alone in its row, such as a title over the whole table, is repeated in no column,
    but if the row below begins before it: then it is a name of some columns.
    """
    if not sheet.merged:
        return sheet.rows
    place_of = {row.number: place for place, row in enumerate(sheet.rows)}
    left = _REPEATED + sum(len(row.text) for row in sheet.rows)
    filled: dict[int, dict[int, str]] = {}
    for merged in sheet.merged:
        place = place_of.get(merged.first_row)
        if place is None:
            continue
        row = sheet.rows[place]
        text = dict(zip(row.columns, row.cells, strict=True)).get(merged.first, "")
        below = sheet.rows[place + 1].columns[0] if place + 1 < len(sheet.rows) else 0
        is_title = len(row.columns) == 1 and merged.first <= below
        last = merged.first if is_title else merged.last
        last = min(last, merged.first + _SPANNED_COLUMNS - 1)
        last_row = min(merged.last_row, merged.first_row + _SPANNED_ROWS - 1)
        for number in range(merged.first_row, last_row + 1):
            left -= len(text) * (last - merged.first + 1)
            if not text or left < 0:
                break
            if number in place_of:
                covered = filled.setdefault(place_of[number], {})
                covered.update(dict.fromkeys(range(merged.first, last + 1), text))
    rows = list(sheet.rows)
    for place, texts in filled.items():
        row = rows[place]
        cells = texts | dict(zip(row.columns, row.cells, strict=True))
        columns = sorted(cells)
        rows[place] = row._replace(
            columns=tuple(columns), text="\t".join(cells[column] for column in columns)
        )
    return rows
