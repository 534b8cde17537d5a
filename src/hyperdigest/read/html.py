"""HTML: the main text of a page as blocks, without menus, footers, advertisements and comments.

The tags of a page are counted before it is parsed, because the tree of too many takes gigabytes or
hours. Then `page_blocks` divides all text into blocks, and resiliparse finds which of them belong
to the main text. Links to footnotes are left out: they would be digits inside sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import (
    DocumentNode,
    DOMContext,
    ElementNode,
    HTMLTree,
    TextNode,
    traverse_dom,
)

from hyperdigest.documents import BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BlockText, Content, join, one_line
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.html_metadata import page_metadata

LARGEST_PAGE = 64 << 20
"""Size limit in bytes: the tree of a page takes about thirty times as much memory."""

MOST_TAGS = 2_000_000
"""Limit of the characters ``<`` in a page, which begin tags, comments and declarations."""

MOST_ATTRIBUTES = 1_000
"""Limit for one tag: the time to parse it is quadratic in its attributes."""

DEEPEST_ELEMENT = 500
"""Limit of nested elements: the time to find the main text is quadratic in the depth."""

MOST_NODES = 1_000_000
"""Limit of elements and texts in a page."""

LONGEST_CELL = 300
"""In characters; a table with a longer cell is taken for the layout of the page."""

SHORT_TEXT = 200
"""In characters; a shorter main text may be a mistake, a shorter paragraph part of a menu."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_SELF_CLOSED = re.compile(
    r"<(title|script|style|textarea|iframe|noscript|a(?=\s)(?![^<>]*\shref))\b([^<>]*)/>", re.I
)
_TAG = re.compile(r"""<([A-Za-z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*""")
_TAG_OR_COMMENT = re.compile(r"<(?:!--|[A-Za-z])")
_QUOTED_VALUE = re.compile(r""""[^"]*"|'[^']*'""")
_ATTRIBUTE_SEPARATOR = re.compile(r"[\s/]+")

_END_TAGS = {
    name: re.compile(rf"</{name}", re.I)
    for name in ("script", "style", "textarea", "title", "noscript", "iframe", "xmp")
}
"""The end tags of elements with raw text, in which no other tag counts."""

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
_NOT_IN_DATA_TABLES = "table, ul, ol, blockquote, pre, form, h1, h2, h3, h4, h5, h6"

_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r" *([\t\n ]) *")
_CLEANED = {0xA0: " ", 0xAD: None, 0x200B: None, 0xFEFF: None}
_WITHOUT_MARKS = str.maketrans("", "", "\ufdd0\ufdd1\ufeff")
_MARK = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
"""The number of a block between two noncharacters, put before its text to find it again."""

_NOTE_MARKS = re.compile(
    r"\W*(?:\d{1,3}|[a-z]|[ivx]{1,5})?(?:[,;\s–-]+(?:\d{1,3}|[a-z]))*\W*", re.I
)
_PERMALINKS = frozenset({"¶", "§", "#", "🔗", "⚓", "∞", "\uf0c1"})
"""Texts of the links to themselves at the end of headings."""

