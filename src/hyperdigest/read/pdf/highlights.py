"""Boxes of colour behind some words of a line, as behind code or what a reader marked: they are no
cells of a table, though those of lines below each other touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hyperdigest.read.pdf.layout import Word

LOWEST, HIGHEST = 4.0, 40.0
"""Points; a lower box is a line, a higher one is behind several lines."""

MOST_BOXES = 600
"""A page with more boxes has a chart."""

PADDING = 0.5
"""Between the words and the sides of such a box, in heights of a word, at most."""

GAP = 0.7
"""Between its words and those beside it in the line, in heights of a word, at most."""

TALLEST = 2.0
"""Height of such a box, in heights of a word, at most."""

TOUCHES = 1.0
"""Points between two boxes of one line that touch, at most."""


class Shade(NamedTuple):
    """The sides of a box that is filled and has no border."""

    left: float
    low: float
    right: float
    high: float


def highlights(shades: Sequence[Shade], words: Sequence[Word]) -> set[int]:
    """The numbers of the boxes that are behind words of a line of which others have none behind
    them.

    The cells of a row may be shaded one by one, and their words may fill them: then the words
    beside them are in boxes, too, or apart.
    """
    if not shades or len(shades) > MOST_BOXES:
        return set()
    upright = [word for word in words if not word.turns]
    if not upright:
        return set()
    sides = np.array([(word.left, word.right, word.base, word.height) for word in upright])
    lefts, rights, bases, heights = sides.T
    across, up = (lefts + rights) / 2, bases + 0.3 * heights
    is_behind = np.zeros(len(upright), bool)
    for left, low, right, high in shades:
        is_behind |= (left < across) & (across < right) & (low < up) & (up < high)
    found: set[int] = set()
    for group in _touching(shades):
        left, low = shades[group[0]].left, shades[group[0]].low
        right, high = shades[group[-1]].right, shades[group[0]].high
        is_in_line = (low < up) & (up < high)
        inside = is_in_line & (left < across) & (across < right)
        if not inside.any():
            continue
        outside = is_in_line & ~is_behind
        height = heights[inside].max()
        start, end = lefts[inside].min(), rights[inside].max()
        is_filled = max(start - left, right - end) < PADDING * height
        gaps = np.concatenate([start - rights[outside], lefts[outside] - end])
        is_beside = ((-PADDING * height < gaps) & (gaps < GAP * height)).any()
        if is_filled and is_beside and high - low < TALLEST * height:
            found.update(group)
    return found


def _touching(shades: Sequence[Shade]) -> list[list[int]]:
    """The numbers of the boxes of a line that touch each other, from left to right."""
    order = sorted(range(len(shades)), key=lambda n: (shades[n].low, shades[n].left))
    groups: list[list[int]] = []
    for n in order:
        last = shades[groups[-1][-1]] if groups else None
        if (
            last
            and abs(last.low - shades[n].low) < TOUCHES
            and abs(last.high - shades[n].high) < TOUCHES
            and abs(last.right - shades[n].left) < TOUCHES
        ):
            groups[-1].append(n)
        else:
            groups.append([n])
    return groups
