"""Titles between the rows of a table: a group or a unit that stands above the rows it is said of.

Such a row has one text above the figures and none above the names of the rows. The first one may
follow the names of the columns as if it were one of them, but holds only up to the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hyperdigest.read.sheets.cells import PARENTHESES, columns_of_figures, has_figures
from hyperdigest.read.sheets.mixed import is_word
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.workbook import Row

_LOOKED_AT = 100
"""How many rows tell which columns have figures."""

_FEWEST_BELOW = 2
"""Rows with figures for each title at least: other words are values."""


def find_titles_between(region: Region) -> None:
    """Mark the titles between the rows of a table as such, and take them from its header."""
    first, figures = region.columns[0], columns_of_figures(_with_figures(region.rows))
    if not any(figures.get(column, False) for column in region.columns[1:]):
        return
    own = [row for row in region.headers if is_title(row, first, figures)]
    titles = [
        row
        for row, below in zip(region.rows, [*region.rows[1:], None], strict=True)
        if is_title(row, first, figures) and below is not None and below.columns[0] == first
    ]
    kinds = set(map(_is_unit, titles))
    moved = [row for row in own if _is_unit(row) in kinds]
    if len(titles) + len(moved) < _FEWEST_BELOW and True not in kinds:
        return
    if not _are_few(len(titles) + len(moved), region.rows):
        return
    region.headers = [row for row in region.headers if row not in moved]
    region.rows = [*moved, *region.rows]
    region.between = frozenset(row.number for row in (*moved, *titles))
    region.rows = [
        row._replace(columns=(first,), text=row.cells[0]) if row.number in region.between else row
        for row in region.rows
    ]


def _are_few(titles: int, rows: Sequence[Row]) -> bool:
    return sum(map(has_figures, rows)) >= _FEWEST_BELOW * titles


def _with_figures(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows[:_LOOKED_AT] if has_figures(row)]


def is_title(row: Row, first: int, figures: Mapping[int, bool]) -> bool:
    """Whether a row has nothing but one text, above figures or above several of these columns.

    `first` is the first column of the table, and `figures` are the columns with figures.
    """
    if row.columns[0] == first or not all(figures.get(column, False) for column in row.columns):
        return False
    return len(set(row.cells)) == 1 and is_word(row.cells[0])


def _is_unit(row: Row) -> bool:
    return row.text.startswith(PARENTHESES)
