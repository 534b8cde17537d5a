"""The navigation of a page: menus, heads and feet, forms, lines that lead to the next page.

An element is navigation by its tag, or by its class or id if at least half of its text is in
links, or it is a short trail of breadcrumbs. Everything else stays, and so does prose in what is
removed, unless it is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import inf

from resiliparse.parse.html import DOMContext, ElementNode, TextNode, traverse_dom

from hyperdigest.read.html.blocks import SKIPPED, page_blocks
from hyperdigest.read.html.page_block import SHORTEST_SENTENCE, PageBlock
from hyperdigest.split.entries import without_number

LONGEST_LINE = 300
"""In characters; a longer line of links to other pages is content."""

LONGEST_FOOT = 80
"""In characters; a longer line may say more than which program made the page."""

_FEWEST_LINKS = 3
"""Of a list of links, each in a line or a paragraph of its own."""

LONGEST_FORM = 500
"""In characters; a longer form is an element around content."""

_LEGAL_LINES = frozenset({"legal-copy", "legalCopy"})
"""Classes of the line of rights that javadoc puts at the end of each page."""

_EDGES = frozenset({"nav", "header", "footer"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NAMES = _HEADINGS | {"dt"}
"""Elements that name what is below them, often as links to themselves."""

_MENU = re.compile(
    r"\b(?:nav\w*|menu|toc\w*|list-of-\w+|breadcrumbs?|related|skip-?link)\b|sphinxsidebar", re.I
)
_AROUND_PAGE = re.compile(r"nav(?:header|footer)", re.I)
_SUMMARY = re.compile(r"navigation (?:header|footer)|(?:header|footer) navigation table", re.I)
_TRAIL = re.compile(r"(?:\w{1,12}-)?breadcrumbs?", re.I)
_HIDDEN = re.compile(r"display:\s*none|visibility:\s*hidden", re.I)
_STATEMENT = re.compile(r"\b(?:is|are|was|were|has|have|can|must|may|will)\b")

_DIRECTION = "previous|prev|next|up|home"
_PLACE = "top|contents|index|toc|topic|page|chapter|section"
_DIRECTIONS = re.compile(rf"\b(?:{_DIRECTION}|{_PLACE}|available languages)", re.I)
_ONLY_DIRECTIONS = re.compile(
    rf"\W*(?:{_DIRECTION})(?:\W+(?:{_DIRECTION}|{_PLACE}))*\W*"
    r"|<{2,3} .{1,20}|.{1,20} >{2,3}",
    re.I,
)
_DIRECTION_AND_LINK = re.compile(
    rf"\W*(?:(?:{_DIRECTION}|available languages)\s*:|(?:prev|next)(?=\d|appendix|chapter))", re.I
)
_BETWEEN_LINKS = re.compile(r"\s[|>»›·•]\s")
_MADE_BY = re.compile(r"(?:created|generated|built) (?:using|with|by)\b", re.I)
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(slots=True)
class Measured:
    """An element, the number of characters of its text, and of those that are in links."""

    element: ElementNode
    length: int = 0
    linked: int = 0
    depth: int = -1


def measured(
    body: ElementNode, chosen: Callable[[ElementNode, str, int], bool | None]
) -> list[Measured]:
    """The lengths of some elements of a page, in one walk; elements within another come before it.

    Parameters
    ----------
    chosen : called with an element, its tag and its depth: whether it is measured. None chooses an
        element of which no text counts; nothing in it is chosen. The body comes last.
    """
    found: list[Measured] = []
    around = [Measured(body)]
    skipped = link = inf

    def leave(depth: int) -> None:
        while around[-1].depth >= depth:
            left = around.pop()
            around[-1].length += left.length
            around[-1].linked += left.linked
            found.append(left)

    def enter(context: DOMContext) -> None:
        nonlocal skipped, link
        node, depth = context.node, context.depth
        leave(depth)
        if depth > skipped:
            return
        skipped = inf
        if depth <= link:
            link = inf
        if isinstance(node, TextNode):
            length = len((node.node_value or "").strip())
            around[-1].length += length
            around[-1].linked += length * (link < inf)
        elif isinstance(node, ElementNode) and depth > 0:
            name = node.tag or ""
            if name.upper() in SKIPPED:
                skipped = depth
            elif (choice := chosen(node, name, depth)) is None:
                skipped = depth
                found.append(Measured(node))
            elif choice:
                around.append(Measured(node, depth=depth))
            if name == "a" and link == inf and node.hasattr("href"):
                link = depth

    traverse_dom(body, enter)
    leave(0)
    return [*found, around[0]]


def remove_navigation(body: ElementNode) -> list[str]:
    """Remove menus, heads and feet, forms and what is hidden from a page.

    Prose in them stays, such as footnotes, unless it is hidden: that is returned, and so are
    shorter sentences in what is removed.
    """
    left_out: list[str] = []
    *elements, _ = measured(body, _may_be_navigation)
    for each in elements:
        element, form = each.element, each.element.tag == "form"
        around = _leads_around(element)
        edge = around or element.tag in _EDGES or _is_called_footer(element)
        goes = each.length < LONGEST_FORM if form else each.length <= 2 * each.linked
        goes = goes or (each.length <= LONGEST_LINE and _is_trail(element))
        if not (edge or goes):
            continue
        says_nothing = _is_hidden(element) or (around and each.length <= LONGEST_LINE)
        prose: list[str] = []
        for block in _sentences(element):
            (prose if block.is_prose() and not says_nothing else left_out).append(block.text)
        if prose:
            element.inner_html = "".join(f"<p>{escape(text)}</p>" for text in prose)
        else:
            element.decompose()
    return left_out


def _sentences(element: ElementNode) -> list[PageBlock]:
    """The blocks of an element that are sentences."""
    if len(element.text or "") < SHORTEST_SENTENCE:
        return []
    return [block for block in page_blocks(element) if block.is_sentence(SHORTEST_SENTENCE)]


def _is_called_footer(element: ElementNode) -> bool:
    names = element.get_attribute("class"), element.get_attribute("id")
    return (element.tag == "div" and "footer" in names) or names[0] in _LEGAL_LINES


def _leads_around(element: ElementNode) -> bool:
    """Whether its class or summary says that it leads to the pages before and after this one, as in
    DocBook: their titles are in it, and may be no links."""
    names = (element.get_attribute("class") or "").split()
    summary = (element.get_attribute("summary") or "") if element.tag == "table" else ""
    return any(map(_AROUND_PAGE.fullmatch, names)) or _SUMMARY.fullmatch(summary) is not None


def _is_trail(element: ElementNode) -> bool:
    """Whether it is called the way to a page through those above it, of which the last is none."""
    names = (element.get_attribute("class") or "").split()
    return any(map(_TRAIL.fullmatch, names))


def _is_hidden(element: ElementNode) -> bool:
    style = element.get_attribute("style")
    return (
        element.hasattr("hidden")
        or element.get_attribute("aria-hidden") == "true"
        or (style is not None and _HIDDEN.search(style) is not None)
    )


def _is_mark(element: ElementNode, names: list[str]) -> bool:
    """Whether it is a link to edit a section, of a heading to itself, or to a reference, or a menu
    of Texinfo, or a title in that."""
    return (
        "mw-editsection" in names
        or (element.tag == "sup" and "reference" in names)
        or "menu-comment" in names
        or (names == ["menu"] and element.query_selector("a[accesskey]") is not None)
        or ("headerlink" in names and not any(map(str.isalnum, element.text or "")))
    )


def _may_be_navigation(node: ElementNode, name: str, depth: int) -> bool | None:
    """None if it is navigation, or hidden; True if its text decides."""
    if name == "nav" or (name == "footer" and depth == 1):
        return None
    if name == "header" and depth == 1 and node.query_selector("h1") is None:
        return None
    if name == "form":
        return True
    if not node.attrs or name in _NAMES:
        return False
    classes, identity = node.get_attribute("class") or "", node.get_attribute("id") or ""
    if _is_hidden(node) or _is_called_footer(node) or _is_mark(node, classes.split()):
        return None
    if name == "a" and node.parent is not None and node.parent.tag in _NAMES:
        return False
    return (
        node.get_attribute("role") == "navigation"
        or _leads_around(node)
        or _MENU.search(f"{classes} {identity}") is not None
    )


def with_rows_of_links(blocks: Sequence[PageBlock]) -> list[PageBlock]:
    """The blocks, with those that are all links as rows of one cell, which are never quoted.

    These are links with signs between them ("Home > Manual > Use"), and of a list of links that no
    colon introduces the lines, the paragraphs, and the terms with what is below them.
    """
    found: list[PageBlock] = []
    begin = 0  # of the links at the end of what is found
    for block in (*blocks, None):
        is_introduced = begin > 0 and found[begin - 1].text.endswith(":")
        lines = _lines_of_links(block) if block and not is_introduced else [block]
        if lines[0] is None or not _is_link(lines[0]):
            end = _end_of_links(found, begin, block)
            if not is_introduced and end - begin >= _FEWEST_LINKS:
                found[begin:end] = as_rows(found[begin:end])
            begin = len(found) + len(lines)
        found += filter(None, lines)
    return [_as_row(block) if _is_row_of_links(block) else block for block in found]


def _end_of_links(blocks: Sequence[PageBlock], begin: int, following: PageBlock | None) -> int:
    """The end of the links among the last blocks: terms that the block after them explains are
    none, as they link to themselves."""
    end = len(blocks)
    if following and following.kind == "definition":
        while end > begin and blocks[end - 1].kind == "term":
            end -= 1
    return end


def as_rows(blocks: Sequence[PageBlock]) -> list[PageBlock]:
    """The blocks as rows of one cell, which are never quoted."""
    return list(map(_as_row, blocks))


def _lines_of_links(block: PageBlock) -> list[PageBlock]:
    """The lines of a text that is all links as paragraphs, or else the block itself."""
    lines = block.text.split("\n")
    is_text = block.kind in ("paragraph", "quote") and len(lines) >= _FEWEST_LINKS
    if not (is_text and _is_all_links(block)):
        return [block]
    return [replace(block, kind="paragraph", text=line, linked=len(line)) for line in lines]


def _as_row(block: PageBlock) -> PageBlock:
    return replace(block, kind="table", text=" ".join(block.text.split()))


def _is_link(block: PageBlock) -> bool:
    may_be_link = block.kind in ("paragraph", "step", "table", "term", "definition")
    return may_be_link and len(block.text) <= LONGEST_LINE and _is_all_links(block)


def _is_row_of_links(block: PageBlock) -> bool:
    """Whether a paragraph is at least three links with signs between them."""
    is_link = block.kind == "paragraph" and _is_link(block)
    return is_link and len(_BETWEEN_LINKS.findall(block.text)) >= 2


def _is_all_links(block: PageBlock) -> bool:
    """Whether all letters of a block, perhaps but for a number before them, are in links."""
    return 0 < block.linked >= len(_NOT_LETTERS.sub("", without_number(block.text)))


def without_directions(text: str, linked: int) -> str:
    """The text of a block, or of a row of cells, without links such as ``Next``.

    Empty if there is nothing else. `linked` is the number of its characters in links.
    """
    if linked == 0 or len(text) > LONGEST_LINE:
        return text
    if _MADE_BY.match(text) and len(text) < LONGEST_FOOT and not _STATEMENT.search(text):
        return ""
    if _DIRECTION_AND_LINK.match(text):
        rest = _NOT_LETTERS.sub("", _DIRECTIONS.sub("", text))
        return "" if len(rest) <= linked else text
    cells = text.split("\t")
    others = [cell for cell in cells if not _ONLY_DIRECTIONS.fullmatch(cell)]
    directions = len(cells) - len(others)
    if directions < 2 and linked > len(text) - sum(map(len, others)):
        return text
    return "\t".join(others)
