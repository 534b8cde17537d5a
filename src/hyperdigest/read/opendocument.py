"""OpenDocument, the format of LibreOffice: texts (odt) and presentations (odp)."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from itertools import chain
from typing import Any

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.archive import entry, open_archive, xml_part
from hyperdigest.read.content import NOTES, BlockText, Content, join, join_pages, one_line
from hyperdigest.read.page_blocks import LONGEST_CELL
from hyperdigest.read.properties import properties

_MANIFEST = "META-INF/manifest.xml"
_LEFT_OUT = frozenset(
    (
        *("tracked-changes", "annotation", "annotation-end", "forms", "event-listeners", "script"),
        *("hidden-text", "note-citation", "ruby-text", "svg-title", "svg-desc"),
    )
)
"""Deleted text, comments, forms, hidden text, and descriptions of pictures."""

_CONTENTS = frozenset(
    {"table-of-content", "illustration-index", "table-index", "object-index", "user-index"}
    | {"alphabetical-index"}
)
"""Tables of contents and indexes, which are shown but no blocks."""

_STYLES: tuple[tuple[tuple[str, ...], BlockKind | None], ...] = (
    (("title", "subtitle", "heading"), "heading"),
    (("contents",), None),
    (("list",), "item"),
    (("quotation",), "quote"),
    (("preformatted", "source"), "code"),
)
_TEXT_BODY = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}text"
_FURNITURE = frozenset({"header", "footer", "date-time", "page-number"})
_SPACE = re.compile(r"[ \t\r\n]+")


def read_odt(data: bytes) -> Content:
    """The text of a document: each table row is a block, foot- and endnotes are at the end."""
    with _opened(data) as archive:
        content = xml_part(archive, "content.xml")
        authors, date, title = properties(archive, "meta.xml")
    walk = _Walk(content)
    parts = [part for body in content.iter(_TEXT_BODY) for part in walk.parts(body)]
    text, blocks = join([*parts, *walk.notes])
    title = title or next((part.text for part in parts if part.kind == "heading"), "")
    return Content(text, "odt", one_line(title), blocks, authors=authors, date=date)


def read_odp(data: bytes) -> Content:
    """The text of a presentation, slide after slide, each with its speaker's notes."""
    with _opened(data) as archive:
        content = xml_part(archive, "content.xml")
        authors, date, title = properties(archive, "meta.xml")
    walk = _Walk(content)
    slides = [list(walk.slide(page)) for page in content.iter("{*}page") if "name" in _names(page)]
    text, blocks, pages = join_pages(slides)
    title = title or next((part.text for part in chain(*slides) if part.kind == "heading"), "")
    return Content(text, "odp", one_line(title), blocks, pages, authors=authors, date=date)


def _opened(data: bytes) -> zipfile.ZipFile:
    archive = open_archive(data)
    if _MANIFEST in archive.namelist() and b"encryption-data" in entry(archive, _MANIFEST):
        raise ReadError("is protected by a password: save a copy without one")
    return archive


def _name(element: Any) -> str:
    """The tag of an element without its namespace; empty for comments and entities.

    The title and description of a picture get the prefix ``svg-``.
    """
    space, _, name = element.tag.rpartition("}") if isinstance(element.tag, str) else ("", "", "")
    return f"svg-{name}" if "svg-compatible" in space else name


def _names(element: Any) -> dict[str, str]:
    """The attributes of an element by name without namespace."""
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


