"""The tables of a sheet: divided by empty rows or columns, with their titles and header rows.

A table goes on below an empty row if what is there has no header of its own and no other columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from hyperdigest.read.sheets import pairs
from hyperdigest.read.sheets.between import find_titles_between, is_title
from hyperdigest.read.sheets.cells import (
    LONGEST_NAME,
    columns_of_figures,
    count_figures,
    is_number,
)
from hyperdigest.read.sheets.headers import LOOKED_AT, take_headers
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.stacked import Table, stacked
from hyperdigest.read.sheets.workbook import Row

_MOST_LINES_ABOVE = 3
"""How many lines between empty rows are a title, rather than a text."""


def regions(rows: Sequence[Row]) -> list[Region]:
    """The regions of a sheet, from top to bottom and from left to right."""
    found: list[Region] = []
    open_columns: frozenset[int] = frozenset()
    for band in _bands(rows):
        own = list(_regions_of(band))
        first, may_go_on = own[0]
        has_names = len(first.headers) > 0 and not _has_only_title(first)
        goes_on = may_go_on and not has_names and len(first.columns) > 1
        if goes_on and open_columns.issuperset(first.columns) and _are_alike(found[-1], first):
            above = found[-1]
            for part in (above.notes, first.titles, first.headers, first.rows):
                above.rows += part
            above.notes = first.notes
            if len(own) == 1:
                continue
            del own[0]
            first = own[0][0]
        is_table = len(first.headers) > 0 and len(first.columns) > 1
        if found and is_table and _is_above(found[-1]):
            above = found.pop()
            first.titles = [*above.headers, *above.rows, *first.titles]
        found += (region for region, _ in own)
        last = found[-1]
        is_table = len(last.headers) > 0 and len(last.columns) > 1
        open_columns = frozenset(last.columns if is_table and own[-1][1] else ())
    for region in found:
        if region.headers and len(region.columns) > 1:
            find_titles_between(region)
    return found


def _has_only_title(region: Region) -> bool:
    """Whether the header of a region is one text above its figures."""
    figures = columns_of_figures(region.rows[:LOOKED_AT])
    return all(is_title(row, region.columns[0], figures) for row in region.headers)


def _regions_of(band: Sequence[Row]) -> Iterator[tuple[Region, bool]]:
    """The regions of rows without empty ones between them, and whether each may go on with a table
    above it, or be gone on with."""
    sides = list(_side_by_side(band))
    for side in sides:
        for rows, has_pairs in pairs.divided(side.rows, side.columns):
            for table in [Table(rows, has_header=False)] if has_pairs else stacked(rows):
                parts = [side] if table.rows is side.rows else list(_side_by_side(table.rows))
                for region in parts:
                    has_header = table.has_header
                    has_header = has_header and not pairs.are_pairs(region.rows, region.columns)
                    take_headers(region, has_header=has_header)
                    yield region, has_header and len(sides) == len(parts) == 1


def _are_alike(above: Region, below: Region) -> bool:
    """Whether no column has figures in one of two regions and only words in the other one."""
    counts = count_figures(above.rows[-LOOKED_AT:]), count_figures(below.rows[:LOOKED_AT])
    for column in counts[0].keys() & counts[1].keys():
        pair = counts[0][column], counts[1][column]
        for (figures, words), (others, other_words) in (pair, pair[::-1]):
            if figures > words and not others and other_words > 1:
                return False
    return True


def _is_above(region: Region) -> bool:
    """Whether a region between empty rows is only the title of the table below it."""
    lines = [*region.headers, *region.rows]
    is_short = all(len(row.text) <= LONGEST_NAME for row in lines)
    return is_short and len(region.columns) == 1 and len(lines) <= _MOST_LINES_ABOVE


def _bands(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows between empty rows."""
    begin = 0
    for place in range(1, len(rows) + 1):
        if place == len(rows) or rows[place].number > rows[place - 1].number + 1:
            yield rows[begin:place]
            begin = place


def _side_by_side(band: Sequence[Row]) -> Iterator[Region]:
    """The tables of a band, divided by empty columns.

    An empty column divides only if there are several columns on both sides of it, and what is to
    the right begins with words: it may also be a space between figures.
    """
    used = sorted(set().union(*{row.columns for row in band}))
    first, *others = _runs(used)
    sides, width = [first], len(first)
    looked_at = [(row.columns, row.cells) for row in band[:LOOKED_AT]]
    for run in others:
        if width > 1 and len(run) > 1 and _begin_with_words(looked_at, run):
            sides.append(run)
            width = 0
        sides[-1] = range(sides[-1].start, run.stop)
        width += len(run)
    if len(sides) == 1:
        yield Region(list(band), used)
        return
    for side, parts in zip(sides, _parts(band, sides), strict=True):
        columns = used[bisect_left(used, side.start) : bisect_left(used, side.stop)]
        for own in _bands(parts):
            yield Region(list(own), columns)


def _runs(columns: Sequence[int]) -> Iterator[range]:
    """Columns, which are ascending, as ranges without a gap."""
    begin = 0
    for place in range(1, len(columns) + 1):
        if place == len(columns) or columns[place] > columns[place - 1] + 1:
            yield range(columns[begin], columns[place - 1] + 1)
            begin = place


def _parts(band: Sequence[Row], sides: Sequence[range]) -> list[list[Row]]:
    """The rows of each of some ranges of columns, which all cells are in."""
    parts: list[list[Row]] = [[] for _ in sides]
    starts = [side.start for side in sides]
    for row in band:
        columns, cells, begin = row.columns, row.cells, 0
        while begin < len(columns):
            side = bisect_right(starts, columns[begin]) - 1
            end = bisect_left(columns, sides[side].stop, begin)
            text = "\t".join(cells[begin:end])
            parts[side].append(row._replace(columns=columns[begin:end], text=text))
            begin = end
    return parts


def _begin_with_words(rows: Sequence[tuple[Sequence[int], Sequence[str]]], columns: range) -> bool:
    """Whether most of the rows with cells in some columns have words in the first of them.

    `rows` are the columns and the cells of each.
    """
    found = named = 0
    for own, cells in rows:
        place = bisect_left(own, columns.start)
        if place < len(own) and own[place] in columns:
            found += 1
            named += own[place] == columns.start and not is_number(cells[place])
    return 2 * named > found
