"""The full text of a source as HTML, with anchors and marks at the cited sentences.

Line ends that only a line width put there become spaces. Every function keeps the length of the
text, so offsets into it stay true.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from html import escape
from itertools import pairwise

from hyperdigest.base.text import visible
from hyperdigest.documents import Block, Citation, Document

NO_NUMBER = -1
"""Of a sentence that is marked and stands in no digest: it is a ``<mark id="at">``."""

# A full line of prose with another right under it; lists, tables and headings keep their lines.
_HARD_WRAPPED = re.compile(
    r"^(?![#|>=~])(\S[^\r\n]{44,99})(\r?\n)(?!\s|[-*+#>|•=~]|\d{1,3}[.)]\s)", re.MULTILINE
)
_LINE_END = re.compile(r"[\r\n]")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} .*", re.MULTILINE)


def marked(
    document: Document,
    cited: Iterable[tuple[int, Citation | Block]],
    part: tuple[int, int] | None = None,
) -> str:
    """The document's text, each of the numbered sentences in a ``<mark id="m{number}">``.

    A sentence that overlaps an earlier one is marked from its own start. After the end of each
    stands a link back to its place in the digest. Where only a `part` of the text is shown, from
    one offset to another, it has the sentences that lie within.
    """
    opened: dict[int, list[int]] = defaultdict(list)
    closed: dict[int, list[int]] = defaultdict(list)
    begin, size = part or (0, len(document.text))
    for number, sentence in cited:
        if part is None or begin <= sentence.start < sentence.end <= size:
            opened[min(sentence.start, size)].append(number)
            closed[min(sentence.end, size)].append(number)
    body = _Body(document)
    html: list[str] = []
    depth = 0
    for start, end in pairwise([*sorted({begin, size, *opened, *closed}), size]):
        html += [
            f'<a class="back" href="#s{number}" data-number="{number}" '
            f'aria-label="Back to sentence {number} of the digest">↩</a>'
            for number in closed[start]
            if number != NO_NUMBER
        ]
        html.append(body.pages_at(start))
        depth += len(opened[start]) - len(closed[start])
        ids = [f'id="{"at" if number == NO_NUMBER else f"m{number}"}"' for number in opened[start]]
        text = body.between(start, end)
        if depth > 0:
            text = f"<mark{''.join(f' {name}' for name in ids[:1])}>{text}</mark>"
            ids = ids[1:]
        html += [*(f"<span {name}></span>" for name in ids), text]
    return "".join(html)


class _Body:
    """A document's text by ranges, with its pages separated and its headings set apart."""

    def __init__(self, document: Document) -> None:
        self.text = flowing(document)
        self.pages = document.pages
        self.page_name = document.page_name
        headings = [(b.start, b.end) for b in document.blocks if b.kind == "heading"]
        if document.format == "markdown" and not document.blocks:
            headings = [match.span() for match in _MARKDOWN_HEADING.finditer(document.text)]
        self.heading_starts: list[int] = []
        self.heading_ends: list[int] = []
        for start, end in headings:
            if not self.heading_ends or start >= self.heading_ends[-1]:
                self.heading_starts.append(start)
                self.heading_ends.append(end)

    def pages_at(self, offset: int) -> str:
        begins = ""
        for index in range(bisect_left(self.pages, offset), bisect_right(self.pages, offset)):
            name = escape(visible(f"page {self.page_name(index + 1)}"))
            told = f'aria-label="{name}" data-page="{name}"'
            begins += f'<span class="page" role="doc-pagebreak" {told}></span>'
        return begins

    def between(self, start: int, end: int) -> str:
        """The text of a range; a page that begins at its very start is not in it."""
        cuts = {start, end}
        for offsets in (self.pages, self.heading_starts, self.heading_ends):
            cuts.update(offsets[bisect_left(offsets, start) : bisect_left(offsets, end)])
        pieces = []
        for here, there in pairwise(sorted(cuts)):
            shown = escape(visible(self.text[here:there], keep="\n\r\t\f"), quote=False)
            heading = bisect_right(self.heading_starts, here) - 1
            if heading >= 0 and here < self.heading_ends[heading]:
                shown = f"<strong>{shown}</strong>"
            pieces += [self.pages_at(here) if here > start else "", shown]
        return "".join(pieces)


def flowing(document: Document) -> str:
    """The document's text with the line ends inside its paragraphs as spaces."""
    text = document.text
    if not document.blocks:
        return _HARD_WRAPPED.sub(lambda match: match[1] + " " * len(match[2]), text)
    pieces, done = [], 0
    for block in document.blocks:
        if block.start >= done and block.kind not in ("table", "code"):
            inside = text[block.start : block.end].rstrip()
            pieces += [text[done : block.start], _LINE_END.sub(" ", inside)]
            done = block.start + len(inside)
    return "".join([*pieces, text[done:]])
