"""The columns of a page in reading order, found by the gutters between them.

Lengths are relative to the height of a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from hyperdigest.read.pdf.grids import with_grids
from hyperdigest.read.pdf.layout import (
    GUTTER_WIDTH,
    Column,
    Line,
    TableRow,
    Word,
    lines_of,
    median,
)
from hyperdigest.read.pdf.regions import with_regions
from hyperdigest.read.pdf.rulings import NO_RULINGS, Ruling, Rulings

LEAST_LINES = 3
"""Smallest number of lines in each of two columns."""

NEXT_LINE = 0.8
"""Smallest distance of the baselines of two lines of a column, in heights of a line."""

COLUMN_WIDTH = 6.0
"""Smallest width of a column; a column of bullets is narrower."""


def columns(words: Iterable[Word], page: int = 0, rulings: Rulings = NO_RULINGS) -> list[Column]:
    """The lines of a page, column after column, in reading order; turned words are last."""
    upright, *turned = by_turns(words)
    lines = with_grids(lines_of(upright, page), rulings)
    return columns_of(lines, rulings.across) + turned_columns(turned, page)


def by_turns(words: Iterable[Word]) -> list[list[Word]]:
    """The words of a page that are upright, and those at each other angle."""
    found: list[list[Word]] = [[], [], [], []]
    for word in words:
        found[word.turns].append(word)
    return found


def turned_columns(turned: Iterable[list[Word]], page: int = 0) -> list[Column]:
    """The columns of the words at each angle."""
    return [column for words in turned for column in columns_of(lines_of(words, page))]


def columns_of(lines: list[Line], across: Sequence[Ruling] = (), most: int = 4) -> list[Column]:
    """The lines of a page in reading order, column after column.

    Lines that cross a gutter, such as a title over two columns, separate the columns above from
    those below. `most` limits how deep columns are searched within columns.
    """
    lines = with_regions(lines, across) if most else lines
    gutter = _gutter(lines) if most else None
    if gutter is None:
        return [lines] if lines else []
    found: list[Column] = []
    for split, band in _bands(lines, gutter):
        if split:
            for side in _sides(band, gutter):
                found += columns_of(side, across, most - 1)
        else:
            found += columns_of(band, across, most - 1)
    return found


def _sides(band: Sequence[Line], gutter: float) -> Iterator[list[Line]]:
    """The lines before and after a gutter; no row of a table crosses it."""
    rows = [line for line in band if isinstance(line, TableRow)]
    words = [word for line in band if not isinstance(line, TableRow) for word in line.words]
    for is_after in (False, True):
        own = [row for row in rows if (row.left >= gutter) is is_after]
        lines = lines_of(
            (word for word in words if (word.left >= gutter) is is_after), band[0].page
        )
        yield sorted([*lines, *own], key=lambda line: -line.base) if own else lines


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
            for before, word in pairwise(() if isinstance(line, TableRow) else line.words)
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
    """Whether a line covers `x`, with no gap there as wide as a gutter, or is a row around it."""
    if isinstance(line, TableRow):
        return line.left < x < line.right
    before = [word.right for word in line.words if word.left < x]
    after = [word.left for word in line.words if word.left >= x]
    if not before:
        return False
    end = max(before)
    return end > x or bool(after and min(after) - end < GUTTER_WIDTH * line.height)


def _is_split(band: Sequence[Line], x: float) -> bool:
    """Whether there are columns of text on both sides of `x`.

    The median line of a column fills half of its width, and has several words between gaps; that
    of a table's column does not. A listing whose lines go on after `x` is one column, and so is
    a table in the middle between headings: no lines of it are beside the headings.
    """
    if _has_short_cells(band, x) or _is_listing(band, x) or not _are_beside(band, x):
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


def _are_beside(band: Sequence[Line], x: float) -> bool:
    """Whether a line is beside one on the other side of `x`, or most lines are on another side than
    the one above them, as those of columns are that begin at different heights."""
    changes = 0
    for above, line in pairwise(band):
        is_other = line.right <= x <= above.left or above.right <= x <= line.left
        low = min(word.base for word in above.words)
        if is_other and low - line.base < NEXT_LINE * min(above.height, line.height):
            return True
        changes += is_other
    return 2 * changes > len(band) or any(line.left < x < line.right for line in band)


def _is_listing(band: Sequence[Line], x: float) -> bool:
    """Whether most lines have words on both sides of `x`, and all of these are monospaced."""
    both = [line for line in band if line.left < x < line.words[-1].left]
    return 2 * len(both) > len(band) and all(line.monospaced for line in both)


def _has_short_cells(band: Sequence[Line], x: float) -> bool:
    """Whether most lines on both sides of `x` are rows of a table with a word in most cells."""
    sizes: list[int] = []
    for line in band:
        if isinstance(line, TableRow) or not line.left < x < line.words[-1].left:
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
