"""Lines to paragraphs, headings, items and rows of tables; the text flows over page breaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hyperdigest.documents import BlockKind
from hyperdigest.read.layout.columns import Column
from hyperdigest.read.layout.hyphens import Hyphens
from hyperdigest.read.layout.words import Line, median

LARGER = 1.12
"""A heading's height over that of the text, at least."""

LONGEST_HEADING = 200

_BULLET = re.compile(r"[•▪‣◦●■]\s*\S")
_MARKER = re.compile(r"(?:[-–—*]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S")
_LEADERS = re.compile(r"(?:\. ?){5}")
_ENDED = re.compile(r"""[.!?:;…]["'”’»)\]]*\d*$""")


@dataclass
class Passage:
    """Lines that belong together."""

    kind: BlockKind
    lines: list[Line]

    def text(self, hyphens: Hyphens) -> tuple[str, list[tuple[int, int]]]:
        """The passage, words broken at line ends repaired, with where each page begins in it."""
        text = ""
        starts: list[tuple[int, int]] = []
        for n, line in enumerate(self.lines):
            if not starts or starts[-1][0] != line.page:
                starts.append((line.page, len(text)))
            words = line.cells if self.kind == "table" else line.text
            rest = self.lines[n + 1 : n + 2]
            text += hyphens.join(words, rest[0].text) if rest else words
        return text, starts


def passages(columns: Sequence[Column]) -> list[Passage]:
    """The passages of a document from its columns in reading order."""
    body = _body_height(columns)
    found: list[Passage] = []
    for column in columns:
        edges = _Edges(column)
        before: Line | None = None
        for line in column:
            kind = _kind(line, body, edges)
            if not (found and _continues(found[-1], before, line, kind, edges)):
                found.append(Passage(kind or _opening(line, before, edges), []))
            found[-1].lines.append(line)
            before = line
    return found


class _Edges:
    """The left and right edge of a column, the distance of its lines, and its tables."""

    def __init__(self, column: Column) -> None:
        self.left = min(line.left for line in column)
        self.right = max(line.right for line in column)
        steps = [a.base - b.base for a, b in pairwise(column)]
        self.leading = median(steps) if steps else 0.0
        wide = ["\t" in line.cells for line in column]
        pairs = zip([False, *wide[:-1]], wide, [*wide[1:], False], strict=True)
        self.rows = {
            id(line)
            for line, (above, here, below) in zip(column, pairs, strict=True)
            if here and (above or below)
        }

    def room_after(self, line: Line) -> float:
        return self.right - line.right


def _body_height(columns: Sequence[Column]) -> float:
    heights: Counter[float] = Counter()
    for column in columns:
        for line in column:
            heights[round(2 * line.height) / 2] += len(line.text)
    return max(heights, key=lambda height: (heights[height], -height), default=0.0)


def _kind(line: Line, body: float, edges: _Edges) -> BlockKind | None:
    """What the line is by its looks alone; None where its neighbours decide."""
    if id(line) in edges.rows or _LEADERS.search(line.text):
        return "table"
    large = line.height > LARGER * body
    stands_out = "bold" in line.font.lower() and edges.room_after(line) > 2 * line.height
    if (large or stands_out) and len(line.text) < LONGEST_HEADING and line.text[-1] not in ".,;":
        return "heading"
    return None


def _opening(line: Line, before: Line | None, edges: _Edges) -> BlockKind:
    return "item" if _opens_item(line, before, edges) else "paragraph"


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
    if kind == "table" or (kind == "heading") != (passage.kind == "heading"):
        return False
    if passage.kind == "table" or _differ(last, line):
        return False
    if before is None:
        return kind is None and not _ENDED.search(last.text) and not _opens_item(line, None, edges)
    if before.base - line.base > 1.35 * max(edges.leading, line.height):
        return False
    if kind == "heading":
        return True
    if _opens_item(line, before, edges) or _ends_early(before, line, edges):
        return False
    indented = line.left > before.left + 0.8 * line.height
    hanging = passage.kind == "item" and len(passage.lines) == 1
    return not indented or hanging or not _ENDED.search(before.text)


def _differ(last: Line, line: Line) -> bool:
    """Whether the line is set in another size, or begins a sentence in another font."""
    fonts = bool(last.font and line.font) and last.font != line.font
    resized = abs(line.height - last.height) > 0.1 * last.height
    return resized or (fonts and not line.text[0].islower())


def _ends_early(before: Line, line: Line, edges: _Edges) -> bool:
    """Whether the first word of `line` had room after `before`, which ends as a paragraph does."""
    first = line.words[0]
    fits = edges.room_after(before) > first.right - first.left + 2 * line.height
    return fits and (bool(_ENDED.search(before.text)) or not line.text[0].islower())
