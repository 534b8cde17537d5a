"""Page layout analysis: words to lines, columns, and paragraphs that flow over page breaks.

Columns are found by the gutters between them, and words hyphenated at the ends of lines are joined.
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

WIDE_GAP = 2.0
"""Gap between words, in heights of a line, that only the cells of a table have."""

LEAST_LINES = 3
"""Lines that each of two columns has at least."""

LEAST_FILL = 0.5
"""Share of its width that the middle line of a column fills; the cells of a table fill less."""

LEAST_WIDTH = 6.0
"""Width of the narrowest column, in heights of a line; a column of bullets is narrower."""

GUTTER = 0.8
"""Width of the narrowest gutter, in heights of a line."""

SHORTEST_CELL = 4
"""Characters of the first word of a line that is no bullet or number of an item."""

MOST_SPACES = 80
"""Spaces between two words of code."""

OVERLAP = 0.5
"""Share of the narrower of two words that the other lies over, where they are of two texts."""

MOST_LAYERS = 8
"""Texts in one row, over each other, among which the place of a word is looked for."""

CODE_GAP = 2.6
"""Distance of two lines of code, in those of lines of the text, from which they are of two."""

MOSTLY_CODE = 0.5
"""Share of a document in typewriter's letters from which these do not tell code."""

LARGER = 1.12
"""A heading's height over that of the text, at least."""

LONGEST_HEADING = 200
_MONOSPACED = re.compile(
    r"mono|courier|typewriter|consol|menlo|fixed|(?<![a-z])(?:[a-z]{0,4}tt|[a-z]*sltt|[a-z]*tcsc)\d",
    re.I,
)
_BULLET = re.compile(r"[•▪‣◦●■○□❖➢➤✓✔⁃∙]\s*\S")
_MARKER = re.compile(r"(?:[-–—*]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S")
_LEADERS = re.compile(r"(?:\. ?){5}")

_ENDED = re.compile(r"""[.!?:;…]["'”’»)\]]*\d*$""")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, in points from the lower left of the page; `base` is its baseline and
    `order` how many words of the page were drawn before it. The characters of the page from `first`
    to `last`, by their numbers in it, are the word. `mark` is that of the note it begins."""

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


@dataclass(frozen=True)
class Line:
    """Words beside each other, from left to right."""

    words: tuple[Word, ...]
    page: int = 0

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def cells(self) -> str:
        """The text with a tab where the gap is that of a table."""
        text = self.words[0].text
        for before, word in pairwise(self.words):
            gap = word.left - before.right
            parts = gap > GUTTER * self.height and self._parts(before, word)
            text += ("\t" if parts else " ") + word.text
        return text

    def _parts(self, before: Word, word: Word) -> bool:
        """Whether a cell ends between two words: their gap is wide, or they were drawn apart."""
        mark = before is self.words[0] and len(before.text) < SHORTEST_CELL
        drawn_apart = not mark and word.order not in (before.order, before.order + 1)
        gap = GUTTER if drawn_apart else WIDE_GAP
        return word.left - before.right > gap * self.height

    @cached_property
    def monospaced(self) -> bool:
        """Whether all words are in a typewriter's letters."""
        return all(_is_monospaced(word.font) for word in self.words)

    def spaced(self, left: float) -> str:
        """The text of a line of code, with the spaces that its gaps are worth from `left` on."""
        letters = sum(len(word.text) for word in self.words)
        width = sum(word.right - word.left for word in self.words) / letters
        text = ""
        end = left
        for word in self.words:
            spaces = round((word.left - end) / width) if width > 0 else 1
            text += " " * min(max(spaces, 1 if text else 0), MOST_SPACES) + word.text
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
        """The baseline of the text, whatever is raised or lowered in it."""
        return median([word.base for word in self.words])

    @cached_property
    def font(self) -> str:
        """The font of all the words, empty where they have several."""
        first = self.words[0].font
        return first if all(word.font == first for word in self.words) else ""


@lru_cache(1000)
def _is_monospaced(font: str) -> bool:
    return _MONOSPACED.search(font) is not None


Column = list[Line]


