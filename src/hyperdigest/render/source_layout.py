"""The rows of tables, the named places and the bullets of a source, as HTML around its text.

Places and bullets are shown by CSS from attributes and are no part of the text, so that offsets
into it, such as that of what a reader selects, remain valid; so is the header of a table that
begins far above. No row and no cell is closed, as HTML allows: whatever follows it, up to the next
one, is in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import NamedTuple

from hyperdigest.base.text import visible
from hyperdigest.documents import Block, Document, Place

MOST = 50_000
"""The most rows, or places, that are shown as such; a text with more is shown without columns and
places."""

PIECE = 500
"""The most rows of one HTML table, which a browser lays out as a whole: a longer table is shown in
several, each below the header, and they are laid out when they come into view."""

_BULLET = "•"
_NO_SPACE = re.compile(r"\S")
_CELLS = {"header": "th", "table": "td"}
"""The elements of the cells of a row, by the kind of its block."""

_HYPHENATED = re.compile(r"\s*(?=\S*-)\S{1,20}\s*")


class _Table(NamedTuple):
    """Rows that are shown, and the header of their table if that stands before them."""

    rows: list[Block]
    header: Block | None


def layout(document: Document, begin: int, end: int) -> dict[int, str]:
    """The HTML to insert into a document's text from `begin` to `end`, by offset.

    Each cell but the last of a row ends with its tab, and the last with the space below. A place is
    shown before a row or a paragraph that it begins with: others, such as the lines of a file in a
    paragraph, would break up the text.
    """
    text, places = document.text, document.places
    first, last = (bisect_left(places, at, key=lambda place: place.start) for at in (begin, end))
    tables = list(_tables(document, begin, end))
    if max(last - first, sum(len(table.rows) for table in tables)) > MOST:
        return {}
    shown = {place.start: place for place in places[first:last]}
    html: dict[int, str] = defaultdict(str)
    for rows, header in tables:
        name = ' class="piece"' if len(rows) >= PIECE else ""
        html[max(rows[0].start, begin)] += f"<table{name}>{_header_again(header, text)}"
        for row in rows:
            start, stop = max(row.start, begin), min(row.end, end)
            place = shown.pop(start, None)
            html[start] += f"<tr{_at(place.name.rpartition(', ')[2])}>" if place else "<tr>"
            for cell in text[start:stop].removesuffix("\t").split("\t"):
                html[start] += f"<{_CELLS[row.kind]}{unbroken(cell)}>"
                start += len(cell) + 1
        below = _NO_SPACE.search(text, stop, end)
        after = below.start() if below else end
        html[stop if _begins_page(document, stop, after) else after] += "</table>"
    for block in document.blocks:
        if block.kind == "item" and begin <= block.start < end and _begins_line(text, block.start):
            html[block.start] += f"<span{_at(_BULLET)}></span>"
    for start, place in shown.items():
        if start == 0 or text.endswith("\n\n", 0, start):
            html[start] += _label(place, text)
    return html


def unbroken(cell: str) -> str:
    """The attribute of a cell that is one short word, such as a date: its hyphens end no line."""
    return ' class="unbroken"' if _HYPHENATED.fullmatch(cell) else ""


def _begins_line(text: str, start: int) -> bool:
    """Whether a line begins at an offset, so that no bullet is printed before an item there."""
    return start == 0 or text[start - 1] in "\r\n"


def _tables(document: Document, begin: int, end: int) -> Iterator[_Table]:
    """The tables from `begin` to `end`; no rows overlap.

    Rows are in one table while only white space is between them. A header below rows begins another
    table, and a page, or each `PIECE` rows, another part of the same.
    """
    text, blocks = document.text, document.blocks
    first = max(bisect_right(blocks, begin, key=lambda block: block.start) - 1, 0)
    header = _header_above(document, begin, first)
    rows: list[Block] = []
    above, last = None, begin
    for block in islice(blocks, first, None):
        if block.start >= end:
            break
        if block.kind not in _CELLS or block.end <= max(last, block.start):
            continue
        if rows and block.start < last:
            continue
        is_apart = bool(text[last : block.start].strip())
        heads = block.kind == "header" and bool(rows) and rows[-1].kind == "table"
        ends = is_apart or heads or len(rows) >= PIECE
        if rows and (ends or _begins_page(document, last, block.start)):
            yield _Table(rows, above)
            rows = []
        if is_apart:
            header = None
        if not rows:
            above = header if block.kind == "table" else None
        if block.kind == "header":
            header = block
        rows.append(block)
        last = block.end
    if rows:
        yield _Table(rows, above)


def _begins_page(document: Document, start: int, end: int) -> bool:
    """Whether a page begins between two offsets, or at one of them."""
    return bisect_left(document.pages, start) < bisect_right(document.pages, end)


def _header_above(document: Document, begin: int, number: int) -> Block | None:
    """The header of the table that an offset is in; its rows are the blocks up to this number."""
    for block in reversed(document.blocks[: number + 1]):
        if block.kind not in _CELLS or document.text[block.end : begin].strip():
            return None
        if block.kind == "header":
            return block
        begin = block.start
    return None


def _header_again(header: Block | None, text: str) -> str:
    """A row that shows the names of columns without being text."""
    if header is None:
        return ""
    names = text[header.start : header.end].split("\t")
    return f"<tr>{''.join(f'<th{_at(name)}>' for name in names)}"


def _label(place: Place, text: str) -> str:
    """An element that shows a place, and its speaker, unless the text begins with them."""
    names = (name for name in place[1:] if not text.startswith(name, place.start))
    name = _at(", ".join(names))
    return f"<span{name}></span>" if name else ""


def _at(name: str) -> str:
    """The attribute by which CSS shows a name; empty if the name is."""
    return f' data-at="{escape(visible(name))}"' if name else ""
