"""Tables in columns of text: in which column each cell stands, and how wide columns are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

Span = tuple[int, int]
"""The first column of text that a cell takes, and the one after its last one."""


def overlapped(cells: Sequence[Span], columns: Sequence[Span]) -> list[int | None]:
    """For each cell the first of some columns that has text above or below it; None for none."""
    return [
        next((n for n, (left, right) in enumerate(columns) if left < end and start < right), None)
        for start, end in cells
    ]


def column_numbers(rows: Sequence[Sequence[Span]]) -> list[list[int]]:
    """The number of the column of each cell of each row, from 0.

    The row with the most cells shows where the columns are. A cell that is beside all of them is in
    that of its place in the row, if no other cell contradicts, or else in a column of its own.
    """
    columns = max(map(list, rows), key=len)
    placed: list[list[int]] = []
    for row in rows:
        found = overlapped(row, columns)
        numbers = _in_order(row, found, columns)
        if numbers is None:
            own = count(len(columns))
            columns += (cell for cell, known in zip(row, found, strict=True) if known is None)
            numbers = [next(own) if known is None else known for known in found]
        placed.append(numbers)
    order = sorted(range(len(columns)), key=columns.__getitem__)
    rank = {number: place for place, number in enumerate(order)}
    ranked = [[rank[number] for number in numbers] for numbers in placed]
    return [
        numbers if numbers == sorted(numbers) else list(range(len(numbers))) for numbers in ranked
    ]


def _in_order(
    row: Sequence[Span], found: Sequence[int | None], columns: Sequence[Span]
) -> list[int] | None:
    """The columns in their order if a row has a cell for each, or for each but the first, and all
    that are known are these; else None."""
    first = int(len(row) == len(columns) - 1 and row[0][0] >= columns[0][1])
    numbers = list(range(first, first + len(row)))
    if first + len(row) != len(columns):
        return None
    pairs = zip(found, numbers, strict=True)
    return numbers if all(number in (None, expected) for number, expected in pairs) else None


NARROWEST_COLUMN = 8
"""In characters; a table that has no room for columns so wide is not shown in columns."""


_BREAK = re.compile("[ \u3000-\u9fff\uac00-\ud7af\uff00-\uffef]")
"""Where a line may be broken: at a space, and at any Chinese, Japanese or Korean letter."""


def longest_words(rows: Sequence[Sequence[str]]) -> list[int]:
    """The lengths in characters of the longest words in the columns of these cells."""
    columns = zip(*rows, strict=True)
    return [max(map(len, _BREAK.split(" ".join(column)))) for column in columns]


def column_widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The widths in characters of the columns of these cells, together at most `room`.

    A column is as wide as its longest cell, or else as other columns that are too long, but if
    there is room no word is broken. The list is empty if there is no room for all columns.
    """
    columns = list(zip(*rows, strict=True))
    natural = [max(map(len, column)) for column in columns]
    if sum(natural) <= room:
        return natural
    if NARROWEST_COLUMN * len(natural) > room:
        return []
    widths = [min(width, NARROWEST_COLUMN) for width in natural]
    words = longest_words(rows)
    if sum(map(max, widths, words)) <= room:
        widths = [*map(max, widths, words)]
    while sum(widths) < room:
        narrowest = min(
            (number for number, width in enumerate(widths) if width < natural[number]),
            key=widths.__getitem__,
        )
        widths[narrowest] += 1
    return widths
