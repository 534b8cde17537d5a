"""The digest as a Word document: the question, and quotations with links to their sources.

All formatting is in styles, so that a reader can change it in one place. There are no macros.
"""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.docx_lists import add_formats
from hyperdigest.render.docx_quotes import (
    ACCOUNT,
    CELL,
    CITED,
    CODE,
    CONTEXT,
    INDENT,
    ITEM,
    QUOTATION,
    TERM,
    add_quotes,
    add_text,
    set_direction,
)
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.json import cited_places
from hyperdigest.render.parts import CitedSource, guarantee, nothing_fits, sources, usage

WARNING = "Digest Warning"
SOURCE = "Digest Source"
SIGNATURE = "Digest Signature"

WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of creation in the file: constant, so that the same digest gives the same bytes."""

_SERIF, _SANS, _MONO = "Georgia", "Calibri", "Consolas"
_INK, _SOFT, _ACCENT = RGBColor(0x21, 0x20, 0x1D), RGBColor(0x66, 0x62, 0x5A), RGBColor(122, 59, 18)
_FONTS = {
    "Normal": (_SERIF, 11, _INK),
    "Heading 1": (_SERIF, 20, _INK),
    "Heading 2": (_SANS, 12, _SOFT),
    "Footer": (_SANS, 9, _SOFT),
    CITED: (_SANS, 9, _ACCENT),
    ACCOUNT: (_SANS, 10, _SOFT),
    WARNING: (_SANS, 10, _ACCENT),
    SOURCE: (_SANS, 10, _INK),
    SIGNATURE: (_MONO, 8, _SOFT),
    ITEM: (_SERIF, 11, _INK),
    CELL: (_SERIF, 9, _INK),
    CODE: (_MONO, 9, _INK),
}
_SPACES = {
    "Normal": (0, 6),
    "Heading 1": (0, 6),
    "Heading 2": (20, 6),
    QUOTATION: (0, 8),
    ACCOUNT: (0, 14),
    WARNING: (0, 10),
    SOURCE: (0, 3),
    SIGNATURE: (20, 0),
    ITEM: (0, 4),
    CELL: (2, 2),
    CODE: (0, 6),
    TERM: (0, 2),
}
"""Points before and after a paragraph."""

_CODE_GROUND, _BORDER = "F3F1EC", "BDB8AC"
_NOT_IN_XML = re.compile("[\ufffe\uffff]")


def render_docx(digest: Digest) -> bytes:
    """The digest as a Word file: quotations, each with a citation of source and place.

    A citation is a link to the list of sources at the end. The same digest gives the same bytes.
    """
    document = docx.Document()
    _style(document)
    add_formats(document, INDENT)
    numbered = sources(digest)
    _paragraph(document, "Heading 1", line(digest.question))
    if digest.doubt:
        _paragraph(document, WARNING, line(digest.doubt))
    _paragraph(document, ACCOUNT, usage(digest))
    if not digest.sentences:
        _paragraph(document, "Normal", nothing_fits(digest))
    for group in quote_groups(digest, numbered):
        add_quotes(document, group)
    if numbered:
        _paragraph(document, "Heading 2", "Sources")
    places = cited_places(digest)
    for source in numbered.values():
        _add_source(document, source, places[source.name])
    for warning in digest.warnings:
        _paragraph(document, WARNING, f"Warning: {line(warning)}")
    if certificate := guarantee(digest):
        _paragraph(document, SIGNATURE, certificate)
    _paragraph(document, SIGNATURE, line(digest.signature))
    _set_properties(document, digest)
    return _zipped(document)


def _paragraph(document: Any, style: str, text: str) -> Any:
    paragraph = document.add_paragraph(style=style)
    add_text(paragraph, text)
    set_direction(paragraph)
    return paragraph


def _add_source(document: Any, source: CitedSource, places: tuple[str, ...]) -> None:
    """Add a source to the list, with a bookmark for its citations."""
    paragraph = document.add_paragraph(style=SOURCE)
    start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
    for element in (start, end):
        element.set(qn("w:id"), str(source.number))
    start.set(qn("w:name"), f"source{source.number}")
    paragraph._p.append(start)
    title, *others = source.labels
    add_text(paragraph, f"[{source.number}]\t")
    add_text(paragraph, title).bold = True
    paragraph._p.append(end)
    add_text(paragraph, "".join(f" · {part}" for part in (*others, ", ".join(places))))


def _set_properties(document: Any, digest: Digest) -> None:
    """Set title, author and dates of the file, and remove the thumbnail of the template."""
    relations = document.part.package.rels
    for name in [n for n in relations if relations[n].reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        del relations[name]
    properties = document.core_properties
    properties.title = _NOT_IN_XML.sub("\ufffd", line(digest.question))[:255]
    properties.author = properties.last_modified_by = "hyperdigest"
    properties.comments = ""
    properties.created = properties.modified = WRITTEN


def _zipped(document: Any) -> bytes:
    """The bytes of the file, which depend on neither the time nor the operating system."""
    saved, zipped = io.BytesIO(), io.BytesIO()
    document.save(saved)
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(zipped, "w") as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            new.writestr(entry, old.read(name))
    return zipped.getvalue()


def _style(document: Any) -> None:
    """Set the margins, styles and page numbers of a new document."""
    for section in document.sections:
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.8)
        section.top_margin = section.bottom_margin = Cm(2.5)
        field = OxmlElement("w:fldSimple")
        field.set(qn("w:instr"), "PAGE")
        footer = section.footer.paragraphs[0]
        footer._p.append(field)
        footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
    styles = document.styles
    styles.add_style(CITED, WD_STYLE_TYPE.CHARACTER)
    styles.add_style(CONTEXT, WD_STYLE_TYPE.CHARACTER).font.color.rgb = _SOFT
    for name in (QUOTATION, ACCOUNT, WARNING, SOURCE, SIGNATURE, ITEM, CELL, CODE, TERM):
        styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH).base_style = styles["Normal"]
    for name, (face, size, colour) in _FONTS.items():
        font = styles[name].font
        font.name, font.size, font.color.rgb = face, Pt(size), colour
        font.bold = name.startswith("Heading")
        fonts = styles[name].element.rPr.rFonts
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{theme}"), None)
    for name, (before, after) in _SPACES.items():
        spacing = styles[name].paragraph_format
        spacing.space_before, spacing.space_after = Pt(before), Pt(after)
        spacing.line_spacing = 1.2
    for name, depth in ((SOURCE, 1), (ITEM, 2)):
        indents = styles[name].paragraph_format
        indents.left_indent, indents.first_line_indent = depth * INDENT, -INDENT
    styles[CODE].paragraph_format.left_indent = INDENT
    _shade(styles[CODE])
    for border in styles["Table Grid"].element.find(f".//{qn('w:tblBorders')}"):
        border.set(qn("w:color"), _BORDER)
    for name in (CODE, TERM):
        styles[name].paragraph_format.keep_with_next = True
    styles[SOURCE].paragraph_format.tab_stops.add_tab_stop(INDENT)


def _shade(style: Any) -> None:
    """Put a light ground behind the paragraphs of a style."""
    shading = OxmlElement("w:shd")
    for name, value in (("val", "clear"), ("color", "auto"), ("fill", _CODE_GROUND)):
        shading.set(qn(f"w:{name}"), value)
    spacing = style.element.get_or_add_pPr().find(qn("w:spacing"))
    spacing.addprevious(shading)
