"""Boxes of colour behind some words of a line, as behind code or what a reader marked: they are no
cells of a table, though those of lines below each other touch."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

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
    upright = sorted((word for word in words if not word.turns), key=lambda word: word.base)
    bases = [word.base for word in upright]
    found: set[int] = set()
    for group in _touching(shades):
        left, low = shades[group[0]].left, shades[group[0]].low
        right, high = shades[group[-1]].right, shades[group[0]].high
        near = upright[bisect_left(bases, low - HIGHEST) : bisect_right(bases, high)]
        line = [word for word in near if low < word.base + 0.3 * word.height < high]
        inside = [word for word in line if left < (word.left + word.right) / 2 < right]
        if not inside:
            continue
        beside = [shade for shade in shades if shade.low < high and low < shade.high]
        outside = [word for word in line if not any(map(partial(_is_behind, word), beside))]
        height = max(word.height for word in inside)
        start, end = min(word.left for word in inside), max(word.right for word in inside)
        is_filled = max(start - left, right - end) < PADDING * height
        is_beside = any(
            -PADDING * height < start - word.right < GAP * height
            or -PADDING * height < word.left - end < GAP * height
            for word in outside
        )
        if is_filled and is_beside and high - low < TALLEST * height:
            found.update(group)
    return found


def _is_behind(word: Word, shade: Shade) -> bool:
    middle = (word.left + word.right) / 2
    return (
        shade.left < middle < shade.right and shade.low < word.base + 0.3 * word.height < shade.high
    )


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
