"""Whether a column of a table has words among its figures, as the values of settings are.

A row of words in such a table is one of its rows, and names nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hyperdigest.read.sheets.cells import by_column, has_figures, is_number
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period

_NO_VALUE = frozenset({"n/a", "na", "n.a.", "nil", "none", "nm", "n/m", "n.m.", "null", "nan"})

_FEWEST_OF_A_KIND = 2
"""Rows of words above figures that tell that the two are of different tables."""


def are_mixed(columns: Iterable[int], above: Sequence[Row], below: Sequence[Row]) -> bool:
    """Whether one of these columns has words and figures as values above a row, or below it, or a
    single word above and figures below.

    Parameters
    ----------
    columns : that the row between these rows may name.
    above : from the header of the table on.
    below : to the end of the sheet; those from another row that may be a header are not looked at.
    """
    values_above, values_below = list(_values_above(above)), list(_values_below(below))
    for column in columns:
        words, figures = _count(column, values_above)
        if words and (figures or words < _FEWEST_OF_A_KIND):
            return True
        if all(_count(column, values_below)):
            return True
    return False


def header_of(rows: Sequence[Row]) -> Row | None:
    """The first row of several cells, one of them in the first column."""
    full = [row for row in rows if len(row.columns) > 1]
    first = min((row.columns[0] for row in full), default=0)
    return next((row for row in full if row.columns[0] == first), None)


def _values_above(rows: Sequence[Row]) -> Iterator[dict[int, str]]:
    """The rows of a table but its header."""
    header = header_of(rows)
    for row in rows:
        is_value = header is not None and row.columns[0] == header.columns[0]
        if has_figures(row) or (is_value and row is not header and len(row.columns) > 1):
            yield by_column(row)


def _values_below(rows: Sequence[Row]) -> Iterator[dict[int, str]]:
    """The rows with figures, and those of words that are several below one another or the last
    ones, so that they name no figures."""
    words: list[Row] = []
    for row in rows:
        if not has_figures(row):
            words.append(row)
            continue
        if words:
            if _are_values(words):
                yield from map(by_column, words)
            else:
                return
            words = []
        yield by_column(row)
    yield from map(by_column, words)


def _are_values(words: Sequence[Row]) -> bool:
    """Whether several rows of words begin in the same column and have several cells each."""
    are_full = all(len(row.columns) > 1 for row in words)
    return len(words) > 1 and are_full and len({row.columns[0] for row in words}) == 1


def _count(column: int, rows: Sequence[dict[int, str]]) -> tuple[int, int]:
    """How many values of a column are words, and how many are figures."""
    values = [row[column] for row in rows if column in row]
    figures = sum(is_number(value) or is_period(value) for value in values)
    return sum(map(is_word, values)), figures


def is_word(value: str) -> bool:
    """Whether a cell has letters, and is no figure and no sign that there is none."""
    is_figure = is_number(value) or is_period(value)
    return not is_figure and value.casefold() not in _NO_VALUE and any(map(str.isalpha, value))
