"""From the columns of a PDF to passages that continue over columns and pages.

Words hyphenated at line ends are joined. Lengths are relative to the height of a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise, product

from hyperdigest.base.readable import Hyphens
from hyperdigest.documents import BlockKind
from hyperdigest.read.pdf import addresses
from hyperdigest.read.pdf.layout import DOT_LEADERS, ENDS_SENTENCE, Column, Line, TableRow, median
from hyperdigest.read.pdf.rivers import with_rivers
from hyperdigest.split.lettered import is_initial

BULLET = re.compile(r"[•▪‣◦●■○□❖➢➤✓✔⁃∙]\s*\S")
_PROMPT = re.compile(
    r"(?:\$|>>>|R>|[a-z][\w.-]{0,30}@[\w.-]{1,60}:?[\w~/.-]{0,100} ?[$#]|[A-Z]:\\[^\s>]{0,100}>)"
    r"\s+[a-zA-Z./~_-]"
)
"""The start of a command after the prompt of a shell or an interpreter; no amount of dollars."""

_ITEM_MARKER = re.compile(
    r"(?:[-–—*]|\(?\d{1,2}[.)]|\(?[a-z][.)]|(?P<capital>\(?[A-Z][.)]))\s+(?=\S)"
)
STRETCHED = 0.6
"""Smallest gap between the words of a line that is stretched to fill its column, in heights."""

LEAST_WORDS_STRETCHED, MOST_STRETCHED = 4, 3.0
"""Words of such a line at least, and how many times as wide as another one its gaps are at most:
TeX makes those after sentences wider."""

_CLOSED: tuple[BlockKind, ...] = ("code", "heading", "table")
"""What no paragraph goes on below."""

_SECTION = re.compile(r"(?:\d{1,2}\.)+\d{0,2}\s+[A-Z]")
"""The start of the heading of a section, with its number."""

_TIME = re.compile(r"(?P<mark>[\[(])?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?(?:[\])]|\s|$)")
"""The time at the start of a turn in a transcript."""


@dataclass
class Passage:
    """The lines of a block: a paragraph, heading, list item, table row, or piece of code.

    Parameters
    ----------
    edge : the left edge of its column.
    level : that of its block.
    skip : characters of the marker of an item, which is outside of its block.
    begins_table : whether it is the first row of a table.
    """

    kind: BlockKind
    lines: list[Line]
    edge: float = 0.0
    level: int = 0
    skip: int = 0
    begins_table: bool = False

    def text(self, hyphens: Hyphens) -> tuple[str, list[tuple[int, int]]]:
        """The text with words joined that line ends broke, and the offset of each page in it."""
        first = self.lines[0]
        if isinstance(first, TableRow):
            joined = ("".join(self._pieces(cell, hyphens)) for cell in first.parts)
            return "\t".join(joined).rstrip("\t"), [(first.page, 0)]
        starts: list[tuple[int, int]] = []
        pieces: list[str] = []
        length = 0
        for line, piece in zip(self.lines, self._pieces(self.lines, hyphens), strict=True):
            if not starts or starts[-1][0] != line.page:
                starts.append((line.page, length))
            pieces.append(piece)
            length += len(piece)
        return "".join(pieces), starts

    def _pieces(self, lines: Sequence[Line], hyphens: Hyphens) -> Iterator[str]:
        """The texts of lines with what is between each and the next one."""
        tail = ""
        edge = max((line.right for line in lines), default=0.0)
        left = min((line.left for line in lines), default=0.0)
        for n, line in enumerate(lines):
            if self.kind == "code":
                yield line.spaced(left) + "\n" * (n + 1 < len(lines))
                continue
            is_row = self.kind in ("table", "header")
            words = line.cells if is_row and lines is self.lines else line.text
            for following in lines[n + 1 : n + 2]:
                full = _is_full(line, following, edge)
                if addresses.continues(tail + words, following.text, full):
                    words = addresses.joined(words)
                else:
                    words = hyphens.join(words, following.text)
            yield words
            tail = (tail + words)[-addresses.LONGEST_ADDRESS :]


def marks_code(lines: Iterable[Line]) -> bool:
    """Whether monospaced lines are code: not if most of a document is monospaced."""
    letters = monospaced = 0
    for line in lines:
        letters += len(line.text)
        monospaced += len(line.text) * line.monospaced
    return monospaced < 0.5 * letters


def _is_full(line: Line, following: Line, edge: float) -> bool:
    """Whether the first word of the next line had no room before `edge`."""
    first = following.words[0]
    return line.right + first.right - first.left > edge


def text_height(columns: Iterable[Column]) -> float:
    """The height of most characters, in half points."""
    heights: Counter[float] = Counter()
    for line in chain.from_iterable(columns):
        heights[round(2 * line.height) / 2] += len(line.text)
    return max(heights, key=lambda height: (heights[height], -height), default=0.0)


def passages(columns: Sequence[tuple[Column, list[Column]]], body: float) -> list[Passage]:
    """The passages of a document, from its columns in reading order with the notes of each.

    `body` is the height of most text. Notes at the foot of a column are placed before a passage
    that continues after them, so that it is whole, and all text of a page is together. Those at the
    top of a page are placed after a passage of the page before that continues there.
    """
    has_code = marks_code(line for column, _ in columns for line in column)
    found: list[Passage] = []
    pending: list[Passage] = []
    for column, notes in ((with_rivers(column), notes) for column, notes in columns):
        context = _ColumnContext(column, has_code)
        before: Line | None = None
        for line in column:
            kind = _kind(line, body, context)
            continues = bool(found) and _continues(found[-1], before, line, kind, context)
            page = pending[0].lines[0].page if pending else line.page
            if pending and not (continues and page == line.page != found[-1].lines[0].page):
                continues = continues and found[-1].lines[0].page == page
                place = len(found) - continues
                found[place:place], pending = pending, []
            if not continues:
                is_below = bool(found) and found[-1].kind in _CLOSED
                above = None if is_below or _is_apart(before, line, context) else before
                plain: BlockKind = "item" if _begins_item(line, above, context) else "paragraph"
                found.append(Passage(kind or plain, [], context.left))
            if continues and kind == "table":
                found[-1].kind = kind
            found[-1].lines.append(line)
            before = line
        pending += [Passage("paragraph", note) for note in notes]
    return found + pending


class _ColumnContext:
    """The edges of a column, the distance of its lines, and its lines of tables and code."""

    def __init__(self, column: Column, has_code: bool) -> None:
        self.left = min((line.left for line in column), default=0.0)
        # A table may be wider than the text around it.
        text = [line for line in column if not isinstance(line, TableRow)] or column
        self.right = max((line.right for line in text), default=0.0)
        steps = sorted(
            above.base - below.base
            for above, below in pairwise(column)
            if not isinstance(above, TableRow) and not isinstance(below, TableRow)
        )
        self.leading = median(steps) if steps else 0.0
        # The median may be the distance of short paragraphs, that of their lines is below it.
        self.within_paragraphs = steps[len(steps) // 4] if steps else 0.0
        self.rows = set(self._rows(column))
        self.code = {id(line) for line in column if _PROMPT.match(line.text)}
        if has_code:
            self.code.update(self._code(column))

    def _rows(self, column: Column) -> Iterator[int]:
        """The ids of lines that are rows of tables: several in a row; last cells may be wrapped."""
        above: Line | None = None
        for line in column:
            if isinstance(line, TableRow):
                above = None
            elif "\t" in line.cells:
                if above is not None and not self._are_justified(above, line):
                    yield from (id(above), id(line))
                above = line
            elif above is not None and not _is_below_last_cell(above, line):
                above = None

    def _are_justified(self, above: Line, line: Line) -> bool:
        """Whether two lines have wide gaps only because they go from the same place to the same one
        or to the end of the column: at other places, or between all words."""
        near = 0.3 * line.height
        fill = abs(above.left - line.left) < line.height and (
            abs(above.right - line.right) < near
            or all(self.right - each.right < each.height for each in (above, line))
        )
        is_shared = any(
            abs(one - other) < near
            for gap, following in product(above.gaps, line.gaps)
            for one, other in zip(gap, following, strict=True)
        )
        return fill and (not is_shared or _are_stretched(above, line))

    def _code(self, column: Column) -> Iterator[int]:
        """The ids of lines of code: several monospaced lines in a row, or an indented one; not the
        rest of the paragraph above them."""
        above: Line | None = None
        for monospaced, run in groupby(column, lambda line: line.monospaced):
            lines = list(run)
            is_set_off = len(lines) > 1 or lines[0].left > self.left + lines[0].height
            if monospaced and is_set_off and not self._goes_on(above, lines):
                yield from map(id, lines)
            above = lines[-1]

    def _goes_on(self, above: Line | None, lines: Sequence[Line]) -> bool:
        """Whether lines are the next ones of a paragraph, for the first word of which the line
        above had no room."""
        line = lines[0]
        if above is None or above.base - line.base > 1.2 * self.within_paragraphs:
            return False
        if "\t" in above.cells or any(each.left != line.left for each in lines):
            return False
        if addresses.continues(above.text, line.text, full=True):
            return True
        is_larger = line.height > 1.05 * above.height
        is_ended = is_larger or ENDS_SENTENCE.search(above.text) is not None
        return not is_ended and _is_full(above, line, self.right)


def _are_stretched(*lines: Line) -> bool:
    """Whether all gaps between words are wide and about alike: those within the cells of a row are
    not wide, and those to a page number at the margin are wider."""
    if min(len(line.words) for line in lines) < LEAST_WORDS_STRETCHED:
        return False
    gaps = [[b.left - a.right for a, b in pairwise(line.words)] for line in lines]
    has_others = sum(map(len, gaps)) > sum(len(line.gaps) for line in lines)
    return has_others and all(
        min(own) > max(STRETCHED * line.height, max(own) / MOST_STRETCHED)
        for line, own in zip(lines, gaps, strict=True)
    )


def _kind(line: Line, body: float, context: _ColumnContext) -> BlockKind | None:
    """The kind of a line by its own form; None if it depends on the lines around it."""
    if isinstance(line, TableRow):
        return "table"
    if id(line) in context.code:
        return "code"
    if id(line) in context.rows or DOT_LEADERS.search(line.text):
        return "table"
    large = line.height > 1.12 * body
    bold = "bold" in line.font.lower() and context.right - line.right > 2 * line.height
    if (large or bold) and len(line.text) < 200 and line.text[-1] not in ".,;":
        return "heading"
    return None


def _begins_item(line: Line, before: Line | None, context: _ColumnContext) -> bool:
    """Whether a line begins a list item; a marker counts only after the end of a paragraph."""
    if BULLET.match(line.text) or line.words[0].bulleted:
        return True
    new_paragraph = (
        before is None
        or bool(ENDS_SENTENCE.search(before.text))
        or _ends_early(before, line, context)
    )
    marker = _ITEM_MARKER.match(line.text) if new_paragraph else None
    return marker is not None and not (marker["capital"] and is_initial(line.text[marker.end() :]))


def _continues(
    passage: Passage,
    before: Line | None,
    line: Line,
    kind: BlockKind | None,
    context: _ColumnContext,
) -> bool:
    """Whether `line` belongs to the passage; `before` is the line above it in its column."""
    last = passage.lines[-1]
    if isinstance(line, TableRow) or isinstance(last, TableRow):
        return False
    if "code" in (kind, passage.kind):
        near = before is not None and before.base - line.base < 2.6 * context.leading
        return kind == passage.kind and near
    if passage.kind == "table" and kind is None:
        return before is last and _continues_cell(passage, line, context)
    if kind == "table":
        return before is last and _is_rest_of_entry(passage, line)
    if (kind == "heading") != (passage.kind == "heading"):
        return False
    other_font = bool(last.font and line.font) and last.font != line.font
    resized = abs(line.height - last.height) > 0.1 * last.height and not _shares_type(last, line)
    is_address = addresses.continues(last.text, line.text, full=True)
    is_other = resized or (other_font and not line.text[0].islower())
    if passage.kind == "table" or (is_other and not is_address):
        return False
    if before is None:
        open_sentence = not ENDS_SENTENCE.search(last.text)
        return kind is None and open_sentence and not _begins_item(line, None, context)
    if kind == "heading":
        far = 1.35 * max(context.leading, line.height)
        return before.base - line.base <= far and not _SECTION.match(line.text)
    if _is_apart(before, line, context):
        return False
    if is_address:
        return True
    if _begins_item(line, before, context) or _ends_early(before, line, context):
        return False
    if (time := _TIME.match(line.text)) and (time["mark"] or ENDS_SENTENCE.search(before.text)):
        return False
    indented = line.left > before.left + 0.8 * line.height
    hanging = passage.kind == "item" and len(passage.lines) == 1
    return not indented or hanging or not ENDS_SENTENCE.search(before.text)


def _is_apart(before: Line | None, line: Line, context: _ColumnContext) -> bool:
    """Whether there is more white above a line than between those of a paragraph."""
    far = 1.35 * max(context.within_paragraphs, line.height)
    return before is not None and before.base - line.base > far


def _is_rest_of_entry(passage: Passage, line: Line) -> bool:
    """Whether a line is the end of an entry of a table of contents with its section's number."""
    begins_entry = passage.kind == "paragraph" and _SECTION.match(passage.lines[0].text)
    return bool(begins_entry) and DOT_LEADERS.search(line.text) is not None


def _continues_cell(row: Passage, line: Line, context: _ColumnContext) -> bool:
    """Whether a line continues the last cell of the row of a table above it."""
    last = row.lines[-1]
    near = last.base - line.base < 1.35 * max(context.leading, line.height)
    return near and _is_below_last_cell(row.lines[0], line)


def _is_below_last_cell(row: Line, line: Line) -> bool:
    """Whether a line begins where the last cell of a row does."""
    return "\t" in row.cells and abs(line.left - row.last_cell) < 0.5 * line.height


def _shares_type(last: Line, line: Line) -> bool:
    """Whether two lines have words of the same font in the same size."""
    types = {(word.font, round(word.height, 1)) for word in last.words}
    return any((word.font, round(word.height, 1)) in types for word in line.words)


def _ends_early(before: Line, line: Line, context: _ColumnContext) -> bool:
    """Whether a paragraph ends with `before`: the first word of `line` would fit after it.

    If `before` ends no sentence and `line` begins in lower case, the paragraph continues.
    """
    first = line.words[0]
    fits = context.right - before.right > first.right - first.left + 2 * line.height
    return fits and (bool(ENDS_SENTENCE.search(before.text)) or not line.text[0].islower())
