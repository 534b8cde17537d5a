"""The text of a workbook: each row of a table a block, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from hyperdigest.documents import BlockKind, Place
from hyperdigest.read.content import BEGINS_TABLE, BlockText, Content, join
from hyperdigest.read.sheets.naming import is_sentence
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.wide import parts_of
from hyperdigest.read.sheets.workbook import (
    Row,
    Sheet,
    Workbook,
    on_one_line,
)
from hyperdigest.read.titles import given_title
from hyperdigest.split.html_tables import LONGEST_CELL

_LONGEST_HEADING = 100
"""In characters; a longer title of a table is a paragraph, and a longer text no item."""

_FEWEST_ITEMS = 3


class _Placed(NamedTuple):
    """A part of the text, its place, and who says it."""

    part: BlockText
    place: str
    speaker: str = ""


Found = Sequence[tuple[Sheet, Sequence[Region]]]
"""Sheets, and what is on each."""


def content_of(workbook: Workbook, sheets: Found, format: str) -> Content:
    """The content of a workbook that has these regions on its sheets."""
    said: list[tuple[str, str]] = []
    are_named = sum(sheet.has_text for sheet in workbook.sheets) > 1

    def parts() -> Iterator[BlockText]:
        for sheet, found in sheets:
            for part, place, speaker in _parts(sheet, found, is_named=are_named):
                if part.text.strip():
                    said.append((place, speaker))
                    yield part

    text, blocks = join(parts())
    places = tuple(Place(block.start, *own) for block, own in zip(blocks, said, strict=True))
    return Content(
        text,
        format,
        given_title(workbook.title),
        blocks,
        notes=workbook.all_notes,
        authors=workbook.authors,
        date=workbook.date,
        places=places,
    )


def _parts(sheet: Sheet, found: Iterable[Region], *, is_named: bool) -> Iterator[_Placed]:
    """The parts of a sheet, which has a name if there are others."""
    own = (part for region in found for part in _parts_of_region(sheet, region))
    for number, part in enumerate(chain(own, _shapes(sheet), _comments(sheet))):
        if is_named and not number:
            yield _Placed(BlockText("heading", sheet.name, 1), sheet.name)
        yield part


def _shapes(sheet: Sheet) -> Iterator[_Placed]:
    for shape in sheet.shapes:
        place = f"{sheet.name}, {shape.kind}" + (f" on {shape.place}" if shape.place else "")
        yield _Placed(BlockText("paragraph", shape.text), place)


def _comments(sheet: Sheet) -> Iterator[_Placed]:
    for comment in sheet.comments:
        place = f"{sheet.name}, comment on {comment.place}"
        yield _Placed(BlockText("paragraph", comment.text), place, comment.author)


def _parts_of_region(sheet: Sheet, region: Region) -> Iterator[_Placed]:
    for row in region.titles:
        text = on_one_line(row.text)
        is_long = len(text) > _LONGEST_HEADING or text.endswith(".")
        title = BlockText("paragraph", text) if is_long else BlockText("heading", text, 2)
        yield _Placed(title, sheet.place(row.number))
    if _is_text(region):
        yield from _text(sheet, region)
        return
    kinds: tuple[tuple[BlockKind, Sequence[Row]], ...]
    for part in parts_of(region):
        mark = BEGINS_TABLE
        kinds = (("header", part.headers), ("table", part.rows))
        for kind, rows in kinds:
            for row, line in zip(rows, part.lines(rows), strict=True):
                own: BlockKind = "header" if row.number in region.between else kind
                yield _Placed(BlockText(own, line, 0, mark), sheet.place(row.number))
                mark = ""
    for row in region.notes:
        yield _Placed(BlockText("paragraph", row.text), sheet.place(row.number))


def _is_text(region: Region) -> bool:
    """Whether a region is no table: it has one column, or no header but a long cell, or is a single
    row with a sentence, such as a note after its label."""
    if region.headers or len(region.columns) < 2:
        return len(region.columns) < 2
    cells = [cell for row in region.rows for cell in row.cells]
    if len(region.rows) == 1 and any(map(is_sentence, cells)):
        return True
    return any(len(cell) > LONGEST_CELL for cell in cells)


def _text(sheet: Sheet, region: Region) -> Iterator[_Placed]:
    """The parts of a region that is no table. A column of short texts is a list below its first
    one."""
    rows = [*region.headers, *region.rows]
    is_list = len(region.columns) < 2 and len(rows) >= _FEWEST_ITEMS
    is_list = is_list and all(len(row.text) <= _LONGEST_HEADING for row in rows)
    for number, row in enumerate(rows):
        for cell in row.cells:
            part = BlockText("item", cell, 1) if is_list else BlockText("paragraph", cell)
            if is_list and not number and region.headers:
                part = BlockText("heading", on_one_line(cell), 2)
            yield _Placed(part, sheet.place(row.number))
