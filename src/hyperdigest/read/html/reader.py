"""HTML: the text of a page as blocks, without menus, footers, advertisements and comments.

The tags of a page are counted before it is parsed, because the tree of too many takes gigabytes or
hours, and what is nested too deep is flattened. Then `page_blocks` divides all text into blocks, of
a manual after its navigation is removed; of a page of a web site, `articles` says which of them
belong to its text. Prose that is left out is reported. Links to footnotes are left out: they would
be digits inside sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from math import inf

from resiliparse.parse.html import DOMContext, ElementNode, HTMLTree, TextNode, traverse_dom

from hyperdigest.errors import ReadError
from hyperdigest.read.content import BlockText, Content, Dropped, join
from hyperdigest.read.encoding import damage, decode
from hyperdigest.read.html.articles import article_blocks
from hyperdigest.read.html.blocks import BLOCKS, SKIPPED, page_blocks
from hyperdigest.read.html.groff import nest_terms
from hyperdigest.read.html.kinds import is_article
from hyperdigest.read.html.metadata import PageHead, page_head, page_metadata
from hyperdigest.read.html.navigation import (
    LONGEST_LINE,
    as_rows,
    remove_navigation,
    with_rows_of_links,
    without_directions,
)
from hyperdigest.read.html.page_block import PageBlock, is_notice
from hyperdigest.read.titles import title_of_page

LARGEST_PAGE = 64 << 20
"""Size limit in bytes: the tree of a page takes about thirty times as much memory."""

MOST_TAGS = 2_000_000
"""Limit of the characters ``<`` in a page, which begin tags, comments and declarations."""

MOST_ATTRIBUTES = 1_000
"""Limit for one tag: the time to parse it is quadratic in its attributes."""

DEEPEST_ELEMENT = 200
"""Elements nested deeper are flattened: the time to find the text of an element grows with its
depth, and lxml, which trafilatura reads pages with, stops at 256."""

MOST_NODES = 1_000_000
"""Limit of elements and texts in a page."""

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


def read_html(data: bytes) -> Content:
    """The text of a web page, or its navigation if it has no other text."""
    if len(data) > LARGEST_PAGE:
        raise ReadError(f"is larger than {LARGEST_PAGE >> 20} MB: split it into parts")
    declared = _CHARSET.search(data[:4096])
    markup = decode(data, declared[1].decode() if declared else "")
    tree = parse(markup)
    head = page_head(tree)
    authors, date = page_metadata(tree, head)
    blocks, dropped = _text_of(tree, head)
    if not blocks:
        blocks, dropped = _without_directions(_all_blocks(parse(markup))), []
    text, placed = join(block.part for block in blocks)
    headings = (block.text for block in blocks if block.kind == "heading")
    title = title_of_page(tree.title or "", headings)
    notes = damage(data, markup)
    notices = [text for text in dropped if is_notice(text)]
    return Content(
        text,
        "html",
        title,
        placed,
        notes=notes,
        authors=authors,
        date=date,
        address=head.address,
        dropped=Dropped.of([text for text in dropped if text not in notices], notices),
    )


def fragment(markup: str) -> list[BlockText]:
    """All blocks of a piece of HTML without menus, such as a post. Raises as `parse`."""
    return [block.part for block in _all_blocks(parse(markup))]


def parse(markup: str) -> HTMLTree:
    """The tree of a page, not nested too deep; elements that XHTML closes itself are closed.

    Raises ReadError if the page has more than `MOST_TAGS` tags or `MOST_NODES` nodes, or a tag more
    than `MOST_ATTRIBUTES` attributes.
    """
    if markup.count("<") > MOST_TAGS:
        raise ReadError(f"has more than {MOST_TAGS:,} tags: split it into parts")
    # The exact check is slow: it is needed only if a tag, perhaps in a script, looks too long.
    suspicious = any(_has_too_many_attributes(tag[0]) for tag in _TAG.finditer(markup))
    if suspicious and any(map(_has_too_many_attributes, _tags(markup))):
        raise ReadError(f"has a tag of more than {MOST_ATTRIBUTES:,} attributes: it is broken")
    tree = HTMLTree.parse(_SELF_CLOSED.sub(r"<\1\2></\1>", markup.removeprefix("\ufeff")))
    if tree.body is not None:
        _flatten(tree.body)
    return tree


def _has_too_many_attributes(tag: str) -> bool:
    if len(tag) < 2 * MOST_ATTRIBUTES:
        return False
    parts = _ATTRIBUTE_SEPARATOR.split(_QUOTED_VALUE.sub(" ", tag), MOST_ATTRIBUTES)
    return len(parts) > MOST_ATTRIBUTES


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


def _flatten(body: ElementNode) -> None:
    """Leave of what is nested too deep only paragraphs and items.

    Raises ReadError if the page has more than `MOST_NODES` nodes.
    """
    nodes = 0
    deepest: list[ElementNode] = []

    def enter(context: DOMContext) -> None:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise ReadError(f"has more than {MOST_NODES:,} elements and texts: split it into parts")
        if context.depth == DEEPEST_ELEMENT and isinstance(context.node, ElementNode):
            deepest.append(context.node)

    traverse_dom(body, enter)
    for element in deepest:
        if element.first_element_child is not None:
            element.inner_html = _flat(element)


def _flat(part: ElementNode) -> str:
    """HTML of the text in an element, as paragraphs and items of one list.

    It is collected in one walk: to ask the elements for their text would take quadratic time.
    """
    markup = ["<ul>"]
    around = [-1]  # the depths of the blocks that are open
    hidden = inf

    def enter(context: DOMContext) -> None:
        nonlocal hidden
        node, depth = context.node, context.depth
        if depth > hidden:
            return
        hidden = inf
        while around[-1] >= depth:
            around.pop()
            markup.append("<p>")
        if isinstance(node, TextNode):
            markup.append(escape(node.node_value or ""))
        elif isinstance(node, ElementNode) and depth > 0:
            name = (node.tag or "").upper()
            if name in SKIPPED:
                hidden = depth
            elif name == "BR":
                markup.append("<br>")
            elif name in BLOCKS:
                around.append(depth)
                markup.append("<li>" if name == "LI" else "<p>")

    traverse_dom(part, enter)
    return "".join(markup)


def _text_of(tree: HTMLTree, head: PageHead) -> tuple[list[PageBlock], list[str]]:
    """The blocks of a page without its navigation, and its other prose; the page is changed."""
    document, body = tree.document, tree.body
    if document is None or body is None:
        return [], []
    if is_article(document, head):
        return article_blocks(tree, body, page_blocks(body))
    left_out = remove_navigation(body)
    if any(name.startswith("groff ") for name in head.fields["generator"]):
        nest_terms(body)
    blocks = _without_directions(page_blocks(body))
    return (as_rows(blocks) if _leads_elsewhere(head, blocks) else blocks), left_out


def _leads_elsewhere(head: PageHead, blocks: list[PageBlock]) -> bool:
    """Whether a page leads to another one at once, and says at most that."""
    is_left = any("url=" in value.lower() for value in head.fields["refresh"])
    return is_left and sum(len(block.text) for block in blocks) <= LONGEST_LINE


def _all_blocks(tree: HTMLTree) -> list[PageBlock]:
    return page_blocks(tree.body) if tree.body is not None else []


def text_blocks(body: ElementNode) -> list[PageBlock]:
    """The blocks of a page without its navigation, which is removed from it."""
    remove_navigation(body)
    return _without_directions(page_blocks(body))


def _without_directions(blocks: list[PageBlock]) -> list[PageBlock]:
    """The blocks without directions; what is all links becomes rows.

    A term such as ``HOME`` that is a link to itself is no direction.
    """
    found = []
    for block in blocks:
        is_term = block.kind == "term"
        text = block.text if is_term else without_directions(block.text, block.linked)
        if text.strip():
            found.append(replace(block, text=text))
    return with_rows_of_links(found)
