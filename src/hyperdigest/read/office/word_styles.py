"""The styles and the numbering of a Word document, which say what its paragraphs are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST
from hyperdigest.read.office.ooxml import attribute, name_of
from hyperdigest.read.paragraphs.numbers import DEEPEST_LIST, ITEM, Level, Shape, mark_of_level
from hyperdigest.read.paragraphs.style_names import Place, place_named
from hyperdigest.read.paragraphs.typewritten import is_monospaced

BODY_LEVEL = 9
"""The outline level of paragraphs that are no headings."""

_SHAPES: dict[str, Shape] = {
    "decimal": "decimal",
    "decimalZero": "decimal",
    "lowerLetter": "letter",
    "upperLetter": "LETTER",
    "lowerRoman": "roman",
    "upperRoman": "ROMAN",
}

_TWIPS = re.compile(r"-?\d{1,6}")
_OFF = frozenset({"0", "false", "off"})
_BLANKS = " \xa0\uf020"
"""Bullets that show nothing; the last one is a space of a symbol font."""

_LONGEST_CHAIN = 20
"""How many styles a style is based on; those after them are ignored."""


class Indent(NamedTuple):
    """How far the lines of a paragraph are from the margin, and its first line, in twentieths of a
    point."""

    lines: int = 0
    first: int = 0


def is_on(mark: Any) -> bool:
    """Whether an element such as ``w:b`` switches something on."""
    return attribute(mark, "val") not in _OFF


def number_of(element: Any) -> int | None:
    """The value of an element, if it is a number."""
    value = attribute(element, "val") if element is not None else ""
    return int(value[:9]) if value.isdecimal() and value.isascii() else None


@dataclass(slots=True)
class Style:
    """What a style says, or a style that it is based on; None for what none of them says.

    `numbering` is the number of a numbering and the level in it, from 0; `names_columns` whether
    it formats the first row of a table in its own way.
    """

    place: Place | None = None
    outline: int | None = None
    numbering: tuple[int | None, int | None] = (None, None)
    monospaced: bool | None = None
    bold: bool | None = None
    names_columns: bool = False
    is_list: bool = False


class Styles:
    """The styles of a document by their ids."""

    def __init__(self, sheets: Iterable[Any]) -> None:
        self._elements: dict[str, Any] = {}
        self._known: dict[str, Style] = {}
        self._default = ""
        for style in (style for sheet in sheets for style in sheet.iter("{*}style")):
            identity = attribute(style, "styleId")
            self._elements[identity] = style
            if attribute(style, "type") == "paragraph" and attribute(style, "default") == "1":
                self._default = identity

    def paragraph(self, identity: str) -> Style:
        """The style of a paragraph; the default style if it names none."""
        return self.style(identity or self._default)

    def style(self, identity: str) -> Style:
        """The style with an id; one that says nothing if there is none."""
        if identity not in self._known:
            self._known[identity] = self._resolved(identity)
        return self._known[identity]

    def _resolved(self, identity: str) -> Style:
        found = Style()
        for _ in range(_LONGEST_CHAIN):
            element = self._elements.get(identity)
            if element is None:
                break
            self._add(found, element)
            based_on = element.find("{*}basedOn")
            identity = "" if based_on is None else attribute(based_on, "val")
        return found

    def _add(self, found: Style, element: Any) -> None:
        """Add what a style says that is not known yet."""
        name = element.find("{*}name")
        named = "" if name is None else attribute(name, "val").lower()
        found.is_list = found.is_list or named == "list paragraph"
        if found.outline is None:
            found.outline = number_of(element.find("{*}pPr/{*}outlineLvl"))
        if found.place is None and found.outline != BODY_LEVEL:
            found.place = place_named(named)
        number, level = found.numbering
        if number is None:
            number = number_of(element.find("{*}pPr/{*}numPr/{*}numId"))
        if level is None:
            level = number_of(element.find("{*}pPr/{*}numPr/{*}ilvl"))
        found.numbering = number, level
        marks = element.find("{*}rPr")
        if found.monospaced is None:
            found.monospaced = monospaced(marks)
        if found.bold is None:
            found.bold = bold(marks)
        parts = (attribute(each, "type") for each in element.iterfind("{*}tblStylePr"))
        found.names_columns = found.names_columns or "firstRow" in parts


def monospaced(marks: Any) -> bool | None:
    """Whether the properties of a run name a monospaced font; None if they name none."""
    fonts = None if marks is None else marks.find("{*}rFonts")
    if fonts is None:
        return None
    if attribute(fonts, "asciiTheme") or attribute(fonts, "hAnsiTheme"):
        return False
    font = attribute(fonts, "ascii") or attribute(fonts, "hAnsi")
    return is_monospaced(font) if font else None


def indent_of(element: Any) -> Indent:
    """The indent that a ``w:ind`` gives; none if there is no such element."""
    if element is None:
        return Indent()
    left, hanging, first = (
        next(filter(_TWIPS.fullmatch, (attribute(element, name) for name in names)), "0")
        for names in (("left", "start"), ("hanging",), ("firstLine",))
    )
    return Indent(int(left), int(left) + (int(first) - int(hanging)))


def bold(marks: Any) -> bool | None:
    """Whether the properties of a run make it bold; None if they do not say."""
    mark = None if marks is None else marks.find("{*}b")
    return None if mark is None else is_on(mark)


class Numbering:
    """The numberings of a document: lists with bullets, with numbers, or with neither.

    Numberings that have their levels from the same one count on together, as in Word. `sizes` is
    how many paragraphs name each.
    """

    def __init__(self, trees: Iterable[Any], styles: Styles) -> None:
        self.sizes: Counter[int | None] = Counter()
        self._styles = styles
        self._formats: dict[str, dict[int, Level]] = {}
        self._own: dict[int, dict[int, Level]] = {}
        self._restarts: dict[int, dict[int, int]] = {}
        self._last: dict[str, dict[int, int]] = {}
        self._links: dict[str, str] = {}
        self._abstract: dict[int, str] = {}
        for tree in trees:
            for element in tree:
                if name_of(element) == "abstractNum":
                    self._add_abstract(element)
                elif name_of(element) == "num":
                    self._add(element)

    def place(self, number: int, level: int) -> Place:
        """What the next paragraph with this numbering and level is; an item if there is no such
        numbering."""
        level = min(level, DEEPEST_LIST)
        abstract, levels = self._known(number)
        found = levels.get(level, ITEM)
        last = self._last.setdefault(abstract, {})
        restart = self._restarts.get(number, {}).pop(level, None)
        count = last.get(level, found.start - 1) + 1 if restart is None else restart
        counts = {one: last[one] for one in last if one < level} | {level: count}
        self._last[abstract] = counts
        shown = ""
        if found.kind == "step":
            begins = restart is not None or level not in last
            shown = BEGINS_LIST * begins + mark_of_level(levels, level, counts)
        return Place(found.kind, level + 1, shown)

    def left(self, number: int, level: int) -> int:
        """The indent of the text of a paragraph with this numbering and level."""
        return self._known(number)[1].get(level, ITEM).left

    def _known(self, number: int) -> tuple[str, dict[int, Level]]:
        """What the numbering with a number is based on, and its levels."""
        abstract = self._abstract.get(number, "")
        if link := self._links.get(abstract):
            linked = self._styles.style(link).numbering[0]
            abstract = self._abstract.get(-1 if linked is None else linked, "")
        return abstract, self._formats.get(abstract, {}) | self._own.get(number, {})

    def _add_abstract(self, element: Any) -> None:
        identity = attribute(element, "abstractNumId")
        self._formats[identity] = _levels(element)
        for link in element.iterfind("{*}numStyleLink"):
            self._links[identity] = attribute(link, "val")

    def _add(self, element: Any) -> None:
        number = attribute(element, "numId")
        if not (number.isdecimal() and number.isascii()):
            return
        own: dict[int, Level] = {}
        restarts: dict[int, int] = {}
        for override in element.iterfind("{*}lvlOverride"):
            own |= _levels(override)
            level = attribute(override, "ilvl")
            start = number_of(override.find("{*}startOverride"))
            if start is not None and level.isdecimal() and level.isascii():
                restarts[int(level[:9])] = start
        self._own[int(number[:9])], self._restarts[int(number[:9])] = own, restarts
        for abstract in element.iterfind("{*}abstractNumId"):
            self._abstract[int(number[:9])] = attribute(abstract, "val")


def _levels(parent: Any) -> dict[int, Level]:
    """The levels that a numbering describes, by their numbers from 0."""
    found: dict[int, Level] = {}
    for level in parent.iterfind("{*}lvl"):
        number = attribute(level, "ilvl")
        if number.isdecimal() and number.isascii():
            values = {name_of(each): attribute(each, "val") for each in level}
            shape, text = values.get("numFmt", "decimal"), values.get("lvlText", "").strip()
            start = number_of(level.find("{*}start"))
            first = 1 if start is None else start
            kind = _kind_of_level(values)
            left = indent_of(level.find("{*}pPr/{*}ind")).lines
            found[int(number[:9])] = Level(kind, first, _SHAPES.get(shape), text, left)
    return found


def _kind_of_level(values: dict[str, str]) -> BlockKind:
    """An item has a bullet, a step a number, and what continues an item has neither."""
    shape = values.get("numFmt", "decimal")
    shown = values.get("lvlText", "").strip(_BLANKS)
    shows_nothing = not shown and "lvlPicBulletId" not in values
    if shape == "none" or (shape == "bullet" and shows_nothing):
        return "paragraph"
    return "item" if shape == "bullet" else "step"