class _Walk:
    """Collects the text of a document; `notes` are the foot- and endnotes found so far."""

    def __init__(self, content: Any) -> None:
        self.notes: list[BlockText] = []
        self._parents = {
            names.get("name", ""): names.get("parent-style-name", "")
            for names in map(_names, content.iter("{*}style"))
        }

    def parts(self, parent: Any, kind: BlockKind | None = "paragraph") -> Iterator[BlockText]:
        """The paragraphs and table rows below `parent`, in order."""
        for element in parent:
            name = _name(element)
            if name in _LEFT_OUT:
                continue
            if name in ("p", "h"):
                yield from self._paragraph(element, "heading" if name == "h" and kind else kind)
            elif name == "table":
                yield from self._table(element)
            elif name:
                inner = None if name in _CONTENTS else "item" if name == "list-item" else kind
                yield from self.parts(element, inner)

    def slide(self, page: Any) -> Iterator[BlockText]:
        """The parts of a slide, its title first and the speaker's notes last."""
        titles: list[BlockText] = []
        body: list[BlockText] = []
        notes: list[BlockText] = []
        for shape in page:
            role = _names(shape).get("class", "")
            if _name(shape) == "notes":
                shown = [frame for frame in shape if _names(frame).get("class") == "notes"]
                notes = [part for frame in shown for part in self._shape(frame)]
            elif role in ("title", "subtitle"):
                titles += [part._replace(kind="heading") for part in self._shape(shape)]
            elif role not in _FURNITURE and _name(shape) not in _LEFT_OUT:
                body += self._shape(shape)
        yield from (*titles, *body)
        if any(part.text.strip() for part in notes):
            yield from (BlockText("heading", NOTES), *notes)

    def _shape(self, shape: Any) -> list[BlockText]:
        """The parts of a shape; none if it is an empty placeholder."""
        return [] if _names(shape).get("placeholder") == "true" else list(self.parts([shape]))

    def _paragraph(self, element: Any, kind: BlockKind | None) -> Iterator[BlockText]:
        style = self._style(_names(element).get("style-name", ""))
        for prefixes, styled in _STYLES:
            if style.startswith(prefixes) and kind not in (None, "heading"):
                kind = styled
        texts: list[str] = []
        boxes: list[BlockText] = []
        self._collect(element, texts, boxes, code=kind == "code")
        yield BlockText(kind, "".join(texts).replace("\xa0", " ").replace("\xad", ""))
        yield from boxes

    def _style(self, name: str) -> str:
        """The name of a style, or of the parent of an automatic style, in lower case."""
        named = self._parents.get(name) or name
        return named.replace("_20_", " ").lower()

    def _collect(
        self, element: Any, texts: list[str], boxes: list[BlockText], *, code: bool
    ) -> None:
        """Append the text of a paragraph to `texts`, text boxes to `boxes`, notes to `notes`."""
        most_spaces = 100

        def add(text: str | None) -> None:
            texts.append((text or "") if code else _SPACE.sub(" ", text or ""))

        add(element.text)
        for child in element:
            name = _name(child)
            if name == "s":
                count = _names(child).get("c", "1")
                number = int(count[:9]) if count.isdecimal() else 1
                texts.append(" " * min(number, most_spaces))
            elif name in ("tab", "line-break"):
                texts.append("\t" if name == "tab" else "\n")
            elif name == "note":
                self.notes += self.parts(child)
            elif name in ("p", "h", "table", "list"):
                boxes += self.parts([child])
            elif name and name not in _LEFT_OUT:
                self._collect(child, texts, boxes, code=code)
            add(child.tail)

    def _table(self, table: Any) -> Iterator[BlockText]:
        """The rows of a data table; the parts of a table of one column, or of long text."""
        rows = [[c for c in row if _name(c) == "table-cell"] for row in table.iter("{*}table-row")]
        nested = next(table.iterdescendants("{*}table"), None) is not None
        if nested or max(map(len, rows), default=0) < 2:
            yield from self.parts(table)
            return
        cells = [[list(self.parts(cell)) for cell in row] for row in rows]
        texts = [
            [" ".join(" ".join(part.text.split()) for part in cell) for cell in row]
            for row in cells
        ]
        if any(len(text) > LONGEST_CELL for row in texts for text in row):
            yield from (part for row in cells for cell in row for part in cell)
        else:
            yield from (BlockText("table", "\t".join(row)) for row in texts)
