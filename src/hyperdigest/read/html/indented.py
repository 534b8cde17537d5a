"""Divisions that are indented below a term: what they say explains it, as in a list of terms.

Programs that make pages of manuals write so, and those that take an indented paragraph for a
quotation. A paragraph is a term if it is short, no sentence, and set in bold, in italics or as
code. Above a division that begins with prose, so is a name or an option, and in a page of a manual
any short paragraph without a verb. There a division may also go on with a list of terms, or be an
item of a list whose bullets are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from resiliparse.parse.html import DOMNode, ElementNode, TextNode

from hyperdigest.read.html.elements import children
from hyperdigest.split.verbs import has_finite_verb

LONGEST_TERM = 300
"""In characters; a longer paragraph is no term."""

MOST_WORDS = 14
"""Of a term."""

_MOST_TERMS = 8
"""How many terms in a row share an explanation at most."""

_MOST_BETWEEN = 6
"""Nodes without text between a term and the division below it."""

_MOST_OPENING = 300
"""In characters: so much of a division is looked at."""

_INDENT = "Bd-indent"
_INDENTS = frozenset({_INDENT, "indent", "indented"})
"""Classes of divisions that are indented; the first is that of pages of manuals only."""

_DISPLAY = "Bd"
"""The class of a division that shows an example, as a block of its own."""

_MARGIN = re.compile(r"\b(?:margin|padding)-left\s*:\s*(?!0+(?:\.0+)?\D)[\d.]", re.I)
"""A style that indents."""

_MARKED = frozenset({"b", "strong", "i", "em", "code", "kbd", "samp", "tt", "var", "dfn"})
_PIECES = frozenset({"pre", "table", "ul", "ol"})
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_JOINED = re.compile(r"[\W_]*(?:(?:or|and)[\W_]+)*(?:or|and)?[\W_]*")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_BULLET_OR_NUMBER = re.compile(r"\W?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]|[^\w\s]|[o–—]")
_SENTENCE_END = re.compile(r"(?:[^\W\d_]{2}|[)\]\"”’])[.!?][)\]\"”’]*\Z|[:;,]\Z")
_TYPED = re.compile(r"[•·∙◦▪‣○](?=.)|\d{1,2}\.(?=[^\W\d_])")
_NAME = re.compile(r"[-+/$~<\[{]\S.*|\S+(?: \([^()]*\))?(?:,\s+\S+(?: \([^()]*\))?)*", re.S)
"""An option, a place of a file, a single word or several with commas between them."""

_OPTION = re.compile(r"[-–−+]{1,2}\w|--?\W")
_PROSE = re.compile(r"[^\W\d_].*[.!?][\"'”’)\]]*(?:\s|\Z)", re.S)
_WORDS = re.compile(r"(?:[^\W\d_][\w'’/-]*[,;:]?\s+){4}")


def is_indented(element: ElementNode, name: str) -> bool:
    """Whether an element with this name is a division that is shown indented."""
    if name == "BLOCKQUOTE":
        return True
    if name != "DIV" or not element.attrs:
        return False
    classes = (element.get_attribute("class") or "").split()
    if not _INDENTS.isdisjoint(classes):
        return _DISPLAY not in classes
    return _MARGIN.search(element.get_attribute("style") or "") is not None


def above(division: ElementNode) -> ElementNode | None:
    """The element above an indented division; None if text is between them."""
    node = division.prev
    for _ in range(_MOST_BETWEEN):
        if node is None or (isinstance(node, TextNode) and (node.node_value or "").strip()):
            return None
        if isinstance(node, ElementNode) and not _is_empty(node):
            return node
        node = node.prev
    return None


def terms_above(division: ElementNode) -> list[ElementNode]:
    """The paragraphs right above an indented division that are terms, the last one first."""
    paragraph = above(division)
    if paragraph is None or paragraph.tag != "p" or not _is_term(paragraph, division):
        return []
    found, is_option = [paragraph], _is_option(paragraph)
    while len(found) < _MOST_TERMS and _is_marked(found[0]):
        paragraph = above(paragraph)
        if paragraph is None or paragraph.tag != "p" or not _is_marked_term(paragraph):
            break
        if _is_option(paragraph) != is_option:
            break
        found.append(paragraph)
    return found


def typed_mark(division: ElementNode) -> str:
    """The bullet or number that an indented division of a manual begins with, in no list."""
    mark = _TYPED.match(_opening(division)) if _is_of_manual(division) else None
    return mark[0] if mark else ""


def goes_on_with_list(division: ElementNode, before: ElementNode | None) -> bool:
    """Whether an indented division goes on with the last definition of the list above it."""
    return _is_of_manual(division) and before is not None and before.tag == "dl"


def _is_of_manual(division: ElementNode) -> bool:
    return _INDENT in (division.get_attribute("class") or "").split()


def _is_empty(element: ElementNode) -> bool:
    return element.tag in ("p", "br") and not (element.text or "").strip()


def _is_option(paragraph: ElementNode) -> bool:
    return _OPTION.match((paragraph.text or "").strip()) is not None


def _is_marked_term(paragraph: ElementNode) -> bool:
    """Whether a paragraph looks like a term, and all its words but those in brackets are marked."""
    text = " ".join((paragraph.text or "")[: 2 * LONGEST_TERM].split())
    return is_short(text) and _is_marked(paragraph)


def _is_term(paragraph: ElementNode, division: ElementNode) -> bool:
    text = " ".join((paragraph.text or "")[: 2 * LONGEST_TERM].split())
    if not is_short(text):
        return False
    opening = _opening(division)
    if _TYPED.match(opening):
        return False
    if opening and _is_marked(paragraph):
        return True
    if not (division.tag == "div" and (_PROSE.match(opening) or _WORDS.match(opening))):
        return False
    if _NAME.fullmatch(text):
        return True
    return _is_of_manual(division) and not has_finite_verb(text)


def is_short(text: str) -> bool:
    """Whether a text is no longer than a term, and no sentence, bullet or number."""
    return (
        0 < len(text) <= LONGEST_TERM
        and len(text.split()) <= MOST_WORDS
        and not _SENTENCE_END.search(text)
        and not _BULLET_OR_NUMBER.fullmatch(text)
    )


def _is_marked(paragraph: ElementNode) -> bool:
    """Whether all words of a paragraph but those in brackets are marked."""
    if not _LETTER_OR_DIGIT.search(paragraph.text or ""):
        return False
    bare = _IN_BRACKETS.sub("", "".join(_unmarked(paragraph)))
    return _JOINED.fullmatch(bare) is not None


def _unmarked(element: ElementNode) -> Iterator[str]:
    """The texts of an element that are not marked; each marked one is a space."""
    for node in children(element):
        if isinstance(node, TextNode):
            yield node.node_value or ""
        elif isinstance(node, ElementNode):
            if node.tag in _MARKED:
                yield " "
            elif node.tag in ("a", "span", "br"):
                yield from _unmarked(node)
            else:
                yield node.text or ""


def _opening(division: ElementNode) -> str:
    """The beginning of the first paragraph of a division; empty if it begins with code, a table or
    a list."""
    texts: list[str] = []
    _collect(division, texts)
    return " ".join("".join(texts).split())


def _collect(element: DOMNode, texts: list[str]) -> bool:
    """Collect the texts of an element, up to the end of its first paragraph; whether that ends."""
    for node in children(element):
        if isinstance(node, TextNode):
            texts.append((node.node_value or "")[:_MOST_OPENING])
            if sum(map(len, texts)) >= _MOST_OPENING:
                return True
        elif isinstance(node, ElementNode):
            begun = any(text.strip() for text in texts)
            is_block = node.tag in ("p", "div", "dl", "blockquote", "section")
            if node.tag in _PIECES or (is_block and begun):
                return True
            if _collect(node, texts) or (is_block and any(text.strip() for text in texts)):
                return True
    return False
