"""PowerPoint presentations (pptx): the text of each slide, and its speaker's notes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from hyperdigest.base.exponents import raised_after
from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.content import NOTES, BlockText, Content, join_pages
from hyperdigest.read.office.archive import entity_notes, open_archive, properties
from hyperdigest.read.office.charts import chart_parts
from hyperdigest.read.office.mathematics import EQUATIONS, linear
from hyperdigest.read.office.ooxml import Package, name_of
from hyperdigest.read.office.tables import LOOKED_AT, Cell, Row, table_parts
from hyperdigest.read.paragraphs.numbers import Shape, mark
from hyperdigest.read.paragraphs.typewritten import Typewritten, is_monospaced, with_code
from hyperdigest.read.titles import title_from

_PRESENTATION = "ppt/presentation.xml"
_TITLES = {"title": 1, "ctrTitle": 1, "subTitle": 2}
"""The ranks of the titles of slides."""

_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})
_COMPUTED = ("slidenum", "datetime")
_BULLETS: dict[str, BlockKind] = {
    "buNone": "paragraph",
    "buChar": "item",
    "buBlip": "item",
    "buAutoNum": "step",
}
_SHAPES: dict[str, Shape] = {
    "alphaLc": "letter",
    "alphaUc": "LETTER",
    "romanLc": "roman",
    "romanUc": "ROMAN",
}
_DEEPEST = 8
"""The deepest level of a paragraph, from 0."""


def read_pptx(data: bytes) -> Content:
    """The text of a presentation, slide after slide: titles are headings, bullet points items."""
    with open_archive(data) as archive:
        if _PRESENTATION not in archive.namelist():
            raise ReadError("is not a PowerPoint presentation, or is broken")
        deck = _Deck(Package(archive))
        slides = with_code(*map(deck.slide, deck.slides()))
        notes = entity_notes(archive, *deck.read)
        authors, date, title = properties(archive, "docProps/core.xml")
    text, blocks, pages = join_pages(slides)
    title = title_from(title, chain(*slides))
    return Content(text, "pptx", title, blocks, pages, notes=notes, authors=authors, date=date)


class _Deck:
    """The slides of a presentation, with all that belongs to each; each file is read only once.

    `read` are the names of the files of slides, diagrams, charts and notes read so far.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self.read: set[str] = set()
        self._layouts: dict[str, dict[str, Any]] = {}

    def slides(self) -> list[str]:
        """The names of the slides, in order."""
        by_id = {relation.id: relation.name for relation in self._package.related(_PRESENTATION)}
        listed = self._package.xml(_PRESENTATION).iter("{*}sldId")
        ids = (value for slide in listed for key, value in slide.attrib.items() if "}" in key)
        names = dict.fromkeys(by_id.get(identity, "") for identity in ids)
        return [name for name in names if name in self._package.names]

    def slide(self, name: str) -> Iterator[BlockText]:
        """The parts of a slide, its title first and the speaker's notes last."""
        layout = next(iter(self._package.related_as("slideLayout", name)), "")
        parts = _slide_parts(self._xml(name), self._bullets_of(layout))
        yield from sorted(parts, key=lambda part: part.kind != "heading")
        for other in self._package.related_as("diagramData", name):
            if (diagram := self._xml(other)) is not None:
                yield from (BlockText("item", _text(each), 1) for each in diagram.iter("{*}p"))
        for other in self._package.related_as("chart", name):
            if (chart := self._xml(other)) is not None:
                yield from chart_parts(chart)
        for other in self._package.related_as("notesSlide", name):
            if (notes := self._xml(other)) is not None:
                parts = _slide_parts(notes, {})
                texts = [part.text for part in parts if part.kind]
                if any(text.strip() for text in texts):
                    yield BlockText("heading", NOTES, 2)
                    yield from (BlockText("paragraph", text) for text in texts)
                yield from (part for part in parts if not part.kind)

    def _bullets_of(self, layout: str) -> dict[str, Any]:
        """The placeholders of a layout by their numbers, with the bullets of their levels."""
        if layout not in self._layouts:
            tree = self._package.xml(layout) if layout else None
            self._layouts[layout] = {
                place.get("idx", ""): shape
                for shape in (() if tree is None else tree.iter("{*}sp"))
                for place in shape.iterfind("{*}nvSpPr/{*}nvPr/{*}ph")
            }
        return self._layouts[layout]

    def _xml(self, name: str) -> Any:
        """The tree of an XML file; None if it does not exist, or was read before."""
        if name in self.read or name not in self._package.names:
            return None
        self.read.add(name)
        return self._package.xml(name)


def _shapes(slide: Any) -> Iterator[Any]:
    """The shapes with text, without those of dates, slide numbers, headers and footers."""
    for shape in slide.iter("{*}sp"):
        placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        if placeholder is None or placeholder.get("type") not in _FURNITURE:
            yield shape


def _slide_parts(slide: Any, layout: dict[str, Any]) -> list[BlockText]:
    """The paragraphs and table rows of a slide, in the order of its shapes.

    `layout` has the placeholders of its layout by their numbers.
    """
    if slide is None:
        return []
    shapes = set(_shapes(slide))
    parts: list[BlockText] = []
    for element in slide.iter("{*}sp", "{*}tbl"):
        if element.tag.endswith("}tbl"):
            parts += _table(element)
        elif element in shapes:
            parts += _paragraphs(element, layout)
        else:
            parts += _furniture(element)
    return parts


