"""Web pages: their main text as blocks, without menus, footers, advertisements and comments.

The tags of a page are counted before it is parsed, for a tree of too many takes gigabytes or
hours. Then `page_blocks` divides all of its text into blocks, and resiliparse says which of them
are the main text. Links to footnotes are left out, for they would stand as digits in sentences.
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
from hyperdigest.read.content import Content, Part, join, one_line
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.html_metadata import page_metadata

LARGEST = 64 << 20
"""Most bytes of a page; its tree needs some thirty times as much memory."""

MOST_TAGS = 2_000_000
"""Of a page: opening and closing ones, and what else begins with the same sign."""

MOST_ATTRIBUTES = 1_000
"""Of a tag; the time to parse it grows with the square."""

DEEPEST = 500
"""Most elements inside one another; the time to find the main text grows with the square."""

MOST_NODES = 1_000_000
"""Most elements and texts of a page."""

LONGEST_CELL = 300
"""Characters of a cell above which a table is taken for the layout of the page."""

SHORT = 200
"""Characters below which a main text may be a mistake, if the page shows five times as much."""

LINKED = 0.4
"""Share of a short paragraph above which links make it a menu."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_SELF_CLOSED = re.compile(
    r"<(title|script|style|textarea|iframe|noscript|a(?=\s)(?![^<>]*\shref))\b([^<>]*)/>", re.I
)
_TAG = re.compile(r"""<([A-Za-z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*""")
_BEGIN = re.compile(r"<(?:!--|[A-Za-z])")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_BETWEEN = re.compile(r"[\s/]+")

_RAW = {
    name: re.compile(rf"</{name}", re.I)
    for name in ("script", "style", "textarea", "title", "noscript", "iframe", "xmp")
}
"""Elements that hold no tags but their own end."""

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

_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r" *([\t\n ]) *")
_CLEANED = {0xA0: " ", 0xAD: None, 0x200B: None, 0xFEFF: None}
_MARKS = str.maketrans("", "", "\ufdd0\ufdd1\ufeff")
_MARK = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
_NOTE_MARKS = re.compile(
    r"\W*(?:\d{1,3}|[a-z]|[ivx]{1,5})?(?:[,;\s–-]+(?:\d{1,3}|[a-z]))*\W*", re.I
)
_PERMALINKS = frozenset({"¶", "§", "#", "🔗", "⚓", "∞", "\uf0c1"})
"""What headings of manuals end in: a link to themselves."""

