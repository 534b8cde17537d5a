"""Dates as mail programs write them above forwarded messages, in many languages."""

from __future__ import annotations

import re

from hyperdigest.dates import date_of

_MONTHS = (
    ("jan", "ene", "gen", "sty", "янв", "tammi"),
    ("feb", "fév", "fev", "lut", "фев", "helmi"),
    ("mar", "mär", "mrt", "maa", "мар"),
    ("apr", "abr", "avr", "kwi", "апр", "huhti"),
    ("may", "mai", "maj", "mei", "mag", "май", "мая", "touko"),
    ("jun", "juin", "giu", "cze", "июн", "kesä"),
    ("jul", "juil", "lug", "lip", "июл", "heinä"),
    ("aug", "aoû", "ago", "sie", "авг", "elo"),
    ("sep", "set", "wrz", "сен", "syys"),
    ("oct", "okt", "out", "ott", "paź", "окт", "loka"),
    ("nov", "lis", "ноя", "marras"),
    ("dec", "dez", "déc", "dic", "gru", "дек", "joulu"),
)
"""Prefixes of the names of each month."""

_MONTH_NUMBERS = {prefix: number for number, names in enumerate(_MONTHS, 1) for prefix in names}
_MONTH_PREFIX = "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True))
_MONTH = rf"(?P<month>{_MONTH_PREFIX})[^\W\d_]{{0,12}}\.?"
_YEAR = r"(?P<year>\d{4})(?!\d)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th|er|º)?(?: de| di| den)? {_MONTH},?"
        rf"(?: de[l]?)? {_YEAR}",
        rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}",
        r"(?<!\d)(?P<year>\d{4}) ?[-/.年년] ?(?P<month>\d{1,2}) ?[-/.月월] ?(?P<day>\d{1,2})(?!\d)",
        rf"(?<!\d)(?P<day>\d{{1,2}})\. ?(?P<month>\d{{1,2}})\. ?{_YEAR}",
    )
)
_AMBIGUOUS = re.compile(rf"(?<!\d)(\d{{1,2}})[/-](\d{{1,2}})[/-]{_YEAR}")
"""Day and month in either order."""


def written_day(text: str) -> str:
    """The day in a line such as "mardi 3 novembre 2026 10:12", as ``2026-11-03``.

    Only the year if day and month cannot be told apart; empty if there is no date.

    >>> written_day("Tue, Nov 3, 2026 at 10:12 AM")
    '2026-11-03'
    """
    plain = " ".join(text[:200].split())
    for form in _FORMS:
        if found := form.search(plain):
            month = found["month"]
            number = int(month) if month.isdecimal() else _MONTH_NUMBERS[month.lower()]
            return date_of([f"{found['year']}-{number:02}-{int(found['day']):02}"])
    if found := _AMBIGUOUS.search(plain):
        first, second = sorted((int(found[1]), int(found[2])))
        if second > 12 or first == second:
            return date_of([f"{found['year']}-{first:02}-{second:02}"])
        return date_of([found["year"]])
    return ""
