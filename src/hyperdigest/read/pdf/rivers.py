"""The cells of rows whose gaps are too narrow to show alone where a cell ends.

In a table whose columns are close, the widest cells, such as those of its header, nearly touch the
next ones. The rivers of white that run between the columns through other rows show where they end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hyperdigest.read.pdf.layout import GUTTER_WIDTH, Column, Line

LEAST_ROWS = 2
"""Rows one below the other at least, found by their wide gaps, through which rivers run."""

FARTHEST = 2.2
"""How far apart two rows are at most, in heights of a line."""

LONGEST_MARK = 3
"""In characters."""

Span = tuple[float, float]
"""Where white begins and ends, from the left."""

NARROW = 0.45
"""Smallest width of white between two columns through many lines, in heights of a line; a space is
less."""


def with_rivers(column: Column) -> Column:
    """The lines of a column, those of tables with the cells that rivers of white show."""
    found = list(column)
    done = 0
    for start, end in _runs(column):
        rivers = _rivers(column[start:end])
        if not rivers or end <= done:
            continue
        while start > done and _fits(column[start - 1], column[start], rivers):
            start -= 1
        while end < len(column) and _fits(column[end], column[end - 1], rivers):
            end += 1
        for n in range(max(start, done), end):
            line = column[n]
            starts = (right for _, (_, right) in _shared(_white(line), rivers, line))
            found[n] = replace(line, starts=frozenset(starts))
        done = end
    return found


def _runs(column: Column) -> Iterator[tuple[int, int]]:
    """The first line of each run of lines with wide gaps, and the line after it."""
    start = 0
    for n in range(len(column) + 1):
        if n == len(column) or not column[n].gaps:
            if n - start >= LEAST_ROWS:
                yield start, n
            start = n + 1


def _rivers(rows: Sequence[Line]) -> list[Span]:
    """What is white in all rows, but not if only bullets or numbers of lines are before it."""
    rivers = _white(rows[0])
    for row in rows[1:]:
        rivers = [common for common, _ in _shared(rivers, _white(row), row)]
    first = rivers[:1]
    are_marks = all(
        len(row.words[0].text) <= LONGEST_MARK and row.words[1].left > left
        for left, _ in first
        for row in rows
    )
    return rivers[1:] if are_marks else rivers


def _white(line: Line) -> list[Span]:
    """The gaps of a line that may be between two cells."""
    least = GUTTER_WIDTH * line.height
    pairs = pairwise(line.words)
    return [(one.right, other.left) for one, other in pairs if other.left - one.right > least]


def _shared(gaps: Sequence[Span], others: Sequence[Span], line: Line) -> list[tuple[Span, Span]]:
    """What gaps have in common with others, if that is wide enough, each with its gap."""
    return list(common_white(gaps, others, GUTTER_WIDTH * line.height))


def _fits(line: Line, row: Line, rivers: Sequence[Span]) -> bool:
    """Whether all rivers run through a line beside a row, too."""
    is_near = abs(line.base - row.base) < FARTHEST * line.height
    return is_near and len(_shared(rivers, _white(line), line)) == len(rivers)


def common_white(
    gaps: Sequence[Span], others: Sequence[Span], least: float
) -> Iterator[tuple[Span, Span]]:
    """What gaps have in common with others, if it is wider than `least`, each with its gap.

    Both are in order, and those of one line do not overlap.
    """
    place = 0
    for left, right in gaps:
        while place < len(others) and others[place][1] <= left:
            place += 1
        for n in range(place, len(others)):
            if others[n][0] >= right:
                break
            common = max(left, others[n][0]), min(right, others[n][1])
            if common[1] - common[0] > least:
                yield common, (left, right)
