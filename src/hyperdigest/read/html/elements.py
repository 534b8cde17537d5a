"""What an element of a page is, by its name, its classes and its style; its children and their
numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from lxml import etree
from lxml.html import fragment_fromstring
from resiliparse.parse.html import DOMNode, ElementNode, TextNode

from hyperdigest.read.mathml import linear
from hyperdigest.read.paragraphs.numbers import Shape, mark
from hyperdigest.split.block_before import asks
from hyperdigest.split.lists import section_depth

_CLASSES_OF_CODE = frozenset({"code", "verbatim", "programlisting", "screen", "commandline"})
"""Classes of a paragraph that is code."""

_LINE_NUMBERS = frozenset(
    {"linenos", "lineno", "linenodiv", "line-number", "hljs-ln-numbers", "gutter"}
)
"""Classes of the numbers of lines of code."""

LONGEST_TITLE = 180
"""In characters; a longer paragraph is no heading, whatever its class says."""

_STRUCK = re.compile(r"\b(?:line-through|strike(?:through|out)?)\b", re.I)
"""A class or a style of text that is struck out."""

_CLASS_OF_TITLE = re.compile(r"(?:^|\s)(?:h|head|heading|title)[-_]?([1-6])(?:\s|$)", re.I)
"""A class that says that a paragraph is a heading, and of which rank."""

_KEEPS_LINES = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.I)
"""A style in which line breaks are shown."""

PROSE_END = re.compile(r"[^\W\d_]{2}[.!?]$")
"""The end of a sentence, and not of a command such as ``git add .``."""

_NOTE_MARKS = re.compile(
    r"\W*(?:\d{1,3}|[a-z]|[ivx]{1,5})?(?:[,;\s–-]+(?:\d{1,3}|[a-z]))*\W*", re.I
)

_NOTE = re.compile(r"\b(?:admonition|note|warning|caution|important|hint|tip)\b", re.I)

_FORMULA = re.compile(r"math|\b(?:la)?tex\b", re.I)

_LONGEST_FORMULA, _DEEPEST_FORMULA = 50_000, 60
"""Characters of its markup, and elements inside each other; another one is read as it is."""

_HEADINGS = "h1, h2, h3, h4, h5, h6"

_PERMALINKS = frozenset({"¶", "§", "#", "🔗", "⚓", "∞", "\uf0c1"})
"""Texts of the links to themselves at the end of headings."""

_SHAPES: dict[str, Shape] = {"a": "letter", "A": "LETTER", "i": "roman", "I": "ROMAN"}


def answers_its_summary(details: DOMNode) -> bool:
    """Whether an element that opens at a click explains the question that is shown as its term.

    One that is a heading stands above its answer as any other heading does.
    """
    summary = details.first_element_child if isinstance(details, ElementNode) else None
    if summary is None or summary.tag != "summary" or summary.query_selector(_HEADINGS) is not None:
        return False
    return asks((summary.text or "").strip())


def is_in_note(heading: ElementNode) -> bool:
    """Whether a heading is only the label of a note or a warning."""
    around = heading.parent
    classes = around.get_attribute("class") if isinstance(around, ElementNode) else ""
    return _NOTE.search(classes or "") is not None


def rank_of_title(paragraph: ElementNode) -> int:
    """The rank of a paragraph that is a heading, by its class or because it is all bold and begins
    with the number of a section; 0 if it is none."""
    said = _CLASS_OF_TITLE.search(paragraph.get_attribute("class") or "")
    first = paragraph.first_element_child
    if not said and (first is None or first.tag not in ("b", "strong")):
        return 0
    text = (paragraph.text or "").strip()
    if len(text) > LONGEST_TITLE or PROSE_END.search(text):
        return 0
    if said:
        return int(said[1])
    return section_depth(text) if first is not None and (first.text or "").strip() == text else 0


def formula(image: ElementNode) -> str:
    """The formula that an image shows; empty if it shows none, or if MathML before it says it."""
    if not _FORMULA.search(image.get_attribute("class") or ""):
        return ""
    before = image.prev_element
    if before is not None and (before.tag == "math" or before.query_selector("math") is not None):
        return ""
    return image.get_attribute("alt") or ""


def text_of_mathml(math: ElementNode) -> str:
    """A formula in MathML as a line of text, such as ``1/2``; empty if it is nested too deep."""
    markup = math.html or ""
    if len(markup) > _LONGEST_FORMULA:
        return ""
    with suppress(etree.LxmlError):
        found = fragment_fromstring(markup)
        if _depth(found) <= _DEEPEST_FORMULA:
            return " ".join(linear(found).split())
    return ""


def first_text(element: ElementNode) -> TextNode | None:
    """The first text in an element that is not blank."""
    pending: list[DOMNode] = [element]
    while pending:
        node = pending.pop()
        if isinstance(node, TextNode) and (node.node_value or "").strip():
            return node
        if isinstance(node, ElementNode):
            pending += reversed(list(node.child_nodes))
    return None


def _depth(element: Any) -> int:
    """How deep elements are nested in an element."""
    deepest = depth = 0
    for event, _ in etree.iterwalk(element, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest


def is_block(code: ElementNode) -> bool:
    """Whether code that is marked as in text is a block by its class, or by its style if it has
    several lines."""
    if "block" in (code.get_attribute("class") or "").split():
        return True
    is_kept = _KEEPS_LINES.search(code.get_attribute("style") or "") is not None
    return is_kept and "\n" in (code.text or "").strip()


def is_in_table(node: DOMNode | None) -> bool:
    """Whether a node is in a table, also in one for the layout of the page."""
    while node is not None and node.node_name != "TABLE":
        node = node.parent
    return node is not None


def is_code(paragraph: ElementNode) -> bool:
    classes = paragraph.get_attribute("class") or ""
    return not _CLASSES_OF_CODE.isdisjoint(classes.split())


def is_line_numbers(element: ElementNode) -> bool:
    """Whether an element is the numbers of lines of code."""
    names = (element.get_attribute("class") or "").split()
    return not (_LINE_NUMBERS.isdisjoint(names) or any(map(str.isalpha, element.text or "")))


def is_struck(element: ElementNode, name: str) -> bool:
    if name != "SPAN":
        return False
    said = f"{element.get_attribute('class') or ''} {element.get_attribute('style') or ''}"
    return _STRUCK.search(said) is not None


def leads_elsewhere(element: ElementNode) -> bool:
    """Whether an element is a link, and not an anchor that links lead to."""
    name = (element.node_name or "").upper()
    return name == "A" and element.hasattr("href") and not element.hasattr("name")


def is_mark(element: ElementNode) -> bool:
    """Whether an element is only a link to a footnote, back from one, or of a heading to itself.

    So is the picture of a formula that KaTeX puts beside its MathML.
    """
    name, linked = (element.node_name or "").upper(), False
    if name == "SPAN" and element.get_attribute("class") == "katex-html":
        return True
    if name == "SUP":
        linked = element.query_selector("a[href*='#']") is not None
    elif name == "A":
        if any("noteref" in (element.get_attribute(kind) or "") for kind in ("role", "epub:type")):
            return True
        noted = "#" in (element.get_attribute("href") or "")
        if noted and (element.text or "").strip() in _PERMALINKS:
            return True
        linked = noted and element.query_selector("sup") is not None
    text = (element.text or "").strip() if linked else ""
    return linked and len(text) <= 20 and _NOTE_MARKS.fullmatch(text) is not None


def is_repeated(text: DOMNode, name: str) -> bool:
    """Whether the element of this name around a text has the same text as the one before or after
    it in its list."""
    own: DOMNode | None = text
    while own is not None and own.node_name != name.upper():
        own = own.parent
    if own is None:
        return False
    words = (own.text or "").strip()
    for step in ("prev", "next"):
        other: DOMNode | None = getattr(own, step)
        while other is not None and other.node_name != name.upper():
            other = getattr(other, step)
        if other is not None and (other.text or "").strip() == words:
            return True
    return False


def children(element: DOMNode) -> Iterator[DOMNode]:
    """The children of an element, in order.

    To iterate over its `child_nodes` takes quadratic time: each is searched from the first one.
    """
    child = element.first_child
    while child is not None:
        yield child
        child = child.next


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
