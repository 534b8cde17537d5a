"""Word documents: paragraphs, headings, lists, tables and notes, by their styles."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.archive import open_archive
from hyperdigest.read.content import Content, Part, join

LARGEST_PART = 64 << 20
"""Most bytes of one XML file in the document; its tree needs some ten times as much memory."""

LONGEST_CELL = 300
"""Characters of a cell above which a table is taken for the layout of the page."""

_PARAGRAPH, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_CHARACTERS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_VANISH = f"{qn('w:rPr')}/{qn('w:vanish')}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_STYLES: tuple[tuple[tuple[str, ...], BlockKind], ...] = (
    (("heading", "title", "subtitle"), "heading"),
    (("list",), "item"),
    (("quote", "intense quote", "block text"), "quote"),
    (("html preformatted", "macro", "code"), "code"),
)


def read_docx(data: bytes) -> Content:
    """The text of a Word document, a row of a table a block, foot- and endnotes at the end."""
    with open_archive(data) as archive:
        if any(e.file_size > LARGEST_PART and e.filename[-4:] == ".xml" for e in archive.filelist):
            raise ReadError(f"has more than {LARGEST_PART >> 20} MB of text: split it into parts")
    try:
        document = docx.Document(io.BytesIO(data))
    except Exception as error:
        raise ReadError("is no Word document, or a broken one") from error
    styles = {s.styleId: s.name_val or "" for s in document.styles.element.style_lst if s.styleId}
    parts = [*_parts(document.element.body, styles), *_notes(document.part, styles)]
    text, blocks = join(parts)
    title = document.core_properties.title or next((t for k, t in parts if k == "heading"), "")
    return Content(text, "docx", " ".join(title.split()), blocks)


def _parts(root: Any, styles: dict[str, str]) -> Iterator[Part]:
    """The paragraphs and the rows of tables below `root`, in order."""
    for fallback in list(root.iter(_FALLBACK)):
        fallback.getparent().remove(fallback)
    rows: set[Any] = set()
    for element in root.iter(_PARAGRAPH, _TABLE, _ROW):
        if element.tag == _TABLE and _is_grid(element):
            rows.update(element.iterchildren(_ROW))
        elif element.tag == _ROW and element in rows:
            yield "table", "\t".join(_cell_text(cell) for cell in element.iterchildren(_CELL))
        elif element.tag == _PARAGRAPH and rows.isdisjoint(element.iterancestors(_ROW)):
            kind = _kind(element, styles)
            if kind:
                yield kind, _text(element)


def _kind(paragraph: Any, styles: dict[str, str]) -> BlockKind | None:
    """What a paragraph is by its style; None where it is a line of a table of contents."""
    properties = paragraph.pPr
    if properties is None:
        return "paragraph"
    name = styles.get(properties.style or "", "").lower()
    if name.startswith("toc "):
        return None
    for prefixes, kind in _STYLES:
        if name.startswith(prefixes):
            return kind
    if properties.find(qn("w:outlineLvl")) is not None:
        return "heading"
    return "item" if properties.numPr is not None else "paragraph"


def _text(paragraph: Any) -> str:
    """The text of a paragraph, without what is hidden and without boxes inside it, which are
    paragraphs too."""
    texts = []
    for node in paragraph.iter(qn("w:t"), *_CHARACTERS):
        if next(node.iterancestors(_PARAGRAPH)) is paragraph and not _is_hidden(node.getparent()):
            texts.append(_CHARACTERS.get(node.tag) or node.text or "")
    return "".join(texts).replace("\xa0", " ").replace("\xad", "")


def _is_hidden(run: Any) -> bool:
    mark = run.find(_VANISH)
    return mark is not None and mark.get(qn("w:val"), "true") not in ("0", "false", "off")


def _cell_text(cell: Any) -> str:
    return " ".join(" ".join(_text(p).split()) for p in cell.iter(_PARAGRAPH)).strip()


def _is_grid(table: Any) -> bool:
    """Whether a table holds data; others, of one column or of long text, lay out a page."""
    rows = [list(row.iterchildren(_CELL)) for row in table.iterchildren(_ROW)]
    return (
        max(map(len, rows), default=0) > 1
        and next(table.iterdescendants(_TABLE), None) is None
        and all(len(_cell_text(cell)) <= LONGEST_CELL for row in rows for cell in row)
    )


def _notes(part: Any, styles: dict[str, str]) -> Iterator[Part]:
    """The foot- and endnotes."""
    for kind in (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES):
        for relation in part.rels.values():
            if relation.reltype == kind and not relation.is_external:
                yield from _parts(parse_xml(relation.target_part.blob), styles)