def lines_of(words: Iterable[Word], page: int = 0) -> list[Line]:
    """Lines from the top of the page down, whatever the order in which the words were drawn."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (-word.base, word.left)):
        last = rows[-1][-1] if rows else None
        if last and last.base - word.base < 0.4 * max(last.height, word.height):
            rows[-1].append(word)
        else:
            rows.append([word])
    parted = chain.from_iterable(_layers(sorted(row, key=lambda word: word.left)) for row in rows)
    return [Line(tuple(row), page) for row in parted]


def _layers(row: list[Word]) -> list[list[Word]]:
    """The words of a row from left to right; of texts that lie over each other, one after the
    other in the order in which they were drawn."""
    if not any(
        word.left < before.right and _overlap(before, word) for before, word in pairwise(row)
    ):
        return [row]
    layers: list[list[Word]] = []
    for word in sorted(row, key=lambda word: word.order):
        latest = reversed(layers[-MOST_LAYERS:])
        free = (layer for layer in latest if _follows(layer[-1], word))
        layer = next(free, None)
        if layer is None:
            layers.append(layer := [])
        layer.append(word)
    return [sorted(layer, key=lambda word: word.left) for layer in layers]


def _follows(before: Word, word: Word) -> bool:
    """Whether a word stands to the right of another."""
    return word.left > before.left and not _overlap(before, word)


def _overlap(one: Word, other: Word) -> bool:
    least = min(one.right - one.left, other.right - other.left)
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > OVERLAP * least > 0


def columns(words: Iterable[Word], page: int = 0) -> list[Column]:
    """The lines of a page, column after column, in reading order."""
    return columns_of(lines_of(words, page))


def columns_of(lines: list[Line], most: int = 4) -> list[Column]:
    """Lines from the top of the page down, column after column. Lines that cross a gutter, such as
    a title over two columns, part what is above them from what is below. `most` is how often
    columns are looked for within columns."""
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
    """The left edge of the column on the right, if there are two with text enough."""
    if len(lines) < LEAST_LINES:
        return None
    start = min(line.left for line in lines)
    least = LEAST_WIDTH * median([line.height for line in lines])
    edges: Counter[int] = Counter()
    for line in lines:
        # Gutters may part the stretches of a line between gaps as wide as they.
        begins = [line.left] + [
            word.left
            for before, word in pairwise(line.words)
            if word.left - before.right >= GUTTER * line.height
        ]
        edges.update(round(left) for left in begins if left > start + least)
    candidates = [edge - 1.0 for edge, count in edges.most_common(6) if count >= LEAST_LINES]
    parted = {x: sum(len(band) for split, band in _bands(lines, x) if split) for x in candidates}
    best = max(candidates, key=lambda x: (parted[x], -x), default=None)
    return best if best is not None and parted[best] else None


def _bands(lines: Sequence[Line], x: float) -> list[tuple[bool, list[Line]]]:
    """The lines in bands, from the top: whether a gutter at `x` splits them into two columns."""
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
    """Whether the line runs over `x`, with no gap there as wide as a gutter."""
    before = [word.right for word in line.words if word.left < x]
    after = [word.left for word in line.words if word.left >= x]
    if not before:
        return False
    end = max(before)
    return end > x or bool(after and min(after) - end < GUTTER * line.height)


def _is_split(band: Sequence[Line], x: float) -> bool:
    """Whether text on both sides of `x` fills columns."""
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
    least = LEAST_WIDTH * median([line.height for line in band])
    for spans in (left, right):
        if len(spans) < LEAST_LINES:
            return False
        width = max(end for _, end in spans) - min(start for start, _ in spans)
        filled = median([end - start for start, end in spans])
        if width < least or filled < LEAST_FILL * width:
            return False
    return True


@dataclass
class Passage:
    """Lines that belong together."""

    kind: BlockKind
    lines: list[Line]

    def text(self, hyphens: Hyphens) -> tuple[str, list[tuple[int, int]]]:
        """The passage, words broken at line ends repaired, with where each page begins in it."""
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
            words = line.cells if self.kind == "table" else line.text
            for following in self.lines[n + 1 : n + 2]:
                full = _is_full(line, following, edge)
                if addresses.goes_on(tail + words, following.text, full):
                    words = addresses.joined(words)
                else:
                    words = hyphens.join(words, following.text)
            pieces.append(words)
            length += len(words)
            tail = (tail + words)[-addresses.LONGEST :]
        return "".join(pieces), starts


def _is_full(line: Line, following: Line, edge: float) -> bool:
    """Whether the first word of the line below had no room before `edge`."""
    first = following.words[0]
    return line.right + first.right - first.left > edge


def text_height(columns: Iterable[Column]) -> float:
    """The height of most characters."""
    heights: Counter[float] = Counter()
    for line in chain.from_iterable(columns):
        heights[round(2 * line.height) / 2] += len(line.text)
    return max(heights, key=lambda height: (heights[height], -height), default=0.0)


def passages(columns: Sequence[tuple[Column, list[Column]]], body: float) -> list[Passage]:
    """The passages of a document from its columns in reading order, each with the notes at its
    foot. `body` is the height of most text. Where a passage goes on after notes, these stand before
    it: so it is whole, and all text of a page lies together."""
    lines = [line for column, _ in columns for line in column]
    typed = sum(len(line.text) for line in lines if line.monospaced)
    has_code = typed < MOSTLY_CODE * sum(len(line.text) for line in lines)
    found: list[Passage] = []
    waiting: list[Passage] = []
    for column, notes in columns:
        edges = _Edges(column, has_code)
        before: Line | None = None
        for line in column:
            kind = _kind(line, body, edges)
            goes_on = bool(found) and _continues(found[-1], before, line, kind, edges)
            if waiting:
                page = waiting[0].lines[0].page
                goes_on = goes_on and found[-1].lines[0].page == page
                place = len(found) - goes_on
                found[place:place], waiting = waiting, []
            if not goes_on:
                plain: BlockKind = "item" if _opens_item(line, before, edges) else "paragraph"
                found.append(Passage(kind or plain, []))
            found[-1].lines.append(line)
            before = line
        waiting += [Passage("paragraph", note) for note in notes]
    return found + waiting


class _Edges:
    """The left and right edge of a column, the distance of its lines, its tables and its code."""

    def __init__(self, column: Column, has_code: bool) -> None:
        self.left = min((line.left for line in column), default=0.0)
        self.right = max((line.right for line in column), default=0.0)
        steps = [a.base - b.base for a, b in pairwise(column)]
        self.leading = median(steps) if steps else 0.0
        wide = ["\t" in line.cells for line in column]
        pairs = zip([False, *wide], wide, [*wide[1:], False], strict=False)
        self.rows = {
            id(line)
            for line, (above, here, below) in zip(column, pairs, strict=False)
            if here and (above or below)
        }
        self.code = set(self._code(column)) if has_code else set()

    def _code(self, column: Column) -> Iterator[int]:
        """The lines of code: several in a row, or one that is set apart."""
        for typed, run in groupby(column, lambda line: line.monospaced):
            lines = list(run)
            if typed and (len(lines) > 1 or lines[0].left > self.left + lines[0].height):
                yield from map(id, lines)


def _kind(line: Line, body: float, edges: _Edges) -> BlockKind | None:
    """What the line is by its looks alone; None where its neighbours decide."""
    if id(line) in edges.code:
        return "code"
    if id(line) in edges.rows or _LEADERS.search(line.text):
        return "table"
    large = line.height > LARGER * body
    stands_out = "bold" in line.font.lower() and edges.right - line.right > 2 * line.height
    if (large or stands_out) and len(line.text) < LONGEST_HEADING and line.text[-1] not in ".,;":
        return "heading"
    return None


def _opens_item(line: Line, before: Line | None, edges: _Edges) -> bool:
    if _BULLET.match(line.text):
        return True
    settled = before is None or bool(_ENDED.search(before.text)) or _ends_early(before, line, edges)
    return settled and bool(_MARKER.match(line.text))


def _continues(
    passage: Passage, before: Line | None, line: Line, kind: BlockKind | None, edges: _Edges
) -> bool:
    """Whether `line` goes on with the passage; `before` is the line above it in its column."""
    last = passage.lines[-1]
    if "code" in (kind, passage.kind):
        near = before is not None and before.base - line.base < CODE_GAP * edges.leading
        return kind == passage.kind and near
    if kind == "table" or (kind == "heading") != (passage.kind == "heading"):
        return False
    # A line in another size, or one that begins a sentence in another font.
    fonts = bool(last.font and line.font) and last.font != line.font
    resized = abs(line.height - last.height) > 0.1 * last.height and not _shares_type(last, line)
    if passage.kind == "table" or resized or (fonts and not line.text[0].islower()):
        return False
    if before is None:
        return kind is None and not _ENDED.search(last.text) and not _opens_item(line, None, edges)
    if before.base - line.base > 1.35 * max(edges.leading, line.height):
        return False
    if kind == "heading" or addresses.goes_on(last.text, line.text, full=True):
        return True
    if _opens_item(line, before, edges) or _ends_early(before, line, edges):
        return False
    indented = line.left > before.left + 0.8 * line.height
    hanging = passage.kind == "item" and len(passage.lines) == 1
    return not indented or hanging or not _ENDED.search(before.text)


def _shares_type(last: Line, line: Line) -> bool:
    """Whether two lines have words of the same font in the same size."""
    types = {(word.font, round(word.height, 1)) for word in last.words}
    return any((word.font, round(word.height, 1)) in types for word in line.words)


def _ends_early(before: Line, line: Line, edges: _Edges) -> bool:
    """Whether the first word of `line` had room after `before`, which ends as a paragraph does."""
    first = line.words[0]
    fits = edges.right - before.right > first.right - first.left + 2 * line.height
    return fits and (bool(_ENDED.search(before.text)) or not line.text[0].islower())


def median(values: Sequence[float]) -> float:
    """The middle of `values`, the upper one of two."""
    return sorted(values)[len(values) // 2]
