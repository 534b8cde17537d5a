"""Page layout analysis: from words to lines, columns, and passages that continue over pages.

Columns are found by the gutters between them. Words hyphenated at line ends are joined. Lengths are
relative to the height of a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, groupby, pairwise

from hyperdigest.base.hyphens import Hyphens
from hyperdigest.documents import BlockKind
from hyperdigest.read.pdf import addresses

CELL_GAP = 2.0
"""Smallest gap between words that separates the cells of a table."""

LEAST_LINES = 3
"""Smallest number of lines in each of two columns."""

COLUMN_WIDTH = 6.0
"""Smallest width of a column; a column of bullets is narrower."""

GUTTER_WIDTH = 0.8
"""Smallest width of a gutter."""

_MONOSPACED = re.compile(
    r"mono|courier|typewriter|consol|menlo|fixed|(?<![a-z])(?:[a-z]{0,4}tt|[a-z]*sltt|[a-z]*tcsc)\d",
    re.I,
)
BULLET = re.compile(r"[•▪‣◦●■○□❖➢➤✓✔⁃∙]\s*\S")
_PROMPT = re.compile(
    r"(?:\$|>>>|R>|[a-z][\w.-]{0,30}@[\w.-]{1,60}:?[\w~/.-]{0,100} ?[$#]|[A-Z]:\\[^\s>]{0,100}>)"
    r"\s+[a-zA-Z./~_-]"
)
"""The start of a command after the prompt of a shell or an interpreter; no amount of dollars."""

_ITEM_MARKER = re.compile(r"(?:[-–—*]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S")
DOT_LEADERS = re.compile(r"(?:\. ?){5}")
ENDS_SENTENCE = re.compile(r"""[.!?:;…]["'”’»)\]]*\d*$""")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, in points from the lower left of the page.

    Parameters
    ----------
    base : its baseline.
    height : of its characters' boxes.
    order : its position in the drawing order of the page's words.
    first, last : indices of its first and last character on the page.
    mark : the mark of the note that begins with the word, or empty.
    turns : quarter turns from the direction of most words of the page; the places of turned words
        are those after turning them back.
    """

    text: str
    left: float
    right: float
    base: float
    height: float
    font: str = ""
    order: int = 0
    first: int = 0
    last: int = 0
    mark: str = ""
    turns: int = 0


@dataclass(frozen=True)
class Line:
    """The words of a line, from left to right."""

    words: tuple[Word, ...]
    page: int = 0

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def cells(self) -> str:
        """The text with a tab between the cells of a table."""
        text = self.words[0].text
        for before, word in pairwise(self.words):
            text += ("\t" if self._ends_cell(before, word) else " ") + word.text
        return text

    @cached_property
    def last_cell(self) -> float:
        """The left edge of the last cell."""
        pairs = reversed(list(pairwise(self.words)))
        return next(
            (word.left for before, word in pairs if self._ends_cell(before, word)), self.left
        )

    def _ends_cell(self, before: Word, word: Word) -> bool:
        """Whether a cell ends between two words: their gap is wide, or drawing was interrupted.

        A short first word may be the bullet or number of an item, which is drawn separately.
        """
        if word.left - before.right <= GUTTER_WIDTH * self.height:
            return False
        is_marker = before is self.words[0] and len(before.text) < 4
        interrupted = not is_marker and word.order not in (before.order, before.order + 1)
        least_gap = GUTTER_WIDTH if interrupted else CELL_GAP
        return word.left - before.right > least_gap * self.height

    @cached_property
    def monospaced(self) -> bool:
        """Whether all words are in monospaced fonts."""
        return all(_is_monospaced(word.font) for word in self.words)

    def spaced(self, left: float) -> str:
        """The text of a line of code, with as many spaces as fit in its gaps from `left` on."""
        letters = sum(len(word.text) for word in self.words)
        width = sum(word.right - word.left for word in self.words) / letters
        text = ""
        end = left
        for word in self.words:
            spaces = round((word.left - end) / width) if width > 0 else 1
            text += " " * min(max(spaces, 1 if text else 0), 80) + word.text
            end = word.right
        return text

    @cached_property
    def left(self) -> float:
        return self.words[0].left

    @cached_property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @cached_property
    def height(self) -> float:
        """The height of most characters."""
        first = self.words[0].height
        if all(word.height == first for word in self.words):
            return round(first, 1)
        weight: Counter[float] = Counter()
        for word in self.words:
            weight[round(word.height, 1)] += len(word.text)
        return max(weight, key=lambda height: (weight[height], height))

    @cached_property
    def base(self) -> float:
        """The median of the words' baselines, so that superscripts do not count."""
        return median([word.base for word in self.words])

    @cached_property
    def font(self) -> str:
        """The font of all words; empty if they have several."""
        first = self.words[0].font
        return first if all(word.font == first for word in self.words) else ""


