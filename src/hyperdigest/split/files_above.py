"""Names of files on lines of their own between blank lines, with deeper text below that explains
them, as pages of manuals have them in a section "FILES"."""

from __future__ import annotations

import re

from hyperdigest.split.definitions import Term, is_explanation
from hyperdigest.split.lines import Line, Lines

_FILE = r"(?:[$~.]?[\w{}<>@%+-]*/|\.(?=\w)|[\w-]+\.(?=\w))[\w.{}<>@%+*/~-]*"
_NAMES = re.compile(rf"{_FILE}(?:, ?{_FILE})*")
_DEEPER = 2
"""How many columns deeper than the name the text below it is, at least."""

_AHEAD = 60
"""How many lines are read to find the next name."""


def file_above(lines: Lines, number: int, line: Line, before: int) -> Term | None:
    """The name of a file, or several, at a line; None if none is there.

    It is a term if another one is before or below it, each with a text in the same column.

    Parameters
    ----------
    before : the column of what explains the term before it in the same column; -1 without one.
    """
    column = _column(lines, number, line.indent)
    if column < 0:
        return None
    after, last = lines.next(number + 1), min(len(lines), number + _AHEAD)
    while after < last and lines[after].indent >= column:
        after = lines.next(after + 1)
    is_one = before == column or (
        after < len(lines) and _column(lines, after, line.indent) == column
    )
    return Term(line.start, line.end, -1, column) if is_one else None


def _column(lines: Lines, number: int, indent: int) -> int:
    """The column of the text that explains the names of files at a line with this indent; -1 if it
    has none."""
    line, below = lines[number], lines.next(number + 1)
    if line.kind != "text" or line.indent != indent or below == len(lines):
        return -1
    if not lines.is_blank(number + 1) or lines[below].indent < indent + _DEEPER:
        return -1
    is_named = _NAMES.fullmatch(lines.text, line.start, line.end)
    return lines[below].indent if is_named and is_explanation(lines, below) else -1
