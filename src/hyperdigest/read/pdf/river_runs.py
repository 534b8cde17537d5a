"""Runs of lines through which the same rivers of white go, as between the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

from hyperdigest.read.pdf.layout import (
    DOT_LEADERS,
    ENDS_SENTENCE,
    GUTTER_WIDTH,
    Line,
    TableRow,
    Word,
    is_monospaced,
)
from hyperdigest.read.pdf.rivers import NARROW, Span, common_white
from hyperdigest.read.pdf.table_rows import are_figures, is_figure, parts_of

LEAST_ROWS = 2

FARTHEST = 3.2
"""Distance of two lines of a table, at most, in heights of a line."""

OTHER_SIZE = 1.12
"""A line that is so many times as high as another is not of the same table."""

MANY = 4
"""Lines through which a river may be narrow."""

LONGEST_NAME = 6
"""Words of the name of a column above figures, at most."""

LEAST_COMMON = 0.1
"""White that the names of columns have in common with what is below, at least, in heights of a
line."""


def runs(lines: Sequence[Line]) -> Iterator[tuple[int, int, list[Span]]]:
    """Runs of lines through which the same rivers go: the first line, the one after the last, and
    the rivers."""
    start = done = 0
    while start < len(lines):
        if not _may_follow(lines[start], lines[start]) or not is_divided(lines[start]):
            start += 1
            continue
        end, rivers = _run_from(lines, start)
        if start + LEAST_ROWS < end:
            # Names beside their figures have less white in common with these than it seems.
            below, white = _run_from(lines, start + 1)
            above, named = _with_names_above(lines, start + 1, below, _between(white))
            if below >= end and above == start:
                end, rivers = below, named
        start, rivers = _without_names_above(lines, start, end, _between(rivers))
        if end - start < MANY:
            least = GUTTER_WIDTH * lines[start].height
            rivers = [(left, right) for left, right in rivers if right - left > least]
        while rivers and end > start + 1 and _is_below(lines, end - 1, rivers):
            end -= 1
        if rivers and end - start >= LEAST_ROWS:
            if start > done:
                start, rivers = _with_names_above(lines, start, end, rivers)
            yield start, end, rivers
            start = done = end
        else:
            start += 1


def _run_from(lines: Sequence[Line], start: int) -> tuple[int, list[Span]]:
    """The end of the run that begins at a line, and what is white in all of it."""
    rivers = _white(lines[start])
    end = start + 1
    while end < len(lines) and _may_follow(lines[end - 1], lines[end]):
        left = _shared(rivers, _white(lines[end]), lines[end])
        kept = _between(left)
        if not kept or (end - start > 1 and _are_lost(_between(rivers), left)):
            break
        rivers = left
        end += 1
    return end, rivers


def _with_names_above(
    lines: Sequence[Line], start: int, end: int, rivers: list[Span]
) -> tuple[int, list[Span]]:
    """The first line of a table and its rivers, with a line of names above it, one for each column.

    Names at the left of columns of figures at the right have little white in common with these.
    """
    line = lines[start - 1]
    if not _may_follow(line, lines[start]) or len(_gaps(line)) > len(rivers) or line.monospaced:
        return start, rivers
    white, found = _white(line), list[Span]()
    for river in rivers:
        found += [each for each, _ in common_white([river], white, LEAST_COMMON * line.height)][:1]
    if len(found) < len(rivers):
        return start, rivers
    names, *parts = parts_of(lines[start - 1 : end], [(left + right) / 2 for left, right in found])
    _, *columns = zip(*(part.cells for part in parts), strict=True)
    are_names = all(names.cells[1:]) and not any(map(_says_something, names.cells))
    return (start - 1, found) if are_names and any(map(are_figures, columns)) else (start, rivers)


def _says_something(words: Sequence[Word]) -> bool:
    """Whether a cell is no name of a column, but a figure or text."""
    if not words:
        return False
    is_ended = ENDS_SENTENCE.search(words[-1].text) is not None
    return is_ended or len(words) > LONGEST_NAME or is_figure(words)


def _without_names_above(
    lines: Sequence[Line], start: int, end: int, rivers: list[Span]
) -> tuple[int, list[Span]]:
    """The first line of a table and its rivers, without up to two lines of names that several
    columns have in common: more rivers run through the lines below them."""
    for first in range(start + 1, min(start + 3, end - LEAST_ROWS + 1)):
        below = _white(lines[first])
        for line in lines[first + 1 : end]:
            below = _shared(below, _white(line), line)
        if len(_between(below)) > len(rivers) and is_divided(lines[first]):
            start, rivers = first, _between(below)
    return start, rivers


def _is_below(lines: Sequence[Line], n: int, rivers: Sequence[Span]) -> bool:
    """Whether the last line may be below the table, as a heading and a line of prose are."""
    left, _ = rivers[0]
    above, line = lines[n - 1 : n + 1]
    near = 1.3 * line.height
    if line.right > left + 1:
        goes_on = n + 1 < len(lines) and line.base - lines[n + 1].base < 1.6 * line.height
        return goes_on and line.left < left and not is_divided(line)
    return not line.text[0].islower() or above.base - line.base > near


def _between(rivers: Sequence[Span]) -> list[Span]:
    """The rivers with text on both sides."""
    return [(left, right) for left, right in rivers if left > -inf and right < inf]


def _are_lost(rivers: Sequence[Span], left: Sequence[Span]) -> bool:
    """Whether some river has nothing in common with those that are left."""
    return any(not any(a < end and start < b for a, b in left) for start, end in rivers)


def _may_follow(above: Line, line: Line) -> bool:
    largest, least = max(above.height, line.height), min(above.height, line.height)
    near = above.base - line.base < FARTHEST * largest and largest < OTHER_SIZE * least
    return near and not isinstance(line, TableRow) and not DOT_LEADERS.search(line.text)


def is_divided(line: Line) -> bool:
    """Whether a line has a gap that is as wide as one between columns."""
    least = GUTTER_WIDTH * line.height
    return any(other.left - one.right > least for one, other in pairwise(line.words))


def _gaps(line: Line) -> list[Span]:
    """The gaps of a line that may be between two cells."""
    least, wide = NARROW * line.height, GUTTER_WIDTH * line.height
    if line.starts:
        line = replace(line, words=tuple(_without_close_cells(line)))
    return [
        (one.right, other.left)
        for one, other in pairwise(line.words)
        if other.left - one.right > least
        and (
            other.left - one.right > wide
            or not (is_monospaced(one.font) and is_monospaced(other.font))
        )
    ]


def _without_close_cells(line: Line) -> Iterator[Word]:
    """The words of a line, those right before another cell cut so that there is white between."""
    for word, other in pairwise(line.words):
        if other.left in line.starts:
            end = max(word.left, other.left - 1.3 * NARROW * line.height)
            word = replace(word, right=min(word.right, end))
        yield word
    yield line.words[-1]


def _white(line: Line) -> list[Span]:
    """What is white in a line, beside its text too."""
    return [(-inf, line.left), *_gaps(line), (line.right, inf)]


def _shared(gaps: Sequence[Span], others: Sequence[Span], line: Line) -> list[Span]:
    """What gaps have in common with others, if that is wide enough."""
    return [common for common, _ in common_white(gaps, others, NARROW * line.height)]
