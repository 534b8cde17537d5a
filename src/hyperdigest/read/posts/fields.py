"""Check fields of posts: numbers, names of authors, and messages about invalid ones."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from hyperdigest.base.names import LONGEST_NAME
from hyperdigest.read.content import one_line
from hyperdigest.read.encoding import replace_surrogates

LARGEST_NUMBER = 10**9
"""Larger votes and reputations are errors."""

MOST_MESSAGES = 5
"""How many entries of a file get a message for the same reason."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,10}(?:\.0{1,10})?", re.ASCII)


def whole_number(value: Any) -> int | None:
    """An integer given as number or text, at most `LARGEST_NUMBER` in size; None for others.

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
    """A name on one line; empty if `value` is not a name, or too long for one."""
    name = one_line(replace_surrogates(value)) if isinstance(value, str) else ""
    return name if len(name) <= LONGEST_NAME else ""


class LimitedMessages:
    """Limits the messages about entries of a file to the first few for each reason."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def message(self, reason: str) -> str:
        """The message about an entry; empty if enough entries had the same reason."""
        self._counts[reason] += 1
        if self._counts[reason] > MOST_MESSAGES:
            return ""
        is_last = self._counts[reason] == MOST_MESSAGES
        return reason + ("; others like it are not named" if is_last else "")
