"""Tables of LaTeX, collected cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hyperdigest.read.content import BlockText
from hyperdigest.read.latex.flow import Flow, Line, Piece
from hyperdigest.read.office.tables import MOST_SPANNED, Cell, Row, table_parts

_MOST_HEADERS = 3
"""Rows above the first rule, if they are more, do not name the columns."""


@dataclass(slots=True)
class Table:
    """A table that is being read.

    Parameters
    ----------
    around : the text around it.
    flow : the text of the cell that is being read.
    before : blocks that stand before it, such as its caption.
    """

    around: Flow
    flow: Flow = field(default_factory=Flow)
    before: list[Piece] = field(default_factory=list)
    columns: int = 1
    spanned: int = 1
    bold: bool = False
    _rows: list[tuple[list[Cell], bool, Line]] = field(default_factory=list)
    _cells: list[Cell] = field(default_factory=list)
    _column: int = 0
    _row_line: Line | None = None
    _bold: bool = True
    _rules: list[int] = field(default_factory=list)
    _below: dict[int, int] = field(default_factory=dict)
    _head: int = 0
    _lines: dict[int, tuple[tuple[int, Line], ...]] = field(default_factory=dict)

    def end_cell(self) -> None:
        """End a cell."""
        self.flow.end()
        parts = [piece.part for piece in self.flow.pieces]
        self._lines |= {id(piece.part): piece.lines for piece in self.flow.pieces}
        self._row_line = self._row_line or self.flow.first_line()
        column = self._column
        self._column += min(self.columns, MOST_SPANNED)
        continues = not parts and self._below.get(column, 0) > 0
        if self._below.get(column, 0):
            self._below[column] -= 1
        if self.spanned > 1:
            self._below[column] = self.spanned - 1
        if parts and not self.bold:
            self._bold = False
        self._cells.append(Cell(parts, self.columns, continues=continues))
        self.flow = Flow()
        self.columns, self.spanned, self.bold = 1, 1, False

    def end_row(self, line: Line) -> None:
        """End a row; one without text is left out."""
        self.end_cell()
        if any(cell.parts for cell in self._cells):
            self._rows.append((self._cells, self._bold, self._row_line or line))
        self._cells, self._column, self._bold, self._row_line = [], 0, True, None

    def rule(self) -> None:
        """A line is drawn below the rows so far."""
        if self._rows and self._rules[-1:] != [len(self._rows)]:
            self._rules.append(len(self._rows))

    def end_head(self, *, again: bool) -> None:
        """The rows so far name the columns; those that do so ``again``, on later pages, are not
        repeated."""
        if not again or not self._head:
            self._head = len(self._rows)
        else:
            del self._rows[self._head :]

    def end_foot(self) -> None:
        """The rows since the head are printed at the foot of pages."""
        del self._rows[self._head :]

    def pieces(self, line: Line) -> Iterator[Piece]:
        """The rows as blocks in lists of the level of the text around it."""
        self.end_row(line)
        headers = self._headers()
        rows = [
            Row(cells, number < headers, bold) for number, (cells, bold, _) in enumerate(self._rows)
        ]
        parts = list(table_parts(rows, self.around.level))
        lines = iter([line for _, _, line in self._rows])
        title = next(lines, line) if parts and not _is_row(parts[0]) else line
        yield from self.before
        for part in parts:
            place = next(lines, line) if _is_row(part) else title
            yield Piece(part, self._lines.get(id(part), ((0, place),)))

    def texts(self, line: Line) -> Iterator[str]:
        """The texts of the cells, of a table in another one."""
        self.end_row(line)
        yield from (
            part.text for cells, _, _ in self._rows for cell in cells for part in cell.parts
        )

    def _headers(self) -> int:
        """How many of the first rows name the columns, as far as rules tell."""
        if self._head:
            return self._head
        rules = [rule for rule in self._rules if rule < len(self._rows)]
        first = rules[0] if rules else 0
        every_row = len(rules) >= len(self._rows) - 1 > 1
        while 0 < first < len(self._rows) and self._spans(first - 1):
            first += 1
        return first if first <= _MOST_HEADERS and not every_row else 0

    def _spans(self, row: int) -> bool:
        """Whether a row has a cell above several columns beside others."""
        cells, _, _ = self._rows[row]
        return len(cells) > 1 and any(cell.columns > 1 for cell in cells)


def _is_row(part: BlockText) -> bool:
    return part.kind in ("header", "table")
