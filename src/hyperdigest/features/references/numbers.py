"""The numbers of parts of documents: "8.3", "4.2.1", "5a", "A.6", "IV", "(2)", "(a)"."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_RANGE = 100
"""A range of more numbers names only its ends."""

WHOLE = r"(?:0|[1-9]\d{0,2})"
NUMBER = rf"(?:[A-Z]\.)?{WHOLE}[a-z]?(?:\.{WHOLE}){{0,6}}(?![\w%‰°]|[.,:]\d)"
"""The number of a part; no year, amount with a comma, share, time or number of a version."""

ROMAN = r"[IVXLC]{1,7}\b"
SUB = r"(?:\d{1,3}|[a-z]{1,2}|[ivx]{3,6}|[A-Z])"
"""The number or letter of a part of a part, in brackets: "(2)", "(a)", "(iv)"."""

_LETTERS = re.compile(r"[a-z]\Z")
_END = re.compile(r"(.*?)(\d+)\Z")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document by its number, such as article 5(2)(a).

    Parameters
    ----------
    kind : the kind of part, such as ``article``; empty if it is not said.
    number : the number of the part: ``5``; small parts in brackets do not belong to it.
    subs : the numbers of the small parts: ``("2", "a")``. An empty one is not known.
    """

    kind: str
    number: str
    subs: tuple[str, ...] = ()


def numbers_between(first: str, last: str) -> list[str]:
    """The numbers after `first` up to `last`: 5 to 8, 4.1 to 4.4, a to d."""
    if _LETTERS.match(first) and _LETTERS.match(last) and first < last:
        return [chr(code) for code in range(ord(first) + 1, ord(last) + 1)]
    one, other = _END.match(first), _END.match(last)
    if one is None or other is None or one[1] != other[1]:
        return [last]
    low, high = int(one[2]), int(other[2])
    if not low < high <= low + LONGEST_RANGE:
        return [last]
    return [f"{one[1]}{number}" for number in range(low + 1, high + 1)]


def roman_value(numeral: str) -> int:
    """The value of a Roman number in lower case: 4 for ``iv``; 0 if it is none."""
    values = [_ROMAN_VALUES.get(letter, 0) for letter in numeral]
    if not values or 0 in values:
        return 0
    after = [*values[1:], 0]
    return sum(-v if v < w else v for v, w in zip(values, after, strict=True))
