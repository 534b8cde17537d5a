"""The fields of posts as files have them: numbers and names, and what is none."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from hyperdigest.base.names import LONGEST_NAME
from hyperdigest.read.content import one_line
from hyperdigest.read.encoding import replace_surrogates

LARGEST_NUMBER = 10**9
"""Votes and reputation beyond it are none."""

MOST_NAMED = 5
"""Entries of a file that are named where something is wrong with each in the same way."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,10}(?:\.0{1,10})?", re.ASCII)


def whole_number(value: Any) -> int | None:
    """A whole number, given as one or as text, of at most `LARGEST_NUMBER` either way; else None.

    >>> whole_number(" -3 "), whole_number(12.0), whole_number("many"), whole_number(True)
    (-3, 12, None, None)
    """
    if isinstance(value, str):
        number = int(float(value)) if _WHOLE.fullmatch(value := value.strip()) else None
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = int(value) if abs(value) <= LARGEST_NUMBER and value == int(value) else None
    else:
        number = None
    return number if number is not None and abs(number) <= LARGEST_NUMBER else None


def name_of_author(value: Any) -> str:
    """A name on one line; empty where it is none, or too long for one."""
    name = one_line(replace_surrogates(value)) if isinstance(value, str) else ""
    return name if len(name) <= LONGEST_NAME else ""


class NamedOnce:
    """What is wrong with the entries of a file: it is told of the first ones alone."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def told(self, reason: str) -> str:
        """What is said of an entry; nothing where enough like it are named."""
        self._times[reason] += 1
        if self._times[reason] > MOST_NAMED:
            return ""
        more = "; others like it are not named" if self._times[reason] == MOST_NAMED else ""
        return reason + more
