"""Tables that are lists: of terms with what explains them, or of questions with their answers.

Pages of DocBook have both. Their rows are read as the terms and definitions of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Literal

from resiliparse.parse.html import DOMNode, ElementNode, TextNode

from hyperdigest.base.slices import NUMBER, QUESTION_LABEL
from hyperdigest.read.html.elements import children

_LABEL = re.compile(rf"(?:(?P<label>{QUESTION_LABEL})|{NUMBER})?")
"""The text of the cell beside a question or an answer."""

_LONGEST_LABEL, _MOST_NODES = 30, 30
"""In characters and nodes; what has more of these is no label."""

_MOST_ROWS = 8
"""A table without a question and its answer in so many rows is no list of questions."""

_PARTS = frozenset({"TH", "TD", "TR", "TBODY"})


class OpenTables:
    """The tables around an element of a page, the elements of which are named in order."""

    def __init__(self) -> None:
        self._are_lists: list[tuple[int, bool]] = []

    def name(self, element: ElementNode, depth: int) -> str:
        """The name of an element in capitals, or the one that it stands for in a table that is a
        list: the list, a term, or what explains it; empty for the label of a question or answer."""
        while self._are_lists and self._are_lists[-1][0] >= depth:
            self._are_lists.pop()
        name = (element.node_name or "").upper()
        if name == "TABLE":
            self._are_lists.append((depth, _is_list(element)))
            return "DL" if self._are_lists[-1][1] else name
        if name not in _PARTS or not self._are_lists or not self._are_lists[-1][1]:
            return name
        row = element.parent
        return "DIV" if name in ("TR", "TBODY") or row is None else _name_of_cell(element, row)


def _name_of_cell(cell: ElementNode, row: DOMNode) -> str:
    role, is_first = _role(row), cell.prev_element is None
    if role == "term":
        return "DT" if is_first else "DD"
    if role and is_first and cell.next_element is not None:
        return ""
    return {"question": "DT", "answer": "DD", "": "DIV"}[role]


def _is_list(table: DOMNode) -> bool:
    roles = [_role(row) for row in islice(_rows(table), _MOST_ROWS)]
    return "term" in roles or ("question", "answer") in pairwise(roles)


def _rows(table: DOMNode) -> Iterator[DOMNode]:
    for part in children(table):
        if part.node_name == "TR":
            yield part
        elif part.node_name == "TBODY":
            yield from (row for row in children(part) if row.node_name == "TR")


def _role(row: DOMNode) -> Literal["term", "question", "answer", ""]:
    """What a row is, by the class of its table, or by its own one or the label in its first cell;
    empty if it is none of these."""
    around = row.parent
    table = around.parent if around is not None and around.node_name == "TBODY" else around
    if "variablelist" in _classes(table):
        return "term"
    cells = [cell for cell in islice(children(row), _MOST_ROWS) if isinstance(cell, ElementNode)]
    if not 1 <= len(cells) <= 2:
        return ""
    label = _LABEL.fullmatch(_short_text(cells[0])) if len(cells) == 2 else None
    if label or len(cells) == 1:
        classes = _classes(row)
        if "question" in classes:
            return "question"
        if "answer" in classes:
            return "answer"
    if label is None or label["label"] is None:
        return ""
    return "question" if label["asks"] else "answer"


def _classes(node: DOMNode | None) -> list[str]:
    classes = node.get_attribute("class") if isinstance(node, ElementNode) else None
    return (classes or "").split()


def _short_text(cell: ElementNode) -> str:
    """The text of a cell that may be a label; a sign that is in no label if it is longer."""
    text, node = "", cell.first_child
    for _ in range(_MOST_NODES):
        if node is None or len(text) > _LONGEST_LABEL:
            break
        if isinstance(node, TextNode):
            text += node.node_value or ""
        following = node.first_child
        while following is None and node is not None and node != cell:
            following, node = node.next, node.parent
        node = following
    return text.strip() if node is None and len(text) <= _LONGEST_LABEL else "…"
