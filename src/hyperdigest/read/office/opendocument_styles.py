"""The styles of an OpenDocument file, which say what its paragraphs and lists are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hyperdigest.read.office.ooxml import attribute, name_of
from hyperdigest.read.paragraphs.numbers import DEEPEST_LIST, ITEM, Level, Shape
from hyperdigest.read.paragraphs.style_names import Place, place_named
from hyperdigest.read.paragraphs.typewritten import is_monospaced

_LONGEST_CHAIN = 20
"""How many styles a style is based on; those after them are ignored."""

_SHAPES: dict[str, Shape] = {
    "1": "decimal",
    "a": "letter",
    "A": "LETTER",
    "i": "roman",
    "I": "ROMAN",
}


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
    struck: bool | None = None
    hidden: bool | None = None


class Styles:
    """The styles of a file by their families and names."""

    def __init__(self, trees: Iterable[Any]) -> None:
        self._elements: dict[tuple[str, str], Any] = {}
        self._known: dict[tuple[str, str], Style] = {}
        self._lists: dict[str, dict[int, Level]] = {}
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

    def levels_of_list(self, name: str) -> Mapping[int, Level]:
        """The levels of the lists of a style, by their numbers from 0; none if it has none."""
        return self._lists.get(name, {})

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
    line = attribute(marks, "text-line-through-style") or attribute(marks, "text-line-through-type")
    if font and found.monospaced is None:
        found.monospaced = is_monospaced(font)
    if weight and found.bold is None:
        found.bold = weight in ("bold", "600", "700", "800", "900")
    shown = attribute(marks, "display")
    if shown and found.hidden is None:
        found.hidden = shown == "none"
    if line and found.struck is None:
        found.struck = line != "none"
    if position and found.raised is None:
        found.raised = position.startswith("super") or position[0] in "123456789"


def _levels(style: Any) -> dict[int, Level]:
    """The levels of the lists of a style, by their numbers from 0."""
    found: dict[int, Level] = {}
    for element in style:
        number = attribute(element, "level")
        if number.isdecimal() and number.isascii():
            level = int(number[:9]) - 1
            found[level] = ITEM
            shape = attribute(element, "num-format")
            if name_of(element) == "list-level-style-number" and shape:
                first = _number(attribute(element, "start-value"))
                text = _text_of_number(element, level, found)
                found[level] = Level("step", first, _SHAPES.get(shape), text)
    return found


def _text_of_number(element: Any, level: int, above: Mapping[int, Level]) -> str:
    """The text of the number of a level, with ``%1`` for that of level 0; empty for one that is
    too deep."""
    if level > DEEPEST_LIST:
        return ""
    first = level + 1 - _number(attribute(element, "display-levels"))
    shown = [one for one in range(max(first, 0), level) if above.get(one, ITEM).kind == "step"]
    numbers = ".".join(f"%{one + 1}" for one in (*shown, level))
    return f"{attribute(element, 'num-prefix')}{numbers}{attribute(element, 'num-suffix')}".strip()


def _number(value: str) -> int:
    """The value of an attribute; 1 if it is not given."""
    return int(value[:9]) if value.isdecimal() and value.isascii() else 1
