"""The numbers of steps as they are printed before them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from hyperdigest.base.slices import NUMBER
from hyperdigest.documents import BlockKind

Shape = Literal["decimal", "letter", "LETTER", "roman", "ROMAN"]

DEEPEST_LIST = 8
"""The deepest level of a numbering, from 0."""

_NUMBER_OF_LEVEL = re.compile("%([1-9])")
_LONGEST_ROMAN = 7
_MOST = 999_999
_ROMAN = (
    *((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x")),
    *((9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


class Level(NamedTuple):
    """A level of a numbering: what its paragraphs are, their first number, the shape of all, None
    if that is not one of ours, the text in which ``%2`` stands for the number of level 1, and the
    indent of what is after it in twentieths of a point, 0 if it is not known."""

    kind: BlockKind = "item"
    start: int = 1
    shape: Shape | None = "decimal"
    text: str = ""
    left: int = 0


ITEM = Level()
"""A level that is not described."""


def mark_of_level(levels: Mapping[int, Level], level: int, counts: Mapping[int, int]) -> str:
    """The number of a step as it is shown, such as ``1.2``; ``2.`` where that is another text.

    `counts` has the numbers of the levels, from 0. A level above it that has no paragraph yet
    counts as begun.
    """

    def number(found: re.Match[str]) -> str:
        one = int(found[1]) - 1
        above = levels.get(one, ITEM)
        return written(counts.get(one, above.start), above.shape) if above.shape else ""

    own = levels[level]
    shown = _NUMBER_OF_LEVEL.sub(number, own.text)
    if re.fullmatch(NUMBER, shown):
        return shown
    return mark(counts[level], own.shape) if own.shape else ""


def mark(number: int, shape: Shape = "decimal") -> str:
    """A number as a mark, such as ``3.`` or ``c.``; empty if it is too large or negative."""
    shown = written(number, shape)
    return f"{shown}." if shown else ""


def written(number: int, shape: Shape) -> str:
    """A number in a shape, such as ``3`` or ``c``; empty if it is too large or negative."""
    if not 0 <= number <= _MOST:
        return ""
    shown = f"{number}"
    if shape.lower() == "letter":
        shown = chr(ord("a") + number - 1) if 1 <= number <= 26 else ""
    elif shape.lower() == "roman":
        shown = _roman(number)
    return shown.upper() if shape.isupper() else shown


def _roman(number: int) -> str:
    """A number in Roman letters; empty if it is too large or too long."""
    written = ""
    for value, letters in _ROMAN if number < 400 else ():
        count, number = divmod(number, value)
        written += letters * count
    return written if len(written) <= _LONGEST_ROMAN else ""
