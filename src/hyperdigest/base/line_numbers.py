"""The number of the line with a character of a text, without counting from the start each time."""

from __future__ import annotations

from functools import lru_cache

_STEP = 1 << 14
"""The lines are counted once up to every so many characters."""


def line_number(text: str, offset: int) -> int:
    """The number, from 1, of the line with the character at an offset."""
    step = max(0, min(offset, len(text))) // _STEP
    return _breaks_before(text)[step] + _breaks(text, step * _STEP, offset) + 1


@lru_cache(maxsize=4)
def _breaks_before(text: str) -> list[int]:
    """How many line breaks are before each step of a text."""
    counts = [0]
    for start in range(0, len(text), _STEP):
        counts.append(counts[-1] + _breaks(text, start, start + _STEP))
    return counts


def _breaks(text: str, start: int, end: int) -> int:
    """How many line breaks end in a slice: CR, LF, or both, which belong to where LF is."""
    feeds, returns = (text.count(sign, start, end) for sign in "\n\r")
    before = start > 0 and text[start - 1] == "\r"
    both = text.count("\r\n", start - before, end) if feeds and (returns or before) else 0
    return feeds + returns - both
