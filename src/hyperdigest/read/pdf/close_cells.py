"""Cells that nearly touch: a number at the right side of its column, and text at the left side of
the next one.

Sheets leave less white between them than between two words of a cell. The same right edge beside
the same left edge in several lines shows where one ends and the other begins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hyperdigest.read.pdf.layout import Line, Word, is_monospaced, median
from hyperdigest.read.pdf.white import NARROW

LEAST_LINES = 4
"""Lines in which two columns meet at the same place, at least."""

NEAR, ABOUT = 0.3, 1.0
"""Points between edges that are the same, at most, and between those that are about the same."""

LIKE_SPACE = 0.15
"""A gap that differs from a space by this share of it at most is like one."""

SPACE_OF_DIGIT = 0.5
"""Width of a space where no words show it, in widths of a digit."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two words of a line with little white between them."""

    line: int
    before: Word
    after: Word

    @property
    def gap(self) -> float:
        return self.after.left - self.before.right


def with_close_cells(lines: Sequence[Line], are_divided: Sequence[bool]) -> list[Line]:
    """The lines, with the left edges of words that begin a cell right beside another one.

    Only lines that are divided by wide gaps, too, may be rows of a table.
    """
    pairs_at: dict[int, list[_Pair]] = defaultdict(list)
    for n, (line, is_divided) in enumerate(zip(lines, are_divided, strict=True)):
        if is_divided:
            for pair in _close_pairs(n, line):
                pairs_at[round(pair.after.left)].append(pair)
    places = [place for pairs in pairs_at.values() if (place := _Place.of(pairs))]
    if not places:
        return list(lines)
    met = {id(pair) for place in places for pair in place.pairs}
    others = [pair.gap for pairs in pairs_at.values() for pair in pairs if id(pair) not in met]
    digits = [width for place in places for width in place.digits]
    space = (
        median(others) if len(others) >= LEAST_LINES else SPACE_OF_DIGIT * median(digits or [0.0])
    )
    starts: dict[int, set[float]] = defaultdict(set)
    for place in places:
        if place.parts_cells(space):
            for pair in place.pairs:
                starts[pair.line].add(pair.after.left)
    return [
        replace(line, starts=frozenset(starts[n])) if n in starts else line
        for n, line in enumerate(lines)
    ]


def _close_pairs(n: int, line: Line) -> Iterator[_Pair]:
    """The neighbours in a line with less white between them than between columns, but not those
    after the number of an item."""
    most = NARROW * line.height
    for before, after in pairwise(line.words):
        if 0 < after.left - before.right <= most and before.text[-1] not in ".:)":
            yield _Pair(n, before, after)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where words end and others begin in several lines.

    Parameters
    ----------
    gap : between the words.
    exact : the pairs that do so; `pairs` are about there.
    """

    gap: float
    exact: Sequence[_Pair]
    pairs: Sequence[_Pair]

    @classmethod
    def of(cls, pairs: Sequence[_Pair]) -> _Place | None:
        """The place at which most of the pairs meet; None if they are too few."""
        if len(pairs) < LEAST_LINES:
            return None
        end = median([pair.before.right for pair in pairs])
        begin = median([pair.after.left for pair in pairs])
        exact, about = (
            [
                pair
                for pair in pairs
                if abs(pair.before.right - end) < near and abs(pair.after.left - begin) < near
            ]
            for near in (NEAR, ABOUT)
        )
        return cls(begin - end, exact, about) if len(exact) >= LEAST_LINES else None

    @property
    def is_ragged(self) -> bool:
        """Whether the words before it do not begin at one place, too."""
        lefts = [pair.before.left for pair in self.exact]
        return max(lefts) - min(lefts) > self.gap

    @property
    def digits(self) -> Iterator[float]:
        """The widths of the digits of the numbers before it."""
        for pair in self.exact:
            if pair.before.text.isdecimal():
                yield (pair.before.right - pair.before.left) / len(pair.before.text)

    def parts_cells(self, space: float) -> bool:
        """Whether cells end and begin there, and these are no words of one cell: no code, no words
        that recur, and no numbers with their units.

        `space` is the usual gap between two words; 0 if it is not known.
        """
        pairs = self.exact
        if all(is_monospaced(pair.before.font) or is_monospaced(pair.after.font) for pair in pairs):
            return False
        if self.gap < (1 - LIKE_SPACE) * space:
            return True
        if not self.is_ragged and len({pair.before.text for pair in pairs}) == 1:
            return False
        if not space or self.gap > (1 + LIKE_SPACE) * space:
            return True
        rights = [pair.after.right for pair in pairs]
        return self.is_ragged and max(rights) - min(rights) > self.gap
