"""The blocks of a document in XML, by what its vocabulary says that elements are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from hyperdigest.base.exponents import raised_after
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST, BlockText
from hyperdigest.read.office.tables import Cell, Row, table_parts
from hyperdigest.read.xml_articles.vocabulary import Use, Vocabulary, local, text_of

DEEPEST = 100
"""What is nested deeper is read as text without parts."""

_BREAK = "\v"
"""Breaks a line; XML does not allow this character in a file."""

_SPACE = re.compile(r"[ \t\r\n\v]+")
_BETWEEN = re.compile(r"\s?[,;\u2010-\u2013-]\s?")
_ENDS_WORD = re.compile(r"[^\W\d_][\"'\u2019\u201d)]?[.,;:!?]?\Z")
_MOST_BEFORE = 4
"""So many texts before a number are looked at."""

_CELLS = ("td", "th", "entry", "cell", "entrytbl")


class _Around(NamedTuple):
    """What an element is in.

    Parameters
    ----------
    kind : that of its paragraphs.
    level : in how many lists it is.
    rank : in how many sections it is.
    in_text : whether it is a part of a paragraph or the like.
    items : the kind of the items of the list.
    depth : in how many elements it is.
    """

    kind: BlockKind = "paragraph"
    level: int = 0
    rank: int = 0
    in_text: bool = False
    items: BlockKind = "item"
    depth: int = 0


class Walk:
    """Collects the parts of a document.

    `notes` are its footnotes, and `speakers` who says a part, by the numbers of parts. `_texts` are
    the texts of the block that is read; it is of the kind `_first`, if that is set and it is a
    paragraph, and `_mark` is printed before it, after `_begins` if it is the first of a list. The
    first `_marked` of the texts end with a mark of a note.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.parts: list[BlockText] = []
        self.notes: list[BlockText] = []
        self.speakers: dict[int, str] = {}
        self._vocabulary = vocabulary
        self._texts: list[str] = []
        self._first: BlockKind | None = None
        self._mark = self._speaker = self._begins = ""
        self._marked = 0

    def read(self, element: Any) -> None:
        """Read an element of a document."""
        around = _Around(rank=self._vocabulary.rank)
        self._visit(element, around)
        self._end(around)

    def read_inside(self, element: Any, depth: int = 0) -> None:
        """Read what is in an element, such as a cell or a note."""
        self._text(element, _Around(depth=depth))

    def _use_of(self, element: Any) -> Use | None:
        return self._vocabulary.use_of(element) or self._vocabulary.uses.get(local(element))

    def _end(self, around: _Around, kind: BlockKind | None = None, rank: int = 0) -> None:
        """End the block that is read: of a kind, or else that of the paragraphs around it."""
        text = "".join(self._texts)
        self._texts.clear()
        self._marked = 0
        if not text.strip():
            return
        text = text.replace(_BREAK, "\n") if kind == "code" else _SPACE.sub(_shown, text)
        level = rank if kind == "heading" else around.level
        if self._speaker:
            self.speakers[len(self.parts)] = self._speaker
        kind = kind or self._first or around.kind
        mark = self._mark
        if kind in ("item", "step", "term"):
            mark, self._begins = self._begins + mark, ""
        self.parts.append(BlockText(kind, text, level, mark))
        self._first, self._mark = None, ""

    def _inside(self, element: Any, around: _Around) -> None:
        """Read what is in an element."""
        self._texts.append(element.text or "")
        inner = around._replace(depth=around.depth + 1)
        between = self._vocabulary.between.get(local(element), "") if around.in_text else ""
        for number, child in enumerate(element):
            if between and number and local(child.getprevious()) != "shortcut":
                self._texts.append(between)
            self._visit(child, inner)
            self._texts.append(child.tail or "")

    def _visit(self, element: Any, around: _Around) -> None:
        """Read an element."""
        use = self._use_of(element)
        if use == "skip" or not local(element):
            return
        if around.depth > DEEPEST:
            self._texts += (" ", " ".join(element.itertext()), " ")
        elif use == "part" or (use is None and around.in_text):
            self._inside(element, around)
        elif use == "break":
            self._texts.append(_BREAK)
        elif use == "line" and around.in_text:
            self._inside(element, around)
            self._texts.append(_BREAK)
        elif use == "raised":
            self._raised(element, around)
        elif use in ("mark", "number"):
            self._reference(element, around, is_raised=use == "mark")
        elif use == "note":
            self._note(element, around)
        else:
            self._end(around)
            self._block(element, use, around._replace(in_text=False))

    def _reference(self, element: Any, around: _Around, *, is_raised: bool) -> None:
        """Leave out a raised number of a note or source, and signs between it and one before it."""
        is_near = 0 < self._marked >= len(self._texts) - _MOST_BEFORE
        if is_near and _BETWEEN.fullmatch("".join(self._texts[self._marked :])):
            del self._texts[self._marked :]
        elif not (is_raised or _ENDS_WORD.search("".join(self._texts[-_MOST_BEFORE:]))):
            self._inside(element, around)
            return
        self._marked = len(self._texts)

    def _raised(self, element: Any, around: _Around) -> None:
        """Read raised text, which may be an exponent."""
        start = len(self._texts)
        self._inside(element, around)
        raised = "".join(self._texts[start:])
        del self._texts[start:]
        self._texts.append(raised_after(self._texts, raised))

    def _block(self, element: Any, use: Use | None, around: _Around) -> None:
        """Read an element that is no part of a text."""
        match use:
            case "section":
                self._container(element, around._replace(rank=around.rank + 1))
            case "title":
                self._inside(element, around._replace(in_text=True))
                is_heading = self._is_heading(element)
                self._end(around, "heading" if is_heading else None, max(1, around.rank))
            case "items" | "steps" | "terms":
                kind: BlockKind = "quote" if around.kind == "quote" else "paragraph"
                items: BlockKind = "step" if use == "steps" else "item"
                inner = around._replace(kind=kind, level=around.level + 1, items=items)
                self._begins = BEGINS_LIST
                self._container(element, inner)
            case "item" | "definition" | "term":
                self._first = around.items if use == "item" else use
                kind = "definition" if use == "definition" else around.kind
                self._text(element, around._replace(kind=kind))
                self._first, self._mark = None, ""
            case "quote":
                self._text(element, around._replace(kind="quote"))
            case "code":
                self._inside(element, around._replace(in_text=True))
                self._end(around, "code")
            case "paragraph" | "own" | "line":
                self._text(element, around)
            case "table":
                self._table(element, around)
            case "label":
                self._mark = text_of(element)
            case "speech":
                before, self._speaker = self._speaker, ""
                self._container(element, around)
                self._speaker = before
            case "speaker":
                self._mark = text_of(element)
                self._speaker = self._mark.rstrip(".: ")
            case _:
                self._container(element, around)

    def _text(self, element: Any, around: _Around) -> None:
        """Read a paragraph or the like, in which other blocks may stand."""
        self._inside(element, around._replace(in_text=True))
        self._end(around)

    def _container(self, element: Any, around: _Around) -> None:
        """Read an element of blocks; what is between them is a paragraph."""
        self._inside(element, around)
        self._end(around)
        self._mark = ""

    def _is_heading(self, title: Any) -> bool:
        """Whether a title is that of a section."""
        parent = title.getparent()
        if parent is not None and self._use_of(parent) == "front":
            parent = parent.getparent()
        return parent is not None and self._use_of(parent) == "section"

    def _note(self, element: Any, around: _Around) -> None:
        """Read a footnote, which is no part of the text around it."""
        walk = Walk(self._vocabulary)
        walk.read_inside(element, around.depth)
        self.notes += (*walk.parts, *walk.notes)

    def _table(self, table: Any, around: _Around) -> None:
        """Read a table with its title; its rows are those of no table in it."""
        for child in table:
            if self._use_of(child) in ("title", "paragraph", "label"):
                self._visit(child, around)
        rows = [
            self._row(row, around, columns)
            for part, group in groupby(_rows_of(table), lambda row: row.getparent())
            for columns in [_columns_of(part)]
            for row in group
        ]
        inner = next(table.iterdescendants("{*}table", "{*}entrytbl"), None)
        self.parts += table_parts(rows, around.level, nested=inner is not None)
        self._mark = ""

    def _row(self, row: Any, around: _Around, columns: dict[str, int]) -> Row:
        found = [cell for cell in row if local(cell) in _CELLS]
        cells = []
        for cell in found:
            walk = Walk(self._vocabulary)
            walk.read_inside(cell, around.depth + 1)
            self.notes += walk.notes
            cells.append(Cell(walk.parts, *_spanned(cell, columns)))
        is_header = bool(found) and all(local(cell) == "th" for cell in found)
        is_header = is_header or local(row.getparent()) == "thead" or row.get("role") == "label"
        return Row(cells, is_header)


