"""The full text of a source as HTML, with anchors and marks at the cited sentences.

Line ends that come from wrapping become spaces; the lines of code and tables stay. No function
changes the length of the text, so that offsets into it remain valid.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from types import MappingProxyType

from hyperdigest.base.readable import readable, without_escapes
from hyperdigest.base.text import visible
from hyperdigest.digest import Citation, Digest
from hyperdigest.documents import SLIDE_FORMATS, Block, Document
from hyperdigest.render.source_layout import layout
from hyperdigest.split.blocks import find_blocks

NO_NUMBER = -1
"""The number of a sentence that is marked, but is in no digest: it is a ``<mark id="at">``."""

# A long line of prose directly above another line; not lists, tables and headings.
_HARD_WRAPPED = re.compile(
    r"^(?![#|>=~])(\S[^\r\n]{44,99})(\r?\n)(?!\s|[-*+#>|•=~]|\d{1,3}[.)]\s)", re.MULTILINE
)
_LINE_END = re.compile(r"[\r\n]")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} .*", re.MULTILINE)
_MARKDOWN_FENCE = re.compile(r"^(`{3}|~{3})(.*)", re.MULTILINE)
_IN_LINES = frozenset({"code", "table", "header"})
"""The kinds of blocks whose lines end where their authors ended them."""

LONGEST_SEARCHED = 1_000_000
"""In characters; the blocks of a longer text are not looked for, and it is shown in its lines."""

_INDENTED = re.compile(r"[ \t]+\S.{0,99}")
_BEGINNING = 100_000
"""The characters of a text whose lines tell whether it is laid out by indents."""

_TAGS = {"heading": "strong", "code": "code"}
"""The HTML elements of blocks, by kind."""


def marked(
    document: Document,
    cited: Iterable[tuple[int, Citation | Block]],
    part: tuple[int, int] | None = None,
    found: Iterable[tuple[int, int]] = (),
    current: tuple[int, int] | None = None,
    contexts: Iterable[tuple[int, int]] = (),
    inserted: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """The document's text, each of the numbered sentences in a ``<mark id="m{number}">``.

    A sentence that overlaps an earlier one is marked from its own start. After each sentence comes
    a link back to its place in the digest. In a table each cell has a mark of its own, the first
    with the id.

    Parameters
    ----------
    cited : sentences with their numbers in the digest, from 1, or `NO_NUMBER`.
    part : the slice of the text that is shown, and only sentences within it are marked; None for
        the whole text.
    found : slices to put in a ``<mark class="found">``, such as the hits of a search; none overlap.
    current : the one of these slices whose mark has the id ``found``.
    contexts : slices that are quoted before sentences, each in a ``<mark class="context">``.
    inserted : HTML to insert, by offset.
    """
    opened: dict[int, list[int]] = defaultdict(list)
    closed: dict[int, list[int]] = defaultdict(list)
    begin, size = part or (0, len(document.text))
    for number, sentence in cited:
        if part is None or begin <= sentence.start < sentence.end <= size:
            opened[min(sentence.start, size)].append(number)
            closed[min(sentence.end, size)].append(number)
    hits = {start: end for start, end in found if begin <= start < end <= size}
    before = {start: end for start, end in contexts if begin <= start < end <= size}
    insertions = {offset: html for offset, html in inserted.items() if begin < offset <= size}
    body = _Body(document, begin, size)
    laid_out = layout(document, begin, size)
    html: list[str] = []
    depth, hit_end, context_end = 0, -1, -1
    ends = {*closed, *hits.values(), *before.values()}
    for start, end in pairwise(
        [*sorted({begin, size, *opened, *hits, *before, *insertions, *ends, *laid_out}), size]
    ):
        html += [
            f'<a class="back" href="#s{number}" data-number="{number}" '
            f'aria-label="Back to sentence {number} of the digest">↩</a>'
            for number in closed.get(start, ())
            if number != NO_NUMBER
        ]
        html += [insertions.get(start, ""), body.pages_at(start), laid_out.get(start, "")]
        depth += len(opened.get(start, ())) - len(closed.get(start, ()))
        ids = [f'id="{"at" if n == NO_NUMBER else f"m{n}"}"' for n in opened.get(start, ())]
        text = body.between(start, end)
        is_empty = not text or (start in laid_out and text.isspace())
        hit_end = hits.get(start, hit_end)
        if start < hit_end and not is_empty:
            id = ' id="found"' if current and start == current[0] else ""
            text = f'<mark class="found"{id}>{text}</mark>'
        context_end = max(context_end, before.get(start, -1))
        if depth == 0 and start < context_end and not is_empty:
            text = f'<mark class="context">{text}</mark>'
        if depth > 0 and (ids or not is_empty):
            text = f"<mark{''.join(f' {name}' for name in ids[:1])}>{text}</mark>"
            ids = ids[1:]
        html += [*(f"<span {name}></span>" for name in ids), text]
    return "".join(html)


def is_in_columns(document: Document) -> bool:
    """Whether most lines of plain text are indented, as in pages of manuals: the words of lines
    stand below each other.
    """
    if document.format != "text" or document.blocks:
        return False
    lines = list(filter(str.strip, document.text[:_BEGINNING].splitlines()))
    return 2 * sum(_INDENTED.fullmatch(each) is not None for each in lines) > len(lines)


def contexts_of(digest: Digest) -> dict[str, list[tuple[int, int]]]:
    """The slices that are quoted before the sentences of a digest, by the name of the document."""
    found: dict[str, list[tuple[int, int]]] = {}
    for sentence in digest.sentences:
        slices = found.setdefault(sentence.document, [])
        slices += [(part.start, part.end) for part in sentence.context]
    return found


class _Body:
    """A document's text from `begin` to `end` as HTML, with page breaks, headings and code."""

    def __init__(self, document: Document, begin: int, end: int) -> None:
        self.text = flowing(document, begin, end)
        self.begin = begin
        self.pages = document.pages
        self.page_name = document.page_name
        self.page = "slide" if document.format in SLIDE_FORMATS else "page"
        within = (b for b in document.blocks if b.kind in _TAGS and begin < b.end and b.start < end)
        elements = [(b.start, b.end, _TAGS[b.kind]) for b in within]
        if document.format == "markdown" and not document.blocks:
            elements = _markdown_elements(document.text)
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.tags: list[str] = []
        for start, stop, tag in elements:
            if not self.ends or start >= self.ends[-1]:
                self.starts.append(start)
                self.ends.append(stop)
                self.tags.append(tag)

    def pages_at(self, offset: int) -> str:
        """The page breaks at an offset."""
        breaks = ""
        for index in range(bisect_left(self.pages, offset), bisect_right(self.pages, offset)):
            name = escape(visible(f"{self.page} {self.page_name(index + 1)}"))
            label = f'aria-label="{name}" data-page="{name}"'
            breaks += f'<span class="page" role="doc-pagebreak" {label}></span>'
        return breaks

    def between(self, start: int, end: int) -> str:
        """The text of a range, without a page break at its start."""
        cuts = {start, end}
        for offsets in (self.pages, self.starts, self.ends):
            cuts.update(offsets[bisect_left(offsets, start) : bisect_left(offsets, end)])
        pieces = []
        for first, last in pairwise(sorted(cuts)):
            text = self.text[first - self.begin : last - self.begin]
            # A browser would make one character of both and change the length of the text.
            text = text.replace("\r\n", " \n")
            html = escape(visible(text, keep="\n\r\t\f"), quote=False)
            element = bisect_right(self.starts, first) - 1
            if element >= 0 and first < self.ends[element]:
                html = f"<{self.tags[element]}>{html}</{self.tags[element]}>"
            pieces += [self.pages_at(first) if first > start else "", html]
        return "".join(pieces)


