"""Join words that are hyphenated at line ends, with the help of the other words of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

LONGEST_WORD = 60
"""Longest word that is joined, in characters."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_LAST = re.compile(r"(\w+(?:-\w+)*)-$")
_FIRST = re.compile(r"^\w+")

_SUSPENDED = re.compile(r"(?:and|or|nor|to|und|oder)(?:\s|$)")
"""What follows a suspended hyphen: "two- and three-dimensional"."""

_COMPOUND_REST = re.compile(r"(?:to|of|and|or|the|by|for)-\w")
"""The rest of a compound such as "up-to-date"."""

_NOT_SUSPENDED = frozenset({"into", "onto", "unto", "hitherto"})
_OFTEN_COMPOUND = frozenset({"self", "well", "half", "quasi"})


class Hyphens:
    """Distinguishes words broken at line ends from compounds by the other words of a text."""

    def __init__(self, lines: Iterable[str]) -> None:
        found = (_WORD.findall(line.lower().rstrip("-")) for line in lines)
        self._words = Counter(chain.from_iterable(found))

    def count(self, word: str) -> int:
        """The number of occurrences of a lower-case word in the text."""
        return self._words[word]

    def join(self, line: str, following: str) -> str:
        """`line` to be joined with `following`: without its final hyphen, with it, or a space."""
        last, first = _LAST.search(line[-LONGEST_WORD:]), _FIRST.match(following)
        if not last or not first:
            return line + " "
        before, after = last[1].lower(), first[0]
        joined, compound = self._words[before + after], self._words[f"{before}-{after}"]
        is_known = joined or compound or before + after in _NOT_SUSPENDED
        if _SUSPENDED.match(following) and not is_known:
            return line + " "
        if not after[0].islower() or before[-1].isdigit() or _COMPOUND_REST.match(following):
            return line
        if joined or compound:
            return line[:-1] if joined >= compound else line
        return line if "-" in before or before in _OFTEN_COMPOUND else line[:-1]
