"""The children of an element of a page, in linear time."""

from __future__ import annotations

from collections.abc import Iterator

from resiliparse.parse.html import DOMNode


def children(element: DOMNode) -> Iterator[DOMNode]:
    """The children of an element, in order.

    To iterate over its `child_nodes` takes quadratic time: each is searched from the first one.
    """
    child = element.first_child
    while child is not None:
        yield child
        child = child.next
