"""A table that grows by the rows that are quoted of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from hyperdigest.render.extents import Shown, extent
from hyperdigest.render.growing_group import GrowingGroup
from hyperdigest.render.quotations import Quotation
from hyperdigest.render.quotes import Part, Row, Table

_INDENT = 3
_EMPTY = "", 0


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
        lead = [part for part in self.lead if part.quoted.kind != "header"]
        headers = [[part] for part in self.lead if part.quoted.kind == "header"]
        rows = _aligned([*headers, *self.rows])
        head = _merged(rows[: len(headers)])
        listed = extent("row", self.rows[0][0], shown)
        return Table(tuple(lead), head, tuple(rows[len(headers) :]), listed)


def _aligned(rows: Sequence[Sequence[Part]]) -> list[Row]:
    """Rows with as many cells as the widest, and without columns that are empty in all.

    Those before its first one, which are empty or not quoted, are counted by their tabs. A row of
    plain text has one if it has too few cells and is indented more than others.
    """
    cells = [
        [(cell, number) for number, part in enumerate(parts) for cell in part.cells]
        for parts in rows
    ]
    before = [parts[0].before for parts in rows]
    least, most = min(map(len, before)), max(map(len, cells))
    for row, (first, *_), blank in zip(cells, rows, before, strict=True):
        is_indented = not blank.strip() and len(blank) >= least + _INDENT and len(row) < most
        row[:0] = [_EMPTY] * (blank.count("\t") if first.is_marked_by_tabs else is_indented)
    columns = list(zip_longest(*cells, fillvalue=_EMPTY))
    columns = [column for column in columns if any(cell for cell, _ in column)] or columns
    aligned = [tuple(zip(*row, strict=True)) for row in zip(*columns, strict=True)]
    return [
        Row(shown, tuple(parts), owners)
        for (shown, owners), parts in zip(aligned, rows, strict=True)
    ]


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
