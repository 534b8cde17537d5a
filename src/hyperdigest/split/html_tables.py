"""Tables that are written in HTML within Markdown, and which tables contain data.

The rules are those for the tables of pages, but for a slice of a text: its rows stay slices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.lines import Lines
from hyperdigest.split.markup import visible

LONGEST_CELL = 300
"""In characters; a table with a longer cell is taken for the layout of the page, if no row of it is
marked as one that names columns, and its first cells do not name the rows."""

_FEWEST_NAMED, _LONGEST_ROW_NAME = 3, 40
"""The fewest rows, and the most characters of each first cell, for these to name the rows."""

_FIRST_WORD = re.compile(r"\w*")
_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 3
"""Of a table with fewer rows, the first one names columns only if they are so many, since two rows
of a name and a value look like that too."""

_MARK_OF_NOTE = re.compile(r"[\[(]\d{1,3}[\])]|\d{1,3}[.):]|[*†‡§]+")

_FEWEST_BELOW = 2
_FIGURE = re.compile(r"[^\w\s]{0,3}\d")
_PERIOD = re.compile(
    r"(?:"
    r"(?:[QHT][1-4][ .,/-]{1,2})?"  # the part of a year
    r"(?:[^\W\d]{1,12}[ .,/-]{1,2}){0,4}[^\W\d]{0,3}(?:\d{1,2}[ .,/-]{1,2}){0,2}"
    r"(?:19|20)\d\d(?:[/–-](?:\d\d){1,2}|[ .,/-]{1,2}[QHT][1-4])?"
    r"|(?:[FC]Y|[QH][1-4])[ .,/'’-]{0,2}\d\d"  # without the century
    r")(?:\s?\(\w{1,2}\))?\W{0,3}"  # perhaps with the mark of a note
)
_OPENING = re.compile(r"<table\b[^<>]{0,300}>", re.IGNORECASE)
_TABLE = re.compile(r"<(?P<closes>/)?table\b[^<>]{0,300}>", re.IGNORECASE)
_LAYOUT = re.compile(r"<(?:[uo]l|blockquote|pre|form|h[1-6])\b", re.IGNORECASE)
"""Elements of tables for layout; those of data have them too below a row that names columns, if
several rows follow it."""

_PRESENTATION = re.compile(r"role=.?presentation", re.IGNORECASE)
_PART = re.compile(
    r"<(?P<closes>/)?(?P<name>tr|td|th|thead|tbody|tfoot|caption)\b[^<>]{0,300}>", re.IGNORECASE
)


class _Row(NamedTuple):
    """The slices of the cells of a row, or of a caption, and what names columns in it: all of its
    cells, or its place in the head of the table."""

    cells: list[tuple[int, int]]
    is_header: bool
    is_caption: bool = False


def html_table_at(lines: Lines, number: int) -> tuple[int, list[Block]] | None:
    """The line after the table whose tag begins a line, and its caption and rows; None if none
    begins there.

    A row is the text from its first cell to its last one, with the tags between them. A table is
    none if it contains no data, or if other words are on its lines or between its cells, so that
    nothing is lost. The text is searched up to the next tag of a table, so that all the tables of
    a text take linear time.
    """
    text, start = lines.text, lines[number].start
    opening = _OPENING.match(text, start)
    closing = _TABLE.search(text, opening.end()) if opening else None
    if opening is None or closing is None or not closing["closes"]:
        return None
    after = number + 1
    while after < len(lines) and lines[after].start < closing.end():
        after += 1
    rest = text[closing.end() : lines[after - 1].end]
    is_alone = not (visible(rest).strip() or _TABLE.search(rest))
    rows = _rows(text, opening.end(), closing.start()) if is_alone else None
    return (after, list(_blocks(text, rows))) if rows and _are_data(text, rows) else None


def _rows(text: str, start: int, stop: int) -> list[_Row] | None:
    """The rows between two places; None if words are between them, or if a cell says that it is
    there for layout."""
    if _PRESENTATION.search(text, start, stop):
        return None
    rows: list[_Row] = []
    cells: list[tuple[int, int]] = []
    headers, opened, last, in_head = 0, "", start, False
    for tag in (*_PART.finditer(text, start, stop), None):
        place, name = (tag.start(), tag["name"].lower()) if tag else (stop, "tr")
        closes = tag is not None and tag["closes"] is not None
        is_empty = not _words(text, last, place)
        if opened == "caption":
            rows.append(_Row([(last, place)], is_header=False, is_caption=True))
        elif opened:
            headers += opened == "th" or (is_empty and not cells)
            cells.append((last, place))
        elif not is_empty:
            return None
        opened = name if name in ("td", "th", "caption") and not closes else ""
        if name not in ("td", "th") and cells:
            names = (in_head or headers == len(cells)) and not (len(cells) == 1 and rows)
            rows.append(_Row(cells, is_header=names))
            cells, headers = [], 0
        if name == "thead":
            in_head = not closes
        last = tag.end() if tag else stop
    return rows


def _are_data(text: str, rows: Sequence[_Row]) -> bool:
    """Whether some row has several cells, and no cell is long if none of them is a header row, or
    has elements for layout unless several rows follow one."""
    several = [row for row in rows if len(row.cells) > 1]
    begins = bool(several) and several[0].is_header and len(several) > _FEWEST_BELOW
    if not begins and _LAYOUT.search(text, rows[0].cells[0][0], rows[-1].cells[-1][1]):
        return False
    if 0 < sum(row.is_header for row in several) < len(several):
        return True
    cells = [[_words(text, start, end) for start, end in row.cells] for row in rows]
    return bool(several) and (are_short(cells) or name_rows(cells))


def _blocks(text: str, rows: Sequence[_Row]) -> Iterator[Block]:
    own = [row for row in rows if not row.is_caption]
    named = [row.is_header for row in own]
    if not any(named):
        texts = ["\t".join(_words(text, *cell) for cell in row.cells) for row in own]
        named[0] = names_columns(texts, [False] * len(own))
    headers = iter(named if not all(named) else [False] * len(own))
    for row in rows:
        kind: BlockKind = "paragraph"
        if not row.is_caption:
            kind = "header" if next(headers) else "table"
        if any(_words(text, *cell) for cell in row.cells):
            yield Block(row.cells[0][0], row.cells[-1][1], kind)


def _words(text: str, start: int, end: int) -> str:
    """A slice on one line, without its markup."""
    return " ".join(visible(text[start:end], "markdown").split())


def are_short(rows: Sequence[Sequence[str]]) -> bool:
    """Whether no cell of a table without a header row is long."""
    return all(len(cell) <= LONGEST_CELL for row in rows for cell in row)


def name_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first cells of a table without a header row name its rows, which have as many
    cells each; the marks of notes do not."""
    names = [row[0] for row in rows if row]
    is_even = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    return (
        len(rows) >= _FEWEST_NAMED
        and is_even
        and all(0 < len(name) <= _LONGEST_ROW_NAME for name in names)
        and not all(map(_MARK_OF_NOTE.fullmatch, names))
    )