@lru_cache(1000)
def _is_monospaced(font: str) -> bool:
    return _MONOSPACED.search(font) is not None


Column = list[Line]


def lines_of(words: Iterable[Word], page: int = 0) -> list[Line]:
    """The lines of a page from top to bottom, whatever the order in which words were drawn."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (-word.base, word.left)):
        last = rows[-1][-1] if rows else None
        if last and last.base - word.base < 0.4 * max(last.height, word.height):
            rows[-1].append(word)
        else:
            rows.append([word])
    layers = chain.from_iterable(_layers(sorted(row, key=lambda word: word.left)) for row in rows)
    return [Line(tuple(layer), page) for layer in layers]


def _layers(row: list[Word]) -> list[list[Word]]:
    """The words of a row from left to right; if texts are drawn over each other, each separately.

    Each word is added to one of the last eight layers, in drawing order, in which it fits.
    """
    if not any(
        word.left < before.right and _overlap(before, word) for before, word in pairwise(row)
    ):
        return [row]
    layers: list[list[Word]] = []
    for word in sorted(row, key=lambda word: word.order):
        latest = reversed(layers[-8:])
        fitting = (layer for layer in latest if _follows(layer[-1], word))
        layer = next(fitting, None)
        if layer is None:
            layers.append(layer := [])
        layer.append(word)
    return [sorted(layer, key=lambda word: word.left) for layer in layers]


def _follows(before: Word, word: Word) -> bool:
    """Whether a word is to the right of another."""
    return word.left > before.left and not _overlap(before, word)


def _overlap(one: Word, other: Word) -> bool:
    """Whether two words have more than half the width of the narrower in common."""
    least = min(one.right - one.left, other.right - other.left)
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > 0.5 * least > 0


def columns(words: Iterable[Word], page: int = 0) -> list[Column]:
    """The lines of a page, column after column, in reading order; turned words are last."""
    upright, *turned = by_turns(words)
    return columns_of(lines_of(upright, page)) + turned_columns(turned, page)


def by_turns(words: Iterable[Word]) -> list[list[Word]]:
    """The words of a page that are upright, and those at each other angle."""
    found: list[list[Word]] = [[], [], [], []]
    for word in words:
        found[word.turns].append(word)
    return found


def turned_columns(turned: Iterable[list[Word]], page: int = 0) -> list[Column]:
    """The columns of the words at each angle, without figures alone as at the axes of diagrams."""
    columns = (column for words in turned for column in columns_of(lines_of(words, page)))
    return [
        column for column in columns if any(any(map(str.isalpha, line.text)) for line in column)
    ]


def columns_of(lines: list[Line], most: int = 4) -> list[Column]:
    """The lines of a page in reading order, column after column.

    Lines that cross a gutter, such as a title over two columns, separate the columns above from
    those below. `most` limits how deep columns are searched within columns.
    """
    gutter = _gutter(lines) if most else None
    if gutter is None:
        return [lines] if lines else []
    found: list[Column] = []
    for split, band in _bands(lines, gutter):
        if split:
            words = [word for line in band for word in line.words]
            before = [word for word in words if word.left < gutter]
            after = [word for word in words if word.left >= gutter]
            for side in (before, after):
                found += columns_of(lines_of(side, band[0].page), most - 1)
        else:
            found += columns_of(band, most - 1)
    return found


def _gutter(lines: Sequence[Line]) -> float | None:
    """The left edge of the right column that splits most lines; None without two columns."""
    if len(lines) < LEAST_LINES:
        return None
    start = min(line.left for line in lines)
    least = COLUMN_WIDTH * median([line.height for line in lines])
    edges: Counter[int] = Counter()
    for line in lines:
        # The right column may begin after any gap that is as wide as a gutter.
        begins = [line.left] + [
            word.left
            for before, word in pairwise(line.words)
            if word.left - before.right >= GUTTER_WIDTH * line.height
        ]
        edges.update(round(left) for left in begins if left > start + least)
    candidates = [edge - 1.0 for edge, count in edges.most_common(6) if count >= LEAST_LINES]
    n_split = {x: sum(len(band) for split, band in _bands(lines, x) if split) for x in candidates}
    best = max(candidates, key=lambda x: (n_split[x], -x), default=None)
    return best if best is not None and n_split[best] else None


def _bands(lines: Sequence[Line], x: float) -> list[tuple[bool, list[Line]]]:
    """The lines in bands from the top, each with whether a gutter at `x` splits it into columns."""
    bands = [list(band) for _, band in groupby(lines, lambda line: _crosses(line, x))]
    joined: list[tuple[bool, list[Line]]] = []
    for band in bands:
        split = not _crosses(band[0], x) and _is_split(band, x)
        if joined and not split and not joined[-1][0]:
            joined[-1][1].extend(band)
        else:
            joined.append((split, band))
    return joined


def _crosses(line: Line, x: float) -> bool:
    """Whether a line covers `x`, with no gap there as wide as a gutter."""
    before = [word.right for word in line.words if word.left < x]
    after = [word.left for word in line.words if word.left >= x]
    if not before:
        return False
    end = max(before)
    return end > x or bool(after and min(after) - end < GUTTER_WIDTH * line.height)


def _is_split(band: Sequence[Line], x: float) -> bool:
    """Whether there are columns of text on both sides of `x`.

    The median line of a column fills half of its width, and has several words between gaps; that
    of a table's column does not.
    """
    if _has_short_cells(band, x):
        return False
    left = [
        (line.left, max(word.right for word in line.words if word.left < x))
        for line in band
        if line.left < x
    ]
    right = [
        (min(word.left for word in line.words if word.left >= x), line.right)
        for line in band
        if line.right > x
    ]
    least = COLUMN_WIDTH * median([line.height for line in band])
    for spans in (left, right):
        if len(spans) < LEAST_LINES:
            return False
        width = max(end for _, end in spans) - min(start for start, _ in spans)
        filled = median([end - start for start, end in spans])
        if width < least or filled < 0.5 * width:
            return False
    return True


def _has_short_cells(band: Sequence[Line], x: float) -> bool:
    """Whether most lines on both sides of `x` are rows of a table with a word in most cells."""
    sizes: list[int] = []
    for line in band:
        if not line.left < x < line.words[-1].left:
            continue
        size = 1
        for before, word in pairwise(line.words):
            if word.left - before.right < GUTTER_WIDTH * line.height:
                size += 1
            else:
                sizes.append(size)
                size = 1
        sizes.append(size)
    return bool(sizes) and median(sizes) < 2


@dataclass
class Passage:
    """The lines of a block: a paragraph, heading, list item, table row, or piece of code.

    Parameters
    ----------
    edge : the left edge of its column.
    level : that of its block.
    skip : characters of the marker of an item, which is outside of its block.
    """

    kind: BlockKind
    lines: list[Line]
    edge: float = 0.0
    level: int = 0
    skip: int = 0

    def text(self, hyphens: Hyphens) -> tuple[str, list[tuple[int, int]]]:
        """The text with words joined that line ends broke, and the offset of each page in it."""
        pieces: list[str] = []
        length = 0
        tail = ""
        starts: list[tuple[int, int]] = []
        edge = max(line.right for line in self.lines)
        left = min(line.left for line in self.lines)
        for n, line in enumerate(self.lines):
            if not starts or starts[-1][0] != line.page:
                starts.append((line.page, length))
            if self.kind == "code":
                words = line.spaced(left) + "\n" * (n + 1 < len(self.lines))
                pieces.append(words)
                length += len(words)
                continue
            words = line.cells if self.kind in ("table", "header") else line.text
            for following in self.lines[n + 1 : n + 2]:
                full = _is_full(line, following, edge)
                if addresses.continues(tail + words, following.text, full):
                    words = addresses.joined(words)
                else:
                    words = hyphens.join(words, following.text)
            pieces.append(words)
            length += len(words)
            tail = (tail + words)[-addresses.LONGEST_ADDRESS :]
        return "".join(pieces), starts


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
    lines = [line for column, _ in columns for line in column]
    monospaced = sum(len(line.text) for line in lines if line.monospaced)
    # If most of a document is monospaced, this does not mark code.
    has_code = monospaced < 0.5 * sum(len(line.text) for line in lines)
    found: list[Passage] = []
    pending: list[Passage] = []
    for column, notes in columns:
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
                plain: BlockKind = "item" if _begins_item(line, before, context) else "paragraph"
                found.append(Passage(kind or plain, [], context.left))
            found[-1].lines.append(line)
            before = line
        pending += [Passage("paragraph", note) for note in notes]
    return found + pending


class _ColumnContext:
    """The edges of a column, the distance of its lines, and its lines of tables and code."""

    def __init__(self, column: Column, has_code: bool) -> None:
        self.left = min((line.left for line in column), default=0.0)
        self.right = max((line.right for line in column), default=0.0)
        steps = [a.base - b.base for a, b in pairwise(column)]
        self.leading = median(steps) if steps else 0.0
        self.rows = set(_rows(column))
        self.code = {id(line) for line in column if _PROMPT.match(line.text)}
        if has_code:
            self.code.update(self._code(column))

    def _code(self, column: Column) -> Iterator[int]:
        """The ids of lines of code: several monospaced lines in a row, or an indented one."""
        for monospaced, run in groupby(column, lambda line: line.monospaced):
            lines = list(run)
            if monospaced and (len(lines) > 1 or lines[0].left > self.left + lines[0].height):
                yield from map(id, lines)


def _rows(column: Column) -> Iterator[int]:
    """The ids of lines that are rows of tables: several in a row; last cells may be wrapped."""
    above: Line | None = None
    for line in column:
        if "\t" in line.cells:
            if above is not None:
                yield from (id(above), id(line))
            above = line
        elif above is not None and not _is_below_last_cell(above, line):
            above = None


def _kind(line: Line, body: float, context: _ColumnContext) -> BlockKind | None:
    """The kind of a line by its own form; None if it depends on the lines around it."""
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
    if BULLET.match(line.text):
        return True
    new_paragraph = (
        before is None
        or bool(ENDS_SENTENCE.search(before.text))
        or _ends_early(before, line, context)
    )
    return new_paragraph and bool(_ITEM_MARKER.match(line.text))


def _continues(
    passage: Passage,
    before: Line | None,
    line: Line,
    kind: BlockKind | None,
    context: _ColumnContext,
) -> bool:
    """Whether `line` belongs to the passage; `before` is the line above it in its column."""
    last = passage.lines[-1]
    if "code" in (kind, passage.kind):
        near = before is not None and before.base - line.base < 2.6 * context.leading
        return kind == passage.kind and near
    if passage.kind == "table" and kind is None:
        return before is last and _continues_cell(passage, line, context)
    if kind == "table" or (kind == "heading") != (passage.kind == "heading"):
        return False
    other_font = bool(last.font and line.font) and last.font != line.font
    resized = abs(line.height - last.height) > 0.1 * last.height and not _shares_type(last, line)
    if passage.kind == "table" or resized or (other_font and not line.text[0].islower()):
        return False
    if before is None:
        open_sentence = not ENDS_SENTENCE.search(last.text)
        return kind is None and open_sentence and not _begins_item(line, None, context)
    if before.base - line.base > 1.35 * max(context.leading, line.height):
        return False
    if kind == "heading" or addresses.continues(last.text, line.text, full=True):
        return True
    if _begins_item(line, before, context) or _ends_early(before, line, context):
        return False
    indented = line.left > before.left + 0.8 * line.height
    hanging = passage.kind == "item" and len(passage.lines) == 1
    return not indented or hanging or not ENDS_SENTENCE.search(before.text)


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


def median(values: Sequence[float]) -> float:
    """The median of `values`, the upper one of two."""
    return sorted(values)[len(values) // 2]
