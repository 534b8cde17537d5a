"""White that lines of a page have in common, as between the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Span = tuple[float, float]
"""Where white begins and ends, from the left."""

NARROW = 0.45
"""Smallest width of white between two columns through many lines, in heights of a line; a space is
less."""


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
