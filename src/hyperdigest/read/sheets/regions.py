"""The tables of a sheet: divided by empty rows or columns, with their titles and header rows.

A table goes on below an empty row if what is there has no header of its own and no other columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hyperdigest.read.sheets import pairs
from hyperdigest.read.sheets.cells import LONGEST_NAME, count_figures, is_number
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
        goes_on = may_go_on and not first.headers and len(first.columns) > 1
        if goes_on and open_columns.issuperset(first.columns) and _are_alike(found[-1], first):
            above = found[-1]
            for part in (above.notes, first.titles, first.rows):
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
    return found


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
    edges = [0]
    for place in range(1, len(used)):
        is_gap = used[place] > used[place - 1] + 1
        if is_gap and place - edges[-1] > 1 and _begins_with_words(band, used[place:]):
            edges.append(place)
    if len(edges) == 1:
        yield Region(list(band), used)
        return
    for begin, end in zip(edges, [*edges[1:], len(used)], strict=True):
        columns = used[begin:end]
        kept = range(columns[0], columns[-1] + 1)
        parts = [part for row in band if (part := _part_of(row, kept))]
        for own in _bands(parts):
            yield Region(list(own), columns)


def _part_of(row: Row, columns: range) -> Row | None:
    """The cells of a row in some columns; None if there are none."""
    kept = [
        (column, text)
        for column, text in zip(row.columns, row.cells, strict=True)
        if column in columns
    ]
    if not kept:
        return None
    return row._replace(
        columns=tuple(column for column, _ in kept), text="\t".join(text for _, text in kept)
    )


def _begins_with_words(band: Sequence[Row], columns: Sequence[int]) -> bool:
    """Whether a table begins at a column: most of its rows have words there, and another cell."""
    last = next((n for n in range(1, len(columns)) if columns[n] > columns[n - 1] + 1), None)
    own = range(columns[0], columns[(last or len(columns)) - 1] + 1)
    parts = [part for row in band[:LOOKED_AT] if (part := _part_of(row, own))]
    named = [part for part in parts if part.columns[0] == own[0] and not is_number(part.cells[0])]
    return len(own) > 1 and 2 * len(named) > len(parts)
