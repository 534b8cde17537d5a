"""The full text of a source as HTML, with anchors and marks at the cited sentences.

Line ends that only a line width put there become spaces. Every function keeps the length of the
text, so offsets into it stay true.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from types import MappingProxyType

from hyperdigest.base.readable import readable
from hyperdigest.base.text import visible
from hyperdigest.documents import SLIDE_FORMATS, Block, Citation, Document

NO_NUMBER = -1
"""Of a sentence that is marked and stands in no digest: it is a ``<mark id="at">``."""

# A full line of prose with another right under it; lists, tables and headings keep their lines.
_HARD_WRAPPED = re.compile(
    r"^(?![#|>=~])(\S[^\r\n]{44,99})(\r?\n)(?!\s|[-*+#>|•=~]|\d{1,3}[.)]\s)", re.MULTILINE
)
_LINE_END = re.compile(r"[\r\n]")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} .*", re.MULTILINE)
_MARKDOWN_FENCE = re.compile(r"^(`{3}|~{3})(.*)", re.MULTILINE)
_TAGS = {"heading": "strong", "code": "code"}
"""What the blocks of a kind are set in."""


def marked(
    document: Document,
    cited: Iterable[tuple[int, Citation | Block]],
    part: tuple[int, int] | None = None,
    found: Iterable[tuple[int, int]] = (),
    looked_at: tuple[int, int] | None = None,
    inserted: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """The document's text, each of the numbered sentences in a ``<mark id="m{number}">``.

    A sentence that overlaps an earlier one is marked from its own start. After the end of each
    sentence stands a link back to its place in the digest. The slices that were `found`,
    none of which overlap, are in a ``<mark class="found">``; that of the one `looked_at` has the id
    ``found``.
    HTML that is `inserted` stands where the offset is that it has; it adds nothing to the text.
    Where only a `part` of the text is shown, from one offset to another, it has the sentences that
    lie within.
    """
    opened: dict[int, list[int]] = defaultdict(list)
    closed: dict[int, list[int]] = defaultdict(list)
    begin, size = part or (0, len(document.text))
    for number, sentence in cited:
        if part is None or begin <= sentence.start < sentence.end <= size:
            opened[min(sentence.start, size)].append(number)
            closed[min(sentence.end, size)].append(number)
    finds = {start: end for start, end in found if begin <= start < end <= size}
    holds = {offset: html for offset, html in inserted.items() if begin < offset <= size}
    body = _Body(document, begin, size)
    html: list[str] = []
    depth, until = 0, -1
    for start, end in pairwise(
        [*sorted({begin, size, *opened, *closed, *finds, *finds.values(), *holds}), size]
    ):
        html += [
            f'<a class="back" href="#s{number}" data-number="{number}" '
            f'aria-label="Back to sentence {number} of the digest">↩</a>'
            for number in closed[start]
            if number != NO_NUMBER
        ]
        html += [holds.get(start, ""), body.pages_at(start)]
        depth += len(opened[start]) - len(closed[start])
        ids = [f'id="{"at" if n == NO_NUMBER else f"m{n}"}"' for n in opened[start]]
        text = body.between(start, end)
        until = finds.get(start, until)
        if start < until:
            here = ' id="found"' if looked_at and start == looked_at[0] else ""
            text = f'<mark class="found"{here}>{text}</mark>'
        if depth > 0:
            text = f"<mark{''.join(f' {name}' for name in ids[:1])}>{text}</mark>"
            ids = ids[1:]
        html += [*(f"<span {name}></span>" for name in ids), text]
    return "".join(html)


class _Body:
    """A document's text from `begin` to `end`, by ranges: its pages separated, its headings and its
    code set apart."""

    def __init__(self, document: Document, begin: int, end: int) -> None:
        self.text = flowing(document, begin, end)
        self.begin = begin
        self.pages = document.pages
        self.page_name = document.page_name
        self.page = "slide" if document.format in SLIDE_FORMATS else "page"
        within = (b for b in document.blocks if b.kind in _TAGS and begin < b.end and b.start < end)
        found = [(b.start, b.end, _TAGS[b.kind]) for b in within]
        if document.format == "markdown" and not document.blocks:
            found = _markdown_set_apart(document.text)
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.tags: list[str] = []
        for start, stop, tag in found:
            if not self.ends or start >= self.ends[-1]:
                self.starts.append(start)
                self.ends.append(stop)
                self.tags.append(tag)

    def pages_at(self, offset: int) -> str:
        begins = ""
        for index in range(bisect_left(self.pages, offset), bisect_right(self.pages, offset)):
            name = escape(visible(f"{self.page} {self.page_name(index + 1)}"))
            told = f'aria-label="{name}" data-page="{name}"'
            begins += f'<span class="page" role="doc-pagebreak" {told}></span>'
        return begins

    def between(self, start: int, end: int) -> str:
        """The text of a range; a page that begins at its very start is not in it."""
        cuts = {start, end}
        for offsets in (self.pages, self.starts, self.ends):
            cuts.update(offsets[bisect_left(offsets, start) : bisect_left(offsets, end)])
        pieces = []
        for here, there in pairwise(sorted(cuts)):
            text = self.text[here - self.begin : there - self.begin]
            # A browser takes both signs of a line end for one: the text keeps its length.
            text = text.replace("\r\n", " \n")
            shown = escape(visible(text, keep="\n\r\t\f"), quote=False)
            apart = bisect_right(self.starts, here) - 1
            if apart >= 0 and here < self.ends[apart]:
                shown = f"<{self.tags[apart]}>{shown}</{self.tags[apart]}>"
            pieces += [self.pages_at(here) if here > start else "", shown]
        return "".join(pieces)


def _markdown_set_apart(text: str) -> list[tuple[int, int, str]]:
    """The headings and the fenced code of Markdown, in order; a line of code is no heading."""
    code: list[tuple[int, int, str]] = []
    opening: re.Match[str] | None = None
    for fence in _MARKDOWN_FENCE.finditer(text):
        if opening is None:
            opening = fence
        elif fence[1] == opening[1] and not fence[2].strip("`~ \t\r"):
            code.append((opening.start(), fence.end(), "code"))
            opening = None
    headings = [(*match.span(), "strong") for match in _MARKDOWN_HEADING.finditer(text)]
    return sorted([*code, *headings])


def flowing(document: Document, begin: int = 0, end: int | None = None) -> str:
    """The document's text, from `begin` to `end`: the line ends inside its paragraphs as spaces,
    and in plain text the words whole that they broke."""
    end = len(document.text) if end is None else end
    text = readable(document.text, document.format)[begin:end]
    if not document.blocks:
        return _HARD_WRAPPED.sub(lambda match: match[1] + " " * len(match[2]), text)
    pieces, done = [], begin
    for block in document.blocks:
        if done <= block.start < end and block.kind not in ("table", "code"):
            inside = document.text[block.start : min(block.end, end)].rstrip()
            pieces += [document.text[done : block.start], _LINE_END.sub(" ", inside)]
            done = block.start + len(inside)
    return "".join([*pieces, document.text[done:end]])
