"""When a newswire document was written, from whatever says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_IN_NAME = (
    re.compile(r"(?<![0-9])(?P<y>(?:19|20)[0-9]{2})(?P<m>[0-9]{2})(?P<d>[0-9]{2})(?![0-9])"),
    re.compile(r"\bLA(?P<m>[0-9]{2})(?P<d>[0-9]{2})(?P<y>[0-9]{2})-"),
)
_IN_FIELD = (
    re.compile(r"\b(?P<y>(?:19|20)[0-9]{2})([-/]?)(?P<m>[0-9]{2})\2(?P<d>[0-9]{2})(?![0-9])"),
    re.compile(r"\b(?P<m>[0-9]{1,2})[-/](?P<d>[0-9]{1,2})[-/](?P<y>(?:19|20)[0-9]{2})\b"),
    re.compile(
        rf"\b(?P<m>{'|'.join(_MONTHS)})[a-z]*\.? +(?P<d>[0-9]{{1,2}}),? +(?P<y>[0-9]{{4}})\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<y>[0-9]{2})(?P<m>[0-9]{2})(?P<d>[0-9]{2})\b"),
)


def date_of(names: Sequence[str], fields: Sequence[str]) -> str:
    """YYYYMMDD, empty where nothing says it.

    Parameters
    ----------
    names : of the file and of the document, as ``APW19990707.0181`` and ``LA010189-0001``.
    fields : what DATE_TIME and DATE say, as ``1999-07-07 12:34``, ``January 1, 1989`` or, in the
        Financial Times, ``910514``; a year of two digits is of the 20th century.
    """
    found = [pattern.search(name) for name in names for pattern in _IN_NAME]
    found += [pattern.search(text) for text in fields for pattern in _IN_FIELD]
    return next((day for match in found if match and (day := _day(match))), "")


def _day(found: re.Match[str]) -> str:
    """YYYYMMDD of a match, empty where the calendar has no such day."""
    month = found["m"].lower()
    number = int(month) if month.isdigit() else _MONTHS.index(month) + 1
    year = int(found["y"]) + (1900 if len(found["y"]) == 2 else 0)
    try:
        return date(year, number, int(found["d"])).isoformat().replace("-", "")
    except ValueError:
        return ""
