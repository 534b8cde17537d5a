"""The styles of an OpenDocument file, which say what its paragraphs and lists are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from hyperdigest.documents import BlockKind
from hyperdigest.read.numbers import Shape
from hyperdigest.read.ooxml import attribute, name_of
from hyperdigest.read.style_names import Place, place_named
from hyperdigest.read.typewritten import is_monospaced

_LONGEST_CHAIN = 20
"""How many styles a style is based on; those after them are ignored."""


_SHAPES: dict[str, Shape] = {
    "1": "decimal",
    "a": "letter",
    "A": "LETTER",
    "i": "roman",
    "I": "ROMAN",
}


class ListLevel(NamedTuple):
    """A level of a list: what its paragraphs are, and the first number and the shape of steps."""

    kind: BlockKind = "item"
    start: int = 1
    shape: Shape = "decimal"


_ITEM = ListLevel()


@dataclass(slots=True)
class Style:
    """What a style says, or a style that it is based on; None for what none of them says.

    `list_style` is the name of the style of the list that the paragraphs are in.
    """

    place: Place | None = None
    list_style: str = ""
    monospaced: bool | None = None
    bold: bool | None = None
    raised: bool | None = None


class Styles:
    """The styles of a file by their families and names."""

    def __init__(self, trees: Iterable[Any]) -> None:
        self._elements: dict[tuple[str, str], Any] = {}
        self._known: dict[tuple[str, str], Style] = {}
        self._lists: dict[str, dict[int, ListLevel]] = {}
        for tree in trees:
            for element in tree.iter("{*}style"):
                family = attribute(element, "family", "paragraph")
                self._elements[family, attribute(element, "name")] = element
            for element in tree.iter("{*}list-style"):
                self._lists[attribute(element, "name")] = _levels(element)

    def style(self, name: str, family: str = "paragraph") -> Style:
        """The style with a name; one that says no more than its name if it is not defined."""
        if (family, name) not in self._known:
            self._known[family, name] = self._resolved(name, family)
        return self._known[family, name]

    def level_of_list(self, name: str, level: int) -> ListLevel:
        """What the list of a style has at a level, from 1."""
        return self._lists.get(name, {}).get(level, _ITEM)

    def _resolved(self, name: str, family: str) -> Style:
        found = Style()
        for _ in range(_LONGEST_CHAIN):
            named = name.replace("_20_", " ").lower()
            found.place = found.place or place_named(named)
            if named == "table heading" and found.bold is None:
                found.bold = True
            element = self._elements.get((family, name))
            if element is None:
                break
            found.list_style = found.list_style or attribute(element, "list-style-name")
            for marks in element.iterfind("{*}text-properties"):
                _add_marks(found, marks)
            name = attribute(element, "parent-style-name")
        return found


def _add_marks(found: Style, marks: Any) -> None:
    font = attribute(marks, "font-name") or attribute(marks, "font-family")
    weight = attribute(marks, "font-weight")
    position = attribute(marks, "text-position")
    if font and found.monospaced is None:
        found.monospaced = is_monospaced(font)
    if weight and found.bold is None:
        found.bold = weight in ("bold", "600", "700", "800", "900")
    if position and found.raised is None:
        found.raised = position.startswith("super") or position[0] in "123456789"


def _levels(style: Any) -> dict[int, ListLevel]:
    """The levels of the lists of a style, by their numbers from 1."""
    found: dict[int, ListLevel] = {}
    for level in style:
        number = attribute(level, "level")
        if number.isdecimal() and number.isascii():
            numbered = name_of(level) == "list-level-style-number"
            shape, start = attribute(level, "num-format"), attribute(level, "start-value")
            found[int(number[:9])] = _ITEM
            if numbered and shape:
                first = int(start[:9]) if start.isdecimal() and start.isascii() else 1
                found[int(number[:9])] = ListLevel("step", first, _SHAPES.get(shape, "decimal"))
    return found
