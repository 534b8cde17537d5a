"""Tables that stand below one another without an empty row between them.

A figure below the name of another table's column says what is not so. A row of words between rows
of figures therefore begins another table if it names the figures below it, and differs from what
the table above has there. Where this is not certain the figures have no header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from hyperdigest.read.sheets.cells import (
    by_column,
    columns_of_figures,
    has_figures,
)
from hyperdigest.read.sheets.mixed import are_mixed, header_of
from hyperdigest.read.sheets.naming import belongs_to, is_lower, names_of
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period

_LOOKED_AT = 20
"""How many rows above and below a row are looked at to know what it is."""

_COMPARED = 300
"""How many rows above and below a row may have its texts as values."""

_FIRST = 6
"""How many rows below a row tell which columns have figures that it may name."""

_SMALL = 30
"""Rows above and below one that may name the latter or not; in longer tables it does not."""

_FEWEST = 2
"""Rows of two cells above a table that say something about it; a table has more."""

_FEWEST_WITH_FIGURES = 2
"""Rows above and below words that are nothing but names of other columns of figures."""

_MOST_REFUSED = 100
"""A table with so many rows of words that name nothing has texts, and no other table below it."""


_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_STEP = 10
"""In years, between those that are names of columns."""

_WHOLE = re.compile(r"\d{3,5}")


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
            place, is_certain = _Run(part, begin, start, stop).other_table() or (begin, False)
            if place <= begin:
                refused += 1
                continue
            above = part[begin:place]
            is_pair = len(above) <= _FEWEST and all(len(row.columns) <= 2 for row in above)
            yield Table(above, has_header and not is_pair)
            begin, has_header = place, is_certain
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


class _Run:
    """A run of rows without figures above one with figures, in which another table may begin.

    Parameters
    ----------
    rows : of the band.
    begin : where the table above begins.
    start, stop : of the run.
    """

    def __init__(self, rows: Sequence[Row], begin: int, start: int, stop: int) -> None:
        self._above = rows[max(begin, start - _LOOKED_AT) : start]
        self._head = [row for row in rows[begin : min(begin + 4, start)] if not has_figures(row)]
        self._words, self._stop = rows[max(start, stop - _LOOKED_AT) : stop], stop
        self._table = rows[max(begin, start - _COMPARED) : start]
        self._below = rows[stop : stop + _COMPARED]
        self._others = [*self._table, *self._below]
        self._is_small = start - begin <= _SMALL and len(rows) - stop <= _SMALL
        self._figures = columns_of_figures(_before_words(rows[stop : stop + _FIRST]))

    def other_table(self) -> tuple[int, bool] | None:
        """The place of the first row of another table, and whether the run surely has its header;
        None if none begins."""
        words = self._words
        named = [
            place
            for place, row in enumerate(words)
            if self._names(row, words[:place]) and not _are_values(row, self._others)
        ]
        if not named:
            return None
        capital = [n for n in named if not is_lower(by_column(words[n]))]
        last = (capital or named)[-1]
        first = last
        while first and self._goes_before(words[first - 1], words[last]):
            first -= 1
        if not self._above:
            pairs = words[:first]
            is_wider = len(words[last].columns) > 2
            if not is_wider or not pairs or any(tuple(row.columns) != (0, 1) for row in pairs):
                return None
            is_certain = True
        else:
            if not self._is_like_header(words[last]) and self._is_value(words, first, last):
                return None
            is_titled = len(words[first].columns) == 1
            is_certain = self._is_other(words[last], is_titled=is_titled)
            if not is_certain and not self._may_be_other(words[last]):
                return None
        return self._stop - len(words) + first, is_certain

    def _goes_before(self, row: Row, names: Row) -> bool:
        is_full = len(row.columns) > 1 and row.columns[0] < names.columns[0]
        if is_full and not self._names(row, []):
            return False
        return belongs_to(row, names, min(self._figures))

    def _names(self, row: Row, before: Sequence[Row]) -> dict[int, str]:
        """The cells of a row below these ones that name the columns of figures below it; they do
        not begin with small letters unless those of the table above do."""
        names = names_of(row, before[-1:], self._figures)
        heads = [by_column(head) for head in self._head]
        is_value = is_lower(names) and not (heads and all(map(is_lower, heads)))
        return {} if is_value else names

    def _is_other(self, row: Row, *, is_titled: bool) -> bool:
        """Whether a row that names the figures below it differs from the table above."""
        names = self._names(row, [])
        if names.keys() == {min(row.columns)} and not is_titled:
            return False
        if self._is_like_header(row):
            return True
        above = columns_of_figures([row for row in self._above if len(row.columns) > 1])
        below = self._figures
        is_wider = max(above, default=0) != max(below) == max(row.columns)
        if is_wider and self._head and (above | below)[max(*above, *below)]:
            return True
        if len(names) == 1 and not self._heads_are_periods(names):
            return False
        if not self._is_small:
            return is_titled
        if names and _may_be_figures(names, self._others):
            return False
        if any(above[column] != below[column] for column in above.keys() & below.keys()):
            return True
        return any(map(is_period, names.values())) or self._has_enough_rows()

    def _has_enough_rows(self) -> bool:
        """Whether several rows with figures are above the run, and below it up to other words."""
        above = list(takewhile(has_figures, reversed(self._above)))
        below = list(takewhile(has_figures, self._below))
        return min(len(above), len(below)) >= _FEWEST_WITH_FIGURES

    def _heads_are_periods(self, names: dict[int, str]) -> bool:
        """Whether these names and what the header above has in their columns are periods."""
        heads = [by_column(head) for head in self._head]
        return all(
            is_period(name) and any(is_period(head.get(column, "")) for head in heads)
            for column, name in names.items()
        )

    def _is_like_header(self, row: Row) -> bool:
        """Whether a row is marked as a header, or begins as the header of the table above."""
        header = header_of(self._head)
        return row.is_marked or (header is not None and header.cells[0] == row.cells[0])

    def _is_value(self, words: Sequence[Row], first: int, last: int) -> bool:
        """Whether a row of words stands in columns that have words and figures as values, or has
        periods below others, as the ends of times below their starts."""
        row = words[last]
        names = self._names(row, words[:last])
        if len(names) > 1 and all(map(is_period, names.values())):
            above = by_column(words[last - 1]) if last else {}
            starts = {above[column] for column in names if is_period(above.get(column, ""))}
            return len(starts) == len(names)
        named = names.keys() - {row.columns[0]}
        values = [each for each in words[last + 1 :] if each.columns[0] == row.columns[0]]
        values += words[: max(first, last - 1)]
        return are_mixed(named, [*self._table, *values], self._below)

    def _may_be_other(self, row: Row) -> bool:
        """Whether a row may begin another table, though nothing tells it but its words."""
        is_of_first = self._names(row, []).keys() == {min(row.columns)}
        is_small = self._is_small and self._has_enough_rows()
        return is_small and bool(self._head) and not is_of_first


def _are_values(row: Row, others: Sequence[Row]) -> bool:
    """Whether a cell of a row, but the first one, is a value of its column in other rows: it stands
    in one with figures, in one that says the same twice, or is the only other cell here and there.
    """
    own = {column: text for column, text in by_column(row).items() if column > row.columns[0]}
    texts = set(own.values())
    for other in others:
        if not any(text in other.text for text in texts):
            continue
        cells = by_column(other)
        if any(cells.get(column) == text for column, text in own.items()):
            is_alone = len(own) == 1 and len(cells) < 3
            is_alone = is_alone and not any(map(is_period, cells.values()))
            if is_alone or has_figures(other) or len(set(other.cells)) < len(cells):
                return True
    return False


def _may_be_figures(names: dict[int, str], others: Sequence[Row]) -> bool:
    """Whether names are years that may be figures: their columns have whole numbers, and they are
    not evenly apart."""
    years = [int(name) for name in names.values() if _YEAR.fullmatch(name)]
    if len(years) < len(names) or _are_even(years):
        return False
    return any(
        _WHOLE.fullmatch(text) is not None
        for row in others
        for column, text in by_column(row).items()
        if column in names
    )


def _are_even(years: Sequence[int]) -> bool:
    """Whether there are several years, each a few after the one before it, or each before."""
    steps = {after - year for year, after in pairwise(years)}
    return len(steps) == 1 and 0 < abs(min(steps)) <= _LONGEST_STEP


def _before_words(rows: Sequence[Row]) -> Sequence[Row]:
    """The first of these rows, up to one of several cells without figures."""
    stop = next(
        (n for n, row in enumerate(rows) if len(row.columns) > 1 and not has_figures(row)),
        len(rows),
    )
    return rows[:stop]
