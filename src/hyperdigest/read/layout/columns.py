"""The order in which a page is read: its columns, found by the gutters between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from hyperdigest.read.layout.words import Line, Word, lines_of, median

LEAST_LINES = 3
"""Lines that each of two columns has at least."""

LEAST_FILL = 0.5
"""Share of its width that the middle line of a column fills; the cells of a table fill less."""

LEAST_WIDTH = 6.0
"""Width of the narrowest column, in heights of a line; a column of bullets is narrower."""

GUTTER = 0.8
"""Width of the narrowest gutter, in heights of a line."""

Column = list[Line]


def columns(words: Sequence[Word], page: int = 0, most: int = 4) -> list[Column]:
    """The lines of a page, column after column, in reading order.

    Lines that cross a gutter, such as a title over two columns, part what is above them from what
    is below. `most` is how often columns are looked for within columns.
    """
    lines = lines_of(words, page)
    gutter = _gutter(lines) if most else None
    if gutter is None:
        return [lines] if lines else []
    found: list[Column] = []
    for split, band in _bands(lines, gutter):
        inside = [word for line in band for word in line.words]
        if split:
            found += columns([word for word in inside if word.left < gutter], page, most - 1)
            found += columns([word for word in inside if word.left >= gutter], page, most - 1)
        else:
            found += columns(inside, page, most - 1)
    return found


def _gutter(lines: Sequence[Line]) -> float | None:
    """The left edge of the column on the right, if there are two with text enough."""
    if len(lines) < LEAST_LINES:
        return None
    start = min(line.left for line in lines)
    least = LEAST_WIDTH * median([line.height for line in lines])
    edges = Counter(round(left) for line in lines for left in _starts(line) if left > start + least)
    candidates = [edge - 1.0 for edge, count in edges.most_common(6) if count >= LEAST_LINES]
    best = max(candidates, key=lambda x: (_lines_split(lines, x), -x), default=0.0)
    return best if candidates and _lines_split(lines, best) else None


def _starts(line: Line) -> list[float]:
    """The left ends of the stretches of a line that gutters may part."""
    least = GUTTER * line.height
    return [line.left] + [
        word.left for before, word in pairwise(line.words) if word.left - before.right >= least
    ]


def _lines_split(lines: Sequence[Line], x: float) -> int:
    return sum(len(band) for split, band in _bands(lines, x) if split)


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
    left = [(line.left, _end(line, x)) for line in band if line.left < x]
    right = [(_begin(line, x), line.right) for line in band if line.right > x]
    least = LEAST_WIDTH * median([line.height for line in band])
    return _is_column(left, least) and _is_column(right, least)


def _is_column(spans: Sequence[tuple[float, float]], least: float) -> bool:
    """Whether lines from left to right ends in `spans` are those of a column of text."""
    if len(spans) < LEAST_LINES:
        return False
    width = max(right for _, right in spans) - min(left for left, _ in spans)
    return width >= least and median([right - left for left, right in spans]) >= LEAST_FILL * width


def _end(line: Line, x: float) -> float:
    return max(word.right for word in line.words if word.left < x)


def _begin(line: Line, x: float) -> float:
    return min(word.left for word in line.words if word.left >= x)
