"""The titles, header rows and notes of a table, and the names of groups of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hyperdigest.read.sheets.cells import (
    COLONS,
    LONGEST_NAME,
    PARENTHESES,
    by_column,
    columns_of_figures,
    has_figures,
    is_figure,
    is_number,
    is_range,
    may_be_unit,
)
from hyperdigest.read.sheets.naming import belongs_to, is_note, is_sentence, names_of
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.series import names_in_order
from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import LONGEST_CELL, is_period, names_columns

LOOKED_AT = 40
"""How many rows are looked at to tell which ones are headers."""

MOST_HEADERS = 4
"""How many header rows a table has at most: no more are quoted before a row. A cell alone above
others, if they are one less, is a title."""

MOST_TITLES = 8
"""How many rows above a table are its titles at most."""

_STATEMENT = re.compile(r"[.。](?:\s+[^\W\d_a-z]|\Z)")
_FEWEST_ANSWERS = 3
"""Short cells below a long name of their column."""

_FEWEST_NUMBERED, _FEWEST_BELOW_NUMBERS = 3, 2
"""Columns with their numbers below their names, and rows below these."""

_COMMAS = (",", "，", "、")


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
    region.rows = rows[begin:]
    count = _count_headers(region) if has_header else 0
    above = max(count - _most_headers(region.rows), 0)
    begin, count = begin + above, count - above
    while 0 < count < _most_headers(region.rows) and begin and _goes_on(rows[begin - 1].text):
        begin, count = begin - 1, count + 1
    region.titles, region.rows = rows[:begin], rows[begin:]
    end = _begin_of_notes(region, count + 1)
    region.headers, region.notes = region.rows[:count], region.rows[end:]
    region.rows = region.rows[count:end]


def _most_headers(rows: Sequence[Row]) -> int:
    return MOST_HEADERS - (len(rows[0].columns) == 1)


def _begin_of_notes(region: Region, least: int) -> int:
    """The place of the first of the notes at the end of a table, at least this one: of rows with
    only a first cell, from a sentence on or those that are all notes."""
    rows = region.rows
    end = begin = len(rows)
    are_notes = True
    while end > least and _is_title(rows[end - 1], region):
        end -= 1
        are_notes = are_notes and is_note(rows[end])
        if are_notes or is_sentence(rows[end].text):
            begin = end
    return begin


def _goes_on(title: str) -> bool:
    """Whether a title belongs to the header below it: it is the unit of the figures, or the start
    of a date."""
    if is_sentence(title):
        return False
    return title.startswith(PARENTHESES) or title.endswith(_COMMAS)


def _is_title(row: Row, region: Region) -> bool:
    """Whether a row has only a first cell."""
    return len(row.columns) == 1 and row.columns[0] == region.columns[0]


def _count_headers(region: Region) -> int:
    """How many of the first rows of a region name its columns."""
    looked_at = region.rows[:LOOKED_AT]
    places = range(1, min(MOST_HEADERS, len(looked_at) - _FEWEST_BELOW_NUMBERS))
    numbered = next((place for place in places if _is_numbers(looked_at[place])), 0)
    if numbered:
        del looked_at[numbered]
    if len(looked_at) < 2:
        return 0
    count = _count_of(looked_at, region)
    return count + (0 < numbered < count)


def _is_numbers(row: Row) -> bool:
    """Whether a row has nothing but the numbers of its columns, from 1."""
    numbers = [cell.strip("()") for cell in row.cells]
    return len(numbers) >= _FEWEST_NUMBERED and numbers == [str(n + 1) for n in range(len(numbers))]


def _count_of(looked_at: Sequence[Row], region: Region) -> int:
    """How many of some rows name the columns of a region that begins with them."""
    lines = list(region.lines(looked_at))
    cells = [line.split("\t") for line in lines]
    if count := _count_to_series(looked_at, cells) or _count_with_groups(looked_at, region):
        return count
    marked = [row.is_marked for row in looked_at]
    if 2 * sum(map(is_figure, cells[0])) > len(cells[0]):
        return 0
    if marked[0] and not all(marked):
        count = marked.index(False)
        groups = (n for n in range(1, count) if _is_title(looked_at[n], region))
        count = next(groups, count)
        if any(len(row.columns) > 1 for row in looked_at[:count]):
            return _with_more(looked_at, cells, min(count, MOST_HEADERS), region.columns[0])
    if not (names_columns(lines, marked) or _may_name(cells)):
        return 0
    return _with_more(looked_at, cells, 1, region.columns[0])


def _count_to_series(rows: Sequence[Row], cells: Sequence[Sequence[str]]) -> int:
    """How many rows a header has that ends with dates, times or sizes, which name the columns below
    names of groups of them; 0 if it has none."""
    for count, row in enumerate(rows[:MOST_HEADERS], 1):
        if has_figures(row):
            first = min(each.columns[0] for each in rows)
            are_of_it = all(belongs_to(above, row, first) for above in rows[: count - 1])
            return count if are_of_it and names_in_order(cells[count - 1 :]) else 0
    return 0


def _count_with_groups(rows: Sequence[Row], region: Region) -> int:
    """How many rows a header has that ends with the names of the figures below it, below names of
    groups of them; 0 if it has one row, or if this is not known.

    Labels of groups of rows may follow it. A cell alone above more rows than are quoted is a title.
    """
    figures = next((n for n, row in enumerate(rows) if has_figures(row)), len(rows))
    stop = figures
    while stop > 1 and _is_label(rows[stop - 1], region):
        stop -= 1
    titles = next((n for n, row in enumerate(rows[:stop]) if len(row.columns) > 1), stop)
    if not 1 < stop <= MOST_HEADERS + min(titles, MOST_TITLES) or figures == len(rows):
        return 0
    kinds = columns_of_figures(rows[figures:])
    own = stop - (stop > 2 and _is_unit(rows[stop - 1], min(kinds)))
    *groups, names = rows[:own]
    are_of_it = all(belongs_to(row, names, min(kinds)) for row in groups)
    return stop if are_of_it and names_of(names, groups, kinds) else 0


def _is_label(row: Row, region: Region) -> bool:
    """Whether a row is a label of the rows below it."""
    return len(row.columns) == 1 and (_is_title(row, region) or row.text.endswith(COLONS))


def _is_unit(row: Row, first: int) -> bool:
    """Whether a row is the unit of all figures below it, in parentheses; `first` is the first
    column of the table."""
    return len(row.columns) == 1 and row.columns[0] > first and row.text.startswith(PARENTHESES)


def _with_more(rows: Sequence[Row], cells: Sequence[Sequence[str]], count: int, first: int) -> int:
    """How many of these rows are headers, if so many are and others may go on with them; `first` is
    the first column of the table."""
    while count < MOST_HEADERS and count + 1 < len(rows):
        above, row = rows[count - 1 : count + 1]
        if not (_divides(above, row, first) or _names_more(cells[count - 1 :])):
            break
        count += 1
    return count


def _divides(above: Row, row: Row, first: int) -> bool:
    """Whether a row has the names of the columns of the groups that the row above it names.

    The text of a group is in all its columns; `first` is the first column of the table. The same
    names are in each group, or else the name of another column is in both rows, as that of a cell
    that is merged with the one below it.
    """
    names, filled = by_column(row), by_column(with_groups([above, row], first)[0])
    groups = list(_groups(filled))
    below = [[names.get(column, "") for column in group] for group in groups]
    if not groups or any(not all(own) or len(set(own)) < len(own) for own in below):
        return False
    others = filled.keys() - set().union(*groups)
    own = {column: names[column] for column in others if column in names}
    if any(filled[column] != text for column, text in own.items()):
        return False
    is_regular = len(groups) > 1 and all(each == below[0] for each in below)
    return len(own) > 0 or (is_regular and not any(map(is_figure, below[0])))


def _groups(names: Mapping[int, str]) -> Iterator[range]:
    """The columns, which are ascending, of each name of several ones side by side."""
    begin = last = -1
    for column in names:
        if begin < 0 or column > last + 1 or names[column] != names[begin]:
            if last > begin:
                yield range(begin, last + 1)
            begin = column
        last = column
    if last > begin:
        yield range(begin, last + 1)


def _may_name(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row may name the columns: its cells are short, or questions above
    short answers, different and no figures.

    Years, ranges and the like may be names, but not if there are some in the rows below too.
    """
    first, *below = rows
    named = [(place, cell) for place, cell in enumerate(first) if cell]
    names = [cell for _, cell in named]
    width = max(map(len, rows))
    if len(named) == 1 and named[0][0] == 0:
        return False
    if first[0].endswith(COLONS):
        return False
    if 2 * len(named) < width - 1 or (len(set(names)) < len(names) and width < 3):
        return False
    for place, cell in named:
        others = [row[place] for row in below if place < len(row) and row[place]]
        if len(cell) > LONGEST_NAME and not _is_question(cell, others):
            return False
        kind = is_range if is_range(cell) else is_period
        if kind(cell):
            if 2 * sum(map(kind, others)) > len(others):
                return False
        elif is_number(cell) or "@" in cell or cell.startswith(("http:", "https:")):
            return False
    return True


