"""PowerPoint presentations (pptx): the text of each slide, and its speaker's notes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.archive import open_archive
from hyperdigest.read.content import NOTES, BlockText, Content, join_pages, one_line
from hyperdigest.read.office_math import EQUATIONS, linear
from hyperdigest.read.ooxml import Package, name_of
from hyperdigest.read.properties import properties

_PRESENTATION = "ppt/presentation.xml"
_TITLES = frozenset({"title", "ctrTitle", "subTitle"})
_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})
_UNTITLED = frozenset({"powerpoint presentation", "powerpoint-präsentation", "presentation"})
_COMPUTED = ("slidenum", "datetime")


def read_pptx(data: bytes) -> Content:
    """The text of a presentation, slide after slide: titles are headings, bullet points items."""
    with open_archive(data) as archive:
        if _PRESENTATION not in archive.namelist():
            raise ReadError("is not a PowerPoint presentation, or is broken")
        deck = _Deck(Package(archive))
        slides = [list(deck.slide(name)) for name in deck.slides()]
        authors, date, title = properties(archive, "docProps/core.xml")
    text, blocks, pages = join_pages(slides)
    if title.lower() in _UNTITLED or not title:
        title = next((part.text for part in chain(*slides) if part.kind == "heading"), "")
    return Content(text, "pptx", one_line(title), blocks, pages, authors=authors, date=date)


class _Deck:
    """The slides of a presentation, with all that belongs to each; each file is read only once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._read: set[str] = set()

    def slides(self) -> list[str]:
        """The names of the slides, in order."""
        by_id = {relation.id: relation.name for relation in self._package.related(_PRESENTATION)}
        listed = self._package.xml(_PRESENTATION).iter("{*}sldId")
        ids = (value for slide in listed for key, value in slide.attrib.items() if "}" in key)
        names = dict.fromkeys(by_id.get(identity, "") for identity in ids)
        return [name for name in names if name in self._package.names]

    def slide(self, name: str) -> Iterator[BlockText]:
        """The parts of a slide, its title first and the speaker's notes last."""
        parts = _slide_parts(self._xml(name))
        yield from sorted(parts, key=lambda part: part[0] != "heading")
        for other in self._package.related_as("diagramData", name):
            if (diagram := self._xml(other)) is not None:
                yield from (BlockText("item", _text(each)) for each in diagram.iter("{*}p"))
        for other in self._package.related_as("notesSlide", name):
            if (notes := self._xml(other)) is not None:
                parts = _slide_parts(notes)
                texts = [part.text for part in parts if part.kind]
                if any(text.strip() for text in texts):
                    yield BlockText("heading", NOTES)
                    yield from (BlockText("paragraph", text) for text in texts)
                yield from (part for part in parts if not part[0])

    def _xml(self, name: str) -> Any:
        """The tree of an XML file; None if it does not exist, or was read before."""
        if name in self._read:
            return None
        self._read.add(name)
        return self._package.xml(name)


def _shapes(slide: Any) -> Iterator[Any]:
    """The shapes with text, without those of dates, slide numbers, headers and footers."""
    for shape in slide.iter("{*}sp"):
        placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        if placeholder is None or placeholder.get("type") not in _FURNITURE:
            yield shape


def _slide_parts(slide: Any) -> list[BlockText]:
    """The paragraphs and table rows of a slide, in the order of its shapes."""
    if slide is None:
        return []
    shapes = set(_shapes(slide))
    parts: list[BlockText] = []
    for element in slide.iter("{*}sp", "{*}tr"):
        if element.tag.endswith("}tr"):
            cells = (" ".join(map(_text, cell.iter("{*}p"))) for cell in element.iterfind("{*}tc"))
            row = "\t".join(" ".join(cell.split()) for cell in cells)
            parts.append(BlockText("table", row))
        elif element in shapes:
            parts += _paragraphs(element)
        else:
            parts += _furniture(element)
    return parts


def _furniture(shape: Any) -> Iterator[BlockText]:
    """The date, number, header or footer of a slide, which is no block."""
    yield from (BlockText(None, _whole_text(each)) for each in shape.iterfind("{*}txBody/{*}p"))


def _whole_text(paragraph: Any) -> str:
    """The text of a paragraph with its computed fields."""
    return "".join(text.text or "" for text in paragraph.iter("{*}t"))


def _paragraphs(shape: Any) -> Iterator[BlockText]:
    placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
    paragraphs = shape.iterfind("{*}txBody/{*}p")
    if placeholder is not None and placeholder.get("type") in _TITLES:
        yield BlockText("heading", " ".join(" ".join(map(_text, paragraphs)).split()))
        return
    default_kind: BlockKind = "paragraph" if placeholder is None else "item"
    for paragraph in paragraphs:
        kind = default_kind
        for mark in paragraph.iterfind("{*}pPr/*"):
            name = name_of(mark)
            if name in ("buNone", "buChar", "buAutoNum", "buBlip"):
                kind = "paragraph" if name == "buNone" else "item"
        text = _text(paragraph)
        shown = (kind, text) if text.strip() else (None, _whole_text(paragraph))
        yield BlockText(*shown)


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
        elif name == "r" or (name == "fld" and not run.get("type", "").startswith(_COMPUTED)):
            texts += [text.text or "" for text in run.iterfind("{*}t")]
    return "".join(texts).replace("\xa0", " ").replace("\xad", "").replace("\x0b", "\n")
