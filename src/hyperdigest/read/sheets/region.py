"""A region of a sheet: a table with its titles, header rows and notes, or a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hyperdigest.read.sheets.workbook import Row

_SPREAD = 4
"""A table is shown by columns if its rows have no more columns than so many times their cells, or
else without the empty ones."""

_SPREAD_CELLS = 1_000_000
"""So many cells are always shown by columns."""

_SPACES = re.compile(r"[^\S\t]+")


@dataclass(slots=True)
class Region:
    """A table, or a text, on a sheet.

    Parameters
    ----------
    titles : the rows above the table with a single cell.
    headers : the rows that name the columns.
    rows : the others.
    notes : the rows below the table with a single cell of several words.
    columns : of the cells, ascending.
    between : the numbers of the rows that are titles of those below them.
    """

    rows: list[Row]
    columns: Sequence[int]
    titles: list[Row] = field(default_factory=list)
    headers: list[Row] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    between: frozenset[int] = frozenset()

    def lines(self, rows: Sequence[Row]) -> Iterator[str]:
        """The cells of each row by columns, on one line, separated by tabs."""
        return map(_on_one_line, self._lines(rows))

    def _lines(self, rows: Sequence[Row]) -> Iterator[str]:
        width = len(self.columns)
        cells = sum(len(row.columns) for row in rows)
        if width * len(rows) > max(_SPREAD * cells, _SPREAD_CELLS):
            yield from (row.text for row in rows)
            return
        place_of = {column: place for place, column in enumerate(self.columns)}
        own: Sequence[int] = ()
        places: list[int] = []
        is_dense = False
        for row in rows:
            if row.columns is not own:
                own = row.columns
                places = [place_of[column] for column in own]
                is_dense = places == list(range(len(places)))
            if is_dense:
                yield row.text
                continue
            spread = [""] * (places[-1] + 1)
            for place, text in zip(places, row.cells, strict=True):
                spread[place] = text
            yield "\t".join(spread)


def _on_one_line(line: str) -> str:
    return _SPACES.sub(" ", line) if "\n" in line or "  " in line else line
