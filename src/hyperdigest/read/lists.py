"""Bulleted lists of a web page: text, or a menu of links."""

from __future__ import annotations

from dataclasses import dataclass

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom


@dataclass(slots=True)
class _List:
    """A list: how deep it lies, and how many characters of it stand outside and inside links."""

    depth: int
    element: ElementNode
    outside: int = 0
    inside: int = 0


def lists_of_text(body: ElementNode) -> list[ElementNode]:
    """The bulleted lists that stand mostly outside links, inner ones before outer ones."""
    found: list[ElementNode] = []
    open_lists = [_List(-1, body)]
    link = -1

    def leave(depth: int) -> None:
        while open_lists[-1].depth >= depth:
            left = open_lists.pop()
            open_lists[-1].outside += left.outside
            open_lists[-1].inside += left.inside
            if left.outside > left.inside:
                found.append(left.element)

    def enter(context: DOMContext) -> None:
        nonlocal link
        node, depth = context.node, context.depth
        leave(depth)
        if depth <= link:
            link = -1
        if isinstance(node, TextNode):
            length = len((node.node_value or "").strip())
            if link >= 0:
                open_lists[-1].inside += length
            else:
                open_lists[-1].outside += length
        elif isinstance(node, ElementNode):
            name = (node.node_name or "").upper()
            if name == "UL":
                open_lists.append(_List(depth, node))
            elif name == "A" and link < 0:
                link = depth

    traverse_dom(body, enter)
    leave(0)
    return found
