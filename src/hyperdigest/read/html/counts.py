"""The numbers of the items of an ordered list of a page."""

from __future__ import annotations

from resiliparse.parse.html import ElementNode

from hyperdigest.read.html.children import children
from hyperdigest.read.paragraphs.numbers import Shape, mark

_SHAPES: dict[str, Shape] = {"a": "letter", "A": "LETTER", "i": "roman", "I": "ROMAN"}


class Count:
    """Counts the items of an ordered list as a browser does."""

    def __init__(self, ordered: ElementNode) -> None:
        self._step = 1
        start = _integer(ordered, "start")
        if ordered.hasattr("reversed"):
            self._step = -1
            items = sum(node.node_name == "LI" for node in children(ordered))
            start = items if start is None else start
        self._next = 1 if start is None else start
        self._shape = _SHAPES.get(ordered.get_attribute("type") or "", "decimal")

    def next(self, item: ElementNode) -> str:
        """The number of the next item, as a mark."""
        value = _integer(item, "value")
        number = self._next if value is None else value
        self._next = number + self._step
        return mark(number, self._shape)


def _integer(element: ElementNode, name: str) -> int | None:
    value = (element.get_attribute(name) or "").strip()[:9]
    return int(value) if value.isdecimal() and value.isascii() else None
