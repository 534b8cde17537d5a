"""Which lines between the columns of a table are rows, and which go on with the row above them.

A cell is wrapped only where its next word has no room, so that a line with a shorter one above it,
or with a figure below a figure, begins a row. Rows that are set apart are told by that.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hyperdigest.read.pdf.layout import ENDS_SENTENCE, Line, TableRow, Word

APART = 1.2
"""Distance of rows that are set apart, at least, over that of the lines of a cell."""

SPACE = 0.25
"""Width of a space, in heights of a line."""

_FIGURE = re.compile(r"[^\w\s]{0,3}\d[\d.,:/%()–-]*\S{0,3}$")
_UNIT = re.compile(r"\W{0,2}[^\W\d_][^\W_]{0,5}\W?$|[^\w\s]$")


@dataclass(frozen=True, slots=True)
class Part:
    """The words of a line of a table in each of its columns, and the line's place."""

    cells: tuple[tuple[Word, ...], ...]
    base: float
    height: float

    def width(self, column: int) -> float:
        words = self.cells[column]
        return words[-1].right - words[0].left


def parts_of(
    lines: Iterable[Line], edges: Sequence[float], first_of: Sequence[int] | None = None
) -> list[Part]:
    """The lines with their words in the columns between these edges.

    `first_of` gives for each column the first one of the merged cell that it is in.
    """
    found: list[Part] = []
    for line in lines:
        cells: list[list[Word]] = [[] for _ in range(len(edges) + 1)]
        for word in line.words:
            column = bisect_right(edges, (word.left + word.right) / 2)
            cells[first_of[column] if first_of else column].append(word)
        found.append(Part(tuple(map(tuple, cells)), line.base, line.height))
    return found


def rows_in(
    parts: Sequence[Part], widths: Sequence[float], ruled: Collection[int] = ()
) -> list[list[Part]]:
    """The parts of each row; `widths` are those of the columns.

    `ruled` are the numbers of the parts with a ruling above them.
    """
    if not parts:
        return []
    begins = _set_apart(parts, ruled)
    columns = _Columns(parts, widths)
    pairs = list(enumerate(pairwise(parts), 1))
    padded = not any(columns.certainly_begins_row(*pair) for n, pair in pairs if n not in begins)
    if len(begins) < 2 or not padded or any(map(columns.are_several, _cut(parts, begins))):
        begins |= {n for n, pair in pairs if columns.begins_row(*pair)}
    return _cut(parts, begins)


def rows_between_rulings(parts: Sequence[Part], widths: Sequence[float]) -> list[list[Part]]:
    """The parts of each row between two rulings, which are most likely one."""
    columns = _Columns(parts, widths)
    pairs = enumerate(pairwise(parts), 1)
    return _cut(parts, {n for n, pair in pairs if columns.certainly_begins_row(*pair)})


def _cut(parts: Sequence[Part], begins: Collection[int]) -> list[list[Part]]:
    places = [0, *sorted(begins), len(parts)]
    return [list(parts[start:end]) for start, end in pairwise(places)]


def _set_apart(parts: Sequence[Part], ruled: Collection[int]) -> set[int]:
    """The numbers of the parts with a ruling or more white above them than others have."""
    steps = [above.base - below.base for above, below in pairwise(parts)]
    least = min(steps, default=0.0)
    least = max(least, 0.9 * min(part.height for part in parts))
    apart = {n for n, step in enumerate(steps, 1) if step > APART * least}
    return (apart if len(apart) < len(steps) else set()) | set(ruled)


class _Columns:
    """The columns of a table: their widths, which have figures, and whether cells are wrapped."""

    def __init__(self, parts: Sequence[Part], widths: Sequence[float]) -> None:
        self._widths = widths
        columns = range(len(widths))
        self._figures = [are_figures([part.cells[n] for part in parts]) for n in columns]
        self._are_wrapped = not all(all(part.cells) for part in parts)

    def are_several(self, parts: Sequence[Part]) -> bool:
        """Whether some parts are several rows, because they have several figures in a column."""
        return any(
            are_figures and sum(is_figure(part.cells[n]) for part in parts) > 1
            for n, are_figures in enumerate(self._figures)
        )

    def certainly_begins_row(self, above: Part, below: Part) -> bool:
        """Whether a figure is below another, or several cells end before their width.

        A figure below several words may be the end of their cell, which is wrapped.
        """
        both = [n for n, words in enumerate(below.cells) if words and above.cells[n]]
        ended = {n for n in both if ends(above, below, n, self._widths)}
        return len(ended) > 1 or any(
            self._figures[n] and is_figure(below.cells[n])
            for n in both
            if n in ended or len(above.cells[n]) == 1
        )

    def begins_row(self, above: Part, below: Part) -> bool:
        """Whether a part begins a row, by the cells of the part above it."""
        if not self._are_wrapped or self.certainly_begins_row(above, below):
            return True
        filled = [n for n, words in enumerate(below.cells) if words]
        both = [n for n in filled if above.cells[n]]
        if any(ends(above, below, n, self._widths) for n in both):
            return True
        if both != filled and (len(filled) > 1 or filled == [0]):
            return True
        if both == filled and len(both) == len(below.cells) and _begins_sentence(above, below):
            return True
        is_whole = filled == [0] or len(filled) == len(below.cells)
        return is_whole and not any(below.cells[n][0].text[0].islower() for n in filled)


def _begins_sentence(above: Part, below: Part) -> bool:
    """Whether the last cell begins a sentence, and the one above it ends one."""
    is_ended = ENDS_SENTENCE.search(above.cells[-1][-1].text) is not None
    return is_ended and below.cells[-1][0].text[0].isupper()


def are_figures(cells: Sequence[Sequence[Word]]) -> bool:
    """Whether most cells of a column that are not empty are figures."""
    return 2 * sum(map(is_figure, cells)) > sum(map(bool, cells))


def is_figure(words: Sequence[Word]) -> bool:
    """Whether the words of a cell are a figure, or one with its unit, as "35 W"."""
    is_short = len(words) == 1 or (len(words) == 2 and _UNIT.match(words[1].text) is not None)
    return is_short and _FIGURE.match(words[0].text) is not None


def ends(above: Part, below: Part, column: int, widths: Sequence[float]) -> bool:
    """Whether the first word of a cell would have had room in the line above it."""
    first = below.cells[column][0]
    needed = first.right - first.left + SPACE * above.height
    return above.width(column) + needed < widths[column]


def row_of(parts: Sequence[Part], page: int) -> TableRow:
    """The row that these parts are."""
    columns = range(len(parts[0].cells))
    lines = [[Line(part.cells[n], page) for part in parts if part.cells[n]] for n in columns]
    return TableRow.of(lines, page)
