"""What is written in the shapes that lie on the cells of a sheet: text boxes, charts, diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from lxml import etree

from hyperdigest.read.office.ooxml import Package, name_of
from hyperdigest.read.sheets.workbook import ShapeText, column_name, on_one_line

MOST_PARAGRAPHS = 20_000
"""In the shapes of a sheet; those after them are left out."""

_ANCHORS = frozenset({"twoCellAnchor", "oneCellAnchor", "absoluteAnchor"})
_OTHER_FILES = {"chart": "chart", "diagramData": "diagram"}
"""What is in a file of its own: the kind of the reference to it, and its name."""


class _Anchor(NamedTuple):
    """Where a shape lies: its row and column, from 0 and -1 if it lies on no cell."""

    row: int
    column: int
    shape: Any

    @property
    def place(self) -> str:
        return "" if self.row < 0 else f"{column_name(self.column)}{self.row + 1}"


class Shapes:
    """Reads the shapes of the sheets of a workbook of Excel; each file is read only once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._read: set[str] = set()

    def on(self, sheet: str) -> list[ShapeText]:
        """The paragraphs in the shapes on a sheet, from top to bottom."""
        return list(islice(self._all(sheet), MOST_PARAGRAPHS))

    def _all(self, sheet: str) -> Iterator[ShapeText]:
        for drawing in self._package.related_as("drawing", sheet):
            others = {
                relation.id: (_OTHER_FILES[relation.kind], relation.name)
                for relation in self._package.related(drawing)
                if relation.kind in _OTHER_FILES
            }
            anchors = [_anchor(each) for each in self._tree(drawing) if name_of(each) in _ANCHORS]
            for anchor in sorted(anchors, key=lambda anchor: anchor[:2]):
                for element in anchor.shape.iter("*"):
                    if name_of(element) == "sp" and not element.get("textlink"):
                        yield from _texts("text box", anchor, element.iterfind("{*}txBody/{*}p"))
                    for key, value in element.attrib.items():
                        if "}" in key and value in others:
                            kind, name = others[value]
                            yield from _texts(kind, anchor, self._paragraphs(name))

    def _paragraphs(self, name: str) -> Iterator[Any]:
        for element in self._tree(name):
            yield from element.iter("{*}p")

    def _tree(self, name: str) -> Any:
        """The tree of an XML file; empty if it does not exist or was read before.

        What old programs show instead of a shape is left out: it only says that they cannot.
        """
        if name in self._read:
            return ()
        self._read.add(name)
        tree = self._package.xml(name)
        if tree is None:
            return ()
        etree.strip_elements(tree, "{*}Fallback", with_tail=False)
        return tree


def _anchor(element: Any) -> _Anchor:
    corner = element.find("{*}from")
    row, column = (
        "" if corner is None else corner.findtext(f"{{*}}{name}", "") for name in ("row", "col")
    )
    is_known = all(text.isdecimal() and text.isascii() and len(text) < 8 for text in (row, column))
    return _Anchor(int(row), int(column), element) if is_known else _Anchor(-1, -1, element)


def _texts(kind: str, anchor: _Anchor, paragraphs: Iterator[Any]) -> Iterator[ShapeText]:
    """The paragraphs of a shape that have text."""
    for paragraph in paragraphs:
        parts = paragraph.iter("{*}t", "{*}br")
        text = on_one_line(
            "".join((part.text or "") if name_of(part) == "t" else " " for part in parts)
        )
        if text:
            yield ShapeText(kind, anchor.place, text)