_LONGEST = 20
Place = Literal["flow", "grid", "row", "cell"]


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block, the node in which its text begins, and how many characters of it are links."""

    kind: BlockKind
    text: str
    node: TextNode
    linked: int


def read_html(data: bytes) -> Content:
    """The main text of a web page, or all its text where the page seems to have no main part."""
    if len(data) > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
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


def fragment(markup: str) -> list[Part]:
    """The blocks of a piece of HTML, all of which is text, such as a message. Raises as `parse` and
    `check_size` do."""
    body = parse(markup).body
    if body is None:
        return []
    check_size(body)
    return [(block.kind, block.text) for block in page_blocks(body)]


def parse(markup: str) -> HTMLTree:
    """The tree of a page; what XHTML closes at once is closed for HTML too. Raises a ReadError
    where it has more than `MOST_TAGS` tags, or a tag more than `MOST_ATTRIBUTES` attributes, so
    that the tree would take gigabytes, or hours."""
    if markup.count("<") > MOST_TAGS:
        raise ReadError(f"has more than {MOST_TAGS:,} tags: split it into parts")
    likely = any(_is_overfull(tag[0]) for tag in _TAG.finditer(markup))
    if likely and any(map(_is_overfull, _tags(markup))):
        raise ReadError(f"has a tag of more than {MOST_ATTRIBUTES:,} attributes: it is broken")
    return HTMLTree.parse(_SELF_CLOSED.sub(r"<\1\2></\1>", markup.translate(_MARKS)))


def _is_overfull(tag: str) -> bool:
    long = len(tag) >= 2 * MOST_ATTRIBUTES
    return long and len(_BETWEEN.split(_QUOTED.sub(" ", tag))) > MOST_ATTRIBUTES


def _tags(markup: str) -> Iterator[str]:
    """The tags that open elements, those in comments and scripts left out."""
    place = 0
    while begin := _BEGIN.search(markup, place):
        if tag := _TAG.match(markup, begin.start()):
            yield tag[0]
            place = tag.end()
            if raw := _RAW.get(tag[1].lower()):
                closed = raw.search(markup, place)
                place = closed.start() if closed else len(markup)
        else:
            end = markup.find("-->", begin.start() + 2)
            place = end if end >= 0 else len(markup)


def check_size(body: ElementNode) -> None:
    """Raise a ReadError where a page made to harm has more than `MOST_NODES`, or deeper ones than
    `DEEPEST`."""
    nodes = 0

    def enter(context: DOMContext) -> None:
        nonlocal nodes
        nodes += 1
        if context.depth > DEEPEST or nodes > MOST_NODES:
            raise ReadError("has too many elements, or too deep: it is broken or made to harm")

    traverse_dom(body, enter)


def _main_blocks(tree: HTMLTree) -> list[PageBlock]:
    """The blocks of the main part of a page, or all where it seems to have none."""
    document, body = tree.document, tree.body
    if document is None or body is None:
        return []
    check_size(body)
    for aside in _asides(body):
        aside.decompose()
    declared = body.query_selector("main, [role=main]")
    if declared is None or len((declared.text or "").strip()) < SHORT:
        declared = body
    blocks = page_blocks(declared)
    _keep_lists(document, body)
    for number, block in enumerate(blocks):
        block.node.node_value = f"\ufdd0{number}\ufdd1{block.node.node_value}"
    shown = _kept(tree, blocks, main=False)
    main = []
    for block in _kept(tree, blocks, main=True):
        size = len(block.text)
        if block.kind != "paragraph" or size >= SHORT or block.linked <= LINKED * size:
            main.append(block)  # others are little more than a row of links
    length = sum(len(block.text) for block in main)
    if length < SHORT and 5 * length < sum(len(block.text) for block in shown):
        return shown
    return main


def _asides(body: ElementNode) -> list[ElementNode]:
    """The elements that are no text of the page, none inside another. They are looked for in one
    walk: to go through what a selector finds takes quadratic time."""
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


def _keep_lists(document: DocumentNode, body: ElementNode) -> None:
    """Number the bulleted lists that are no menus: the extraction takes every other for one."""
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
    """The bulleted lists that stand mostly outside links, inner ones before outer ones."""
    found: list[ElementNode] = []
    open_lists = [(-1, body)]
    lengths = [[0, 0]]  # characters of each open list outside of links, and inside
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


def _kept(tree: HTMLTree, blocks: list[PageBlock], *, main: bool) -> list[PageBlock]:
    """The blocks whose marks come out of the extraction."""
    text = extract_plain_text(tree, main_content=main, alt_texts=False, comments=False)
    return [blocks[n] for n in sorted({int(n) for n in _MARK.findall(text)}) if n < len(blocks)]


def page_blocks(part: ElementNode) -> list[PageBlock]:
    """The blocks of a page or a part of it, in order, each row of a table of data one; scripts and
    forms are left out."""
    walk = _Walk()
    traverse_dom(part, walk.enter)
    walk.flush()
    return walk.blocks


class _Open(NamedTuple):
    """An element that is open: how deep it lies, what its text is, None if it is not shown, and
    where in a table it is."""

    depth: int
    kind: BlockKind | None
    place: Place = "flow"


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
            if name in _SKIPPED or is_note_mark(node):
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
        """End the block at hand."""
        text = "".join(self._texts)
        code = self._kind == "code"
        text = text.strip("\n") if code else _BLANKS.sub(r"\1", text).strip()
        if text and self._first is not None:
            self.blocks.append(PageBlock(self._kind, text, self._first, self._linked))
        self._texts, self._first, self._linked = [], None, 0

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
            self._first, self._kind = node, kind
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
    """Whether a table holds data; others, of one column or of text, lay out a page. Cells are
    looked at in one walk: to go through what a selector finds takes quadratic time."""
    if table.get_attribute("role") == "presentation" or table.query_selector(_NO_GRID):
        return False
    if table.query_selector("td + td, th + td, th + th") is None:
        return False
    longest = length = 0  # characters of the longest cell, and of the one at hand
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
    """Whether an element is a link; an anchor with a name is a place that links lead to."""
    name = (element.node_name or "").upper()
    return name == "A" and element.hasattr("href") and not element.hasattr("name")


def is_note_mark(element: ElementNode) -> bool:
    """Whether an element is no more than a link to a footnote, or back from one, or of a heading to
    itself."""
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
    return linked and len(text) <= _LONGEST and _NOTE_MARKS.fullmatch(text) is not None
