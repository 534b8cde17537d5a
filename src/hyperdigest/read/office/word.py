"""Word documents (docx): paragraphs and tables, foot- and endnotes, text boxes and equations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from hyperdigest.base.exponents import raised_after
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BEGINS_LIST, BlockText, Content, join
from hyperdigest.read.office.archive import entity_notes, open_archive, properties
from hyperdigest.read.office.charts import chart_parts
from hyperdigest.read.office.mathematics import EQUATIONS, linear
from hyperdigest.read.office.ooxml import Package, attribute, name_of
from hyperdigest.read.office.tables import LOOKED_AT, Cell, Row, table_parts
from hyperdigest.read.office.word_styles import (
    BODY_LEVEL,
    Indent,
    Numbering,
    Style,
    Styles,
    bold,
    indent_of,
    is_on,
    monospaced,
    number_of,
)
from hyperdigest.read.paragraphs.link_items import LinkItem, is_all_links, without_menus
from hyperdigest.read.paragraphs.style_names import Place
from hyperdigest.read.paragraphs.typed_lists import with_typed_lists
from hyperdigest.read.paragraphs.typewritten import Typewritten, with_code
from hyperdigest.read.titles import title_from

_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_LEFT_OUT = frozenset({"del", "moveFrom", "rt", "instrText", "delText", "pPr", "rPr", "sdtPr"})
"""Deleted and moved text, readings of characters, codes of fields, and properties."""

_UNSHOWN = frozenset({"vanish", "strike", "dstrike"})
"""Properties of runs that are hidden or struck out."""

_IN_ITEMS = frozenset({"paragraph", "code", "quote"})
_INDENTED = frozenset({"paragraph", "code"})

_SAME_INDENT = 60
"""Twentieths of a point by which what is in an item is less indented at most."""

_SPACE = 120
"""Twentieths of a point that are shown as a space."""

_APART = frozenset({"txbxContent", "tbl", "p"})
"""Elements in a paragraph that are not part of its text: text boxes and drawings."""


def read_docx(data: bytes) -> Content:
    """The text of a Word document: each table row is a block, foot- and endnotes are at the end."""
    with open_archive(data) as archive:
        package = Package(archive)
        main = next(iter(package.related_as("officeDocument")), "word/document.xml")
        document = package.xml(main)
        if document is None or name_of(document) != "document":
            raise ReadError("is not a Word document, or is broken")
        styles = Styles(package.trees("styles", main))
        numbering = Numbering(package.trees("numbering", main), styles)
        numbering.sizes = Counter(map(number_of, document.iter("{*}numId")))
        walk = _Walk(styles, numbering)
        notes = chain(package.trees("footnotes", main), package.trees("endnotes", main))
        flows = with_code(*map(without_menus, map(walk.parts, chain([document], notes))))
        parts = list(chain(*map(with_typed_lists, flows)))
        for diagram in package.trees("diagramData", main):
            parts += (BlockText("item", part.text, 1) for part in walk.parts(diagram))
        parts += chain.from_iterable(map(chart_parts, package.trees("chart", main)))
        core = next(iter(package.related_as("core-properties")), "docProps/core.xml")
        authors, date, title = properties(archive, core)
        embedded = len(package.related_as("aFChunk", main))
        beside = (package.related_as(kind, main) for kind in ("footnotes", "endnotes"))
        unread = entity_notes(archive, main, *chain(*beside))
    text, blocks = join(parts)
    title = title_from(title, parts)
    if embedded:
        unread += (f"contains {embedded} other documents, which are not read",)
    return Content(text, "docx", title, blocks, notes=unread, authors=authors, date=date)


class _Walk:
    """Collects the text of a document with its styles and numberings.

    `_level` is that of the list that the last paragraph was in, `_lefts` the levels of the lists
    that are open, each with the indent of its text, and `_numbers` the numberings of these.
    """

    def __init__(self, styles: Styles, numbering: Numbering) -> None:
        self._styles, self._numbering = styles, numbering
        self._level = 0
        self._lefts: dict[int, int] = {}
        self._numbers: dict[int, int | None] = {}

    def parts(self, parent: Any) -> Iterator[BlockText]:
        """The paragraphs and the rows of data tables below an element, in order."""
        for element in parent:
            name = name_of(element)
            if name == "p":
                yield from self._paragraph(element)
            elif name == "tbl":
                yield from self._table(element)
            elif name in EQUATIONS:
                yield BlockText("paragraph", linear(element))
            elif name and name not in _LEFT_OUT:
                yield from self.parts(element)

    def _paragraph(self, paragraph: Any) -> Iterator[BlockText]:
        """The text of a paragraph, then that of the text boxes in it."""
        texts: list[str] = []
        boxes: list[Any] = []
        _collect(paragraph, texts, boxes)
        text = "".join(texts).replace("\xa0", " ").replace("\xad", "")
        marks = _marks_of(paragraph)
        style = self._style_of(marks)
        kind, level, mark = self._place(marks, style)
        typewritten = (
            kind == "paragraph" and text.strip() and self._is_typewritten(paragraph, style)
        )
        indent = indent_of(marks.get("ind"))
        if kind in _IN_ITEMS:
            level = max([level, *self._levels_at(indent.lines)])
        if kind in _INDENTED:
            text = _indented(text, indent)
        if text.strip() and kind != "code" and not typewritten:
            self._level = self._level if kind == "heading" else level
            depth = 0 if kind == "heading" else level + (kind not in ("item", "step"))
            self._lefts = {each: left for each, left in self._lefts.items() if each < depth}
            last = 0 if kind == "heading" else level
            self._numbers = {each: of for each, of in self._numbers.items() if each <= last}
        if text.strip() and kind in ("item", "step"):
            number, of_number = self._number_of(marks, style)
            of_level = self._numbering.left(number, of_number) if number else 0
            self._lefts[level] = indent.lines or of_level
            if kind == "item" and self._begins_list(self._numbers.get(level), number):
                mark = BEGINS_LIST + mark
            self._numbers[level] = number
        is_link = kind == "item" and is_all_links(paragraph, text, "{*}hyperlink")
        of_kind = Typewritten if typewritten else LinkItem if is_link else BlockText
        yield of_kind(kind, text, level, mark)
        for box in boxes:
            yield from self.parts([box])

    def _place(self, marks: dict[str, Any], style: Style) -> Place:
        """What a paragraph with these properties is, by its style and its numbering."""
        known = style.place or Place("paragraph")
        if known.kind in (None, "heading"):
            number, level = self._number_of(marks, style)
            if number:
                self._numbering.place(number, level)  # it counts in lists with its numbering
            return known
        outline = number_of(marks.get("outlineLvl"))
        outline = style.outline if outline is None else outline
        if outline is not None and outline < BODY_LEVEL:
            return Place("heading", outline + 1)
        number, level = self._number_of(marks, style)
        if number:
            place = self._numbering.place(number, level)
            if known.kind not in ("paragraph", "item", "step"):
                return Place(known.kind, place.level)
            return place._replace(level=max(place.level, known.level))
        if number is None and known.level:
            return known
        return Place("paragraph", self._level) if style.is_list else Place(known.kind)

    def _begins_list(self, before: int | None, number: int | None) -> bool:
        """Whether an item with a numbering, right below one with another, begins a list of its own:
        both have several items."""
        several = all(self._numbering.sizes.get(one, 0) > 1 for one in (before or 0, number or 0))
        return several and before != number

    def _number_of(self, marks: dict[str, Any], style: Style) -> tuple[int | None, int]:
        """The number of the numbering of a paragraph, and the level in it."""
        number, level = style.numbering
        if (own := marks.get("numPr")) is not None:
            own_number = number_of(own.find("{*}numId"))
            number = number if own_number is None else own_number
            own_level = number_of(own.find("{*}ilvl"))
            level = level if own_level is None else own_level
        return number, level or 0

    def _levels_at(self, left: int) -> Iterator[int]:
        """The levels of the open lists whose text is not more indented."""
        for level, of_list in self._lefts.items():
            if of_list and left > of_list - _SAME_INDENT:
                yield level

    def _style_of(self, marks: dict[str, Any]) -> Style:
        named = marks.get("pStyle")
        return self._styles.paragraph("" if named is None else attribute(named, "val"))

    def _is_typewritten(self, paragraph: Any, style: Style) -> bool:
        """Whether all of a paragraph with this style is in a monospaced font."""
        return self._all_runs(paragraph, style, monospaced, lambda style: style.monospaced)

    def _is_bold(self, row: Any) -> bool:
        """Whether all the text of a row is bold."""
        paragraphs = [
            each for each in row.iter("{*}p") if next(each.iter("{*}t"), None) is not None
        ]
        return bool(paragraphs) and all(
            self._all_runs(
                paragraph, self._style_of(_marks_of(paragraph)), bold, lambda style: style.bold
            )
            for paragraph in paragraphs
        )

    def _all_runs(
        self,
        paragraph: Any,
        style: Style,
        of_marks: Callable[[Any], bool | None],
        of_style: Callable[[Style], bool | None],
    ) -> bool:
        """Whether all runs with text of a paragraph with a style have a property, by their own
        marks, by their own style, or by that of the paragraph."""
        default = bool(of_style(style))
        for run in paragraph.iter("{*}r"):
            marks, has_text = None, False
            for element in run:
                name = name_of(element)
                if name == "t":
                    has_text = has_text or bool((element.text or "").strip())
                elif name == "rPr" and marks is None:
                    marks = element
            if not has_text:
                continue
            own = of_marks(marks)
            if own is None and marks is not None:
                named = marks.find("{*}rStyle")
                own = (
                    None if named is None else of_style(self._styles.style(attribute(named, "val")))
                )
            if not (default if own is None else own):
                return False
        return True

    def _table(self, table: Any) -> Iterator[BlockText]:
        """The rows of a data table; the parts of a table of one column, or of long text."""
        nested = next(table.iterdescendants("{*}tbl"), None) is not None
        look, style = table.find("{*}tblPr/{*}tblLook"), table.find("{*}tblPr/{*}tblStyle")
        styled = look is not None and style is not None and attribute(look, "firstRow") == "1"
        styled = styled and self._styles.style(attribute(style, "val")).names_columns
        rows: list[Row] = []
        for element in _below(table, "tr"):
            marked = any(map(is_on, element.iterfind("{*}trPr/{*}tblHeader")))
            cells = [self._cell(cell) for cell in _below(element, "tc")]
            is_bold = len(rows) < LOOKED_AT and self._is_bold(element)
            rows.append(Row(cells, marked or (styled and not rows), is_bold))
        yield from table_parts(rows, nested=nested)

    def _cell(self, cell: Any) -> Cell:
        span, merged = cell.find("{*}tcPr/{*}gridSpan"), cell.find("{*}tcPr/{*}vMerge")
        continues = merged is not None and attribute(merged, "val") != "restart"
        return Cell(list(self.parts(cell)), number_of(span) or 1, continues=continues)


def _indented(text: str, indent: Indent) -> str:
    """The text of a paragraph with its indent as spaces before each of its lines."""
    first, others = (" " * (each // _SPACE) for each in (indent.first, indent.lines))
    return first + text.replace("\n", "\n" + others) if text.strip() else text


def _marks_of(paragraph: Any) -> dict[str, Any]:
    """The properties of a paragraph by their names."""
    for element in paragraph:
        if name_of(element) == "pPr":
            return {name_of(mark): mark for mark in element}
    return {}


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
        elif name == "r" and _is_raised(element):
            raised: list[str] = []
            _collect(element, raised, boxes)
            texts.append(raised_after(texts, "".join(raised)))
        elif name and name not in _LEFT_OUT and not (name == "r" and _is_hidden(element)):
            _collect(element, texts, boxes)


def _is_raised(run: Any) -> bool:
    mark = run.find("{*}rPr/{*}vertAlign")
    return mark is not None and attribute(mark, "val") == "superscript" and not _is_hidden(run)


def _is_hidden(run: Any) -> bool:
    return any(
        name_of(mark) in _UNSHOWN and is_on(mark)
        for element in run
        if name_of(element) == "rPr"
        for mark in element
    )


def _symbol(code: str) -> str:
    """The character of a hexadecimal code; empty for those that only symbol fonts have."""
    try:
        character = chr(int(code[:4], 16))
    except ValueError:
        return ""
    return character if character.isprintable() else ""