TablePlace = Literal["flow", "grid", "row", "cell"]
"""Where an element is in a data table: outside (``flow``), or in its grid, a row or a cell."""


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block, the node in which its text begins, and the number of its characters in links."""

    kind: BlockKind
    text: str
    node: TextNode
    linked: int


def read_html(data: bytes) -> Content:
    """The main text of a web page, or all its text if no main part is found."""
    if len(data) > LARGEST_PAGE:
        raise ReadError(f"is larger than {LARGEST_PAGE >> 20} MB: split it into parts")
    declared = _CHARSET.search(data[:4096])
    markup = decode(data, declared[1].decode() if declared else "")
    tree = parse(markup)
    authors, date = page_metadata(tree)
    blocks = _main_blocks(tree)
    text, placed = join((block.kind, block.text) for block in blocks)
    headings = (block.text for block in blocks if block.kind == "heading")
    title = one_line(tree.title or "") or next(headings, "")
    notes = damage(data, markup)
    return Content(text, "html", title, placed, notes=notes, authors=authors, date=date)


def fragment(markup: str) -> list[BlockText]:
    """All blocks of a piece of HTML without menus, such as a post.

    Raises as `parse` and `check_size`.
    """
    body = parse(markup).body
    if body is None:
        return []
    check_size(body)
    return [(block.kind, block.text) for block in page_blocks(body)]


def parse(markup: str) -> HTMLTree:
    """The tree of a page; self-closed elements of XHTML are closed in HTML too.

    Raises ReadError if the page has more than `MOST_TAGS` tags, or a tag more than
    `MOST_ATTRIBUTES` attributes.
    """
    if markup.count("<") > MOST_TAGS:
        raise ReadError(f"has more than {MOST_TAGS:,} tags: split it into parts")
    # The exact check is slow: it is needed only if a tag, perhaps in a script, looks too long.
    suspicious = any(_has_too_many_attributes(tag[0]) for tag in _TAG.finditer(markup))
    if suspicious and any(map(_has_too_many_attributes, _tags(markup))):
        raise ReadError(f"has a tag of more than {MOST_ATTRIBUTES:,} attributes: it is broken")
    return HTMLTree.parse(_SELF_CLOSED.sub(r"<\1\2></\1>", markup.translate(_WITHOUT_MARKS)))


def _has_too_many_attributes(tag: str) -> bool:
    if len(tag) < 2 * MOST_ATTRIBUTES:
        return False
    return len(_ATTRIBUTE_SEPARATOR.split(_QUOTED_VALUE.sub(" ", tag))) > MOST_ATTRIBUTES


def _tags(markup: str) -> Iterator[str]:
    """The opening tags, without those in comments and scripts."""
    place = 0
    while begin := _TAG_OR_COMMENT.search(markup, place):
        if tag := _TAG.match(markup, begin.start()):
            yield tag[0]
            place = tag.end()
            if end_tag := _END_TAGS.get(tag[1].lower()):
                closed = end_tag.search(markup, place)
                place = closed.start() if closed else len(markup)
        else:
            end = markup.find("-->", begin.start() + 2)
            place = end if end >= 0 else len(markup)


def check_size(body: ElementNode) -> None:
    """Raise ReadError if a page has more than `MOST_NODES` nodes, or nested too deep."""
    nodes = 0

    def enter(context: DOMContext) -> None:
        nonlocal nodes
        nodes += 1
        if context.depth > DEEPEST_ELEMENT or nodes > MOST_NODES:
            raise ReadError("has too many elements, or nested too deep: it is broken or malicious")

    traverse_dom(body, enter)


def _main_blocks(tree: HTMLTree) -> list[PageBlock]:
    """The blocks of the main part of a page, or all its blocks if no main part is found."""
    document, body = tree.document, tree.body
    if document is None or body is None:
        return []
    check_size(body)
    for extra in _footnote_links_and_menus(body):
        extra.decompose()
    declared = body.query_selector("main, [role=main]")
    if declared is None or len((declared.text or "").strip()) < SHORT_TEXT:
        declared = body
    blocks = page_blocks(declared)
    _number_lists_of_text(document, body)
    for number, block in enumerate(blocks):
        block.node.node_value = f"\ufdd0{number}\ufdd1{block.node.node_value}"
    shown = _extracted(tree, blocks, main=False)
    main = []
    for block in _extracted(tree, blocks, main=True):
        size = len(block.text)
        mostly_links = block.linked > 0.4 * size
        if block.kind != "paragraph" or size >= SHORT_TEXT or not mostly_links:
            main.append(block)
    length = sum(len(block.text) for block in main)
    if length < SHORT_TEXT and 5 * length < sum(len(block.text) for block in shown):
        return shown
    return main


def _footnote_links_and_menus(body: ElementNode) -> list[ElementNode]:
    """The outermost elements that are footnote links, links to edit, or tables of contents.

    They are found in one walk, because to iterate over the result of a selector takes quadratic
    time.
    """
    found: list[ElementNode] = []
    outer = inf

    def enter(context: DOMContext) -> None:
        nonlocal outer
        node = context.node
        if context.depth > outer:
            return
        outer = inf
        if isinstance(node, ElementNode):
            names = (node.get_attribute("class") or "").split()
            reference = "reference" in names and node.tag == "sup"
            if reference or "mw-editsection" in names or "toc" in names:
                outer = context.depth
                found.append(node)

    traverse_dom(body, enter)
    return found


def _number_lists_of_text(document: DocumentNode, body: ElementNode) -> None:
    """Make bulleted lists of text numbered ones: resiliparse takes bulleted lists for menus."""
    for bullets in lists_of_text(body):
        numbered = document.create_element("ol")
        for name in ("class", "id"):
            numbered.set_attribute(name, bullets.get_attribute(name) or "")
        child = bullets.first_child
        while child is not None:
            following = child.next
            numbered.append_child(child)
            child = following
        bullets.replace_with(numbered)


def lists_of_text(body: ElementNode) -> list[ElementNode]:
    """The bulleted lists with most of their text outside of links, inner lists before outer."""
    found: list[ElementNode] = []
    open_lists = [(-1, body)]
    lengths = [[0, 0]]  # for each open list: characters outside of links, and inside
    link = -1

    def leave(depth: int) -> None:
        while open_lists[-1][0] >= depth:
            _, element = open_lists.pop()
            outside, inside = lengths.pop()
            lengths[-1][0] += outside
            lengths[-1][1] += inside
            if outside > inside:
                found.append(element)

    def enter(context: DOMContext) -> None:
        nonlocal link
        node, depth = context.node, context.depth
        leave(depth)
        if depth <= link:
            link = -1
        if isinstance(node, TextNode):
            lengths[-1][link >= 0] += len((node.node_value or "").strip())
        elif isinstance(node, ElementNode):
            name = (node.node_name or "").upper()
            if name == "UL":
                open_lists.append((depth, node))
                lengths.append([0, 0])
            elif link < 0 and _leads_elsewhere(node):
                link = depth

    traverse_dom(body, enter)
    leave(0)
    return found


def _extracted(tree: HTMLTree, blocks: list[PageBlock], *, main: bool) -> list[PageBlock]:
    """The blocks whose marks are in the text that resiliparse extracts."""
    text = extract_plain_text(tree, main_content=main, alt_texts=False, comments=False)
    return [blocks[n] for n in sorted({int(n) for n in _MARK.findall(text)}) if n < len(blocks)]


def page_blocks(part: ElementNode) -> list[PageBlock]:
    """The blocks of a page or of an element, in order, without scripts and forms.

    Each row of a data table is a block.
    """
    walk = _Walk()
    traverse_dom(part, walk.enter)
    walk.flush()
    return walk.blocks


class _Open(NamedTuple):
    """An open element: its depth, the kind of its text (None if hidden), its place in a table."""

    depth: int
    kind: BlockKind | None
    place: TablePlace = "flow"


class _Walk:
    """Collects blocks while `enter` is called for each node of a page, in document order."""

    def __init__(self) -> None:
        self.blocks: list[PageBlock] = []
        self._open = [_Open(-1, "paragraph")]
        self._texts: list[str] = []
        self._first: TextNode | None = None
        self._kind: BlockKind = "paragraph"
        self._link = -1
        self._linked = 0

    def enter(self, context: DOMContext) -> None:
        node, depth = context.node, context.depth
        if depth <= self._link:
            self._link = -1
        while self._open[-1].depth >= depth:
            left = self._open.pop()
            if left.place == "cell":
                self._texts.append(" ")
            elif left.kind is not None:
                self.flush()
        around = self._open[-1]
        if around.kind is None:
            return
        if isinstance(node, TextNode):
            self._add(node, around.kind)
        elif isinstance(node, ElementNode):
            name = (node.node_name or "").upper()
            if name in _SKIPPED or _is_mark(node):
                self._open.append(_Open(depth, None))
            elif name == "BR":
                self._break(around)
            elif _leads_elsewhere(node):
                self._link = depth
            elif name in _BLOCKS:
                opened = _opened(node, name, depth, around)
                if opened.place != "cell":
                    self.flush()
                elif self._first is not None:
                    self._texts.append("\t" if name in ("TD", "TH") else " ")
                self._open.append(opened)

    def flush(self) -> None:
        """End the current block."""
        text = "".join(self._texts)
        code = self._kind == "code"
        text = text.strip("\n") if code else _BLANKS.sub(r"\1", text).strip()
        if text and self._first is not None:
            self.blocks.append(PageBlock(self._kind, text, self._first, self._linked))
        self._texts, self._first, self._linked = [], None, 0

    def _break(self, around: _Open) -> None:
        """Add a line break; the second in a row ends the block."""
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
            self._first, self._kind = node, kind
        self._texts.append(text)
        if self._link >= 0:
            self._linked += len(text)


def _opened(node: ElementNode, name: str, depth: int, around: _Open) -> _Open:
    if around.place in ("row", "cell"):
        return _Open(depth, "table", "cell")
    if around.place == "grid":
        return _Open(depth, around.kind, "row" if name == "TR" else "grid")
    if name == "TABLE" and _is_data_table(node):
        return _Open(depth, "table", "grid")
    if around.kind == "heading" and name not in _KINDS:
        return _Open(depth, "paragraph")
    return _Open(depth, _KINDS.get(name, around.kind))


def _is_data_table(table: ElementNode) -> bool:
    """Whether a table contains data; a table of one column, or of text, is layout.

    Cells are measured in one walk, because to iterate over the result of a selector takes quadratic
    time.
    """
    if table.get_attribute("role") == "presentation":
        return False
    if table.query_selector(_NOT_IN_DATA_TABLES):
        return False
    if table.query_selector("td + td, th + td, th + th") is None:
        return False
    longest = length = 0  # characters of the longest cell, and of the current one
    cell = -1

    def enter(context: DOMContext) -> None:
        nonlocal longest, length, cell
        node = context.node
        if isinstance(node, ElementNode) and node.tag in ("td", "th"):
            cell, length = context.depth, 0
        elif context.depth <= cell:
            cell = -1
        elif isinstance(node, TextNode) and cell >= 0:
            length += len((node.node_value or "").strip())
            longest = max(longest, length)

    traverse_dom(table, enter)
    return longest <= LONGEST_CELL


def _leads_elsewhere(element: ElementNode) -> bool:
    """Whether an element is a link, and not an anchor that links lead to."""
    name = (element.node_name or "").upper()
    return name == "A" and element.hasattr("href") and not element.hasattr("name")


def _is_mark(element: ElementNode) -> bool:
    """Whether an element is only a link to a footnote, back from one, or of a heading to itself."""
    name, linked = (element.node_name or "").upper(), False
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
