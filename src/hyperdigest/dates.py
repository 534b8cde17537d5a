"""Find dates in documents, file names and options, and compare them.

A date is a string, ``2026``, ``2026-11`` or ``2026-11-22``, as much as is known of it, or empty.
One without a day or a month may be any day of that month or year.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import Any, Literal, NamedTuple

from hyperdigest.errors import OptionError

FIRST_YEAR, LAST_YEAR = 1000, 2199

Origin = Literal["document", "name", "file", ""]
"""Where a date comes from: the document itself, its file name, the last change of its file, or
nowhere."""

_PLACEHOLDERS = frozenset(
    (
        *("1601-01-01", "1900-01-01", "1970-01-01", "1980-01-01", "2000-01-01"),
        *("2013-01-27", "2013-12-23"),
    )
)
"""Days that programs write if they know none; the last two are from templates of libraries."""

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
_NORMAL_FORM = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?", re.ASCII)
_IN_FILE_NAME = re.compile(
    r"(?<!\d)(?P<year>(?:1[5-9]|20)\d\d)[-_./]?(?P<month>0[1-9]|1[0-2])"
    r"(?:[-_./]?(?P<day>[0-2]\d|3[01]))?(?!\d)",
    re.ASCII,
)


class Dated(NamedTuple):
    """The date of a document, and where it comes from."""

    date: str
    origin: Origin

    @property
    def stated(self) -> str:
        """The date by the document or its name; empty if only the change of its file is known."""
        return "" if self.origin == "file" else self.date


def dated(own: str, name: str, modified: str) -> Dated:
    """The date of a document: its own, else that in its name, else the last change of its file.

    `own` and `modified` are ignored if they are not dates in normal form.
    """
    if _is_date(own):
        return Dated(own, "document")
    if found := date_in(name):
        return Dated(found, "name")
    return Dated(modified, "file") if _is_date(modified) else Dated("", "")


def date_of(values: Iterable[str]) -> str:
    """The first of `values` that is a date, in normal form; empty if none is.

    >>> date_of(["", "D:20261122093000+01'00'"])
    '2026-11-22'
    """
    return next((found for found in map(_date, filter(None, values)) if found), "")


def date_in(name: str) -> str:
    """The first date with a month in the name of a file, or in those of its folders, nearest first.

    Empty if there is none.

    >>> date_in("minutes/2026-11-03 council.pdf")
    '2026-11-03'
    """
    for part in reversed(name.split("/")):
        for match in _IN_FILE_NAME.finditer(part):
            if found := _normalized(match.groupdict()):
                return found
    return ""


def given_date(name: str, value: Any) -> str:
    """The date that a user gives as the option `name`, in normal form; empty for an empty value.

    Raises OptionError if the value is not a date.
    """
    found = date_of([value]) if isinstance(value, str) else ""
    if not found and value not in ("", None):
        raise OptionError(
            f"{name} is {value!r}, which is no date: give one such as 2026-11-22, 2026-11 or 2026"
        )
    return found


def first_day(known: str) -> str:
    """The first day that a date may be; empty for an empty date."""
    return known + "-01-01"[len(known) - len("2026") :] if known else ""


def last_day(known: str) -> str:
    """The last day that a date may be; empty for an empty date."""
    if len(known) == len("2026"):
        return f"{known}-12-31"
    if len(known) == len("2026-11"):
        year, month = map(int, known.split("-"))
        return f"{known}-{monthrange(year, month)[1]}"
    return known


def within(known: str, since: str = "", until: str = "") -> bool:
    """Whether a date may be between the first day of `since` and the last of `until`, if given.

    False for an empty date.
    """
    early = bool(since) and last_day(known) < first_day(since)
    late = bool(until) and first_day(known) > last_day(until)
    return bool(known) and not early and not late


def _is_date(text: str) -> bool:
    match = _NORMAL_FORM.fullmatch(text)
    return match is not None and _in_calendar(**match.groupdict())


def _in_calendar(year: str, month: str | None, day: str | None) -> bool:
    try:
        date(int(year), int(month or "1"), int(day or "1"))
    except ValueError:
        return False
    return True


def _date(value: str) -> str:
    """The date that a string states in one of `_FORMS`, in normal form; empty if it is none."""
    plain = " ".join(value[:60].split())
    matches = (form.fullmatch(plain) for form in _FORMS)
    return next((_normalized(match.groupdict()) for match in matches if match), "")


def _normalized(parts: dict[str, str | None]) -> str:
    """A date from its parts, in normal form; empty if it is impossible or a placeholder."""
    year, month, day = parts["year"] or "", parts.get("month") or "", parts.get("day") or ""
    number = _MONTHS.index(month[:3].lower()) + 1 if month.isalpha() else int(month or 0)
    month_number = f"{number}" if month else None
    if not FIRST_YEAR <= int(year) <= LAST_YEAR or not _in_calendar(year, month_number, day):
        return ""
    found = f"{year}-{number:02}-{int(day or 1):02}"[: 10 if day else 7 if month else 4]
    return "" if found in _PLACEHOLDERS else found
