"""Pages that groff writes: what is indented below a line explains it, as in a list of terms.

Such a page is a row of paragraphs, each with its margin. A term has the paragraph that explains it
right below it, deeper, or beside it in a table without a frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import NamedTuple

from resiliparse.parse.html import DOMNode, ElementNode, TextNode

from hyperdigest.read.html.elements import children
from hyperdigest.read.html.indented import is_short

_MARGIN = re.compile(r"margin-left:\s*(\d{1,3})%")
_WIDTH = re.compile(r"(\d{1,3})%")
_TITLE = re.compile(
    r"(?P<tag><p[^<>]*>)\s*<b>(?P<title>(?:<small>)?[A-Z](?:[^<>]|</?small>)*?)\s*"
    r"(?:(?P<end></b>)\s*(?P<other><(?:b|i|tt)>)?\s*)?<br\s*/?>"
)
_TITLE_ALONE = re.compile(
    r"<p[^<>]*>\s*<b>(?:<small>)?[A-Z](?:[^<>]|</?small>)*[a-z]{3}</b>\s*</p>\s*"
)
_TAG = re.compile(r"<[^<>]*>")
_APART = "margin-top"
_BULLET_OR_NUMBER = re.compile(r"[^\w\s]|\W?\w{1,3}[.)]")

_TERM_AND_TEXT = 2
"""The most cells of a row that is a term with what explains it; others are those of a table."""


class _Part(NamedTuple):
    """A paragraph, or another element of a page: its margin, -1 if that is not known; its markup
    and its text; and whether space parts it from what is above it."""

    margin: int
    markup: str
    text: str = ""
    is_apart: bool = True


def nest_terms(body: ElementNode) -> None:
    """Make lists of the terms of a page that groff wrote, and of what explains them."""
    parts = [part for node in children(body) for part in _parts(node)]
    markup: list[str] = []
    open_lists: list[tuple[int, int]] = []  # the margins of the terms, and of what explains them
    for part, is_term, below in zip(parts, _terms(parts), [*parts[1:], None], strict=True):
        while open_lists and part.margin < open_lists[-1][1]:
            if is_term and part.margin == open_lists[-1][0]:
                break
            open_lists.pop()
            markup.append("</dl>")
        if not is_term or below is None:
            if below and _is_title(part, below) and not below.is_apart:
                markup.append(_title(part.text, part))
            else:
                tag = "dd" if open_lists else "div"
                markup.append(f"<{tag}>{part.markup}</{tag}>")
            continue
        goes_on = bool(open_lists) and part.margin == open_lists[-1][0]
        if not goes_on:
            markup.append("<dl>")
            open_lists.append((part.margin, below.margin))
        elif below.margin > part.margin:
            open_lists[-1] = part.margin, below.margin
        markup.append(f"<dt>{part.markup}</dt>")
    body.inner_html = "".join(markup) + "</dl>" * len(open_lists)


def _terms(parts: list[_Part]) -> list[bool]:
    """Whether each part is a term: it is short, and what is right below it is deeper, or is one
    more term with the same margin, above which is no title."""
    found = [False] * len(parts)
    for place in range(len(parts) - 2, -1, -1):
        part, below = parts[place : place + 2]
        is_above = 0 <= part.margin < below.margin
        is_above = is_above or (part.margin == below.margin and found[place + 1])
        may_be = is_short(part.text) or _BULLET_OR_NUMBER.fullmatch(part.text)
        is_apart = below.is_apart or _is_title(part, below)
        found[place] = is_above and not is_apart and bool(may_be)
    return found


def _is_title(part: _Part, below: _Part) -> bool:
    """Whether a part is only bold words above what has the same margin."""
    return part.margin == below.margin and _TITLE_ALONE.fullmatch(part.markup) is not None


def _parts(node: DOMNode) -> Iterator[_Part]:
    """The parts of a page that a child of its body is."""
    if not isinstance(node, ElementNode):
        if isinstance(node, TextNode) and (text := (node.node_value or "").strip()):
            yield _Part(-1, escape(text))
    elif node.tag == "p":
        style = node.get_attribute("style") or ""
        found = _MARGIN.search(style)
        yield from _below_title(_paragraph(node, int(found[1]) if found else 0, style))
    elif node.tag == "table" and node.get_attribute("frame") == "void":
        yield from _rows(node)
    else:
        yield _Part(-1, node.html)


def _below_title(part: _Part) -> Iterator[_Part]:
    """A paragraph, and before it the title of a subsection that its first line is: it is bold,
    after space, and begins with a capital."""
    title = _TITLE.match(part.markup) if part.is_apart else None
    if title is None or not is_short(title["title"]):
        yield part
        return
    words = " ".join(unescape(_TAG.sub("", title["title"])).split())
    yield _Part(-1, _title(words, part))
    opened = (title["other"] or "") if title["end"] else "<b>"
    markup = title["tag"] + opened + part.markup[title.end() :]
    yield part._replace(markup=markup, text=part.text.removeprefix(words).strip())


def _title(words: str, part: _Part) -> str:
    """The markup of the title of a subsection, or of a section if its margin is none."""
    rank = 3 if part.margin else 2
    return f"<h{rank}>{escape(words)}</h{rank}>"


def _rows(table: ElementNode) -> Iterator[_Part]:
    """The terms of a table without a frame, each with what explains it; or else the table."""
    found: list[_Part] = []
    groups = (group for group in children(table) if isinstance(group, ElementNode))
    for row in (row for group in groups for row in children(group) if row.node_name == "TR"):
        column, cells = 0, 0
        for cell in children(row):
            if not isinstance(cell, ElementNode):
                continue
            width = _WIDTH.match(cell.get_attribute("width") or "")
            if (cell.text or "").strip():
                cells += 1
                paragraph = cell.first_element_child
                style = (paragraph and paragraph.get_attribute("style")) or ""
                found.append(_paragraph(cell, column, style if cells == 1 else "-"))
            column += int(width[1]) if width else 1
        if cells > _TERM_AND_TEXT:
            found = [_Part(-1, table.html)]
            break
    yield from found


def _paragraph(element: ElementNode, margin: int, style: str) -> _Part:
    is_cell = element.tag == "td"
    markup = element.inner_html if is_cell else element.html
    text = " ".join((element.text or "").split())
    return _Part(margin, markup, text, _APART in style)