def _markdown_elements(text: str) -> list[tuple[int, int, str]]:
    """The slices of headings and fenced code in Markdown, in order, each with its HTML element."""
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
    """The document's text from `begin` to `end`, with spaces for the line ends in its paragraphs.

    In plain text, words that were hyphenated at a line end are joined, unless it is in columns.
    """
    end = len(document.text) if end is None else end
    if is_in_columns(document):
        return without_escapes(document.text)[begin:end]
    text = readable(document.text, document.format)
    if not document.blocks:
        return _unwrapped(text, document.format, begin, end)
    pieces, done = [], begin
    for block in document.blocks:
        if done <= block.start < end and block.kind not in ("table", "code"):
            content = text[block.start : min(block.end, end)].rstrip()
            pieces += [text[done : block.start], _LINE_END.sub(" ", content)]
            done = block.start + len(content)
    return "".join([*pieces, text[done:end]])


def _unwrapped(text: str, format: str, begin: int, end: int) -> str:
    """The text from `begin` to `end`, with spaces for the ends of lines that go on in prose."""
    shown = text[begin:end]
    if end - begin > LONGEST_SEARCHED or not _HARD_WRAPPED.search(shown):
        return shown
    elements = _markdown_elements(text) if format == "markdown" else []
    first = next((start for start, stop, _ in elements if start < begin < stop), begin)
    blocks = [
        block for block in find_blocks(text[first:end], format) if block.kind not in _IN_LINES
    ]
    starts = [first + block.start for block in blocks]

    def joined(match: re.Match[str]) -> str:
        number = bisect_right(starts, begin + match.end(1)) - 1
        goes_on = number >= 0 and begin + match.end() < first + blocks[number].end
        return match[1] + " " * len(match[2]) if goes_on else match[0]

    return _HARD_WRAPPED.sub(joined, shown)
