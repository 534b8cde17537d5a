"""What a digest quotes as paragraphs and tables of a Word document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt

from hyperdigest.base.aligned import NARROWEST_COLUMN, column_widths
from hyperdigest.base.slices import GAP
from hyperdigest.render.docx_lists import DEEPEST_LEVEL, new_list, put_in_list
from hyperdigest.render.parts import lines_below, placed
from hyperdigest.render.quotes import (
    BULLET,
    LARGEST_NUMBER,
    Code,
    Definition,
    Group,
    List,
    Paragraph,
    Part,
    Row,
    SourceTitle,
    Table,
    in_new_places,
    lines_of,
    number_of,
)

QUOTATION = "Digest Quotation"
"""The style of a paragraph with a sentence."""

ACCOUNT = "Digest Account"
CITED = "Digest Citation"
CONTEXT = "Digest Context"
"""The style of characters that are quoted before a sentence."""

ITEM, CODE, CELL, TERM = "Digest Item", "Digest Code", "Digest Cell", "Digest Term"
"""The styles of an item of a quoted list, of a line of code, of a cell of a table, and of a term
that is defined."""

INDENT = Cm(0.9)
LONGEST_UNBROKEN_CITATION = 60

LONGEST_KEPT = 8
"""In lines; longer code may be on a page before its citation, lest half a page be left empty."""

ROOM, BORDERS, TEXT_WIDTH = 74, 2, Cm(15.4)
"""About how many characters a line of a table has, how many of these the borders of a cell take,
and the width of a line."""

_BELOW_TABLE = Pt(4)
_NOT_IN_XML = re.compile("[\ufffe\uffff]")
_RIGHT_TO_LEFT = re.compile("[^\\W\\d_]")
_FIRST_RIGHT, _LAST_RIGHT = "\u0590", "\u08ff"


def add_quotes(document: Any, group: Group) -> None:
    """Add a group."""
    match group:
        case Paragraph(parts):
            _paragraph(document, parts, 0)
        case List(lead) | Code(lead):
            _paragraph(document, lead, 0)
            _within(document, group, 1)
        case Table(lead):
            _paragraph(document, lead, 0)
            _table(document, group)
        case Definition(lead, terms, below):
            _paragraph(document, lead, 0)
            for term in terms:
                if term.gap:
                    add_text(document.add_paragraph(style=QUOTATION), GAP, CONTEXT)
                paragraph = document.add_paragraph(style=TERM)
                add_text(paragraph, term.text, CONTEXT).bold = True
                set_direction(paragraph)
            for inner in below:
                _within(document, inner, 1)
            if group.extent:
                _account(document, group.extent)
        case SourceTitle(source):
            title = document.add_paragraph(style="Heading 2")
            add_text(title, f"[{source.number}] {group.title}")
            set_direction(title)


def add_text(paragraph: Any, text: str, style: str | None = None) -> Any:
    """Add text in a style of characters to a paragraph."""
    return paragraph.add_run(_NOT_IN_XML.sub("\ufffd", text), style)


def set_direction(paragraph: Any) -> None:
    """Let a paragraph run from right to left if its first letter does."""
    letter = _RIGHT_TO_LEFT.search(paragraph.text)
    if letter and _FIRST_RIGHT <= letter[0] <= _LAST_RIGHT:
        paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
        for run in paragraph.runs:
            run.font.rtl = True


def _paragraph(document: Any, parts: Sequence[Part], depth: int) -> None:
    """Add running text as a paragraph, and code between it as others."""
    for is_code, run in groupby(parts, lambda part: part.is_code):
        if is_code:
            _code_lines(document, list(run), max(depth, 1))
            continue
        paragraph = document.add_paragraph(style=QUOTATION)
        paragraph.paragraph_format.left_indent = INDENT * depth
        _flow(paragraph, list(run))
    _below(document, parts, depth=depth + 1)


def _within(document: Any, below: List | Code | Paragraph, depth: int) -> None:
    """Add what is below an item or a term."""
    match below:
        case List():
            _list(document, below, depth)
        case Code():
            _code(document, below, depth)
        case Paragraph(parts):
            _paragraph(document, parts, depth)


def _flow(paragraph: Any, parts: Sequence[Part]) -> None:
    """Add parts as running text, each sentence before its citation.

    Text that only introduces what comes next stays on the page of that.
    """
    for number, part in enumerate(parts):
        if number and parts[number - 1].stands_alone:
            paragraph.add_run().add_break()
        elif number:
            add_text(paragraph, " ")
        if part.gap:
            add_text(paragraph, f"{GAP} ", CONTEXT)
        add_text(paragraph, part.text, None if part.sentence else CONTEXT)
        _cite(paragraph, part)
    if parts[-1].sentence is None:
        paragraph.paragraph_format.keep_with_next = True
    set_direction(paragraph)


def _cite(paragraph: Any, part: Part, *, unbroken: int = LONGEST_UNBROKEN_CITATION) -> None:
    """Add the number of the source and the place of a sentence, as a link to the source.

    A citation of at most `unbroken` characters is not broken across lines.
    """
    if part.sentence is None:
        return
    if paragraph.text:
        add_text(paragraph, " ")
    source = part.source
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), f"source{source.number}")
    link.set(qn("w:history"), "1")
    shown = f"[{source.number}] {part.place}"
    if len(shown) <= unbroken:
        shown = shown.replace(" ", "\xa0")
    link.append(add_text(paragraph, shown, CITED)._r)
    paragraph._p.append(link)


def _below(document: Any, parts: Sequence[Part], *, name: bool = False, depth: int = 1) -> None:
    """Add the notes on sentences; with the `name` of each sentence, its place."""
    for sentence in filter(None, (part.sentence for part in parts)):
        label = f"{placed(sentence)}: " if name else ""
        for note in lines_below(sentence):
            _account(document, label + note, depth)


def _account(document: Any, text: str, depth: int = 1) -> Any:
    paragraph = document.add_paragraph(style=ACCOUNT)
    add_text(paragraph, text)
    set_direction(paragraph)
    paragraph.paragraph_format.left_indent = INDENT * depth
    return paragraph


def _list(document: Any, items: List, depth: int) -> None:
    """Add a list of Word; items with other marks than bullets and numbers have them as text.

    Numbers that do not follow one another begin another list, since Word counts itself.
    """
    level, following, number_of_list = min(depth - 1, DEEPEST_LEVEL), "", 0
    for item in items.items:
        if item.gap:
            add_text(_item(document, depth), GAP, CONTEXT)
        paragraph = _item(document, depth)
        number = number_of(item.mark.replace(")", "."))
        is_counted = item.mark[:-1] == str(number) and 0 < number <= LARGEST_NUMBER
        if item.mark == BULLET or is_counted:
            if item.mark != following:
                number_of_list = new_list(document, item.mark, number, level)
            put_in_list(paragraph, number_of_list, level)
        else:
            style = None if item.parts[0].sentence else CONTEXT
            add_text(paragraph, f"{item.mark}\t", style)
        following = f"{number + 1}{item.mark[-1]}" if number else item.mark
        _flow(paragraph, item.parts)
        _below(document, item.parts, depth=depth + 1)
        for below in item.below:
            _within(document, below, depth + 1)
    if items.extent:
        _account(document, items.extent, depth)


def _item(document: Any, depth: int) -> Any:
    paragraph = document.add_paragraph(style=ITEM)
    if depth > 1:
        paragraph.paragraph_format.left_indent = INDENT * (depth + 1)
    return paragraph


def _table(document: Any, table: Table) -> None:
    """Add a table with a border around each cell, the last column for the citations."""
    added = document.add_table(rows=0, cols=table.columns + 1, style="Table Grid")
    if table.header:
        _row(added, table.header, CONTEXT)
        properties = added.rows[0]._tr.get_or_add_trPr()
        properties.append(OxmlElement("w:tblHeader"))
    for row in table.rows:
        if row.gap:
            add_text(_cells(added)[0], GAP, CONTEXT)
        _row(added, row)
    _set_widths(added)
    _account(document, table.extent).paragraph_format.space_before = _BELOW_TABLE
    for row in table.rows:
        _below(document, row.parts, name=True)


def _set_widths(table: Any) -> None:
    """Let the columns of a table be as wide as their cells need, instead of all the same."""
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    borders = BORDERS * len(rows[0])
    shares = [share + BORDERS for share in column_widths(rows, ROOM - borders)]
    for column, share in zip(table.columns, shares, strict=False):
        width = round(TEXT_WIDTH * share / sum(shares))
        column.width = width
        for cell in column.cells:
            cell.width = width


def _cells(table: Any) -> list[Any]:
    """The paragraphs of the cells of a new row, which is not broken across pages."""
    row = table.add_row()
    row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
    paragraphs = [cell.paragraphs[0] for cell in row.cells]
    for paragraph in paragraphs:
        paragraph.style = CELL
    return paragraphs


def _row(table: Any, row: Row, style: str | None = None) -> None:
    *paragraphs, last = _cells(table)
    for paragraph, cell in zip(paragraphs, row.cells, strict=True):
        add_text(paragraph, cell, style)
        set_direction(paragraph)
    for part in in_new_places(row.parts):
        _cite(last, part, unbroken=NARROWEST_COLUMN)


def _code_lines(document: Any, parts: Sequence[Part], depth: int) -> None:
    lines = [*([GAP] if parts[0].gap else []), *lines_of(parts)]
    paragraph = document.add_paragraph(style=CODE)
    if depth > 1:
        paragraph.paragraph_format.left_indent = INDENT * depth
    if len(lines) > LONGEST_KEPT:
        paragraph.paragraph_format.keep_with_next = False
    for number, text in enumerate(lines):
        if number:
            paragraph.add_run().add_break()
        add_text(paragraph, text, CONTEXT if text is GAP else None)


def _code(document: Any, code: Code, depth: int) -> None:
    for parts in code.blocks:
        _code_lines(document, parts, depth)
        cited = document.add_paragraph(style=ACCOUNT)
        cited.paragraph_format.left_indent = INDENT * depth
        for part in in_new_places(parts):
            _cite(cited, part)
        _below(document, parts, depth=depth)
