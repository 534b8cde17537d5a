"""Words on a page and the lines they stand in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

WIDE_GAP = 2.0
"""Gap between words, in heights of a line, that only the cells of a table have."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, in points from the lower left of the page; `base` is its baseline."""

    text: str
    left: float
    right: float
    base: float
    height: float
    font: str = ""


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
            wide = word.left - before.right > WIDE_GAP * self.height
            text += ("\t" if wide else " ") + word.text
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


def lines_of(words: Iterable[Word], page: int = 0) -> list[Line]:
    """Lines from the top of the page down, whatever the order in which the words were drawn."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (-word.base, word.left)):
        last = rows[-1][-1] if rows else None
        if last and last.base - word.base < 0.4 * max(last.height, word.height):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [Line(tuple(sorted(row, key=lambda word: word.left)), page) for row in rows]


def median(values: Sequence[float]) -> float:
    """The middle of `values`, the upper one of two."""
    return sorted(values)[len(values) // 2]
