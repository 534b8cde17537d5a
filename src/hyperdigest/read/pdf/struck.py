"""Words of a PDF with a line through them, as in drafts of contracts: a reader takes them for
deleted, so that they are left out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from hyperdigest.read.pdf.layout import Word
from hyperdigest.read.pdf.rulings import Ruling

LOWEST, HIGHEST = 0.12, 0.5
"""Where such a line is above the baseline, in heights of the word: an underline is below it, and
the ruling of a table above the letters."""

LEAST_COVERED = 0.85
"""Share of the word that is struck, at least."""

THICKEST = 0.15
"""How thick such a line is, in heights of the word, at most: a thicker one, and one that is white,
is behind the word."""

MOST_RULINGS = 2_000
"""A page with more horizontal rulings has a chart."""


def without_struck(words: Sequence[Word], across: Sequence[Ruling]) -> list[Word]:
    """The words of a page without those that horizontal rulings, from below, strike through."""
    if not across or len(across) > MOST_RULINGS:
        return list(words)
    places = [ruling.at for ruling in across]

    def is_struck(word: Word) -> bool:
        first = bisect_left(places, word.base + LOWEST * word.height)
        last = bisect_right(places, word.base + HIGHEST * word.height)
        return any(
            ruling.is_line
            and ruling.thickness <= THICKEST * word.height
            and min(ruling.end, word.right) - max(ruling.start, word.left)
            >= LEAST_COVERED * (word.right - word.left)
            for ruling in across[first:last]
        )

    return [word for word in words if word.turns or not is_struck(word)]
