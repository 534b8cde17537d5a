"""Bullets that are small drawn shapes, as web browsers print them: the text has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hyperdigest.read.pdf.highlights import Shade
from hyperdigest.read.pdf.layout import Word

SMALLEST, LARGEST = 2.0, 9.0
"""The width and height of a bullet, in points."""

MOST_SHAPES = 2_000
"""A page with more of them has a chart."""

NEAREST, FARTHEST = 0.2, 2.5
"""Between a bullet and its word, in heights of the word."""

FEWEST = 2
"""Bullets of a page in one column, at least."""


def may_be_bullet(shape: Shade) -> bool:
    """Whether a shape is small, and as wide as it is high."""
    width, height = shape.right - shape.left, shape.high - shape.low
    is_small = min(width, height) >= SMALLEST and max(width, height) <= LARGEST
    return is_small and abs(width - height) <= 0.2 * max(width, height)


def with_drawn_bullets(words: Sequence[Word], shapes: Sequence[Shade]) -> list[Word]:
    """The words of a page, with those marked that begin a line after such a shape."""
    if not shapes or len(shapes) > MOST_SHAPES:
        return list(words)
    order = sorted(
        (n for n, word in enumerate(words) if not word.turns), key=lambda n: words[n].base
    )
    sides = [(word.left, word.right, word.base, word.height) for word in words]
    lefts, rights, bases, heights = np.array([sides[n] for n in order]).reshape(-1, 4).T
    found: dict[int, int] = {}
    for left, low, right, high in shapes:
        first, last = np.searchsorted(bases, (low - LARGEST, high))
        height = heights[first:last]
        is_level = abs(bases[first:last] + 0.35 * height - (low + high) / 2) < 0.35 * height
        level = first + np.flatnonzero(is_level)
        after = level[lefts[level] >= right]
        is_in_line = (lefts[level] < right) & (rights[level] > left - heights[level])
        if is_in_line.any() or not len(after):
            continue  # it is in the line, or part of a drawing
        nearest = after[lefts[after].argmin()]
        if NEAREST < (lefts[nearest] - right) / heights[nearest] < FARTHEST:
            found[order[nearest]] = round(left)
    columns = Counter(found.values())
    return [
        replace(word, bulleted=True) if columns[found.get(n, -1)] >= FEWEST else word
        for n, word in enumerate(words)
    ]
