"""The numbers of steps as they are printed before them."""

from __future__ import annotations

from typing import Literal

Shape = Literal["decimal", "letter", "LETTER", "roman", "ROMAN"]

_LONGEST_ROMAN = 7
_MOST = 999_999
_ROMAN = (
    *((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x")),
    *((9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


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
