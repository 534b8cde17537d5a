"""Pages of web sites, such as articles: which of their blocks belong to the text.

Such a page has more that is not its text than a manual has: teasers, comments, notices. trafilatura
finds the main text. What it leaves out stays too if it is a paragraph, an item, a row or a note
outside of links, and no element around it is called a comment, a teaser, an advertisement or the
like. Of sidebars, menus and the like only prose stays; of the foot, the widgets and the authors of
a site, only prose among the paragraphs of the main text. All prose that does not stay is returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from resiliparse.parse.html import ElementNode, HTMLTree

from hyperdigest.read.html.navigation import measured, remove_navigation
from hyperdigest.read.html.page_block import (
    MOST_LINKED,
    SHORTEST_PROSE,
    SHORTEST_SENTENCE,
    PageBlock,
)

MOST_TAGS = 50_000
"""Limit for trafilatura, which may take time quadratic in the tags of a page."""

LONGEST_NAMES = 1_000
"""How many characters of the classes and the id of an element are looked at."""

NOTE_DEPTH = 6
"""How many elements may be around the text of a note, that of the note among them."""

_SUFFIX = r"""(?:[-_]\d+)?
    (?:[-_](?:container|wrapper|wrap|box|list|area|section|block|content|inner|item|links?|buttons?
    |notice|bar|message|dialog|posts?|articles?|stories|news|entries))?(?![\w-])"""
_NOT_OF_THE_PAGE = re.compile(
    r"""(?<![a-z])(?:
    comments?(?:list|form)?|comments?-(?:list|form|section|area)|respond|replies|disqus\w*
    |pingbacks?|trackbacks?
    |related|jp-relatedposts|yarpp|recommend(?:ed|ations)|teasers?|trending|news-?list
    |promo|outbrain|taboola|newsletter|subscri(?:be|ption)|sign-?up
    |ads?|adverts?|advertis(?:ement|ing)|adsense|sponsor(?:ed|s)?
    |cookies?|consent|gdpr
    )"""
    + _SUFFIX,
    re.I | re.X,
)
"""Names of comments, teasers, advertisements and notices: nothing in them is of the page."""

_OF_THE_SITE = re.compile(
    r"""(?<![a-z])(?:
    \w*widgets?|footer\d?|colophon|masthead|branding|site-?(?:name|title|info)
    |shar(?:e|ing|edaddy)|social|addtoany|sociable
    |(?:about-?|post-?|entry-?|m-)author|author-?(?:bio|box|info|description|profile|card)
    |(?:post|entry|article)-?meta(?:data)?|byline|posted-on|tag-?links|cat-?links|tag-?cloud
    |post-?tags
    )"""
    + _SUFFIX,
    re.I | re.X,
)
"""Names of what the program of a site puts around each of its texts: widgets, the foot of the site,
who wrote a text and when. Nothing in it is of the page, unless it is among the main text."""

_BESIDE_THE_TEXT = re.compile(
    r"""(?<![a-z])(?:
    \w*sidebar\d?|banner|popup|modal|overlay
    |breadcrumbs?|pagination|pager|nav\w*|\w*nav|menus?|skip-?link
    )"""
    + _SUFFIX,
    re.I | re.X,
)
"""Names of places beside a text: only prose in them is of the page."""

_NOTE = re.compile(
    r"\b(?:thumb|gallery|wp-)?caption(?:-?text)?\b|\bgallerytext\b|\b(?:doc-)?(?:foot|end|side)?-?notes?\b"
    r"|\b(?:admonition|warning|caution|important|danger|attention|hint|tip)\b"
)
_ARTICLE = re.compile(r"\b(?:hentry|type-post|post-\d+)\b")

_MARK = "\ua047"
"""A letter of a script that hardly any page is written in; it begins the number of a block."""

_CONTAINER = "data-has-main-text"
"""The attribute by which the elements around the paragraphs of the main text are marked."""

_NUMBER = re.compile(rf"{_MARK}([0-9]{{1,9}}){_MARK}")


def article_blocks(
    tree: HTMLTree, body: ElementNode, blocks: list[PageBlock]
) -> tuple[list[PageBlock], list[str]]:
    """Those of the blocks of a page that belong to its text, and the prose among the others.

    The page is changed.
    """
    for number, block in enumerate(blocks):
        block.node.node_value = f"{_MARK}{number}{_MARK}{block.node.node_value}"
    found = _numbers(_main_text(str(tree)))
    for number in found:
        _mark_container(blocks[number])
    remove_navigation(body)
    _remove(body, _is_not_of_the_page)
    _remove(body, _is_of_the_site)
    inside = _numbers(body.text or "")
    _remove(body, _is_beside_the_text)
    others = _numbers(body.text or "")
    kept: list[PageBlock] = []
    dropped: list[str] = []
    for number, block in enumerate(blocks):
        if (
            (number in found and not _is_link(block))
            or (number in others and _is_text(block))
            or (number in inside and block.is_prose())
        ):
            kept.append(block)
        elif block.is_sentence(SHORTEST_SENTENCE):
            dropped.append(block.text)
    return kept, dropped


def _main_text(markup: str) -> str:
    """The text that trafilatura finds; empty for a page of too many tags."""
    if markup.count("<") > MOST_TAGS:
        return ""
    from trafilatura import extract

    return extract(markup, fast=True, include_comments=False) or ""


def _numbers(text: str) -> set[int]:
    return {int(number) for number in _NUMBER.findall(text)}


def _is_link(block: PageBlock) -> bool:
    short = len(block.text) < SHORTEST_PROSE and block.kind == "paragraph"
    return short and block.linked > MOST_LINKED * len(block.text)


def _is_text(block: PageBlock) -> bool:
    if block.linked > MOST_LINKED * len(block.text):
        return False
    if block.kind in ("item", "table", "code", "quote") or len(block.text) >= SHORTEST_PROSE:
        return True
    around = block.node.parent
    for _ in range(NOTE_DEPTH):
        if not isinstance(around, ElementNode):
            return False
        if _is_note(around):
            return True
        around = around.parent
    return False


def _remove(body: ElementNode, chosen: Callable[[ElementNode, str, int], bool]) -> None:
    """Remove the chosen elements, unless one is most of the page."""
    *elements, page = measured(body, chosen)
    for each in elements:
        if 2 * each.length < page.length:
            each.element.decompose()


def _is_not_of_the_page(node: ElementNode, name: str, _depth: int) -> bool:
    return _is_called(_NOT_OF_THE_PAGE, node, name)


def _mark_container(block: PageBlock) -> None:
    """Mark the element of which a paragraph of the main text is a child."""
    around = block.node.parent
    while isinstance(around, ElementNode) and around.tag not in ("p", "body"):
        around = around.parent
    if isinstance(around, ElementNode) and around.tag == "p" and block.is_prose():
        container = around.parent
        if isinstance(container, ElementNode):
            container.setattr(_CONTAINER, "")


def _is_of_the_site(node: ElementNode, name: str, _depth: int) -> bool:
    """Whether an element is one of the site around the main text, and not among its paragraphs."""
    around = node.parent
    among = isinstance(around, ElementNode) and around.hasattr(_CONTAINER)
    return not among and (name == "footer" or _is_called(_OF_THE_SITE, node, name))


def _is_beside_the_text(node: ElementNode, name: str, _depth: int) -> bool:
    if name == "aside":
        return not _is_note(node)
    named = _is_called(_OF_THE_SITE, node, name) or _is_called(_BESIDE_THE_TEXT, node, name)
    return name in ("footer", "form") or named


def _is_note(node: ElementNode) -> bool:
    """Whether an element is an admonition, a footnote or a caption, by its tag, class or role."""
    if node.tag in ("figcaption", "caption"):
        return True
    kinds = f"{node.get_attribute('role') or ''} {node.get_attribute('epub:type') or ''}"
    return _NOTE.search(f"{_names(node)} {kinds[:LONGEST_NAMES]}") is not None


def _is_called(names: re.Pattern[str], node: ElementNode, name: str) -> bool:
    if name in ("article", "main", "h1") or not node.attrs:
        return False
    named = _names(node)
    return not _ARTICLE.search(named) and names.search(named) is not None


def _names(node: ElementNode) -> str:
    names = f"{node.get_attribute('class') or ''} {node.get_attribute('id') or ''}"
    return names[:LONGEST_NAMES]
