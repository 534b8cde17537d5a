"""What documents say of themselves beside their text: when they were published, and by whom."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

FIRST_YEAR, LAST_YEAR = 1000, 2199

_LONGEST = 60
_UNSET = frozenset(
    (
        *("1601-01-01", "1900-01-01", "1970-01-01", "1980-01-01", "2000-01-01"),
        *("2013-01-27", "2013-12-23"),
    )
)
"""Days that stand where a program knows none; the last are of the templates of libraries."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_WEEKDAY = r"(?:[a-z]{3,9},? )?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        rf"{_YEAR}(?:[-/.](?P<month>\d{{1,2}})(?:[-/.](?P<day>\d{{1,2}}))?)?(?:[T ,;].*)?",
        rf"(?:D:)?{_YEAR}(?:(?P<month>\d\d)(?:(?P<day>\d\d)(?:T.*|\d{{4}}(?:\d\d)?(?:\D.*)?)?)?)?",
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? {_MONTH},? {_YEAR}(?:[ ,].*)?",
        rf"{_WEEKDAY}{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}(?:[ ,].*)?",
        rf"{_MONTH},? {_YEAR}",
    )
)


def date_of(values: Iterable[str]) -> str:
    """The first of `values` that is a date, as ``2026``, ``2026-11`` or ``2026-11-22``, as much as
    it says; an empty string where none is.

    >>> date_of(["", "D:20261122093000+01'00'"])
    '2026-11-22'
    """
    return next((found for found in map(_date, values) if found), "")


def _date(value: str) -> str:
    plain = " ".join(value[:_LONGEST].split())
    matches = (form.fullmatch(plain) for form in _FORMS)
    return next((_written(match.groupdict()) for match in matches if match), "")


def _written(parts: dict[str, str | None]) -> str:
    year, month, day = parts["year"] or "", parts.get("month") or "", parts.get("day") or ""
    number = _MONTHS.index(month[:3].lower()) + 1 if month.isalpha() else int(month or 0)
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        return ""
    try:
        date(int(year), number if month else 1, int(day or 1))
    except ValueError:
        return ""
    written = f"{year}-{number:02}-{int(day or 1):02}"[: 10 if day else 7 if month else 4]
    return "" if written in _UNSET else written
