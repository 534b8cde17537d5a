"""Bullets that are small drawn shapes, as web browsers print them: the text has none."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

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
    if len(shapes) > MOST_SHAPES:
        return list(words)
    order = sorted(range(len(words)), key=lambda n: words[n].base)
    bases = [words[n].base for n in order]
    found: dict[int, int] = {}
    for shape in shapes:
        near = order[bisect_left(bases, shape.low - LARGEST) : bisect_right(bases, shape.high)]
        first = None
        for n in near:
            word = words[n]
            is_level = abs(word.base + 0.35 * word.height - (shape.low + shape.high) / 2) < (
                0.35 * word.height
            )
            if word.turns or not is_level:
                continue
            if word.left < shape.right and word.right > shape.left - word.height:
                break  # it is in the line, or part of a drawing
            if word.left >= shape.right and (first is None or word.left < words[first].left):
                first = n
        else:
            if first is not None:
                gap = (words[first].left - shape.right) / words[first].height
                if NEAREST < gap < FARTHEST:
                    found[first] = round(shape.left)
    columns = Counter(found.values())
    return [
        replace(word, bulleted=True) if columns[found.get(n, -1)] >= FEWEST else word
        for n, word in enumerate(words)
    ]
