"""Numbers and lengths of TeX, and what is given to them, which is not printed."""

from __future__ import annotations

import re

from hyperdigest.read.latex.commands import ASSIGNED
from hyperdigest.read.latex.source import Source

REGISTERS = frozenset(("newcount", "newdimen", "newskip", "newlength"))
"""Commands that define a number or a length."""

_DIMENSION = re.compile(
    r"[ \t]*=?[ \t]*-?[ \t]*(?:\d*\.?\d+[ \t]*[a-z]{2}\b|\\[A-Za-z@]+|\d+)?"
    r"(?:[ \t]*(?:plus|minus)[ \t]*-?\d*\.?\d+[ \t]*[a-z]{2,5}\b)*"
)
_RULE = re.compile(
    r"(?:[ \t]*(?:width|height|depth)[ \t]*=?[ \t]*(?:\\[A-Za-z@]+|[\d.]+[ \t]*[a-z]{2}))*"
)
_VALUE = re.compile(
    r"[ \t]*(?:=[ \t]*-?[ \t]*(?:\d*\.?\d+|\\[A-Za-z@]+)|-?\d*\.?\d+)"
    r"[ \t]*(?:(?:pt|cm|mm|in|em|ex|sp|bp|pc)\b)?"
)
_NUMBERED = re.compile(
    r"[ \t]*\d{1,5}(?:[ \t]*=[ \t]*-?[ \t]*(?:\\[A-Za-z@]+|\d*\.?\d+[ \t]*(?:[a-z]{2}\b)?))?"
)
_CALCULATED = re.compile(r"[ \t]*\\[A-Za-z@]+\d*[ \t]*(?:by)?[ \t]*-?[\d.]*(?:[a-z]{2}\b)?")
_OPERANDS = {
    **dict.fromkeys(ASSIGNED, _DIMENSION),
    **dict.fromkeys(("hrule", "vrule"), _RULE),
    **dict.fromkeys(("count", "dimen", "skip", "muskip"), _NUMBERED),
    "catcode": re.compile(r"[ \t]*(?:`\\?.|\d+)[ \t]*=?[ \t]*(?:\d+|\\active\b)?"),
    **dict.fromkeys(("advance", "multiply", "divide"), _CALCULATED),
}
"""What follows commands of TeX that print nothing."""


class Registers:
    """The numbers and lengths that a file defines."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def new(self, source: Source) -> None:
        """Read the name of one after the command that defines it."""
        self._names.add(source.argument().strip().lstrip("\\"))

    def takes_operand(self, name: str, source: Source) -> bool:
        """Read what is given to a number or a length, or follows another command that prints
        nothing; False, and nothing is done, if the name is of neither."""
        operand = _OPERANDS.get(name) or (_VALUE if name in self._names else None)
        if operand:
            source.match(operand)
        return operand is not None
