"""The titles, header rows and notes of a table."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.read.sheets.cells import (
    COLONS,
    LONGEST_NAME,
    by_column,
    columns_of_figures,
    has_figures,
    is_figure,
    is_number,
)
from hyperdigest.read.sheets.naming import belongs_to, is_note, names_of
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period, names_columns

LOOKED_AT = 40
"""How many rows are looked at to tell which ones are headers."""

MOST_HEADERS = 3
"""How many header rows a table has at most: no more are quoted before a row."""

MOST_TITLES = 8
"""How many rows above a table are its titles at most."""


def take_headers(region: Region, *, has_header: bool = True) -> None:
    """Take the titles and the header rows, if it has one, of a region from its rows."""
    rows = region.rows
    if len(region.columns) < 2:
        is_name = len(rows) > 1 and len(rows[0].text) <= LONGEST_NAME
        count = int(is_name and not is_number(rows[0].text))
        region.headers, region.rows = rows[:count], rows[count:]
        return
    begin = 0
    while begin < min(MOST_TITLES, len(rows) - 2) and _is_title(rows[begin], region):
        begin += 1
    region.titles = rows[:begin]
    region.rows = rows[begin:]
    count = _count_headers(region) if has_header else 0
    end = len(region.rows)
    while end > count + 1 and _is_title(region.rows[end - 1], region):
        if not is_note(region.rows[end - 1]):
            break
        end -= 1
    region.headers, region.notes = _with_groups(region.rows[:count]), region.rows[end:]
    region.rows = region.rows[count:end]


def _is_title(row: Row, region: Region) -> bool:
    """Whether a row has only a first cell."""
    return len(row.columns) == 1 and row.columns[0] == region.columns[0]


def _count_headers(region: Region) -> int:
    """How many of the first rows of a region name its columns."""
    looked_at = region.rows[:LOOKED_AT]
    if len(looked_at) < 2:
        return 0
    if count := _count_with_groups(looked_at):
        return count
    lines = list(region.lines(looked_at))
    cells = [line.split("\t") for line in lines]
    marked = [row.is_marked for row in looked_at]
    if 2 * sum(map(is_figure, cells[0])) > len(cells[0]):
        return 0
    if marked[0] and not all(marked):
        count = marked.index(False)
        groups = (n for n in range(1, count) if _is_title(looked_at[n], region))
        count = next(groups, count)
        if any(len(row.columns) > 1 for row in looked_at[:count]):
            return _with_more(cells, min(count, MOST_HEADERS))
    if not (names_columns(lines, marked) or _may_name(cells)):
        return 0
    return _with_more(cells, 1)


def _count_with_groups(rows: Sequence[Row]) -> int:
    """How many rows a header has that ends with the names of the figures below it, below names of
    groups of them; 0 if it has one row, or if this is not known."""
    figures = next((n for n, row in enumerate(rows) if has_figures(row)), len(rows))
    if not 1 < figures <= MOST_HEADERS or figures == len(rows):
        return 0
    *groups, names = rows[:figures]
    kinds = columns_of_figures(rows[figures:])
    are_of_it = all(belongs_to(row, names, min(kinds)) for row in groups)
    return figures if are_of_it and names_of(names, groups[-1], kinds) else 0


def _with_more(cells: Sequence[Sequence[str]], count: int) -> int:
    """How many of these rows are headers, if so many are and others may go on with them."""
    while count < MOST_HEADERS and count + 1 < len(cells) and _names_more(cells[count - 1 :]):
        count += 1
    return count


def _may_name(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row may name the columns: its cells are short, different and no figures.

    Years and the like may be names, but not if there are some in the rows below too.
    """
    first, *below = rows
    named = [(place, cell) for place, cell in enumerate(first) if cell]
    names = [cell for _, cell in named]
    width = max(map(len, rows))
    if len(named) == 1 and named[0][0] == 0:
        return False
    if first[0].endswith(COLONS) or any(len(cell) > LONGEST_NAME for cell in names):
        return False
    if 2 * len(named) < width - 1 or (len(set(names)) < len(names) and width < 3):
        return False
    for place, cell in named:
        others = [row[place] for row in below if place < len(row) and row[place]]
        if is_period(cell):
            if 2 * sum(map(is_period, others)) > len(others):
                return False
        elif is_number(cell) or "@" in cell or cell.startswith(("http:", "https:")):
            return False
    return True


def _names_more(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the second of these rows goes on with the header, which the first one is.

    It has no figures but years, and the row below has some. A header of several rows names the
    first column once, or in all of its rows if the cell is merged.
    """
    above, own, after, *_ = rows
    names = list(filter(None, own))
    if not after[0] or not names or any(map(is_figure, names)):
        return False
    if not own[0]:
        return True
    groups = [name for name in above[1 : len(own)] if name]
    has_groups = len(set(groups)) < len(own) - 1 or above[0] == own[0]
    is_new = above[0] in ("", own[0]) and list(above) != list(own) and len(names) > 1 and has_groups
    return is_new and any(map(is_figure, after[1 : len(own)]))


def _with_groups(headers: list[Row]) -> list[Row]:
    """The header rows, each name of a group in all its columns, as the text of a merged cell is.

    Files without merged cells have it in the first one only. The last row tells that the others are
    of the group: it has the same names below each, at least two.
    """
    if len(headers) < 2:
        return headers
    names = by_column(headers[-1])
    filled = []
    for row in headers[:-1]:
        groups = by_column(row)
        starts = [column for column in groups if column > min(names.keys() | groups.keys())]
        width = starts[1] - starts[0] if len(starts) > 1 else 0
        below = [[names.get(start + n) for n in range(width)] for start in starts]
        is_regular = width > 1 and all(own == below[0] and None not in own for own in below)
        if is_regular and max(names) == starts[-1] + width - 1:
            for start in starts:
                groups |= dict.fromkeys(range(start, start + width), groups[start])
            columns = tuple(sorted(groups))
            text = "\t".join(groups[column] for column in columns)
            row = row._replace(columns=columns, text=text)
        filled.append(row)
    return [*filled, headers[-1]]
