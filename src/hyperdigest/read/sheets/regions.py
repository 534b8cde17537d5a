"""The tables of a sheet: divided by empty rows or columns, with their titles and header rows.

A table goes on below an empty row if what is there has no header of its own and no other columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period, names_columns

LOOKED_AT = 40
"""How many rows are looked at to tell which ones are headers."""

MOST_HEADERS = 2
"""How many header rows a table has at most: no more are quoted before a row."""

MOST_TITLES = 8
"""How many rows above a table are its titles at most."""

_MOST_LINES_ABOVE = 3
"""How many lines between empty rows are a title, rather than a text."""

_FEWEST_WORDS_OF_NOTE = 5

_LONGEST_NAME = 100
"""In characters; a longer cell names no column."""

_NUMBER = re.compile(r"[^\w\s]{0,3}\s?\d[\d\s.,:/'’-]*\W{0,4}(?:E[+-]?\d+|[A-Z]{3})?")
"""A number, perhaps with a currency or a percent sign, or a date or time in figures."""

_SPREAD = 4
"""A table is shown by columns if its rows have no more columns than so many times their cells, or
else without the empty ones."""

_SPREAD_CELLS = 1_000_000
"""So many cells are always shown by columns."""


@dataclass(slots=True)
class Region:
    """A table, or a text, on a sheet.

    Parameters
    ----------
    titles : the rows above the table with a single cell.
    headers : the rows that name the columns.
    rows : the others.
    notes : the rows below the table with a single cell of several words.
    columns : of the cells, ascending.
    """

    rows: list[Row]
    columns: Sequence[int]
    titles: list[Row] = field(default_factory=list)
    headers: list[Row] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)

    def lines(self, rows: Sequence[Row]) -> Iterator[str]:
        """The cells of each row by columns, on one line, separated by tabs."""
        return map(_on_one_line, self._lines(rows))

    def _lines(self, rows: Sequence[Row]) -> Iterator[str]:
        width = len(self.columns)
        cells = sum(len(row.columns) for row in rows)
        if width * len(rows) > max(_SPREAD * cells, _SPREAD_CELLS):
            yield from (row.text for row in rows)
            return
        place_of = {column: place for place, column in enumerate(self.columns)}
        own: Sequence[int] = ()
        places: list[int] = []
        is_dense = False
        for row in rows:
            if row.columns is not own:
                own = row.columns
                places = [place_of[column] for column in own]
                is_dense = places == list(range(len(places)))
            if is_dense:
                yield row.text
                continue
            spread = [""] * (places[-1] + 1)
            for place, text in zip(places, row.cells, strict=True):
                spread[place] = text
            yield "\t".join(spread)


_SPACES = re.compile(r"[^\S\t]+")


def _on_one_line(line: str) -> str:
    return _SPACES.sub(" ", line) if "\n" in line or "  " in line else line


def regions(rows: Sequence[Row]) -> list[Region]:
    """The regions of a sheet, from top to bottom and from left to right."""
    found: list[Region] = []
    open_columns: frozenset[int] = frozenset()
    for band in _bands(rows):
        own = [region for part in _stacked(band) for region in _side_by_side(part)]
        for region in own:
            _take_headers(region)
        first = own[0]
        goes_on = not first.headers and len(first.columns) > 1 and len(own) == 1
        if goes_on and open_columns.issuperset(first.columns):
            above = found[-1]
            for part in (above.notes, first.titles, first.rows):
                above.rows += part
            above.notes = first.notes
            continue
        is_table = len(first.headers) > 0 and len(first.columns) > 1
        if found and is_table and _is_above(found[-1]):
            above = found.pop()
            first.titles = [*above.headers, *above.rows, *first.titles]
        found += own
        open_columns = frozenset(first.columns if is_table and len(own) == 1 else ())
    return found


def _is_above(region: Region) -> bool:
    """Whether a region between empty rows is only the title of the table below it."""
    lines = [*region.headers, *region.rows]
    is_short = all(len(row.text) <= _LONGEST_NAME for row in lines)
    return is_short and len(region.columns) == 1 and len(lines) <= _MOST_LINES_ABOVE


def _bands(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows between empty rows."""
    begin = 0
    for place in range(1, len(rows) + 1):
        if place == len(rows) or rows[place].number > rows[place - 1].number + 1:
            yield list(rows[begin:place])
            begin = place


