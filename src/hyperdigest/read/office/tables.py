"""Tables of office files: which hold data, their header rows, and the text of merged cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from hyperdigest.read.content import BEGINS_TABLE, BlockText
from hyperdigest.split.html_tables import are_short, first_word, name_rows, names_columns

MOST_SPANNED = 20
"""How many columns a merged cell covers at most; more are counted as so many."""

MOST_COLUMNS = 100
"""A cell in a column after these does not cover rows below it."""

LOOKED_AT = 3
"""How many rows may have to be bold or not to know which is the header."""

_REPEATED, _REPEATED_IN_ROW = 1_000, 50
"""In characters; the repeated text of a table is at most so much, so much for each row, and twice
its own text."""


class Cell(NamedTuple):
    """A cell, and how many columns and rows it covers.

    `continues` is whether it shows no text of its own, but belongs to the cell above it, and
    `alike` whether it stands for as many cells with the same text.
    """

    parts: Sequence[BlockText]
    columns: int = 1
    rows: int = 1
    continues: bool = False
    alike: bool = False


class Row(NamedTuple):
    """A row of a table.

    `is_header` is whether the format marks it as a row that names the columns, `is_bold` whether
    it only looks like one.
    """

    cells: Sequence[Cell]
    is_header: bool = False
    is_bold: bool = False


def table_parts(
    rows: Sequence[Row], level: int = 0, *, nested: bool = False
) -> Iterator[BlockText]:
    """The rows of a data table in lists of this level, or the parts of a table for layout.

    That is one of one column, with long text but no row that is marked as a header and no names of
    rows, or `nested`: with another table in it. A merged cell is repeated in all rows that it
    covers, and in header rows in all columns, as far as that is not too much text; a first row of a
    single cell is the title of the table. If the header of a single column is several paragraphs,
    those of each cell are the columns.
    """
    if _names_paragraphs(rows):
        rows = [
            row._replace(cells=_of_paragraphs(row, len(rows[0].cells[0].parts))) for row in rows
        ]
    texts = [[_text(cell) for cell in row.cells] for row in rows]
    first = int(len(rows) > 0 and len(rows[0].cells) == 1)
    is_data = are_short(texts) or _marked_headers(rows[first:]) > 0 or name_rows(texts[first:])
    if nested or not is_data or max(map(len, texts), default=0) < 2:
        yield from (part for row in rows for cell in row.cells for part in cell.parts)
        return
    own = sum(len(text) for row in texts for text in row)
    grid = _Grid(2 * own + _REPEATED + _REPEATED_IN_ROW * len(rows))
    if first:
        yield BlockText("paragraph", texts[0][0], level)
    shown = [
        grid.row(row.cells, its_texts)
        for row, its_texts in zip(rows[first:], texts[first:], strict=True)
    ]
    headers = _headers(rows[first:], ["\t".join(row.texts) for row in shown])
    for number, row in enumerate(shown):
        mark, is_header = "" if number else BEGINS_TABLE, number < headers
        line = "\t".join(row.texts if is_header else row.once)
        yield BlockText("header" if is_header else "table", line, level, mark)


def _names_paragraphs(rows: Sequence[Row]) -> bool:
    """Whether a table has one column, and its header several paragraphs, as most rows have."""
    if len(rows) < 2 or any(len(row.cells) != 1 for row in rows) or not rows[0].is_header:
        return False
    named, *sizes = (len(row.cells[0].parts) for row in rows)
    return named > 1 and 2 * sum(size >= named for size in sizes) > len(sizes)


def _of_paragraphs(row: Row, columns: int) -> list[Cell]:
    """The paragraphs of the only cell of a row as cells.

    If they are more than the columns, those in turn that begin with the same word are one cell:
    the forms of a command, or examples of it.
    """
    parts = row.cells[0].parts
    groups = [[part] for part in parts]
    if len(parts) > columns:
        by_word = groupby(parts, lambda part: first_word(part.text))
        groups = [list(group) for _, group in by_word]
    return [Cell(group) for group in groups]


def _text(cell: Cell) -> str:
    return " ".join(" ".join(part.text.split()) for part in cell.parts).strip()


def _headers(rows: Sequence[Row], lines: Sequence[str]) -> int:
    """The number of the first rows that are headers, by their marks or else by their `lines`.

    Below one with names of several columns each is one of the names of columns.
    """
    are_bold = [row.is_bold for row in rows]
    marked = _marked_headers(rows) if rows[0].is_header else None
    count = int(names_columns(lines, are_bold)) if marked is None else marked
    has_groups = len(rows[0].cells) > 1 and any(cell.columns > 1 for cell in rows[0].cells)
    goes_on = count == 1 and has_groups and names_columns(lines[1:], are_bold[1:])
    return count + goes_on


def _marked_headers(rows: Sequence[Row]) -> int:
    """The number of the first rows that are marked as headers; 0 if all rows are."""
    return next((n for n, row in enumerate(rows) if not row.is_header), 0)


class _Shown(NamedTuple):
    """The texts of the columns of a row.

    `repeated` are the numbers of the columns that show the text of a cell to the left again.
    """

    texts: Sequence[str]
    repeated: AbstractSet[int]

    @property
    def once(self) -> Sequence[str]:
        """The texts, each in the first column only that its cell covers."""
        return ["" if n in self.repeated else text for n, text in enumerate(self.texts)]


class _Grid:
    """Repeats the text of merged cells, at most `left` characters in all."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._above: list[str] = []
        self._covered: dict[int, tuple[str, int, bool]] = {}

    def row(self, cells: Sequence[Cell], texts: Sequence[str]) -> _Shown:
        """The texts of the next row, with those of merged cells that cover it."""
        shown, repeated = list[str](), set[int]()
        for cell, text in zip(cells, texts, strict=True):
            self._cover(shown, repeated)
            place = len(shown)
            if cell.continues and not text and place < len(self._above):
                text = self._repeat(self._above[place])
            is_alone = len(cells) == 1 and place == 0
            columns = 1 if is_alone else max(1, min(cell.columns, MOST_SPANNED))
            shown += (text, *(self._repeat(text) for _ in range(columns - 1)))
            again = range(place + 1, place if cell.alike else len(shown))
            repeated.update(again)
            if cell.rows > 1 and place < MOST_COLUMNS:
                for column in range(place, len(shown)):
                    self._covered[column] = text, cell.rows - 1, column in again
        self._cover(shown, repeated)
        self._above = shown
        return _Shown(shown, repeated)

    def _cover(self, shown: list[str], repeated: set[int]) -> None:
        """Append the texts of the cells above that cover the next columns."""
        while covering := self._covered.pop(len(shown), None):
            text, rows, is_repeated = covering
            if rows > 1:
                self._covered[len(shown)] = text, rows - 1, is_repeated
            if is_repeated:
                repeated.add(len(shown))
            shown.append(self._repeat(text))

    def _repeat(self, text: str) -> str:
        self._left -= len(text)
        return text if self._left >= 0 else ""