def _table(table: Any) -> Iterator[BlockText]:
    marks = table.find("{*}tblPr")
    has_header = marks is not None and marks.get("firstRow") in ("1", "true")
    rows: list[Row] = []
    for row in table.iterfind("{*}tr"):
        cells = [_cell(cell) for cell in row.iterfind("{*}tc") if not _is_covered(cell)]
        rows.append(Row(cells, has_header and not rows, len(rows) < LOOKED_AT and _is_bold(row)))
    return table_parts(rows)


def _is_covered(cell: Any) -> bool:
    """Whether a cell is covered by a merged cell before or above it."""
    return any(cell.get(name) in ("1", "true") for name in ("hMerge", "vMerge"))


def _cell(cell: Any) -> Cell:
    columns, rows = (
        int(value[:9]) if (value := cell.get(name, "")).isdecimal() and value.isascii() else 1
        for name in ("gridSpan", "rowSpan")
    )
    parts = [BlockText("paragraph", _text(paragraph)) for paragraph in cell.iter("{*}p")]
    return Cell(parts, columns, rows)


def _is_bold(row: Any) -> bool:
    """Whether all the text of a row is bold."""
    runs = [run for run in row.iter("{*}r") if any(text.text for text in run.iterfind("{*}t"))]
    marks = [run.find("{*}rPr") for run in runs]
    return bool(marks) and all(one is not None and one.get("b") in ("1", "true") for one in marks)


def _furniture(shape: Any) -> Iterator[BlockText]:
    """The date, number, header or footer of a slide, which is no block."""
    yield from (BlockText(None, _whole_text(each)) for each in shape.iterfind("{*}txBody/{*}p"))


def _whole_text(paragraph: Any) -> str:
    """The text of a paragraph with its computed fields."""
    return "".join(text.text or "" for text in paragraph.iter("{*}t"))


def _is_struck(run: Any) -> bool:
    marks = run.find("{*}rPr")
    return marks is not None and marks.get("strike", "noStrike") != "noStrike"


def _paragraphs(shape: Any, layout: dict[str, Any]) -> Iterator[BlockText]:
    placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
    paragraphs = shape.iterfind("{*}txBody/{*}p")
    if placeholder is not None and (rank := _TITLES.get(placeholder.get("type", ""))):
        yield BlockText("heading", " ".join(" ".join(map(_text, paragraphs)).split()), rank)
        return
    lists = list(shape.iterfind("{*}txBody/{*}lstStyle"))
    if placeholder is not None and (model := layout.get(placeholder.get("idx", ""))) is not None:
        lists += model.iterfind("{*}txBody/{*}lstStyle")
    default: BlockKind = "paragraph" if placeholder is None else "item"
    last: dict[int, int] = {}
    for paragraph in paragraphs:
        text = _text(paragraph)
        if not text.strip():
            yield BlockText(None, _whole_text(paragraph))
            continue
        marks = paragraph.find("{*}pPr")
        value = "" if marks is None else marks.get("lvl", "")
        depth = min(int(value[:9]), _DEEPEST) if value.isdecimal() and value.isascii() else 0
        inherited = (style.find(f"{{*}}lvl{depth + 1}pPr") for style in lists)
        bullets = (_bullet(properties) for properties in (marks, *inherited))
        bullet = next((found for found in bullets if found is not None), None)
        kind = default if bullet is None else _BULLETS[name_of(bullet)]
        last = {one: last[one] for one in last if one < depth + (kind == "step")}
        typewritten = kind == "paragraph" and _is_typewritten(paragraph)
        level = depth + (kind in ("item", "step"))
        number = ""
        if bullet is not None and kind == "step":
            start = bullet.get("startAt", "")
            first = int(start[:9]) if start.isdecimal() and start.isascii() else 1
            last[depth] = last.get(depth, first - 1) + 1
            number = mark(last[depth], _SHAPES.get(bullet.get("type", "")[:7], "decimal"))
        yield (Typewritten if typewritten else BlockText)(kind, text, level, number)


def _bullet(marks: Any) -> Any:
    """The element that says what bullet the properties of a paragraph give it; None without one."""
    return next((one for one in (() if marks is None else marks) if name_of(one) in _BULLETS), None)


def _is_typewritten(paragraph: Any) -> bool:
    """Whether all of a paragraph is in a monospaced font."""
    runs = [run for run in paragraph.iterfind("{*}r") if any(run.itertext())]
    fonts = [run.find("{*}rPr/{*}latin") for run in runs]
    return bool(fonts) and all(
        font is not None and is_monospaced(font.get("typeface", "")) for font in fonts
    )


def _is_raised(run: Any) -> bool:
    marks = run.find("{*}rPr")
    return marks is not None and marks.get("baseline", "")[:1] in tuple("123456789")


def _text(paragraph: Any) -> str:
    """The text of a paragraph, without computed fields such as slide numbers and dates."""
    texts = []
    for run in paragraph:
        name = name_of(run)
        if name == "br":
            texts.append("\n")
        elif name in EQUATIONS or name == "m":
            texts += map(linear, run)  # `m` is the element around an equation
        elif name == "AlternateContent":
            texts += [_text(branch) for branch in run]
        elif _is_struck(run):
            continue
        elif name == "r" or (name == "fld" and not run.get("type", "").startswith(_COMPUTED)):
            shown = "".join(text.text or "" for text in run.iterfind("{*}t"))
            texts.append(raised_after(texts, shown) if _is_raised(run) else shown)
    return "".join(texts).replace("\xa0", " ").replace("\xad", "").replace("\x0b", "\n")