def _shown(space: re.Match[str]) -> str:
    """White space as it is shown: the end of a line is a space, unless an element breaks it."""
    return "\n" if _BREAK in space[0] else " "


def _rows_of(table: Any) -> Iterator[Any]:
    """The rows of a table, without those of tables in its cells."""
    pending = [iter(table)]
    while pending:
        child = next(pending[-1], None)
        if child is None:
            pending.pop()
        elif local(child) in ("tr", "row"):
            yield child
        elif local(child) in ("thead", "tbody", "tfoot", "tgroup"):
            pending.append(iter(child))


def _columns_of(rows: Any) -> dict[str, int]:
    """The numbers of the columns by their names, of the part of a table that has some rows."""
    group = rows.getparent()
    specified = () if group is None else group.iterfind("{*}colspec")
    return {each.get("colname", ""): number for number, each in enumerate(specified)}


def _spanned(cell: Any, columns: dict[str, int]) -> tuple[int, int]:
    """How many columns and rows a cell covers."""

    def number(*names: str) -> int:
        values = (cell.get(name, "")[:4] for name in names)
        return next((int(value) for value in values if value.isascii() and value.isdecimal()), 0)

    first, last = (columns.get(cell.get(name, "")) for name in ("namest", "nameend"))
    covered = last - first + 1 if first is not None and last is not None else 1
    rows = number("rowspan", "rows") or number("morerows") + 1
    return max(number("colspan", "cols") or covered, 1), max(rows, 1)
