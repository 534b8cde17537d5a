"""Word documents (docx): paragraphs and tables, foot- and endnotes, text boxes and equations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.archive import open_archive
from hyperdigest.read.content import BlockText, Content, join, one_line
from hyperdigest.read.office_math import EQUATIONS, linear
from hyperdigest.read.ooxml import Package, attribute, name_of
from hyperdigest.read.page_blocks import LONGEST_CELL
from hyperdigest.read.properties import properties

_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_LEFT_OUT = frozenset({"del", "moveFrom", "rt", "instrText", "delText", "pPr", "rPr", "sdtPr"})
"""Deleted and moved text, readings of characters, codes of fields, and properties."""

_APART = frozenset({"txbxContent", "tbl", "p"})
"""Elements in a paragraph that are not part of its text: text boxes and drawings."""

_OFF = frozenset({"0", "false", "off"})
_STYLES: tuple[tuple[tuple[str, ...], BlockKind | None], ...] = (
    (("toc ",), None),
    (("heading", "title", "subtitle"), "heading"),
    (("list",), "item"),
    (("quote", "quotation", "intense quote", "block text"), "quote"),
    (("html preformatted", "preformatted", "macro", "code"), "code"),
)
"""The kinds of paragraphs by the beginnings of their styles; None for tables of contents."""

_BODY_LEVEL = 9
"""The outline level of paragraphs that are no headings."""


def read_docx(data: bytes) -> Content:
    """The text of a Word document: each table row is a block, foot- and endnotes are at the end."""
    with open_archive(data) as archive:
        package = Package(archive)
        main = next(iter(package.related_as("officeDocument")), "word/document.xml")
        document = package.xml(main)
        if document is None or name_of(document) != "document":
            raise ReadError("is not a Word document, or is broken")
        walk = _Walk(package.trees("styles", main))
        parts = list(walk.parts(document))
        for notes in chain(package.trees("footnotes", main), package.trees("endnotes", main)):
            parts += walk.parts(notes)
        for diagram in package.trees("diagramData", main):
            parts += (BlockText("item", part.text) for part in walk.parts(diagram))
        core = next(iter(package.related_as("core-properties")), "docProps/core.xml")
        authors, date, title = properties(archive, core)
        embedded = len(package.related_as("aFChunk", main))
    text, blocks = join(parts)
    title = title or next((part.text for part in parts if part.kind == "heading"), "")
    notes = (f"contains {embedded} other documents, which are not read",) if embedded else ()
    return Content(text, "docx", one_line(title), blocks, notes=notes, authors=authors, date=date)


class _Walk:
    """Collects the text of documents with given style sheets."""

    def __init__(self, sheets: Iterable[Any]) -> None:
        self._styles: dict[str, str] = {}
        for style in (style for sheet in sheets for style in sheet.iter("{*}style")):
            for name in style.iterfind("{*}name"):
                self._styles[attribute(style, "styleId")] = attribute(name, "val").lower()

    def parts(self, parent: Any) -> Iterator[BlockText]:
        """The paragraphs and the rows of data tables below an element, in order."""
        for element in parent:
            name = name_of(element)
            if name == "p":
                yield from self._paragraph(element)
            elif name == "tbl":
                yield from self._table(element)
            elif name and name not in _LEFT_OUT:
                yield from self.parts(element)

    def _paragraph(self, paragraph: Any) -> Iterator[BlockText]:
        """The text of a paragraph, then that of the text boxes in it."""
        texts: list[str] = []
        boxes: list[Any] = []
        _collect(paragraph, texts, boxes)
        text = "".join(texts).replace("\xa0", " ").replace("\xad", "")
        yield BlockText(self._kind(paragraph), text)
        for box in boxes:
            yield from self.parts([box])

    def _kind(self, paragraph: Any) -> BlockKind | None:
        """The kind of a paragraph by its style; None for a line of a table of contents."""
        properties = next(paragraph.iterfind("{*}pPr"), ())
        marks = {name_of(mark): mark for mark in properties}
        style = marks.get("pStyle")
        name = "" if style is None else self._styles.get(attribute(style, "val"), "")
        for prefixes, kind in _STYLES:
            if name.startswith(prefixes):
                return kind
        level = attribute(marks["outlineLvl"], "val") if "outlineLvl" in marks else ""
        if level.isdecimal() and int(level) < _BODY_LEVEL:
            return "heading"
        return "item" if "numPr" in marks else "paragraph"

    def _table(self, table: Any) -> Iterator[BlockText]:
        """The rows of a data table; the parts of a table of one column, or of long text."""
        rows = [
            [list(self.parts(cell)) for cell in _below(row, "tc")] for row in _below(table, "tr")
        ]
        texts = [
            [" ".join(" ".join(part.text.split()) for part in cell) for cell in row] for row in rows
        ]
        nested = next(table.iterdescendants("{*}tbl"), None) is not None
        longest = max((len(text) for row in texts for text in row), default=0)
        if nested or longest > LONGEST_CELL or max(map(len, rows), default=0) < 2:
            yield from (part for row in rows for cell in row for part in cell)
        else:
            yield from (BlockText("table", "\t".join(map(str.strip, row))) for row in texts)


def _below(parent: Any, name: str) -> Iterator[Any]:
    """The rows of a table, or the cells of a row, also those in content controls."""
    for element in parent:
        if name_of(element) == name:
            yield element
        elif name_of(element) not in ("tbl", "tr", "tc", "p"):
            yield from _below(element, name)


def _collect(parent: Any, texts: list[str], boxes: list[Any]) -> None:
    """Append the visible text of a paragraph to `texts`, and what is apart from it to `boxes`."""
    for element in parent:
        name = name_of(element)
        if name == "t":
            texts.append(element.text or "")
        elif name in _CHARACTERS:
            texts.append(_CHARACTERS[name])
        elif name == "sym":
            texts.append(_symbol(attribute(element, "char")))
        elif name in EQUATIONS:
            texts.append(linear(element))
        elif name in _APART:
            boxes.append(element)
        elif name and name not in _LEFT_OUT and not (name == "r" and _is_hidden(element)):
            _collect(element, texts, boxes)


def _is_hidden(run: Any) -> bool:
    marks = run.iterfind("{*}rPr/{*}vanish")
    return any(attribute(mark, "val") not in _OFF for mark in marks)


def _symbol(code: str) -> str:
    """The character of a hexadecimal code; empty for those that only symbol fonts have."""
    try:
        character = chr(int(code[:4], 16))
    except ValueError:
        return ""
    return character if character.isprintable() else ""
