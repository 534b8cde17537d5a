"""Titles between the rows of a table: a group or a unit that stands above the rows it is said of.

Such a row has one text above the figures and none above the names of the rows. The first one
follows the names of the columns as if it were one of them, but holds only up to the next one. Where
none is there, such a text in the midst of the rows is a note about one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hyperdigest.read.sheets.cells import PARENTHESES, columns_of_figures, has_figures, is_thousands
from hyperdigest.read.sheets.mixed import is_word
from hyperdigest.read.sheets.naming import is_sign
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.workbook import Row

_LOOKED_AT = 100
"""How many rows tell which columns have figures."""

_FEWEST, _FEWEST_BELOW = 2, 2
"""Titles of a table, and rows with figures for each of them: other words are values."""


def find_titles_between(region: Region) -> None:
    """Mark the titles between the rows of a table as such, and take them from its header."""
    first, figures = region.columns[0], columns_of_figures(_with_figures(region.rows))
    if not any(figures.get(column, False) for column in region.columns[1:]):
        return
    titles = [
        row
        for row, below in pairwise(region.rows)
        if is_title(row, first, figures) and below.columns[0] == first
    ]
    if not titles:
        return
    kinds = set(map(_is_unit, titles))
    in_header = [row for row in region.headers if is_title(row, first, figures)]
    last_name = max(_numbers_of_names(region, in_header), default=0)
    below_names = [row for row in in_header if row.number > last_name]
    is_first_row = titles[0] is region.rows[0]
    if below_names or is_first_row:
        in_header = below_names
    moved = [row for row in in_header if _is_unit(row) in kinds]
    found = [*moved, *titles]
    if len(found) < _FEWEST or not (moved or is_first_row):
        return
    if sum(map(has_figures, region.rows)) < _FEWEST_BELOW * len(found):
        return
    region.between = frozenset(row.number for row in found)
    region.headers = [row for row in region.headers if row.number not in region.between]
    region.rows = [
        row._replace(columns=(first,), text=row.cells[0]) if row.number in region.between else row
        for row in [*moved, *region.rows]
    ]


def _numbers_of_names(region: Region, titles: Sequence[Row]) -> Iterator[int]:
    """The numbers of the header rows that are no titles."""
    return (row.number for row in region.headers if row not in titles)


def _with_figures(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows[:_LOOKED_AT] if has_figures(row)]


def is_title(row: Row, first: int, figures: Mapping[int, bool]) -> bool:
    """Whether a row has nothing but one text, above figures or above several of these columns.

    `first` is the first column of the table, and `figures` are the columns with figures.
    """
    if row.columns[0] == first or not all(figures.get(column, False) for column in row.columns):
        return False
    text = row.cells[0]
    return len(set(row.cells)) == 1 and (is_word(text) or is_sign(text) or is_thousands(text))


def _is_unit(row: Row) -> bool:
    text = row.cells[0]
    return text.startswith(PARENTHESES) or is_sign(text) or is_thousands(text)
