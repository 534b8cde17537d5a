"""Cells that nearly touch: a number at the right side of its column, and text at the left side of
the next one.

Sheets leave less white between them than between two words of a cell. The same right edge beside
the same left edge in several lines shows where one ends and the other begins.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from hyperdigest.read.pdf.layout import Line, Word, is_monospaced, median
from hyperdigest.read.pdf.rivers import NARROW

LEAST_LINES = 4
"""Lines in which two columns meet at the same place, at least."""

LEAST_NUMBERS = 0.75
"""Share of the words that are numbers right before another cell, at least."""

NEAR, ABOUT = 0.3, 1.0
"""Points between edges that are the same, at most, and between those that are about the same."""

LIKE_SPACE = 0.15
"""A gap that differs from a space by this share of it at most is like one."""

SPACE_OF_DIGIT = 0.5
"""Width of a space where no words show it, in widths of a digit."""

_NUMBER = re.compile(r"\d[^\w.:)]?$|^[%‰$€£¥]$")
"""The end of a number at the right of its cell, or the sign after it; no number of an item."""

_BEGIN = re.compile(r"""[\w"'“‘(<$€£¥-]|\.\d""")
_FIGURE = re.compile(r"[\d.,]*\d")


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
    spaces: dict[int, list[float]] = defaultdict(list)
    for pair in chain.from_iterable(pairs_at.values()):
        if id(pair) not in met:
            spaces[pair.line].append(pair.gap)
    starts: dict[int, set[float]] = defaultdict(set)
    for place in places:
        if place.parts_cells([gap for pair in place.pairs for gap in spaces[pair.line]]):
            for pair in place.pairs:
                starts[pair.line].add(pair.after.left)
    return [
        replace(line, starts=frozenset(starts[n])) if n in starts else line
        for n, line in enumerate(lines)
    ]


def _close_pairs(n: int, line: Line) -> Iterator[_Pair]:
    """The neighbours in a line with less white between them than between columns."""
    most = NARROW * line.height
    for before, after in pairwise(line.words):
        if 0 < after.left - before.right <= most:
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
            word = pair.before
            if _FIGURE.fullmatch(word.text):
                n_digits = sum(map(str.isdigit, word.text))
                yield 2 * (word.right - word.left) / (len(word.text) + n_digits)

    def parts_cells(self, spaces: Sequence[float]) -> bool:
        """Whether cells end and begin there, and these are no words of one cell: no code, no words
        that recur, and no numbers with their units.

        `spaces` are the gaps between other words of the lines.
        """
        pairs = self.exact
        numbers = (_NUMBER.search(p.before.text) and _BEGIN.match(p.after.text) for p in pairs)
        if sum(map(bool, numbers)) < LEAST_NUMBERS * len(pairs):
            return False
        if all(is_monospaced(pair.before.font) or is_monospaced(pair.after.font) for pair in pairs):
            return False
        if len(spaces) < LEAST_LINES:
            spaces = [SPACE_OF_DIGIT * width for width in self.digits]
        space = median(spaces) if spaces else 0.0
        narrow = self.gap < (1 - LIKE_SPACE) * space
        if not self.is_ragged and len({pair.before.text for pair in pairs}) == 1:
            return narrow
        if narrow or self.gap > (1 + LIKE_SPACE) * space:
            return bool(space) or self.is_ragged
        rights = [pair.after.right for pair in pairs]
        return self.is_ragged and max(rights) - min(rights) > self.gap