def _stacked(band: list[Row]) -> Iterator[list[Row]]:
    """The tables of a band, divided before each row that names columns anew: it says the same as
    the first one, or is marked like it and does not go on with names above it."""
    first, begin = band[0], 0
    for place in range(2, len(band) - 1):
        row = band[place]
        is_candidate = row.text == first.text or (row.is_marked and first.is_marked)
        if is_candidate and _may_begin(row, first) and not _may_begin(band[place - 1], first):
            yield band[begin:place]
            begin = place
    yield band[begin:]


def _may_begin(row: Row, first: Row) -> bool:
    """Whether a row has several names and no figures, and as the first one is marked or not."""
    if row.is_marked != first.is_marked or row.columns[0] != first.columns[0]:
        return False
    return len(row.columns) > 1 and not any(map(_is_figure, row.cells))


def _side_by_side(band: list[Row]) -> Iterator[Region]:
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
        yield Region(band, used)
        return
    for begin, end in zip(edges, [*edges[1:], len(used)], strict=True):
        columns = used[begin:end]
        kept = range(columns[0], columns[-1] + 1)
        parts = [part for row in band if (part := _part_of(row, kept))]
        for own in _bands(parts):
            yield Region(own, columns)


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


def _take_headers(region: Region) -> None:
    """Take the titles and the header rows of a region from its rows."""
    rows = region.rows
    if len(region.columns) < 2:
        is_name = len(rows) > 1 and len(rows[0].text) <= _LONGEST_NAME
        count = int(is_name and not is_number(rows[0].text))
        region.headers, region.rows = rows[:count], rows[count:]
        return
    begin = 0
    while begin < min(MOST_TITLES, len(rows) - 2) and _is_title(rows[begin], region):
        begin += 1
    region.titles = rows[:begin]
    region.rows = rows[begin:]
    count = _count_headers(region)
    end = len(region.rows)
    while end > count + 1 and _is_title(region.rows[end - 1], region):
        if len(region.rows[end - 1].text.split()) < _FEWEST_WORDS_OF_NOTE:
            break
        end -= 1
    region.headers, region.notes = region.rows[:count], region.rows[end:]
    region.rows = region.rows[count:end]


def _is_title(row: Row, region: Region) -> bool:
    """Whether a row has only a first cell."""
    return len(row.columns) == 1 and row.columns[0] == region.columns[0]


def _count_headers(region: Region) -> int:
    """How many of the first rows of a region name its columns."""
    looked_at = region.rows[:LOOKED_AT]
    if len(looked_at) < 2:
        return 0
    lines = list(region.lines(looked_at))
    cells = [line.split("\t") for line in lines]
    marked = [row.is_marked for row in looked_at]
    if 2 * sum(map(_is_figure, cells[0])) > len(cells[0]):
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


def _with_more(cells: Sequence[Sequence[str]], count: int) -> int:
    """How many of these rows are headers, if so many are and others may go on with them."""
    while count < MOST_HEADERS and count + 1 < len(cells) and _names_more(cells[count - 1 :]):
        count += 1
    return count


def is_number(text: str) -> bool:
    """Whether a cell is a number, or a date or time in figures."""
    return _NUMBER.fullmatch(text) is not None


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
    if first[0].endswith((":", "：")) or any(len(cell) > _LONGEST_NAME for cell in names):
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
    if not after[0] or not names or any(map(_is_figure, names)):
        return False
    if not own[0]:
        return True
    is_new = above[0] in ("", own[0]) and list(above) != list(own) and len(names) > 1
    return is_new and any(map(_is_figure, after[1 : len(own)]))


def _is_figure(cell: str) -> bool:
    """Whether a cell is a number that is no year or the like."""
    return is_number(cell) and not is_period(cell)