def _is_question(cell: str, answers: Sequence[str]) -> bool:
    """Whether a long cell may be a question: most of the cells below it are much shorter, and it is
    no statement."""
    if _STATEMENT.search(cell):
        return False
    short = sum(2 * len(answer) < len(cell) for answer in answers)
    return len(cell) <= LONGEST_CELL and short >= _FEWEST_ANSWERS and 2 * short > len(answers)


def _names_more(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the second of these rows goes on with the header, which the first one is.

    It has no figures but years, and the row below has some. A header of several rows names the
    first column once, or in all of its rows if the cell is merged.
    """
    above, own, after, *_ = rows
    names = list(filter(None, own))
    if not own[0] and after[0] and not all(map(is_figure, names)) and all(map(may_be_unit, names)):
        return True
    if not after[0] or not names or any(map(is_figure, names)):
        return False
    if not own[0]:
        return True
    groups = [name for name in above[1 : len(own)] if name]
    has_groups = len(set(groups)) < len(own) - 1 or above[0] == own[0]
    is_new = above[0] in ("", own[0]) and list(above) != list(own) and len(names) > 1 and has_groups
    return is_new and any(map(is_figure, after[1 : len(own)]))


def with_groups(headers: list[Row], first: int) -> list[Row]:
    """The header rows, each name of a group in all its columns, as the text of a merged cell is.

    Files without merged cells have it in the first one only. The last row tells that the others are
    of the group: it has the same names below each, at least two. The first column of the table is
    of no group.
    """
    if len(headers) < 2:
        return headers
    names = by_column(headers[-1])
    filled = []
    for row in headers[:-1]:
        groups = by_column(row)
        starts = [column for column in groups if column > first]
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
