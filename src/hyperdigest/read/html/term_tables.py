"""Tables that are lists: of terms with what explains them, or of questions with their answers.

Pages of DocBook have both. Their rows are read as the terms and definitions of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Literal

from resiliparse.parse.html import DOMNode, ElementNode

from hyperdigest.base.slices import NUMBER, QUESTION_LABEL
from hyperdigest.read.html.children import children

_LABEL = re.compile(rf"(?:(?P<label>{QUESTION_LABEL})|{NUMBER})?")
"""The text of the cell beside a question or an answer."""

_MOST_ROWS = 8
"""A table without a question and its answer in so many rows is no list of questions."""


def list_name(element: ElementNode) -> str:
    """The name of an element in capitals, or the one that it stands for in a table that is a list:
    the list, a term, or what explains it; empty for the label of a question or an answer."""
    name = (element.node_name or "").upper()
    if name == "TABLE":
        return "DL" if _is_list(element) else name
    if name not in ("TH", "TD", "TR", "TBODY") or not _is_list(_table_around(element)):
        return name
    row = element.parent
    if name in ("TR", "TBODY") or row is None:
        return "DIV"
    role, is_first = _role(row), element.prev_element is None
    if role == "term":
        return "DT" if is_first else "DD"
    if role and is_first and element.next_element is not None:
        return ""
    return {"question": "DT", "answer": "DD", "": "DIV"}[role]


def _is_list(table: DOMNode | None) -> bool:
    if table is None or table.node_name != "TABLE":
        return False
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
    if "variablelist" in _classes(_table_around(row)):
        return "term"
    cells = [cell for cell in islice(children(row), 8) if isinstance(cell, ElementNode)]
    if not 1 <= len(cells) <= 2:
        return ""
    label = _LABEL.fullmatch((cells[0].text or "").strip()) if len(cells) == 2 else None
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


def _table_around(part: DOMNode) -> DOMNode | None:
    """The table of a cell, a row or a group of rows."""
    node = part.parent
    for _ in range(2):
        if node is not None and node.node_name in ("TR", "TBODY"):
            node = node.parent
    return node
