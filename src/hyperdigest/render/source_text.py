"""The full text of a source as HTML, with anchors and marks at the cited sentences.

Line ends that only a line width put there become spaces. Every function keeps the length of the
text, so offsets into it stay true.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
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
    stands a link back to its place in the digest.

    Parameters
    ----------
    part : from where to where the text is shown, with the sentences that lie within; else all.
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
        html += map(_back, closed[start])
        html.append(body.pages_at(start))
        depth += len(opened[start]) - len(closed[start])
        if depth > 0:
            marks, anchors = opened[start][:1], opened[start][1:]
            name = "".join(f' id="{_id(number)}"' for number in marks)
            text = f"<mark{name}>{body.between(start, end)}</mark>"
        else:
            anchors, text = opened[start], body.between(start, end)
        html += [*(f'<span id="{_id(number)}"></span>' for number in anchors), text]
    return "".join(html)


def _id(number: int) -> str:
    return "at" if number == NO_NUMBER else f"m{number}"


def _back(number: int) -> str:
    if number == NO_NUMBER:
        return ""
    return (
        f'<a class="back" href="#s{number}" data-number="{number}" '
        f'aria-label="Back to sentence {number} of the digest">↩</a>'
    )


class _Body:
    """A document's text by ranges, with its pages separated and its headings set apart."""

    def __init__(self, document: Document) -> None:
        self.text = flowing(document)
        self.pages = document.pages
        headings = _headings(document)
        self.heading_starts = [start for start, _ in headings]
        self.heading_ends = [end for _, end in headings]

    def pages_at(self, offset: int) -> str:
        begins = ""
        for index in range(bisect_left(self.pages, offset), bisect_right(self.pages, offset)):
            told = f'aria-label="page {index + 1}" data-page="page {index + 1}"'
            begins += f'<span class="page" role="doc-pagebreak" {told}></span>'
        return begins

    def between(self, start: int, end: int) -> str:
        """The text of a range; a page that begins at its very start is not in it."""
        cuts = {start, end}
        for offsets in (self.pages, self.heading_starts, self.heading_ends):
            cuts.update(offsets[bisect_left(offsets, start) : bisect_left(offsets, end)])
        pieces = []
        for here, there in pairwise(sorted(cuts)):
            pieces += [self.pages_at(here) if here > start else "", self._piece(here, there)]
        return "".join(pieces)

    def _piece(self, start: int, end: int) -> str:
        shown = escape(visible(self.text[start:end], keep="\n\r\t\f"), quote=False)
        heading = bisect_right(self.heading_starts, start) - 1
        if heading >= 0 and start < self.heading_ends[heading]:
            shown = f"<strong>{shown}</strong>"
        return shown


def _headings(document: Document) -> Sequence[tuple[int, int]]:
    """Where the headings stand, in order and apart from each other."""
    if document.format == "markdown" and not document.blocks:
        return [match.span() for match in _MARKDOWN_HEADING.finditer(document.text)]
    found: list[tuple[int, int]] = []
    for block in document.blocks:
        if block.kind == "heading" and (not found or block.start >= found[-1][1]):
            found.append((block.start, block.end))
    return found


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
