"""How wide the columns of a table are in the room that there is."""

from __future__ import annotations

from collections.abc import Sequence

NARROWEST_COLUMN = 8
"""In characters; a table that has no room for columns so wide is not shown in columns."""


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
    words = [max(map(len, " ".join(column).split(" "))) for column in columns]
    if sum(map(max, widths, words)) <= room:
        widths = [*map(max, widths, words)]
    while sum(widths) < room:
        narrowest = min(
            (number for number, width in enumerate(widths) if width < natural[number]),
            key=widths.__getitem__,
        )
        widths[narrowest] += 1
    return widths
