"""Rows of tables whose short cells stand halfway down beside the two lines of a long cell."""

from __future__ import annotations

from hyperdigest.read.pdf.layout import GUTTER_WIDTH, Column, Line

LINE_STEP = 1.6
"""How far apart two lines of a cell are at most, in heights of a line."""

SAME_HEIGHT = 0.25
"""By how much the heights of the cells of a row differ at most, as a share."""


def with_centred_cells(column: Column) -> Column:
    """The lines of a column, with cells between the two lines of another cell beside the first."""
    found: Column = []
    for n, line in enumerate(column):
        if found and n + 1 < len(column) and _is_between(found[-1], line, column[n + 1]):
            words = sorted((*found[-1].words, *line.words), key=lambda word: word.left)
            found[-1] = Line(tuple(words), line.page)
        else:
            found.append(line)
    return found


def _is_between(above: Line, line: Line, below: Line) -> bool:
    height = line.height
    is_cell = (
        above.base - below.base < LINE_STEP * height
        and abs(above.left - below.left) < GUTTER_WIDTH * height
        and all(abs(one.height - height) < SAME_HEIGHT * height for one in (above, below))
    )
    left, right = above.left, max(above.right, below.right)
    gutter = GUTTER_WIDTH * height
    return is_cell and all(
        word.right < left - gutter or word.left > right + gutter for word in line.words
    )
