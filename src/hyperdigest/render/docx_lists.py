"""Lists of Word: numberings with bullets or numbers, of which a paragraph may be an item."""

from __future__ import annotations

from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Length

from hyperdigest.render.quotes import BULLET

DEEPEST_LEVEL = 8
"""The number of the deepest level of a list in Word, from 0."""

_FORMATS = {BULLET: (90, "bullet", "•"), ".": (91, "decimal", "%{}."), ")": (92, "decimal", "%{})")}
"""By the end of a mark: the number of its kind of list in the file, its format, and its text, in
which a number stands for the level."""


def add_formats(document: Any, indent: Length) -> None:
    """Add the kinds of lists to a new document, whose levels are indented by so much each."""
    numbering = document.part.numbering_part.element
    for number, kind, text in _FORMATS.values():
        added = _element("abstractNum", abstractNumId=number)
        added.append(_element("multiLevelType", val="multilevel"))
        for level in range(DEEPEST_LEVEL + 1):
            of_level = _element("lvl", ilvl=level)
            for name, value in (
                ("start", 1), ("numFmt", kind), ("lvlText", text.format(level + 1)),
                ("lvlJc", "left"),
            ):  # fmt: skip
                of_level.append(_element(name, val=value))
            properties = _element("pPr")
            left = (level + 2) * indent.twips
            properties.append(_element("ind", left=left, hanging=indent.twips))
            of_level.append(properties)
            added.append(of_level)
        numbering.insert(0, added)


def new_list(document: Any, mark: str, first: int, level: int) -> int:
    """Begin a list whose items have such marks at a level; its number. `first` is the first one."""
    number, *_ = _FORMATS[mark[-1]]
    added = document.part.numbering_part.element.add_num(number)
    if first:
        added.add_lvlOverride(level).add_startOverride(first)
    return int(added.numId)


def put_in_list(paragraph: Any, number: int, level: int) -> None:
    """Make a paragraph an item of a list."""
    of_list = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    of_list.get_or_add_ilvl().val = level
    of_list.get_or_add_numId().val = number


def _element(name: str, **values: object) -> Any:
    element = OxmlElement(f"w:{name}")
    for key, value in values.items():
        element.set(qn(f"w:{key}"), str(value))
    return element
