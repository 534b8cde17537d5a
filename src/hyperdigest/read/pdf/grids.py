"""Tables whose cells are drawn: rulings that cross each other enclose them.

Boxes around prose, charts and forms have rulings, too: a grid is a table if it has several rows
with words in several of its cells, and no words on its rulings.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from hyperdigest.read.pdf.layout import Line, TableRow, Word, lines_of
from hyperdigest.read.pdf.rulings import Ruling, Rulings
from hyperdigest.read.pdf.table_rows import Part, parts_of, row_of, rows_between_rulings

MOST_CROSSINGS = 60_000
"""A page with more pairs of rulings that may cross has a chart, and no tables are looked for."""

MOST_CELLS = 20_000
MOST_GRIDS = 50
"""Of a page."""

NEXT = 0.45
"""Largest gap between words of one cell, in heights of a line."""

REACH = 3.0
"""Points by which a ruling may end before the one that it meets."""

OPEN_SIDE = 8.0
"""Points by which rulings go on beyond the outer ones of a table that is not closed, at least."""

WIDEST_BAND = 60.0
"""Points between the rulings of one table that nothing joins, as those of shaded rows, at most."""

LOOKED_AT = 12
"""Rulings above another one among which one as long is looked for."""

LEAST_DRAWN = 0.3
"""Share of the height or width of a table that a ruling between its cells has, at least."""

MOST_ON_RULINGS = 0.05
"""Share of the words of a table on its rulings, at most."""

LEAST_ROWS = 2
"""Rows with several cells that are not empty, at least."""

MANY_LINES = 4
"""Lines between two rulings, at least, that may be several rows, or no cell that is merged."""

FEW_ROWS = 3
"""If rulings make no more rows than these, one of several lines may be several rows."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of rulings: `xs` from the left, `ys` from above.

    `down[n]` are the rows along which the nth ruling down is drawn, `across[n]` the columns along
    which the nth one across is; `lines` are the numbers of those across that are lines.
    """

    xs: list[float]
    ys: list[float]
    down: list[set[int]]
    across: list[set[int]]
    lines: set[int]


def with_grids(lines: Sequence[Line], rulings: Rulings) -> list[Line]:
    """The lines of a page from top to bottom, with the words of tables that are drawn as rows."""
    found: list[Line] = list(lines)
    for grid in islice(_grids(rulings), MOST_GRIDS):
        found = _with_grid(found, grid)
    return found


def _with_grid(lines: Sequence[Line], grid: Grid) -> list[Line]:
    """The lines with the words in a grid as rows, if it is a table."""
    left, right, high, low = grid.xs[0], grid.xs[-1], grid.ys[0], grid.ys[-1]
    inside: list[Word] = []
    others: list[Line] = []
    rest: list[Word] = []
    for line in lines:
        if isinstance(line, TableRow) or not low - line.height < line.base < high + line.height:
            others.append(line)
            continue
        for word in line.words:
            (inside if _is_inside(word, left, right, low, high) else rest).append(word)
    page = lines[0].page if lines else 0
    rows, apart = _rows(inside, grid, page)
    if not rows:
        return list(lines)
    rest += apart
    return sorted([*others, *lines_of(rest, page), *rows], key=lambda line: -line.base)


def _is_inside(word: Word, left: float, right: float, low: float, high: float) -> bool:
    middle = word.base + 0.3 * word.height
    return left < (word.left + word.right) / 2 < right and low < middle < high


def _rows(words: Sequence[Word], grid: Grid, page: int) -> tuple[list[TableRow], list[Word]]:
    """The rows of the table that these words are in a grid, none if it is no table, and the words
    above and below the table."""
    edges = grid.xs[1:-1]
    bands: list[list[Word]] = [[] for _ in grid.ys[1:]]
    borders = [-y for y in grid.ys[1:-1]]
    on_rulings = 0
    for word in words:
        row = bisect_right(borders, -(word.base + 0.3 * word.height))
        bands[row].append(word)
        on_rulings += _is_on_ruling(word, row, grid)
    if on_rulings > 1 + MOST_ON_RULINGS * len(words):
        return [], []
    lined = [lines_of(band, page) for band in bands]
    found = [parts_of(lines, edges, _merged(lines, row, grid)) for row, lines in enumerate(lined)]
    _move_up(found, grid)
    filled = [
        sum(any(part.cells[n] for part in band) for n in range(len(edges) + 1)) for band in found
    ]
    if sum(count > 1 for count in filled) < LEAST_ROWS:
        return [], []
    inside = [
        row
        for row, count in enumerate(filled)
        if count > 1 or any(row in grid.down[n] for n in range(1, len(edges) + 1))
    ]
    start, end = inside[0], inside[-1] + 1
    groups = [group for band in found[start:end] if band for group in _divided(band, grid)]
    names = [n for n in range(start + 1, end) if n in grid.lines] == [start + 1]
    rows = [
        replace(row_of(group, page), is_first=not n, is_header=names and not n)
        for n, group in enumerate(groups)
    ]
    return rows, [word for band in (*bands[:start], *bands[end:]) for word in band]


def _is_on_ruling(word: Word, row: int, grid: Grid) -> bool:
    """Whether a ruling is drawn through a word."""
    inset = 0.2 * word.height
    first, last = bisect_right(grid.xs, word.left + inset), bisect_left(grid.xs, word.right - inset)
    return any(row in grid.down[n] for n in range(first, last))


def _merged(lines: Sequence[Line], row: int, grid: Grid) -> list[int]:
    """For each column, the first one of the cell that it is in: cells are merged where no ruling is
    between them and words go on from one to the other."""
    first_of = list(range(len(grid.xs) - 1))
    for n, x in enumerate(grid.xs[1:-1], 1):
        if row not in grid.down[n] and any(_crosses(line, x) for line in lines):
            first_of[n] = first_of[n - 1]
    return first_of


def _crosses(line: Line, x: float) -> bool:
    """Whether words go on over a place, with no wide gap there."""
    if any(word.left < x - 1 and x + 1 < word.right for word in line.words):
        return True
    return any(
        one.right <= x + 1 and x - 1 <= other.left and other.left - one.right < NEXT * line.height
        for one, other in pairwise(line.words)
    )


def _move_up(bands: list[list[Part]], grid: Grid) -> None:
    """Move the lines of each cell that is merged down the page to its first row."""
    for column in range(len(grid.xs) - 1):
        start = 0
        for row in range(1, len(bands) + 1):
            is_open = row < len(bands) and column not in grid.across[row] and row in grid.lines
            if not is_open:
                if row - start > 1:
                    _move_cell(bands, range(start, row), column)
                start = row


def _move_cell(bands: list[list[Part]], rows: range, column: int) -> None:
    """Move the lines of a cell over some rows to the first of them, if they are near each other."""
    own = [part for row in rows for part in bands[row] if part.cells[column]]
    near = all(one.base - other.base < 1.4 * one.height for one, other in pairwise(own))
    filled = sum(any(part.cells[column] for part in bands[row]) for row in rows)
    if not near or not filled or (filled == 1 and len(own) >= MANY_LINES):
        return
    none: tuple[Word, ...] = ()
    for row in rows:
        bands[row] = [
            replace(part, cells=(*part.cells[:column], none, *part.cells[column + 1 :]))
            for part in bands[row]
        ]
        bands[row] = [part for part in bands[row] if any(part.cells)]
    words = tuple(word for part in own for word in part.cells[column])
    first, *others = bands[rows[0]] or [replace(own[0], cells=(none,) * len(own[0].cells))]
    cells = (*first.cells[:column], words, *first.cells[column + 1 :])
    bands[rows[0]] = [replace(first, cells=cells), *others]


def _divided(band: list[Part], grid: Grid) -> list[list[Part]]:
    """The rows between two rulings: one, or several if each has words in several cells."""
    if len(band) >= MANY_LINES and _has_names(band):
        return [[part] for part in band]
    if len(grid.ys) > FEW_ROWS + 1:
        return [band]
    groups = rows_between_rulings(band, _widths(band, grid))
    columns = range(len(band[0].cells))
    filled = [sum(any(part.cells[n] for part in group) for n in columns) for group in groups]
    return groups if min(filled) > 1 else [band]


def _has_names(band: Sequence[Part]) -> bool:
    """Whether a column has one word in each line, and each line words beside it: no cell is wrapped
    like that."""
    columns = range(len(band[0].cells))
    are_beside = all(sum(map(bool, part.cells)) > 1 for part in band)
    return are_beside and any(all(len(part.cells[n]) == 1 for part in band) for n in columns)


def _widths(band: Sequence[Part], grid: Grid) -> list[float]:
    """The widths of the columns between the white at the sides of their cells."""
    found: list[float] = []
    for n, (left, right) in enumerate(pairwise(grid.xs)):
        starts = [part.cells[n][0].left - left for part in band if part.cells[n]]
        found.append(right - left - 2 * max(min(starts, default=0.0), 0.0))
    return found


def _grids(rulings: Rulings) -> Iterator[Grid]:
    """The grids of rulings that cross each other, which have several columns and rows."""
    across, down = rulings.across, rulings.down
    root = list(range(len(across) + len(down)))

    def top(n: int) -> int:
        while root[n] != n:
            root[n] = root[root[n]]
            n = root[n]
        return n

    for m, (one, other) in enumerate(pairwise(down)):
        if abs(one.at - other.at) < REACH and 0 <= other.start - one.end < WIDEST_BAND:
            root[top(len(across) + m + 1)] = top(len(across) + m)
    for n, one in enumerate(across):
        for m, other in enumerate(across[n + 1 : n + 1 + LOOKED_AT], n + 1):
            is_same = abs(one.start - other.start) < REACH and abs(one.end - other.end) < REACH
            if is_same and other.at - one.at < WIDEST_BAND:
                root[top(m)] = top(n)
    places = [each.at for each in down]
    pairs = 0
    for n, (y, start, end, *_) in enumerate(across):
        first, last = bisect_left(places, start - REACH), bisect_right(places, end + REACH)
        pairs += last - first
        if pairs > MOST_CROSSINGS:
            return
        for m in range(first, last):
            if down[m].start - REACH < y < down[m].end + REACH:
                root[top(len(across) + m)] = top(n)
    members: dict[int, tuple[list[Ruling], list[Ruling]]] = defaultdict(lambda: ([], []))
    for n, each in enumerate(across):
        members[top(n)][0].append(each)
    for m, each in enumerate(down):
        members[top(len(across) + m)][1].append(each)
    for members_across, members_down in members.values():
        for own_across, own_down in _apart(members_across, members_down):
            grid = _grid(own_across, own_down) if len(own_across) > 1 and own_down else None
            if grid:
                yield grid


def _apart(across: list[Ruling], down: list[Ruling]) -> Iterator[tuple[list[Ruling], list[Ruling]]]:
    """The rulings of each table: nothing is drawn down beside a caption or heading between two."""
    spans: list[tuple[float, float]] = []
    for each in sorted(down, key=lambda each: each.start):
        if spans and each.start - spans[-1][1] < REACH:
            spans[-1] = spans[-1][0], max(spans[-1][1], each.end)
        else:
            spans.append((each.start, each.end))
    parts = [
        (
            [each for each in across if start - REACH < each.at < end + REACH],
            [each for each in down if start <= each.start <= end],
        )
        for start, end in spans
    ]
    closed = all(each.is_line for each in down) and all(len(own) > 1 for own, _ in parts)
    if closed and sum(len(own) for own, _ in parts) == len(across):
        yield from parts
    else:
        yield across, down


def _grid(across: Sequence[Ruling], down: Sequence[Ruling]) -> Grid | None:
    """The grid of these rulings without those along a small part of it; None if it is no grid."""
    xs, ys = _places(down, across), _places(across, down)
    if (len(xs) - 1) * (len(ys) - 1) > MOST_CELLS:
        return None
    for _ in range(2):  # what is left out makes others longer
        along_down = _drawn(down, xs, ys)
        along_across = _drawn(across, ys, xs)
        kept_xs = _kept(xs, along_down, len(ys) - 1)
        kept_ys = _kept(ys, along_across, len(xs) - 1)
        if (kept_xs, kept_ys) == (xs, ys):
            break
        xs, ys = kept_xs, kept_ys
    if len(xs) < 3 or len(ys) < 3:
        return None
    rows = len(ys) - 1
    lines = {
        rows - n
        for n, y in enumerate(ys)
        if any(each.is_line and abs(each.at - y) < REACH for each in across)
    }
    return Grid(
        xs,
        ys[::-1],
        [{rows - 1 - n for n in along} for along in _drawn(down, xs, ys)],
        _drawn(across, ys, xs)[::-1],
        lines,
    )


def _kept(places: Sequence[float], along: Sequence[set[int]], count: int) -> list[float]:
    """The places of rulings along much of a grid, and of its outer ones."""
    last = len(places) - 1
    return [
        place
        for n, place in enumerate(places)
        if n in (0, last) or len(along[n]) >= LEAST_DRAWN * count
    ]


def _places(rulings: Iterable[Ruling], others: Sequence[Ruling]) -> list[float]:
    """The distances of rulings, those near each other as one, and the ends of those that they
    cross if these go on beyond the outer ones: not all tables are closed at their sides."""
    found: list[float] = []
    for each in rulings:
        if not found or each.at - found[-1] > REACH:
            found.append(each.at)
    start, end = min(each.start for each in others), max(each.end for each in others)
    before = [start] if start < found[0] - OPEN_SIDE else []
    after = [end] if end > found[-1] + OPEN_SIDE else []
    return [*before, *found, *after]


def _drawn(
    rulings: Iterable[Ruling], places: Sequence[float], others: Sequence[float]
) -> list[set[int]]:
    """For the rulings at each place, between which of the other places they are drawn."""
    found: list[set[int]] = [set() for _ in places]
    for at, start, end, *_ in rulings:
        n = bisect_left(places, at - REACH)
        if n < len(places) and abs(places[n] - at) <= REACH:
            first, last = bisect_left(others, start - REACH), bisect_right(others, end + REACH) - 1
            found[n].update(range(first, max(first, last)))
    return found
