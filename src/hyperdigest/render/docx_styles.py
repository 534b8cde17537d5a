"""How the Word document looks: all of it in styles, so that a reader can change it in one place."""

from __future__ import annotations

from typing import Any

from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

ACCOUNT = "Digest Account"
WARNING = "Digest Warning"
CITED = "Digest Citation"
SOURCE = "Digest Source"
SIGNATURE = "Digest Signature"

_SERIF, _SANS, _MONO = "Georgia", "Calibri", "Consolas"
_INK, _SOFT, _ACCENT = RGBColor(0x21, 0x20, 0x1D), RGBColor(0x66, 0x62, 0x5A), RGBColor(122, 59, 18)
_INDENT = Cm(0.9)


def dress(document: Any) -> None:
    """Give a new document its margins, its styles and the numbers of its pages."""
    for section in document.sections:
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.8)
        section.top_margin = section.bottom_margin = Cm(2.5)
        _number_pages(section.footer.paragraphs[0])
    _text_styles(document.styles)
    _small_styles(document.styles)
    _indent_as_styled(document.part.numbering_part.element)


def _text_styles(styles: Any) -> None:
    _font(styles["Normal"], _SERIF, 11, _INK)
    _space(styles["Normal"], before=0, after=6)
    _font(styles["Heading 1"], _SERIF, 20, _INK, bold=True)
    _space(styles["Heading 1"], before=0, after=6)
    _font(styles["Heading 2"], _SANS, 12, _SOFT, bold=True)
    _space(styles["Heading 2"], before=20, after=6)
    _font(styles["Footer"], _SANS, 9, _SOFT)
    quotation = styles["List Number"]
    _space(quotation, before=0, after=8)
    quotation.paragraph_format.left_indent = _INDENT
    quotation.paragraph_format.first_line_indent = -_INDENT
    quotation.paragraph_format.keep_together = True
    # In the template a list has no space between its items.
    for tight in quotation.element.pPr.findall(qn("w:contextualSpacing")):
        quotation.element.pPr.remove(tight)


def _small_styles(styles: Any) -> None:
    cited = styles.add_style(CITED, WD_STYLE_TYPE.CHARACTER)
    _font(cited, _SANS, 9, _ACCENT)
    small = ((ACCOUNT, _SANS, 10), (WARNING, _SANS, 10), (SOURCE, _SANS, 10), (SIGNATURE, _MONO, 8))
    for name, face, size in small:
        style = styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = styles["Normal"]
        _font(style, face, size, _INK if name == SOURCE else _SOFT)
    _space(styles[ACCOUNT], before=0, after=14)
    _font(styles[WARNING], _SANS, 10, _ACCENT)
    _space(styles[WARNING], before=0, after=10)
    _space(styles[SOURCE], before=0, after=3)
    listed = styles[SOURCE].paragraph_format
    listed.left_indent, listed.first_line_indent = _INDENT, -_INDENT
    listed.tab_stops.add_tab_stop(_INDENT)
    _space(styles[SIGNATURE], before=20, after=0)


def _indent_as_styled(numbering: Any) -> None:
    """Take the indents of the template's numbers away, so that those of the styles hold."""
    for level in numbering.iter(qn("w:lvl")):
        for indents in level.findall(qn("w:pPr")):
            level.remove(indents)


def _font(style: Any, face: str, size: float, colour: RGBColor, bold: bool = False) -> None:
    font = style.font
    font.name, font.size, font.color.rgb, font.bold = face, Pt(size), colour, bold
    fonts = style.element.rPr.rFonts
    for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
        fonts.attrib.pop(qn(f"w:{theme}"), None)


def _space(style: Any, before: float, after: float) -> None:
    spacing = style.paragraph_format
    spacing.space_before, spacing.space_after, spacing.line_spacing = Pt(before), Pt(after), 1.2


def _number_pages(footer: Any) -> None:
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    footer._p.append(field)
    footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
