"""Wide tables as several ones that fit into short digests: each has some of the columns.

A row of sixty columns is too long to be quoted, and a piece of it lacks the names of its columns.
So each part of the table has the columns that name its rows, and a few others with their names
and those of their groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hyperdigest.read.sheets.cells import by_column, columns_of_figures
from hyperdigest.read.sheets.headers import with_groups
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
    filled = with_groups(region.headers, region.columns[0])
    keys = _keys(region)
    others: list[list[int]] = []
    size = LONGEST_PART
    for column in region.columns[len(keys) :]:
        width = max(sizes[column], 1)
        if size + width > LONGEST_PART:
            others.append([])
            size = 0
        size += width
        others[-1].append(column)
    parts = [[*keys, *own] for own in others or [[]]]
    headers, rows = (_divided(each, parts) for each in (filled, region.rows))
    for columns, own_headers, own_rows in zip(parts, headers, rows, strict=True):
        yield replace(region, columns=columns, headers=own_headers, rows=own_rows)


def _keys(region: Region) -> Sequence[int]:
    """The columns that name the rows: the first one that has words, in most rows if there is such
    a one, with those before it."""
    rows = region.rows[:LOOKED_AT]
    figures = columns_of_figures(rows)
    first = region.columns[:MOST_KEYS]
    words = [n for n, column in enumerate(first, 1) if not figures.get(column, True)]
    filled = Counter(column for row in rows for column in row.columns)
    full = [n for n in words if 2 * filled[first[n - 1]] > len(rows)]
    return first[: next(iter(full or words), 1)]


def _divided(rows: Sequence[Row], parts: Sequence[Sequence[int]]) -> list[list[Row]]:
    """The rows of each part, which has these columns of the table; empty ones are left out."""
    divided: list[list[Row]] = [[] for _ in parts]
    for row in rows:
        cells = by_column(row)
        for columns, found in zip(parts, divided, strict=True):
            if own := [column for column in columns if column in cells]:
                found.append(row._replace(columns=own, text="\t".join(map(cells.__getitem__, own))))
    return divided
