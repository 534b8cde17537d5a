"""Terms in pages of manuals that fill all of their column but one blank.

A page hangs what explains a term in a column of its own: usually, a wide gap is before it, or the
term has a line of its own. One blank is left after a term that is just one shorter than the column
is wide ("delete removes a tank.").
"""

from __future__ import annotations

import re

from hyperdigest.split.code_blocks import FUNCTION_WORD
from hyperdigest.split.definitions import Term, explains, is_option
from hyperdigest.split.lines import Line, Lines

_NARROWEST = 4
"""Columns of a term that is no option, with the blank after it."""

_AHEAD = 24
"""How many lines are read to find the next term."""

_NO_TERM = re.compile(r"[.,;:!?]$")


def hanging_term(lines: Lines, number: int, line: Line, before: int, margin: float) -> Term | None:
    """The term that begins a line, if one blank is before the column of its explanation.

    Parameters
    ----------
    before : the column of what explains the term before it in the same column; -1 without one.
    margin : the width at which lines are wrapped; a shorter one may be a term above deeper text.
    """
    if line.kind not in ("text", "table"):
        return None
    goes_on = not lines.is_blank(number + 1) and lines[number + 1].indent > line.indent
    column = lines[number + 1].indent if goes_on else -1
    if not goes_on and lines.is_blank(number + 1):
        column = before if before >= 0 else _column_of_next(lines, number, line)
    width = column - line.indent
    text = lines.text[line.start : min(line.end, line.start + 200)]
    if not 1 < width < len(text) or text[width - 1] != " " or text[width] == " ":
        return None
    head, rest = text[: width - 1], text[width:]
    are_words = before == column and " " in rest and rest.replace(" ", "").isalpha()
    if head[-1] == " " or not (are_words or explains(rest)):
        return None
    if not is_option(head) and (
        " " in head or width < _NARROWEST or _NO_TERM.search(head) or FUNCTION_WORD.search(head)
    ):
        return None
    if not (goes_on and before == column) and head.istitle() and not is_option(head):
        return None  # the first word of a sentence
    if goes_on and rest[-1] != "." and not lines.is_wrapped(line, lines[number + 1], margin):
        return None
    return Term(line.start, line.start + width - 1, line.start + width, column)


def _column_of_next(lines: Lines, number: int, line: Line) -> int:
    """The column of the text below the next line with the indent of a line; -1 if none is."""
    for after in range(number + 1, min(number + _AHEAD, len(lines) - 1)):
        if lines.is_blank(after):
            continue
        indent = lines[after].indent
        if indent <= line.indent:
            is_above = indent == line.indent and not lines.is_blank(after + 1)
            return lines[after + 1].indent if is_above else -1
    return -1