def first_word(text: str) -> str:
    """The word with which a text begins; empty if it begins with a sign."""
    found = _FIRST_WORD.match(text.lstrip())
    return found[0] if found else ""


def is_period(text: str) -> bool:
    """Whether a text is a year, a part of one, or a date: "2024", "FY 2023/24", "Q1 24"."""
    return _PERIOD.fullmatch(text.strip()) is not None


def names_columns(rows: Sequence[str], bold: Sequence[bool]) -> bool:
    """Whether the first row of a table without header cells names the columns.

    It alone is bold, or it has no figures, and most rows below it have some beside their first
    cell, or it names periods, and most rows below it have other figures in their columns.

    Parameters
    ----------
    rows : with tabs between their cells.
    bold : whether each row is bold, of the first two at least.
    """
    cells = [row.split("\t") for row in rows]
    if len(rows) < 2 or len(list(filter(None, cells[0]))) < 2:
        return False
    if bold[0] and not bold[1]:
        return True
    if len(rows) < _FEWEST_ROWS and (len(cells[0]) < _FEWEST_COLUMNS or not all(cells[0][1:])):
        return False
    if any(map(_has_digit, cells[0])):
        return names_periods(cells)
    figures = sum(any(map(_FIGURE.match, row[1:])) for row in cells[1:])
    return 2 * figures > len(rows) - 1


def names_periods(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has several periods, and words in its other cells, of which the first
    may have figures, and most rows below have other figures in the columns of the periods."""
    first, *below = rows
    columns = [place for place, cell in enumerate(first) if is_period(cell)]
    named = {first[place] for place in columns}
    if columns[:1] == [0] or len(named) < 2 or sum(map(_has_digit, first[1:])) > len(columns):
        return False
    figures = sum(
        any(_has_digit(row[place]) and not is_period(row[place]) for place in columns)
        for row in (row + [""] * (len(first) - len(row)) for row in map(list, below))
    )
    return 2 * figures > len(below)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
