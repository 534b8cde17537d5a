"""Tables without a drawn grid: rivers of white run between their columns, and rows begin together.

Two columns of prose have a river between them, too, but their paragraphs begin and end apart from
each other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise

from hyperdigest.read.pdf.close_cells import with_close_cells
from hyperdigest.read.pdf.layout import (
    CELL_GAP,
    ENDS_SENTENCE,
    GUTTER_WIDTH,
    Line,
    TableRow,
    Word,
    is_monospaced,
    median,
)
from hyperdigest.read.pdf.river_runs import LEAST_ROWS, is_divided, runs
from hyperdigest.read.pdf.rivers import Span
from hyperdigest.read.pdf.rulings import Ruling
from hyperdigest.read.pdf.table_rows import Part, ends, is_figure, parts_of, row_of, rows_in
from hyperdigest.split.html_tables import is_period

LEAST_FRESH = 0.6
"""Share of the cells that begin at the first line of a row, at least."""

MOST_NAMES = 4
"""Lines above the figures of a table that may name its columns, but for one."""

CLEARLY = 1.5
"""How many times as far as its own column another one is from a name between two, at least."""

LEAST_SOLID = 0.6
"""Share of the rows with several cells on one line, at least."""

LEAST_FILLED = 0.5
"""Share of the cells that are not empty, at least."""

LEAST_FILLED_OF_COLUMN = 0.2
"""Share of the cells of each column that are not empty, at least."""

LEAST_ALIGNED = 0.6
"""Share of the cells of a column that are aligned, at least."""

MOST_WORDS, MOST_WORDS_OF_CELL = 25, 60
"""Words of the cells of a column, at most, in their median and in each."""

LEAST_OF_PROSE = 4
"""Words of a line at least that may be one of prose."""

MOST_GOING_ON = 0.34
"""Share of the cells of a column that begin in lower case as such lines, at most."""

MOST_BROKEN = 0.2
"""Share of the cells in which a sentence ends and another begins that begin or end within one, at
most."""

LEAST_OF_SENTENCES = 0.5
"""Share of the cells of the first column in which a sentence ends and another begins, at least, so
that all columns are prose: what names a row is no text of several sentences."""

LONGEST_ALONE = 14
"""Words of a row with nothing in its first column, or nothing beside it, at most."""

_MARK = re.compile(
    r"[^\w\s]{1,3}|\W?(?:\d{1,3}|[^\W\d_]{1,2}|[ivxlc]{1,5})\W|(?:\d{1,2}\.)+\d{0,2}|\[\w+\]"
)
"""A bullet, or the number or letter of an item."""


def with_regions(lines: Sequence[Line], across: Sequence[Ruling] = ()) -> list[Line]:
    """The lines from top to bottom, with those of tables without a grid as rows."""
    found: list[Line] = []
    place = 0
    marked = with_close_cells(lines, list(map(is_divided, lines)))
    for start, end, rivers in runs(marked):
        if start < place:
            continue
        rows = _rows(marked[start:end], rivers, across)
        if rows:
            found += lines[place:start]
            found += rows
            place = end
    return [*found, *lines[place:]]


def _rows(
    lines: Sequence[Line], rivers: Sequence[Span], across: Sequence[Ruling]
) -> list[TableRow]:
    """The rows of a table with these rivers between its columns; none if it is no table."""
    edges = [(left + right) / 2 for left, right in rivers]
    parts = _names_joined(_without_empty_columns(parts_of(lines, edges)))
    if parts is None or (_are_monospaced(lines) and not _has_figures(parts)):
        return []
    parts = _without_lone_columns(parts)
    if len(parts[0].cells) < 2 or _has_marks(parts):
        return []
    columns = range(len(parts[0].cells))
    widths = [max(part.width(n) for part in parts if part.cells[n]) for n in columns]
    ruled = _ruled(lines, across)
    groups = rows_in(parts, widths, ruled)
    if not _is_table(groups, widths, is_ruled=bool(ruled)):
        return []
    page = lines[0].page
    names = ruled == {len(groups[0])}
    is_sure = not any(map(_has_gap, groups[0][0].cells))
    defines = not ruled and _are_definitions(groups)
    return [
        replace(
            row_of(group, page),
            is_first=not n,
            is_header=names and not n,
            is_sure=is_sure,
            defines=defines,
        )
        for n, group in enumerate(groups)
    ]


def _are_definitions(groups: Sequence[Sequence[Part]]) -> bool:
    """Whether there are terms in the first column, and sentences beside the first and most of them;
    a table has names of columns above, or no sentences."""
    if len(groups[0][0].cells) != 2 or not all(any(p.cells[0] for p in group) for group in groups):
        return False
    beside = [[word.text for part in group for word in part.cells[1]] for group in groups]
    ended = [bool(words) and ENDS_SENTENCE.search(words[-1]) is not None for words in beside]
    are_long = median([len(words) for words in beside]) >= LEAST_OF_PROSE
    return are_long and ended[0] and 3 * sum(ended) > 2 * len(ended)


def _are_monospaced(lines: Sequence[Line]) -> bool:
    """Whether most letters are monospaced: lines of code may have signs of another font."""
    sizes = [(len(word.text), is_monospaced(word.font)) for line in lines for word in line.words]
    return 2 * sum(size for size, is_mono in sizes if is_mono) > sum(size for size, _ in sizes)


def _has_figures(parts: Sequence[Part]) -> bool:
    """Whether each column but the first is of figures, below the lines that name the columns: at
    least two such columns and three lines, as in a table that is set in the font of programs."""
    figures = parts[_lines_of_names(parts) :]
    columns = range(1, len(parts[0].cells))
    has_enough = len(columns) > 1 and len(figures) > 2
    return has_enough and all(
        all(word.text[:1].isdigit() for word in part.cells[n]) and bool(part.cells[n])
        for part in figures
        for n in columns
    )


def _without_empty_columns(parts: Sequence[Part]) -> list[Part]:
    columns = range(len(parts[0].cells))
    filled = [n for n in columns if any(part.cells[n] for part in parts)]
    return [replace(part, cells=tuple(part.cells[n] for n in filled)) for part in parts]


def _without_lone_columns(parts: Sequence[Part]) -> list[Part]:
    """The parts, with the only cell of a column joined to the one before, after a narrow gap."""
    if len(parts) <= LEAST_ROWS:
        return list(parts)
    found = list(parts)
    for n in reversed(range(1, len(parts[0].cells))):
        own = [part for part in parts[1:] if part.cells[n]]
        if len(own) != 1 or parts[0].cells[n] or is_figure(own[0].cells[n]):
            continue
        before = own[0].cells[n - 1]
        if before and own[0].cells[n][0].left - before[-1].right < CELL_GAP * own[0].height:
            found = [_joined(part, [n], -1) for part in found]
    return found


def _has_gap(words: Sequence[Word]) -> bool:
    """Whether there is a wide gap within a cell, as if it were two."""
    return any(other.left - one.right > GUTTER_WIDTH * one.height for one, other in pairwise(words))


def _names_joined(parts: Sequence[Part]) -> list[Part] | None:
    """The parts, with each name above the figures that stands beside its column in that column.

    Names that begin where a column of figures does not are between two columns. None if they may
    belong to the columns before them as well as to those after.
    """
    top = _lines_of_names(parts)
    columns = range(len(parts[0].cells))
    named = [any(part.cells[n] for part in parts[:top]) for n in columns]
    alone = [n for n in columns if not any(part.cells[n] for part in parts[top:])]
    if not alone:
        return list(parts)
    for step in (1, -1):
        into = [n + step for n in alone]
        if all(0 <= n < len(named) and not named[n] for n in into):
            gaps = [_distance(parts, n, n + step) for n in alone]
            others = [
                _distance(parts, n, n - step)
                for n in alone
                if 0 <= n - step < len(named) and not named[n - step]
            ]
            if len(others) == len(alone) and sum(others) < CLEARLY * sum(gaps):
                continue
            return [_joined(part, alone, step) for part in parts]
    return None


def _lines_of_names(parts: Sequence[Part]) -> int:
    """How many of the first lines may name columns: those before the first figure of none."""
    for n, part in enumerate(parts[:MOST_NAMES]):
        if any(is_figure(words) and not is_period(words[0].text) for words in part.cells):
            return max(n, 1)
    return 1


def _distance(parts: Sequence[Part], one: int, other: int) -> float:
    """The white between two columns."""
    left, right = ([part.cells[n] for part in parts if part.cells[n]] for n in sorted((one, other)))
    return min(cell[0].left for cell in right) - max(cell[-1].right for cell in left)


def _joined(part: Part, alone: Sequence[int], step: int) -> Part:
    """The part with its cells in some columns moved to the columns beside them."""
    cells = [
        tuple(
            word
            for m in sorted({n, n - step})
            if m == n or m in alone
            for word in (part.cells[m] if 0 <= m < len(part.cells) else ())
        )
        for n in range(len(part.cells))
        if n not in alone
    ]
    return replace(part, cells=tuple(cells))


def _ruled(lines: Sequence[Line], across: Sequence[Ruling]) -> set[int]:
    """The numbers of the lines with a ruling above them that goes over most of the table."""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    wide = [
        each.at
        for each in across
        if min(each.end, right) - max(each.start, left) > 0.6 * (right - left)
    ]
    return {
        n
        for n, (above, below) in enumerate(pairwise(lines), 1)
        if any(below.base + 0.3 * below.height < y < above.base + 0.1 * above.height for y in wide)
    }


def _has_marks(parts: Sequence[Part]) -> bool:
    """Whether the first column has only bullets, or numbers of items or of lines of code."""
    first = [part.cells[0] for part in parts if part.cells[0]]
    return all(len(words) == 1 and _MARK.fullmatch(words[0].text) for words in first)


def _is_table(groups: Sequence[Sequence[Part]], widths: Sequence[float], *, is_ruled: bool) -> bool:
    """Whether these may be rows of a table, and no columns of prose or terms above definitions."""
    solid = sum(any(sum(map(bool, part.cells)) > 1 for part in group) for group in groups)
    least = LEAST_ROWS if is_ruled else LEAST_ROWS + 1
    if len(groups) < least or solid < max(least, LEAST_SOLID * len(groups)):
        return False
    filled = [
        sum(any(part.cells[n] for part in group) for group in groups) for n in range(len(widths))
    ]
    if sum(filled) < LEAST_FILLED * len(groups) * len(widths):
        return False
    if min(filled) < LEAST_FILLED_OF_COLUMN * len(groups):
        return False
    if _is_prose(groups) or not _begin_together(groups, widths):
        return False
    return is_ruled or all(_is_aligned(groups, n) for n in range(len(widths)))


def _is_prose(groups: Sequence[Sequence[Part]]) -> bool:
    """Whether cells are long, or lines of prose that go on from one row to the next."""
    cells = [
        [word.text for part in group for word in part.cells[n]]
        for group in groups
        for n in range(len(groups[0][0].cells))
    ]
    several = list(filter(_has_end_inside, cells))
    broken = sum(
        texts[0][0].islower() or ENDS_SENTENCE.search(texts[-1]) is None for texts in several
    )
    if broken > max(1, MOST_BROKEN * len(several)):
        return True
    columns = range(len(groups[0][0].cells))
    first = list(filter(None, cells[:: len(columns)]))
    if sum(map(_has_end_inside, first)) >= LEAST_OF_SENTENCES * len(first):
        return True
    for n in columns:
        sizes = [sum(len(part.cells[n]) for part in group) for group in groups]
        if median(sizes) > MOST_WORDS or max(sizes) > MOST_WORDS_OF_CELL:
            return True
        begun = [group[0].cells[n] for group in groups[1:] if group[0].cells[n]]
        goes_on = [
            words for words in begun if len(words) >= LEAST_OF_PROSE and words[0].text[0].islower()
        ]
        if len(goes_on) > MOST_GOING_ON * len(begun):
            return True
    alone = (
        group
        for group in groups
        if not any(any(part.cells[1:]) or not part.cells[0] for part in group)
    )
    beside = (group for group in groups if not any(part.cells[0] for part in group))
    return any(
        sum(len(words) for part in group for words in part.cells) > LONGEST_ALONE
        for group in chain(alone, beside)
    )


def _has_end_inside(texts: Sequence[str]) -> bool:
    """Whether a sentence ends in a small letter before the last of these words."""
    return any(
        one[0].islower() and ENDS_SENTENCE.search(one) and other[0].isupper()
        for one, other in pairwise(texts)
    )


def _is_aligned(groups: Sequence[Sequence[Part]], column: int) -> bool:
    """Whether most cells of a column begin, end or have their middle at the same place."""
    cells = [part.cells[column] for group in groups for part in group if part.cells[column]]
    if len(cells) < len(groups) and len(cells) < LEAST_ROWS:
        return True
    near = 0.35 * groups[0][0].height
    for place in (
        lambda words: words[0].left,
        lambda words: words[-1].right,
        lambda words: (words[0].left + words[-1].right) / 2,
    ):
        places = sorted(map(place, cells))
        most = max(bisect_right(places, each + near) - n for n, each in enumerate(places))
        if most >= LEAST_ALIGNED * len(places):
            return True
    return False


def _begin_together(groups: Sequence[Sequence[Part]], widths: Sequence[float]) -> bool:
    """Whether most cells begin with their row, instead of going on from the line above."""
    begun = going_on = 0
    lists = [
        all(len(part.cells[n]) < 2 for group in groups for part in group)
        for n in range(len(widths))
    ]
    steps = [a.base - b.base for group in groups for a, b in pairwise(group)]
    within = min(steps, default=0.0)
    for before, group in pairwise(groups):
        above, below = before[-1], group[0]
        is_apart = within > 0 and above.base - below.base > 1.2 * within
        for n, words in enumerate(below.cells):
            if not words:
                continue
            both = above.cells[n]
            if (
                is_apart
                or not both
                or ends(above, below, n, widths)
                or (is_figure(words) and is_figure(both))
            ):
                begun += 1
            elif not lists[n]:
                going_on += 1
    return begun >= LEAST_FRESH * (begun + going_on)
