"""The flows of an RTF document: its text, a note or a text box, as paragraphs, items and rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from hyperdigest.base.exponents import raised_after
from hyperdigest.documents import DEEPEST_LEVEL, BlockKind
from hyperdigest.read.content import BlockText
from hyperdigest.read.office.tables import Cell, Row, table_parts
from hyperdigest.read.paragraphs.style_names import Place
from hyperdigest.read.paragraphs.typewritten import Typewritten

_MOST_ROWS = 10_000
"""A longer table is divided."""

_MOST_COLUMNS = 1_000
"""A row has the properties of so many cells at most."""

_LONGEST_MARK = 20
"""Characters of the bullet or number of an item that are looked at."""

_BULLETS = "•·"
_NUMBER = re.compile(r"\d|[^\W_]{1,5}[.):]")
_PRINTED = re.compile(r"\(?(?:\d{1,6}|[A-Za-z]|[ivxlc]{1,7})[.)]")
_TYPED_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,5})[.)]\t\s*")

_PARAGRAPH = Place("paragraph")

Merge = Literal["", "left", "above"]
"""With which cell a cell is merged."""


@dataclass(slots=True)
class RowMarks:
    """What is said about a row before or after its cells."""

    is_header: bool = False
    merges: list[Merge] = field(default_factory=list)
    merge: Merge = ""

    def end_cell(self) -> None:
        """End the description of a cell."""
        if len(self.merges) < _MOST_COLUMNS:
            self.merges.append(self.merge)
        self.merge = ""


@dataclass(slots=True)
class Flow:
    """The text of the document, of a note, or of a text box, in which paragraphs are ended.

    A box follows the paragraph it is attached to. The fields without underscore are the properties
    of the current paragraph, and `row` those of the current row.

    Parameters
    ----------
    place : what the paragraph is by its style.
    numbered : whether it is in a list, on `depth`, from 0.
    indent, first_line : its indentation, and that of its first line relative to it.
    """

    is_box: bool = False
    boxes: list[BlockText] = field(default_factory=list)
    place: Place = _PARAGRAPH
    numbered: bool = False
    depth: int = 0
    indent: int = 0
    first_line: int = 0
    in_table: bool = False
    row: RowMarks = field(default_factory=RowMarks)
    _parts: list[BlockText] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)
    _raised: list[str] = field(default_factory=list)
    _marker: str = ""
    _has_marker: bool = False
    _typewritten: bool = True
    _bold: bool = True
    _cell: list[BlockText] = field(default_factory=list)
    _cells: list[list[BlockText]] = field(default_factory=list)
    _rows: list[Row] = field(default_factory=list)
    _indents: list[int] = field(default_factory=list)

    def add(self, text: str, *, bold: bool, typewritten: bool, raised: bool) -> None:
        """Add text to the current paragraph."""
        if not raised:
            self._end_raised()
        (self._raised if raised else self._texts).append(text)
        if text.strip():
            self._bold = self._bold and bold
            self._typewritten = self._typewritten and typewritten

    def _end_raised(self) -> None:
        """Add the raised text, which may be in several pieces, to the paragraph."""
        if self._raised:
            self._texts.append(raised_after(self._texts, "".join(self._raised)))
            self._raised = []

    def add_marker(self, text: str) -> None:
        """Add text to the bullet or number of the current paragraph."""
        self._has_marker = True
        self._marker += text[: _LONGEST_MARK - len(self._marker)]

    def reset(self) -> None:
        """Give the current paragraph the properties of one of which nothing is said."""
        self.place, self.numbered, self.in_table = _PARAGRAPH, False, False
        self.depth = self.indent = self.first_line = 0

    def end_paragraph(self) -> None:
        """End the current paragraph, and the table before it, if it is in none."""
        if not self.in_table and not self._cells:
            self._end_table()
        self._end_text()

    def end_cell(self) -> None:
        """End the current cell and its last paragraph."""
        self.in_table = True
        self._end_text()
        self._cells.append(self._cell)
        self._cell, self._indents = [], []

    def end_row(self) -> None:
        """End the current row and its last paragraph, if any."""
        self._end_text()
        if self._cells:
            cells = [*self._cells, *([self._cell] if self._cell else [])]
            self._rows.append(Row(self._merged(cells), self.row.is_header, self._bold))
            if len(self._rows) >= _MOST_ROWS:
                self._end_table()
        elif self._cell:
            self._end_table()
            self._parts += self._cell
        self._cell, self._cells, self._bold = [], [], True

    def finish(self) -> list[BlockText]:
        """All parts, after the end of the flow."""
        self.end_row()
        self._end_table()
        return self._parts

    def _end_table(self) -> None:
        if self._rows:
            self._parts += table_parts(self._rows)
            self._rows = []

    def _merged(self, cells: list[list[BlockText]]) -> list[Cell]:
        """The cells of a row, without those that are merged with the one before."""
        found: list[Cell] = []
        for number, parts in enumerate(cells):
            merge = self.row.merges[number] if number < len(self.row.merges) else ""
            if merge == "left" and found and not parts:
                found[-1] = found[-1]._replace(columns=found[-1].columns + 1)
            else:
                found.append(Cell(parts, continues=merge == "above"))
        return found

    def _end_text(self) -> None:
        self._end_raised()
        text = "".join(self._texts)
        is_blank = not text.strip()
        if not self.in_table:
            if not is_blank or self.boxes:
                self._end_table()
            self._bold = True
        target = self._cell if self.in_table else self._parts
        if not is_blank:
            target.append(self._part(text))
        elif target and (target[-1].kind == "code" or isinstance(target[-1], Typewritten)):
            target.append(BlockText("paragraph", ""))
        self._parts += self.boxes
        self._texts, self.boxes = [], []
        self._marker, self._has_marker, self._typewritten = "", False, True

    def _part(self, text: str) -> BlockText:
        kind, level, _ = self.place
        if kind is None or kind == "heading":
            self._indents = []
            return BlockText(kind, text, level)
        printed = _PRINTED.match(f"{self._marker}{text}".lstrip())
        marked, text = self._marked(text)
        if marked:
            level = self._listed_level()
            kind = marked if kind in ("paragraph", "item", "step") else kind
        elif not level:
            level = self._continued_level()
            if kind == "paragraph" and self._typewritten:
                return Typewritten(kind, text, level)
        if kind == "item":
            text = text.lstrip(f" \t{_BULLETS}")
        return BlockText(kind, text, level, printed[0] if printed and kind == "step" else "")

    def _marked(self, text: str) -> tuple[BlockKind | None, str]:
        """What a paragraph is by its bullet or number, and its text without a number."""
        if self.numbered or self._has_marker:
            return "step" if _NUMBER.match(self._marker.lstrip(" (")) else "item", text
        if self.place.kind == "paragraph" and text.lstrip()[0] in _BULLETS:
            return "item", text
        number = self._typed_number(text) if self.place.kind == "paragraph" else 0
        return "step" if number else None, text[number:]

    def _typed_number(self, text: str) -> int:
        """The length of the number of a paragraph whose first line hangs; 0 if it has none."""
        number = _TYPED_NUMBER.match(text) if self.first_line < 0 else None
        return number.end() if number else 0

    def _listed_level(self) -> int:
        """The level of an item by what is said about it, else by its indentation."""
        if not self.numbered:
            return self._indented_level()
        level = min(max(self.depth, 0) + 1, DEEPEST_LEVEL)
        del self._indents[level - 1 :]
        self._indents += [self.indent] * (level - len(self._indents))
        return level

    def _indented_level(self) -> int:
        """The level of an item by its indentation: less than that of the items in it."""
        while self._indents and self._indents[-1] > self.indent:
            self._indents.pop()
        deeper = not self._indents or self._indents[-1] < self.indent
        if deeper and len(self._indents) < DEEPEST_LEVEL:
            self._indents.append(self.indent)
        return len(self._indents)

    def _continued_level(self) -> int:
        """The level of the item that a paragraph continues by its indentation; 0 for none."""
        if self.indent <= 0:
            self._indents = []
        while self._indents and self._indents[-1] > self.indent:
            self._indents.pop()
        return len(self._indents)
