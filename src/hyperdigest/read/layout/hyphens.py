"""Words broken at the ends of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 60
"""Characters of the longest word that is repaired."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_LAST = re.compile(r"(\w+(?:-\w+)*)-$")
_FIRST = re.compile(r"^\w+")
_OFTEN_COMPOUND = frozenset({"self", "well", "half", "quasi"})


class Hyphens:
    """Tells a word broken at the end of a line from a compound, by the other words of the text."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: set[str] = set()
        for line in lines:
            self._words.update(_WORD.findall(line.lower().rstrip("-")))

    def join(self, line: str, following: str) -> str:
        """`line` as it stands before `following`: without its hyphen, with it, or with a space."""
        last, first = _LAST.search(line[-LONGEST:]), _FIRST.match(following)
        if not last or not first:
            return line + " "
        before, after = last[1].lower(), first[0]
        if not after[0].islower() or before[-1].isdigit():
            return line
        if before + after in self._words:
            return line[:-1]
        compound = f"{before}-{after}" in self._words or "-" in before
        return line if compound or before in _OFTEN_COMPOUND else line[:-1]
