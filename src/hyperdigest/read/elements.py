"""The blocks of a web page: what each stretch of its text is, from the elements around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.notemarks import is_note_mark

DEEPEST = 500
"""Most elements inside one another; the time to find the main text grows with the square."""

MOST_NODES = 1_000_000
"""Most elements and texts of a page."""

LONGEST_CELL = 300
"""Characters of a cell above which a table is taken for the layout of the page."""

_SKIPPED = frozenset(
    {"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "SVG", "MATH", "IFRAME", "OBJECT", "CANVAS",
     "AUDIO", "VIDEO", "MAP", "DATALIST", "BUTTON", "INPUT", "SELECT", "TEXTAREA", "PROGRESS",
     "METER", "RP", "RT"}
)  # fmt: skip
_BLOCKS = frozenset(
    {"HTML", "BODY", "ADDRESS", "ARTICLE", "ASIDE", "BLOCKQUOTE", "CAPTION", "CENTER", "DD",
     "DETAILS", "DIALOG", "DIV", "DL", "DT", "FIELDSET", "FIGCAPTION", "FIGURE", "FOOTER", "FORM",
     "H1", "H2", "H3", "H4", "H5", "H6", "HEADER", "HGROUP", "HR", "LI", "MAIN", "NAV", "OL", "P",
     "PRE", "SECTION", "SUMMARY", "TABLE", "TBODY", "TD", "TFOOT", "TH", "THEAD", "TR", "UL"}
)  # fmt: skip
_KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(("H1", "H2", "H3", "H4", "H5", "H6"), "heading"),
    **dict.fromkeys(("LI", "DD", "DT"), "item"),
    "BLOCKQUOTE": "quote",
    "PRE": "code",
}
_NO_GRID = "table, ul, ol, blockquote, pre, form, h1, h2, h3, h4, h5, h6"
_OUTSIDE = -1
"""The depth of no element."""

_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r" *([\t\n ]) *")
_CLEANED = {0xA0: " ", 0xAD: None, 0x200B: None, 0xFEFF: None}


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block, the node in which its text begins, and how many characters of it are links."""

    kind: BlockKind
    text: str
    node: TextNode
    linked: int


Place = Literal["flow", "grid", "row", "cell"]


class _Open(NamedTuple):
    """An element that is open: how deep it lies, what its text is, and where in a table it is.

    `kind` None is text that is not shown.
    """

    depth: int
    kind: BlockKind | None
    place: Place = "flow"


def check_size(body: ElementNode) -> None:
    """Refuse a page that is made to harm.

    Raises
    ------
    ReadError
        where it has more than `MOST_NODES` elements and texts, or some deeper than `DEEPEST`.
    """
    nodes = 0

    def enter(context: DOMContext) -> None:
        nonlocal nodes
        nodes += 1
        if context.depth > DEEPEST or nodes > MOST_NODES:
            raise ReadError("has too many elements, or too deep: it is broken or made to harm")

    traverse_dom(body, enter)


def page_blocks(part: ElementNode) -> list[PageBlock]:
    """The blocks of a page or a part of it, in order, scripts and forms left out.

    Each row of a table of data is a block.
    """
    walk = _Walk()
    traverse_dom(part, walk.enter)
    walk.flush()
    return walk.blocks


class _Walk:
    """The block at hand and the elements around it, while the nodes of a page go by."""

    def __init__(self) -> None:
        self.blocks: list[PageBlock] = []
        self._open = [_Open(-1, "paragraph")]
        self._texts: list[str] = []
        self._first: TextNode | None = None
        self._kind: BlockKind = "paragraph"
        self._link = -1
        self._linked = 0

    def enter(self, context: DOMContext) -> None:
        node = context.node
        if context.depth <= self._link:
            self._link = -1
        while self._open[-1].depth >= context.depth:
            self._leave(self._open.pop())
        around = self._open[-1]
        if around.kind is None:
            return
        if isinstance(node, TextNode):
            self._add(node, around.kind)
        elif isinstance(node, ElementNode):
            self._enter_element(node, context.depth, around)

    def flush(self) -> None:
        """End the block at hand."""
        text = "".join(self._texts)
        if self._kind != "code":
            text = _BLANKS.sub(r"\1", text)
        text = text.strip("\n" if self._kind == "code" else None)
        if text and self._first is not None:
            self.blocks.append(PageBlock(self._kind, text, self._first, self._linked))
        self._texts = []
        self._linked = 0
        self._first = None

    def _enter_element(self, node: ElementNode, depth: int, around: _Open) -> None:
        name = (node.node_name or "").upper()
        if name in _SKIPPED or is_note_mark(node):
            self._open.append(_Open(depth, None))
        elif name == "BR":
            self._break(around)
        elif name == "A":
            self._link = depth
        elif name in _BLOCKS:
            opened = _opened(node, name, depth, around)
            if opened.place != "cell":
                self.flush()
            elif self._first is not None:
                self._texts.append("\t" if name in ("TD", "TH") else " ")
            self._open.append(opened)

    def _leave(self, left: _Open) -> None:
        if left.place == "cell":
            self._texts.append(" ")
        elif left.kind is not None:
            self.flush()

    def _break(self, around: _Open) -> None:
        """A line break; the second in a row ends the block."""
        if around.place == "cell":
            self._texts.append(" ")
        elif "".join(self._texts[-2:]).rstrip(" ").endswith("\n") and around.kind != "code":
            self.flush()
        else:
            self._texts.append("\n")

    def _add(self, node: TextNode, kind: BlockKind) -> None:
        text = (node.node_value or "").translate(_CLEANED)
        if kind != "code":
            text = _SPACES.sub(" ", text)
        if self._first is None:
            if not text.strip():
                return
            self._first = node
            self._kind = kind
        self._texts.append(text)
        if self._link >= 0:
            self._linked += len(text)


def _opened(node: ElementNode, name: str, depth: int, around: _Open) -> _Open:
    if around.place in ("row", "cell"):
        return _Open(depth, "table", "cell")
    if around.place == "grid":
        return _Open(depth, around.kind, "row" if name == "TR" else "grid")
    if name == "TABLE" and _is_grid(node):
        return _Open(depth, "table", "grid")
    if around.kind == "heading" and name not in _KINDS:
        return _Open(depth, "paragraph")
    return _Open(depth, _KINDS.get(name, around.kind))


def _is_grid(table: ElementNode) -> bool:
    """Whether a table holds data; others, of one column or of text, lay out a page."""
    if table.get_attribute("role") == "presentation" or table.query_selector(_NO_GRID):
        return False
    if table.query_selector("td + td, th + td, th + th") is None:
        return False
    return _longest_cell(table) <= LONGEST_CELL


def _longest_cell(table: ElementNode) -> int:
    """Characters of the longest cell of a table without tables in it, white space aside.

    It is found in one walk: to go through what a selector finds takes quadratic time.
    """
    longest = length = 0
    cell = _OUTSIDE

    def enter(context: DOMContext) -> None:
        nonlocal longest, length, cell
        node = context.node
        if isinstance(node, ElementNode) and node.tag in ("td", "th"):
            cell, length = context.depth, 0
        elif context.depth <= cell:
            cell = _OUTSIDE
        elif isinstance(node, TextNode) and cell != _OUTSIDE:
            length += len((node.node_value or "").strip())
            longest = max(longest, length)

    traverse_dom(table, enter)
    return longest
