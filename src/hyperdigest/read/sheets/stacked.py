"""Tables that stand below one another without an empty row between them.

A figure below the name of another table's column says what is not so. A row of words between rows
of figures therefore begins another table if it names the figures below it, and differs from what
the table above has there. Where this is not certain the figures have no header.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hyperdigest.read.sheets.cells import (
    by_column,
    columns_of_figures,
    has_figures,
)
from hyperdigest.read.sheets.naming import belongs_to, is_lower, names_of
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period

_LOOKED_AT = 20
"""How many rows above and below a row are looked at to know what it is."""

_FIRST = 6
"""How many rows below a row tell which columns have figures that it may name."""

_SMALL = 30
"""Rows above and below one that may name the latter or not; in longer tables it does not."""

_FEWEST = 2
"""Rows of two cells above a table that say something about it; a table has more."""

_MOST_REFUSED = 100
"""A table with so many rows of words that name nothing has texts, and no other table below it."""


class Table(NamedTuple):
    """The rows of a table, and whether its first ones may be a header."""

    rows: Sequence[Row]
    has_header: bool = True


def stacked(band: Sequence[Row]) -> Iterator[Table]:
    """The tables of rows without an empty one between them."""
    for part in _at_marked_names(band):
        begin, has_header, refused = 0, True, 0
        for start, stop in _runs_of_words(part):
            if refused > _MOST_REFUSED:
                break
            found = _Beginning(part, begin, start, stop)
            place = found.place
            if place <= begin:
                refused += 1
                continue
            above = part[begin:place]
            is_pair = len(above) <= _FEWEST and all(len(row.columns) <= 2 for row in above)
            yield Table(above, has_header and not is_pair)
            begin, has_header = place, found.is_certain
        yield Table(part[begin:] if begin else part, has_header)


def _at_marked_names(band: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The tables of a band, divided before each row that names columns anew, with what belongs to
    it: it says the same as the first one, or is marked like it and does not go on with names above
    it."""
    titles = next((n for n, row in enumerate(band) if len(row.columns) > 1), 0)
    first, begin = band[titles], 0
    for place in range(titles + 2, len(band) - 1):
        row = band[place]
        is_candidate = row.text == first.text or (row.is_marked and first.is_marked)
        if is_candidate and _may_begin(row, first) and not _may_begin(band[place - 1], first):
            start = place
            while start > begin and _goes_before(band[start - 1], row, first):
                start -= 1
            if start > begin:
                yield band[begin:start]
                begin = start
    yield band[begin:] if begin else band


def _goes_before(row: Row, names: Row, first: Row) -> bool:
    """Whether a row belongs to a row of names below it, which is marked or not like the first."""
    is_title = len(row.columns) == 1 or (row.is_marked and names.is_marked)
    return is_title and not has_figures(row) and belongs_to(row, names, first.columns[0])


def _may_begin(row: Row, first: Row) -> bool:
    """Whether a row has several names and no figures, and as the first one is marked or not."""
    if row.is_marked != first.is_marked or row.columns[0] != first.columns[0]:
        return False
    return len(row.columns) > 1 and not has_figures(row)


def _runs_of_words(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """The places of the first row without figures, and of the row with figures below such rows."""
    start = 0
    for place, row in enumerate(rows):
        if has_figures(row):
            if start < place:
                yield start, place
            start = place + 1


class _Beginning:
    """Where another table begins in a run of rows without figures.

    Parameters
    ----------
    rows : of the band.
    begin : where the table above begins.
    start, stop : of the run.

    Attributes
    ----------
    place : of the first row of the other table; -1 if none begins.
    is_certain : whether the run has its header.
    """

    def __init__(self, rows: Sequence[Row], begin: int, start: int, stop: int) -> None:
        self._above = rows[max(begin, start - _LOOKED_AT) : start]
        self._head = [row for row in rows[begin : min(begin + 4, start)] if not has_figures(row)]
        words = rows[max(start, stop - _LOOKED_AT) : stop]
        near = rows[stop : stop + _LOOKED_AT]
        self._below = _before_words(near[:_FIRST])
        self._is_small = start - begin <= _SMALL and len(rows) - stop <= _SMALL
        self._figures = columns_of_figures(self._below)
        self.place, self.is_certain = -1, False
        others = [*self._above, *near]
        named = [
            place
            for place, row in enumerate(words)
            if (names := self._names(row, words[:place])) and not _are_values(names, others)
        ]
        if not named:
            return
        capital = [n for n in named if not is_lower(by_column(words[n]))]
        last = (capital or named)[-1]
        first = last
        while first and self._goes_before(words[first - 1], words[last]):
            first -= 1
        if not self._above:
            pairs = words[:first]
            is_wider = len(words[last].columns) > 2
            if not is_wider or not pairs or any(tuple(row.columns) != (0, 1) for row in pairs):
                return
        elif self._is_other(words[last], is_titled=len(words[first].columns) == 1):
            pass
        elif not self._is_small or not self._head:
            return
        else:
            self.place = stop - len(words) + first
            return
        self.place, self.is_certain = stop - len(words) + first, True

    def _goes_before(self, row: Row, names: Row) -> bool:
        is_full = len(row.columns) > 1 and row.columns[0] < names.columns[0]
        if is_full and not self._names(row, []):
            return False
        return belongs_to(row, names, min(self._figures))

    def _names(self, row: Row, before: Sequence[Row]) -> dict[int, str]:
        """The cells of a row below these ones that name the columns of figures below it; they do
        not begin with small letters unless those of the table above do."""
        names = names_of(row, before[-1] if before else None, self._figures)
        heads = [by_column(head) for head in self._head]
        is_value = is_lower(names) and not (heads and all(map(is_lower, heads)))
        return {} if is_value else names

    def _is_other(self, row: Row, *, is_titled: bool) -> bool:
        """Whether a row that names the figures below it differs from the table above."""
        names = self._names(row, [])
        if len(names) != 1 or is_titled or row.is_marked or any(map(is_period, names.values())):
            return True
        firsts = {each.cells[0] for each in self._head if len(each.columns) > 1}
        if row.cells[0] in firsts:
            return True
        above = columns_of_figures([row for row in self._above if len(row.columns) > 1])
        below = self._figures
        if any(above[column] != below[column] for column in above.keys() & below.keys()):
            return True
        return max(above, default=0) != max(below) == max(row.columns)


def _are_values(names: dict[int, str], others: Sequence[Row]) -> bool:
    """Whether one of these names is a value of its column in other rows: it stands in one with
    figures, in one that says the same twice, or is the only name here and there."""
    for row in others:
        cells = by_column(row)
        if any(cells.get(column) == name for column, name in names.items()):
            is_alone = (
                len(names) == 1 and len(cells) < 3 and not any(map(is_period, cells.values()))
            )
            if is_alone or has_figures(row) or len(set(row.cells)) < len(cells):
                return True
    return False


def _before_words(rows: Sequence[Row]) -> Sequence[Row]:
    """The first of these rows, up to one of several cells without figures."""
    stop = next(
        (n for n, row in enumerate(rows) if len(row.columns) > 1 and not has_figures(row)),
        len(rows),
    )
    return rows[:stop]
