"""Hyphens at the ends of lines: which of them broke a word, by the other words of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

LONGEST = 60
"""Characters of the longest word that is repaired."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_LAST = re.compile(r"(\w+(?:-\w+)*)-$")
_FIRST = re.compile(r"^\w+")

_SUSPENDED = re.compile(r"(?:and|or|nor|to|und|oder)(?:\s|$)")
"""What follows the first half of "two- and three-dimensional"."""

_INSIDE = re.compile(r"(?:to|of|and|or|the|by|for)-\w")
"""What goes on a compound such as "up-to-date"."""

_NOT_SUSPENDED = frozenset({"into", "onto", "unto", "hitherto"})
_OFTEN_COMPOUND = frozenset({"self", "well", "half", "quasi"})


class Hyphens:
    """Tells a word broken at the end of a line from a compound, by the other words of the text."""

    def __init__(self, lines: Iterable[str]) -> None:
        found = (_WORD.findall(line.lower().rstrip("-")) for line in lines)
        self._words = Counter(chain.from_iterable(found))

    def seen(self, word: str) -> int:
        """How often a word in small letters stands in the text."""
        return self._words[word]

    def join(self, line: str, following: str) -> str:
        """`line` as it stands before `following`: without its hyphen, with it, or with a space."""
        last, first = _LAST.search(line[-LONGEST:]), _FIRST.match(following)
        if not last or not first:
            return line + " "
        before, after = last[1].lower(), first[0]
        joined, compound = self._words[before + after], self._words[f"{before}-{after}"]
        known = joined or compound or before + after in _NOT_SUSPENDED
        if _SUSPENDED.match(following) and not known:
            return line + " "
        if not after[0].islower() or before[-1].isdigit() or _INSIDE.match(following):
            return line
        if joined or compound:
            return line[:-1] if joined >= compound else line
        return line if "-" in before or before in _OFTEN_COMPOUND else line[:-1]
