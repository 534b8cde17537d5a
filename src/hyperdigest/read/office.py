"""Word documents (docx) and e-books (EPUB): zip archives of XML and of web pages."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.archive import LARGEST_PART, entry, open_archive, xml_part
from hyperdigest.read.content import BlockText, Content, join, one_line
from hyperdigest.read.encoding import decode
from hyperdigest.read.html import LARGEST_PAGE, LONGEST_CELL, check_size, parse, text_blocks
from hyperdigest.read.properties import dublin_core

_PARAGRAPH, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_CHARACTERS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_HIDDEN = f"{qn('w:rPr')}/{qn('w:vanish')}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_STYLES: tuple[tuple[tuple[str, ...], BlockKind], ...] = (
    (("heading", "title", "subtitle"), "heading"),
    (("list",), "item"),
    (("quote", "quotation", "intense quote", "block text"), "quote"),
    (("html preformatted", "preformatted", "macro", "code"), "code"),
)
_ENCRYPTION = "META-INF/encryption.xml"
_PAGE_TYPES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})


def read_docx(data: bytes) -> Content:
    """The text of a Word document: each table row is a block, foot- and endnotes are at the end."""
    with open_archive(data) as archive:
        if any(e.file_size > LARGEST_PART and e.filename[-4:] == ".xml" for e in archive.filelist):
            raise ReadError(f"has more than {LARGEST_PART >> 20} MB of text: split it into parts")
    try:
        document = docx.Document(io.BytesIO(data))
    except Exception as error:
        raise ReadError("is not a Word document, or is broken") from error
    styles = {s.styleId: s.name_val or "" for s in document.styles.element.style_lst if s.styleId}
    parts = list(_docx_parts(document.element.body, styles))
    for kind in (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES):
        for relation in document.part.rels.values():
            if relation.reltype == kind and not relation.is_external:
                parts += _docx_parts(parse_xml(relation.target_part.blob), styles)
    text, blocks = join(parts)
    title = document.core_properties.title or next((t for k, t in parts if k == "heading"), "")
    authors, date = dublin_core(document.core_properties._element)
    return Content(text, "docx", one_line(title), blocks, authors=authors, date=date)


def _docx_parts(root: Any, styles: dict[str, str]) -> Iterator[BlockText]:
    """The paragraphs and the rows of data tables below `root`, in order."""
    for fallback in list(root.iter(_FALLBACK)):
        fallback.getparent().remove(fallback)
    rows: set[Any] = set()
    for element in root.iter(_PARAGRAPH, _TABLE, _ROW):
        if element.tag == _TABLE and _is_data_table(element):
            rows.update(element.iterchildren(_ROW))
        elif element.tag == _ROW and element in rows:
            yield "table", "\t".join(_cell_text(cell) for cell in element.iterchildren(_CELL))
        elif element.tag == _PARAGRAPH and rows.isdisjoint(element.iterancestors(_ROW)):
            kind = _kind(element, styles)
            yield from ((kind, _text(element)),) if kind else ()


def _kind(paragraph: Any, styles: dict[str, str]) -> BlockKind | None:
    """The kind of a paragraph by its style; None for a line of a table of contents."""
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
    """The visible text of a paragraph, without the paragraphs of text boxes inside it."""
    texts = []
    for node in paragraph.iter(qn("w:t"), *_CHARACTERS):
        mark = node.getparent().find(_HIDDEN)
        hidden = mark is not None and mark.get(qn("w:val"), "true") not in ("0", "false", "off")
        if not hidden and next(node.iterancestors(_PARAGRAPH)) is paragraph:
            texts.append(_CHARACTERS.get(node.tag) or node.text or "")
    return "".join(texts).replace("\xa0", " ").replace("\xad", "")


def _cell_text(cell: Any) -> str:
    return " ".join(" ".join(_text(p).split()) for p in cell.iter(_PARAGRAPH)).strip()


def _is_data_table(table: Any) -> bool:
    """Whether a table contains data; a table of one column, or of long text, is layout."""
    rows = [list(row.iterchildren(_CELL)) for row in table.iterchildren(_ROW)]
    return (
        max(map(len, rows), default=0) > 1
        and next(table.iterdescendants(_TABLE), None) is None
        and all(len(_cell_text(cell)) <= LONGEST_CELL for row in rows for cell in row)
    )


def read_epub(data: bytes) -> Content:
    """The text of an e-book in reading order.

    Raises ReadError if all of its text is encrypted.
    """
    with open_archive(data) as archive:
        roots = xml_part(archive, "META-INF/container.xml").iter("{*}rootfile")
        package = next((root.get("full-path", "") for root in roots), "")
        book = xml_part(archive, package)
        pages = _pages(book, posixpath.dirname(package))
        encrypted = set()  # books without DRM often encrypt their fonts
        if pages and _ENCRYPTION in archive.namelist():
            references = xml_part(archive, _ENCRYPTION).iter("{*}CipherReference")
            encrypted = {unquote(reference.get("URI", "")) for reference in references}
        if pages and encrypted.issuperset(pages):
            raise ReadError("is protected (DRM): only the program it was bought for can read it")
        names = set(archive.namelist())
        missing = [page for page in pages if page not in names]
        contents = _contents(book, posixpath.dirname(package))
        parts = [
            part
            for page in pages
            if page in names
            for part in _epub_parts(archive, page, page in contents)
        ]
    text, blocks = join(parts)
    notes = (f"lacks {len(missing)} of its {len(pages)} parts",) if missing else ()
    titles = (one_line(title.text or "") for title in book.iter("{*}title"))
    authors, date = dublin_core(book)
    title = next(titles, "")
    return Content(text, "epub", title, blocks, notes=notes, authors=authors, date=date)


def _pages(book: Any, folder: str) -> list[str]:
    """The archive entries with the book's text, in reading order, without its navigation."""
    manifest = {item.get("id"): item for item in book.iter("{*}item")}
    pages = []
    for reference in book.iter("{*}itemref"):
        item = manifest.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _PAGE_TYPES:
            continue
        if "nav" not in item.get("properties", "").split():
            pages.append(_entry_at(item, folder))
    return list(dict.fromkeys(pages))


def _contents(book: Any, folder: str) -> set[str]:
    """The archive entries in which there is a table of contents, perhaps beside other text."""
    references = book.iter("{*}reference")
    return {_entry_at(each, folder) for each in references if each.get("type") == "toc"}


def _entry_at(reference: Any, folder: str) -> str:
    """The name of the archive entry that the ``href`` of an element leads to."""
    href = unquote(reference.get("href", "").partition("#")[0])
    return posixpath.normpath(posixpath.join(folder, href))


def _epub_parts(archive: zipfile.ZipFile, page: str, has_contents: bool) -> list[BlockText]:
    """The blocks of a page; none if it is a table of contents, most of whose text is links."""
    data = entry(archive, page)
    if len(data) > LARGEST_PAGE:
        raise ReadError(f"has a part of more than {LARGEST_PAGE >> 20} MB")
    if (body := parse(decode(data)).body) is None:
        return []
    check_size(body)
    blocks = text_blocks(body)
    linked = sum(block.linked for block in blocks)
    if has_contents and 2 * linked > sum(len(block.text) for block in blocks):
        return []
    return [(block.kind, block.text) for block in blocks]
