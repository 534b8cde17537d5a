"""Tables in text within a frame of lines: of ``+---+`` and bars, or of characters for boxes.

So do reStructuredText, databases, RFCs and pages of manuals print them. A cell may have several
lines, and a rule that does not reach through all columns divides only some of the cells of a row.
"""

from __future__ import annotations

import re

from hyperdigest.base.text import BARS
from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.ruled_columns import Table, row_of

CORNERS = frozenset("+┌┏╔╭╒╓")
"""What the upper rule of a frame begins with."""

_TOP = re.compile(r"\+[-=+:]{2,}$|[┌┏╔╭╒╓][─-╿]*[┬┳╦╤╥┯┰][─-╿]*$")
"""A box without a mark where columns meet is a drawing."""

_RULE = re.compile(r"\+[-=+:]{2,}$|[─-╿]{3,}$")
_SIDE = re.compile(r"[|+─-╿]")
_HEAVY = re.compile("[=═━]")
_FIRST_CELL = re.compile(rf"[{BARS}][ \t]*(?![ \t{BARS}])")
_DIGIT = re.compile(r"\d")
_SENTENCE_END = re.compile(rf"\w[ \t]+\w+[ \t]+\w+[.!?](?=[ \t]+[A-Z]|[ \t]*[{BARS}])")
"""Not of a name such as "Serial no."."""


def framed_table_at(lines: Lines, number: int) -> Table | None:
    """The line after the table whose upper rule is a line, and its rows; None if none begins there.

    If rules divide the rows, each is what is between two of them; else each line is a row, but one
    without text in the first column goes on with the row above it.
    """
    if not _TOP.match(row_of(lines, lines[number])):
        return None
    groups: list[list[Line]] = [[]]
    rules: list[str] = []
    end = number
    while not lines.is_blank(end):
        text = row_of(lines, lines[end])
        if _RULE.match(text):
            rules.append(text)
            groups.append([])
        elif _SIDE.match(text):
            groups[-1].append(lines[end])
        else:
            break
        end += 1
    filled = [group for group in groups if group]
    if not filled:
        return end, []
    heads = _rows_of_head(lines, filled, rules)
    rows = [_row(group, "header") for group in filled[:heads]]
    below = filled[heads:]
    if len(filled) == 2 and heads == 1:
        below = [group for lines_of_rows in below for group in _rows_of_lines(lines, lines_of_rows)]
    return end, rows + [_row(group, "table") for group in below]


def _rows_of_head(lines: Lines, groups: list[list[Line]], rules: list[str]) -> int:
    """How many of the rows between rules name the columns: those above a heavier rule than others
    are, or else the first one if no rule divides those below it, or it has no figure and no
    sentence."""
    inner = rules[1 : len(groups)]
    heavy = [place for place, rule in enumerate(inner, 1) if _HEAVY.search(rule)]
    if heavy and (len(heavy) < len(inner) or not _HEAVY.search(rules[0])):
        return heavy[-1]
    is_list = len(groups) == 2 and len(groups[1]) > 1
    if is_list or len(groups) == 1:
        return int(is_list)
    has_figure = _DIGIT.search(row_of(lines, groups[0][0])) is not None
    has_sentence = any(_SENTENCE_END.search(row_of(lines, line)) for line in groups[0])
    return int(not has_figure and not has_sentence)


def _rows_of_lines(lines: Lines, group: list[Line]) -> list[list[Line]]:
    """The lines of each row, in a table without rules between rows."""
    rows: list[list[Line]] = []
    for line in group:
        if rows and not _FIRST_CELL.match(row_of(lines, line)):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _row(group: list[Line], kind: BlockKind) -> Block:
    return Block(group[0].start, group[-1].end, kind)
