"""What a cell says: a figure, a period, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.read.sheets.workbook import Row
from hyperdigest.split.html_tables import is_period

LONGEST_NAME = 100
"""In characters; a longer cell names no column."""

COLONS = (":", "：")
"""The ends of labels."""

PARENTHESES = ("(", "[", "（")
"""The beginnings of units."""

_NUMBER = re.compile(r"[^\w\s]{0,3}\s{0,3}\d[\d\s.,:/'’-]*\W{0,4}(?:E[+-]?\d+|[A-Z]{3})?")
"""A number, perhaps with a currency or a percent sign, or a date or time in figures."""

_THOUSANDS = re.compile(r"\(?[^\w\s.,+-]{0,2}[^\w\s.,+()-]000\)?")
"""A unit that looks like a number: ``£'000``."""

_ROUND = re.compile(r"1(?:[\s,.'’]?000){1,3}")

_RANGE = re.compile(
    r"(?:(?P<first>\d{1,6})\s?[-–—]\s?(?P<last>\d{1,6})|[<>≤≥]\s?\d{1,6}|\d{1,6}\s?\+)"
)
"""Numbers from one to another, or from or up to one."""

_MAYBE_FIGURE = re.compile(r"(?:^|(?<=\t))[^\w\s]{0,3}[^\S\t]{0,3}\d[^\t]*")


def is_number(text: str) -> bool:
    """Whether a cell is a number, or a date or time in figures."""
    return _NUMBER.fullmatch(text) is not None and not is_thousands(text)


def is_thousands(text: str) -> bool:
    """Whether a cell says that figures are in thousands, by a sign before three zeros."""
    return text.endswith(("000", "000)")) and _THOUSANDS.fullmatch(text) is not None


def may_be_unit(text: str) -> bool:
    """Whether a cell is no number, or one that figures may be in: "1,000" beside "EUR"."""
    return not is_number(text) or _ROUND.fullmatch(text) is not None


def is_figure(text: str) -> bool:
    """Whether a cell is a number that is no year or the like."""
    return is_number(text) and not is_period(text)


def is_range(text: str) -> bool:
    """Whether a cell is a range of numbers, such as "18-24", ">90" or "65+"."""
    found = _RANGE.fullmatch(text)
    if found is None or not found["last"]:
        return found is not None
    return len(found["first"]) <= len(found["last"]) and int(found["first"]) < int(found["last"])


def has_figures(row: Row) -> bool:
    """Whether a row has a number that is no year or the like."""
    return any(is_figure(found[0]) for found in _MAYBE_FIGURE.finditer(row.text))


def by_column(row: Row) -> dict[int, str]:
    """The cells of a row that are not empty, by their columns."""
    return dict(zip(row.columns, row.cells, strict=True))


def count_figures(rows: Sequence[Row]) -> dict[int, tuple[int, int]]:
    """How many cells of each column of these rows are figures, and how many are not."""
    counts: dict[int, tuple[int, int]] = {}
    for row in rows:
        for column, text in by_column(row).items():
            figures, words = counts.get(column, (0, 0))
            is_one = is_figure(text)
            counts[column] = (figures + is_one, words + (not is_one))
    return counts


def columns_of_figures(rows: Sequence[Row]) -> dict[int, bool]:
    """The columns of these rows, and whether at least half of the cells of each are figures."""
    return {column: figures >= words for column, (figures, words) in count_figures(rows).items()}
