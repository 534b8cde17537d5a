"""Web pages: their main text as blocks, without menus, footers, advertisements and comments."""

from __future__ import annotations

import re

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import DocumentNode, DOMContext, ElementNode, HTMLTree, traverse_dom

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, join
from hyperdigest.read.decode import damage, decode
from hyperdigest.read.elements import PageBlock, check_size, page_blocks
from hyperdigest.read.lists import lists_of_text
from hyperdigest.read.tags import check_tags

LARGEST = 64 << 20
"""Most bytes of a page; its tree needs some thirty times as much memory."""

SHORT = 200
"""Characters below which a main text may be a mistake, if the page shows five times as much."""

LINKED = 0.4
"""Share of a short paragraph above which links make it a menu."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_SELF_CLOSED = re.compile(r"<(title|script|style|textarea|iframe|noscript)\b([^<>]*)/>", re.I)
_DEEP = 1 << 30
"""Deeper than any element."""

_MARKS = str.maketrans("", "", "\ufdd0\ufdd1\ufeff")
_MARK = re.compile("\ufdd0([0-9]{1,9})\ufdd1")


def read_html(data: bytes) -> Content:
    """The main text of a web page, or all its text where the page seems to have no main part."""
    if len(data) > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
    declared = _CHARSET.search(data[:4096])
    markup = decode(data, declared[1].decode() if declared else "")
    tree = parse(markup)
    blocks = _main_blocks(tree)
    text, placed = join((block.kind, block.text) for block in blocks)
    return Content(text, "html", title(tree, blocks), placed, notes=damage(data, markup))


def parse(markup: str) -> HTMLTree:
    """The tree of a page; what XHTML closes at once is closed for HTML too.

    Raises
    ------
    ReadError
        where so many tags or attributes stand in it that the tree would take gigabytes, or hours.
    """
    check_tags(markup)
    return HTMLTree.parse(_SELF_CLOSED.sub(r"<\1\2></\1>", markup.translate(_MARKS)))


def title(tree: HTMLTree, blocks: list[PageBlock]) -> str:
    """What the head of a page calls it, or else its first heading."""
    named = " ".join((tree.title or "").split())
    return named or next((block.text for block in blocks if block.kind == "heading"), "")


def _main_blocks(tree: HTMLTree) -> list[PageBlock]:
    document, body = tree.document, tree.body
    if document is None or body is None:
        return []
    check_size(body)
    for aside in _asides(body):
        aside.decompose()
    blocks = page_blocks(_declared_main(body) or body)
    _keep_lists(document, body)
    for number, block in enumerate(blocks):
        block.node.node_value = f"\ufdd0{number}\ufdd1{block.node.node_value}"
    shown = _kept(tree, blocks, main=False)
    main = [block for block in _kept(tree, blocks, main=True) if not _is_menu(block)]
    length = sum(len(block.text) for block in main)
    if length < SHORT and 5 * length < sum(len(block.text) for block in shown):
        return shown
    return main


def _asides(body: ElementNode) -> list[ElementNode]:
    """The elements that are no text of the page, none inside another.

    They are looked for in one walk: to go through what a selector finds takes quadratic time.
    """
    found: list[ElementNode] = []
    outer = _DEEP

    def enter(context: DOMContext) -> None:
        nonlocal outer
        node = context.node
        if context.depth > outer:
            return
        outer = _DEEP
        if isinstance(node, ElementNode) and _is_aside(node):
            outer = context.depth
            found.append(node)

    traverse_dom(body, enter)
    return found


def _is_aside(node: ElementNode) -> bool:
    names = (node.get_attribute("class") or "").split()
    if not names:
        return False
    reference = node.tag == "sup" and "reference" in names
    return reference or "mw-editsection" in names or "toc" in names


def _declared_main(body: ElementNode) -> ElementNode | None:
    """The element that the page itself calls its main part, if there is text in it."""
    main = body.query_selector("main, [role=main]")
    return main if main is not None and len((main.text or "").strip()) >= SHORT else None


def _kept(tree: HTMLTree, blocks: list[PageBlock], *, main: bool) -> list[PageBlock]:
    """The blocks whose marks come out of the extraction."""
    text = extract_plain_text(tree, main_content=main, alt_texts=False, comments=False)
    return [blocks[n] for n in sorted({int(n) for n in _MARK.findall(text)}) if n < len(blocks)]


def _is_menu(block: PageBlock) -> bool:
    """Whether a block is little more than a row of links."""
    length = len(block.text)
    return block.kind == "paragraph" and length < SHORT and block.linked > LINKED * length


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
