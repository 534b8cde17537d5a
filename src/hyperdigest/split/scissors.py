"""Code in plain text between two lines that show where to cut, such as ``---8<---``."""

from __future__ import annotations

import re

from hyperdigest.split.code_blocks import FUNCTION_WORD
from hyperdigest.split.lines import Line, Lines

_SCISSORS = re.compile(r"-{2,}[ ]?(?:8<|>8|%<|>%)[^\n]{0,100}-{2,}$")
_FEWEST_FUNCTION_WORDS = 2
"""In a line of prose."""


def is_scissors(lines: Lines, line: Line) -> bool:
    """Whether a line only shows where to cut."""
    return lines.text[line.start] == "-" and bool(_SCISSORS.match(lines.text, line.start, line.end))


def cut_end(lines: Lines, number: int) -> int:
    """The line of scissors below code that is below a line of scissors; that line itself if there
    is none, or at least half of the lines between them are prose."""
    if not is_scissors(lines, lines[number]):
        return number
    prose = filled = 0
    for after in range(number + 1, len(lines)):
        if lines.is_blank(after):
            continue
        line = lines[after]
        if is_scissors(lines, line):
            return after if 2 * prose < filled else number
        words = FUNCTION_WORD.findall(lines.text, line.start, line.end)
        prose += len(words) >= _FEWEST_FUNCTION_WORDS
        filled += 1
    return number
