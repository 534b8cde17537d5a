"""Terms in pages of manuals that fill all of their column but one blank.

A page hangs what explains a term in a column of its own: usually, a wide gap is before it, or the
term has a line of its own. One blank is left after a term that is just one shorter than the column
is wide ("delete removes a tank.").
"""

from __future__ import annotations

import re

from hyperdigest.split.code_signs import FUNCTION_WORD
from hyperdigest.split.definitions import Term, explains
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.options import WORDS, is_option

_NARROWEST = 4
"""Columns of a term that is no option, with the blank after it."""

_AHEAD = 24
"""How many lines are read to find the next term."""

_MOST_WORDS = 4
"""Of a term that is no option, without those that join its names."""

_JOINING = re.compile(r"\b(?:or|and)\b")
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
    if goes_on:
        column = lines[number + 1].indent
    else:
        column = before if before >= 0 else _column_of_next(lines, number, line)
    width = column - line.indent
    text = lines.text[line.start : min(line.end, line.start + 200)]
    if not 1 < width < len(text) or text[width - 1] != " " or text[width] == " ":
        return None
    head, rest = text[: width - 1], text[width:]
    has_words = before == column and WORDS.search(rest) is not None
    if head[-1] in " ,;" or not (has_words or explains(rest)):
        return None
    if not goes_on and not _ends_at(lines, number + 1, line, column):
        return None
    if not is_option(head) and not _may_be_term(head, rest):
        return None
    if not (goes_on and before == column) and head.istitle() and not is_option(head):
        return None  # the first word of a sentence
    if goes_on and rest[-1] != "." and not lines.is_wrapped(line, lines[number + 1], margin):
        return None
    return Term(line.start, line.start + width - 1, line.start + width, column)


def _may_be_term(head: str, rest: str) -> bool:
    """Whether what is before a column may be a term that is no option: a word, or a few before a
    sentence."""
    words = _JOINING.sub("", head).split()
    if len(head) < _NARROWEST - 1 or _NO_TERM.search(head):
        return False
    if FUNCTION_WORD.search(" ".join(words)):
        return False
    return " " not in head or (len(words) <= _MOST_WORDS and rest[0].isupper())


def _ends_at(lines: Lines, number: int, line: Line, column: int) -> bool:
    """Whether an explanation, in a column, ends above a line: that is blank, less deep than its
    term, or begins with one more term of the same column."""
    if lines.is_blank(number) or lines[number].indent < line.indent:
        return True
    below = lines[number + 1] if not lines.is_blank(number + 1) else None
    if below and below.indent > line.indent:
        return below.indent == column
    width = column - line.indent
    text = lines.of(lines[number])
    return len(text) > width and text[width - 1] == " " != text[width]


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
