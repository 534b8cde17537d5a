"""Find the names of authors in metadata, and split them into family and given name."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_AUTHORS = 50
LONGEST_NAME = 120
"""In characters."""

_PLACEHOLDERS = frozenset(
    (
        *("root", "unknown", "anonymous", "administrator", "admin", "user", "owner", "author"),
        *("authors", "none", "null", "nobody", "unspecified", "not specified", "untitled", "n/a"),
        *("default", "guest", "your name", "the user", "first last", "microsoft office user"),
        *("windows user", "openpyxl", "python-docx", "steve canny", "hyperdigest"),
    )
)
"""Names that programs write if they know none; the last four are of libraries that make files."""

_BETWEEN = re.compile(r"\s*,\s+(?:and\s+)?|\s+(?:and|&|und|et|y)\s+")
_BY = re.compile(r"(?:(?:posted|published|written|edited|compiled) )?by[ :]\s*", re.IGNORECASE)
_BESIDE = re.compile(
    r"\s*(?:<[^<>@]*@[^<>]*>|\([^()@]*@[^()]*\))"
    r"|,\s*(?:Ph\.?\s?D|M\.?D|D\.?Phil|M\.?Sc|MBA|Esq)\b\.?(?=$|[,;]| and )"
)
"""An address or degree after a name."""

_DATE = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of |de )?[^\W\d_]{3,12}\.?,?(?: de)? \d{4}"
    r"|[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}"
    r"|(?<=, )(?:[^\W\d_]{3,12}\.? )?(?:19|20)\d\d(?=\W*$))\b"
)
_BEFORE_DATE = re.compile(
    r"\b(?:on|le|updated|published|posted"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,5}day)?)\.?$",
    re.IGNORECASE,
)
_LIST = re.compile(r"\s*[;\n]\s*")
_ADDRESS = re.compile(r"://|^www\.|^/|^\S*@\S+$")
_PARTICLE = (
    r"(?:von|van|vom|zu|de|del|della|der|den|des|di|da|do|dos|du|la|le|ten|ter|bin|ibn|al|el)"
)
_GIVEN = r"(?:[^\W\d_][\w.'’-]*)"
_PERSON = re.compile(
    rf"({_GIVEN}(?: (?!{_PARTICLE} ){_GIVEN}){{0,3}}) ((?:{_PARTICLE} ){{0,2}}[^\W\d_][\w'’-]+)"
)
_ORGANIZATION = re.compile(
    r"\b(?:academy|administration|agency|alliance|associat\w+|authority|authors|bank|board|bureau"
    r"|cent(?:er|re)|college|commission|committee|company|consortium|contributors|corp\w*|council|court"
    r"|department|developers|editor\w*|federation|foundation|gmbh|group|inc|institut\w*|journal|kingdom"
    r"|laborator\w+|library|limited|llc|ltd|ministry|museum|nations|network|news|office|organi[sz]ation"
    r"|parliament|press|project|reuters|school|service\w*|society|staff|states|team|times|trust|union"
    r"|universit\w+|verlag|wikipedia|working)\b",
    re.IGNORECASE,
)


def authors_of(values: Iterable[str]) -> tuple[str, ...]:
    """The distinct names in fields with one or several names each, without placeholders.

    >>> authors_of(["Ada Lovelace and Charles Babbage", "root"])
    ('Ada Lovelace', 'Charles Babbage')
    """
    names: dict[str, None] = {}
    for value in values:
        for listed in _LIST.split(value[: MOST_AUTHORS * LONGEST_NAME]):
            plain = " ".join(listed.split())
            by = _BY.match(plain)
            bare = _without_date(_BESIDE.sub("", plain[by.end() :] if by else plain))
            names.update(dict.fromkeys(_single_names(bare)))
    real = (name for name in names if _is_name(name))
    return tuple(name for name, _ in zip(real, range(MOST_AUTHORS), strict=False))


def _without_date(listed: str) -> str:
    """Names without a date after them, and without what follows it."""
    date = _DATE.search(listed)
    if not date:
        return listed
    marks = " ,:;|•·–—(-"
    names = listed[: date.start()].rstrip(marks)
    for _ in range(3):  # "published on Monday"
        names = _BEFORE_DATE.sub("", names).rstrip(marks)
    return names


def _single_names(listed: str) -> list[str]:
    """The names in a list with commas or "and", or the whole list if one is not a person's."""
    names = _BETWEEN.split(listed.strip(" ,"))
    return names if all(map(family_and_given, names)) else [listed.strip(" ,")]


def _is_name(name: str) -> bool:
    is_placeholder = name.casefold().strip("()[]<>\"' ") in _PLACEHOLDERS
    if is_placeholder or _ADDRESS.search(name):
        return False
    return len(name) <= LONGEST_NAME and any(map(str.isalpha, name))


def family_and_given(name: str) -> tuple[str, str] | None:
    """The family and given name of a person; None for an organization or a single word.

    >>> family_and_given("Ludwig van Beethoven")
    ('van Beethoven', 'Ludwig')
    """
    if _ORGANIZATION.search(name):
        return None
    family, comma, given = name.partition(", ")
    if comma:
        is_one = family and given and "," not in given and not _BETWEEN.search(given)
        return (family, given) if is_one else None
    found = _PERSON.fullmatch(name)
    words = name.split()
    if not found or not (words[0][0].isupper() and words[-1][0].isupper()):
        return None
    return found[2], found[1]


def credited(authors: tuple[str, ...], date: str) -> str:
    """The authors and the date of a document, as far as known: ``Ada Lovelace, 1843-10``."""
    names = " and ".join(authors[:2]) if len(authors) < 3 else f"{authors[0]} and others"
    return ", ".join(part for part in (names, date) if part)
