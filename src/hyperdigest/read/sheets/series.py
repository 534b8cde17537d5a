"""Dates, times and sizes that name columns: a row has them in order, and other values are below."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from hyperdigest.read.sheets.cells import is_figure

_FEWEST, _FEWEST_NUMBERS = 2, 4
"""Dates or times in order, and whole numbers evenly apart; as many rows as the former follow.

If there are no more dates or times than that, no row below may have such values.
"""

_YEAR_FIRST = re.compile(r"((?:19|20)\d\d)[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[ T]00:00(?::00)?)?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_TIME = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?")
_WHOLE = re.compile(r"\d{1,4}")

_Reading = tuple[int, ...]


def names_in_order(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names columns by dates or times in order, or by whole numbers that are
    evenly apart, and has words in its other cells.

    Most rows below have other values in most of these columns. `rows` are the cells by columns.
    """
    first, *below = rows
    places = [place for place, cell in enumerate(first) if is_figure(cell)]
    if not places or places[0] == 0 or len(below) < _FEWEST:
        return False
    names = [first[place] for place in places]
    values = [[row[place] for place in places if place < len(row) and row[place]] for row in below]
    full = [cells for cells in values if 2 * len(cells) > len(places)]
    for are_alike in _kinds(names):
        others = sum(not are_alike(cells) for cells in full)
        is_enough = len(names) > _FEWEST or others == len(full)
        if is_enough and 2 * others > len(below):
            return True
    return False


def _kinds(names: Sequence[str]) -> list[Callable[[Sequence[str]], bool]]:
    """What tells whether other cells are of the same kind as names, for each kind that they are of;
    empty if they are in no order."""
    found = [partial(_are_mostly, kind) for kind in (_dates, _times) if _are_in_order(kind, names)]
    return [*found, _are_even] if _are_even(names) else [*found]


def _are_mostly(kind: Callable[[str], Sequence[_Reading]], cells: Sequence[str]) -> bool:
    return 2 * sum(any(kind(cell)) for cell in cells) > len(cells)


def _are_in_order(kind: Callable[[str], Sequence[_Reading]], cells: Sequence[str]) -> bool:
    """Whether several cells are of a kind, and each is after the one before it, or each before."""
    if len(cells) < _FEWEST:
        return False
    for readings in zip(*map(kind, cells), strict=False):
        if all(readings):
            steps = {(after > before) - (after < before) for before, after in pairwise(readings)}
            if len(steps) == 1 and 0 not in steps:
                return True
    return False


def _are_even(cells: Sequence[str]) -> bool:
    """Whether several whole numbers are each by the same above the one before it."""
    if len(cells) < _FEWEST_NUMBERS or not all(map(_WHOLE.fullmatch, cells)):
        return False
    steps = {int(after) - int(before) for before, after in pairwise(cells)}
    return len(steps) == 1 and min(steps) > 0


def _dates(cell: str) -> Sequence[_Reading]:
    """The readings of a date: its year is first, or last after the month or the day. A reading that
    is no date is empty."""
    if found := _YEAR_FIRST.fullmatch(cell):
        return [_date(*(int(part or 1) for part in found.groups()))]
    if found := _YEAR_LAST.fullmatch(cell):
        first, second, year = (int(found[place]) for place in (1, 3, 4))
        return [_date(year, first, second), _date(year, second, first)]
    return []


def _date(year: int, month: int, day: int) -> _Reading:
    return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else ()


def _times(cell: str) -> Sequence[_Reading]:
    found = _TIME.fullmatch(cell)
    return [tuple(int(part or 0) for part in found.groups())] if found else []
