"""A table that grows by the rows that are quoted of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from hyperdigest.base.aligned import Span, column_numbers
from hyperdigest.render.growing_group import GrowingGroup, Shown, extent
from hyperdigest.render.quotations import Quotation
from hyperdigest.render.quotes import Part, Row, Table

Cell = tuple[str, int]
"""The text of a cell, and the number of the part of its row that it is from."""

_EMPTY: Cell = ("", 0)


class GrowingTable(GrowingGroup):
    """Rows of a table, below its header and what introduces it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[Part]] = []

    @property
    def items(self) -> Sequence[Part]:
        return [part for row in self.rows for part in row]

    def continues(self, quotation: Quotation) -> bool:
        one, other = self.parts[-1].quoted.position, quotation.part.quoted.position
        if quotation.begins != "table" or quotation.context:
            return False
        if one is None or other is None:
            return self.follows(quotation)
        return one.number == other.number

    def place(self, part: Part) -> None:
        if part.sentence is None:
            self.lead.append(part)
        elif self.rows and not part.gap and _is_same_item(self.rows[-1][-1], part):
            self.rows[-1].append(part)
        else:
            self.rows.append([part])

    def finished(self, shown: Shown) -> Table:
        names = [part for part in self.lead if part.quoted.kind == "header" and not _is_title(part)]
        lead = [
            replace(part, gap=part.gap and not _is_title(part))
            for part in self.lead
            if part not in names
        ]
        headers = [[part] for part in names]
        rows = _aligned([*headers, *self.rows])
        head = _merged(rows[: len(headers)])
        listed = extent("row", self.rows[0][0], shown)
        return Table(tuple(lead), head, tuple(rows[len(headers) :]), listed)


def _aligned(rows: Sequence[Sequence[Part]]) -> list[Row]:
    """Rows with as many cells as the widest, and without columns that are empty in all.

    Where spaces set the cells in columns, or tabs that are not as many in each row, each is in the
    column of those above and below it.
    """
    cells = [
        [(cell, number) for number, part in enumerate(parts) for cell in part.cells]
        for parts in rows
    ]
    spans = [[span for part in parts for span in part.spans] for parts in rows]
    by_tabs = any("\t" in part.quoted.text for parts in rows for part in parts)
    if all(spans) and not (by_tabs and len(set(map(len, cells))) == 1):
        cells = _placed(cells, spans)
    for row, (first, *_) in zip(cells, rows, strict=True):
        row[:0] = [_EMPTY] * first.cells_before
    columns = list(zip_longest(*cells, fillvalue=_EMPTY))
    columns = [column for column in columns if any(cell for cell, _ in column)] or columns
    aligned = [tuple(zip(*row, strict=True)) for row in zip(*columns, strict=True)]
    return [
        Row(shown, tuple(parts), owners)
        for (shown, owners), parts in zip(aligned, rows, strict=True)
    ]


def _placed(rows: Sequence[Sequence[Cell]], spans: Sequence[Sequence[Span]]) -> list[list[Cell]]:
    """The cells of rows in the columns that they take in the text; those in one are joined."""
    filled = [
        [(cell, span) for cell, span in zip(*row, strict=True) if cell[0]]
        for row in zip(rows, spans, strict=True)
    ]
    numbers = column_numbers([[span for _, span in row] for row in filled])
    placed = []
    for row, places in zip(filled, numbers, strict=True):
        own = [_EMPTY] * (max(places, default=0) + 1)
        for place, ((cell, owner), _) in zip(places, row, strict=True):
            own[place] = " ".join(filter(None, (own[place][0], cell))), owner
        placed.append(own)
    return placed


def _is_title(header: Part) -> bool:
    """Whether a part is a header row of a page or an office file that names no column: a title."""
    if header.quoted.kind != "header":
        return False
    return header.is_marked_by_tabs and len(header.cells) == 1 and not header.cells_before


def _merged(headers: Sequence[Row]) -> Row | None:
    """The rows of a header as one, with the different words of each column one after another."""
    if not headers:
        return None
    cells = zip(*(row.cells for row in headers), strict=True)
    return Row(
        tuple(" ".join(filter(None, dict.fromkeys(column))) for column in cells),
        tuple(part for row in headers for part in row.parts),
        headers[0].owners,
    )


def _is_same_item(one: Part, other: Part) -> bool:
    positions = one.quoted.position, other.quoted.position
    return positions[0] is not None and positions[1] is not None and (
        positions[0].number, positions[0].ordinal
    ) == (positions[1].number, positions[1].ordinal)  # fmt: skip
