"""Wide tables as several ones that fit into short digests: each has some of the columns.

A row of sixty columns is too long to be quoted, and a piece of it lacks the names of its columns.
So each part of the table has the columns that name its rows, and a few others with their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hyperdigest.read.sheets.cells import by_column, columns_of_figures
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.workbook import Row

LONGEST_ROW = 50
"""Words of a row together with the names of its columns at most, so that a table is one part."""

LONGEST_PART = 16
"""Words of the names of the columns of a part at most, but for those that name the rows."""

LOOKED_AT = 100
"""Rows that are looked at to know which columns name the rows, and how long rows are."""

MOST_KEYS = 3
"""Columns that name the rows, at most: numbers may be before the name."""


def parts_of(region: Region) -> Iterator[Region]:
    """The parts of a table, from the left; it is the only one unless it is wide."""
    names = [by_column(row) for row in region.headers]
    sizes = {
        column: sum(len(row.get(column, "").split()) for row in names) for column in region.columns
    }
    longest = max((len(row.text.split()) for row in region.rows[:LOOKED_AT]), default=0)
    if not names or sum(sizes.values()) + min(longest, 2 * len(sizes)) <= LONGEST_ROW:
        yield region
        return
    keys = _keys(region)
    size, part = 0, list(keys)
    for column in region.columns[len(keys) :]:
        if size and size + max(sizes[column], 1) > LONGEST_PART:
            yield _with_columns(region, part)
            size, part = 0, list(keys)
        size += max(sizes[column], 1)
        part.append(column)
    yield _with_columns(region, part)


def _keys(region: Region) -> Sequence[int]:
    """The columns that name the rows: the first one that has words, with those before it."""
    figures = columns_of_figures(region.rows[:LOOKED_AT])
    first = region.columns[:MOST_KEYS]
    words = (n for n, column in enumerate(first, 1) if not figures.get(column, True))
    return first[: next(words, 1)]


def _with_columns(region: Region, columns: list[int]) -> Region:
    """The table with these columns alone."""
    wanted = set(columns)
    headers, rows = ([*_rows(each, wanted)] for each in (region.headers, region.rows))
    return replace(region, columns=columns, headers=headers, rows=rows)


def _rows(rows: Sequence[Row], wanted: set[int]) -> Iterator[Row]:
    for row in rows:
        own = {column: text for column, text in by_column(row).items() if column in wanted}
        if own:
            yield row._replace(columns=list(own), text="\t".join(own.values()))
