"""Names of authors as documents give them: told apart, and parted into family and given name."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_AUTHORS = 50
LONGEST_NAME = 120
"""Characters; a longer one is no name."""

_NOBODY = frozenset(
    (
        *("root", "unknown", "anonymous", "administrator", "admin", "user", "owner", "author"),
        *("authors", "none", "null", "nobody", "unspecified", "not specified", "untitled", "n/a"),
        *(
            "default",
            "guest",
            "your name",
            "the user",
            "first last",
            "microsoft office user",
            "windows user",
        ),
        *("python-docx", "steve canny", "hyperdigest"),
    )
)
"""What programs write where they know no name; the last are of those that make files."""

_BETWEEN = re.compile(r"\s*,\s+(?:and\s+)?|\s+(?:and|&|und|et|y)\s+")
_BY = re.compile(r"(?:(?:posted|published|written|edited|compiled) )?by[ :]\s*", re.IGNORECASE)
_BESIDE = re.compile(
    r"\s*(?:<[^<>@]*@[^<>]*>|\([^()@]*@[^()]*\))"
    r"|,\s*(?:Ph\.?\s?D|M\.?D|D\.?Phil|M\.?Sc|MBA|Esq)\b\.?(?=$|[,;]| and )"
)
"""What stands beside a name and is none of it: an address, a degree."""

_LIST = re.compile(r"\s*[;\n]\s*")
_ADDRESS = re.compile(r"://|^www\.|^/|^\S*@\S+$")
_PARTICLE = (
    r"(?:von|van|vom|zu|de|del|della|der|den|des|di|da|do|dos|du|la|le|ten|ter|bin|ibn|al|el)"
)
_GIVEN = r"(?:[^\W\d_][\w.'’-]*)"
_PERSON = re.compile(
    rf"({_GIVEN}(?: (?!{_PARTICLE} ){_GIVEN}){{0,3}}) ((?:{_PARTICLE} ){{0,2}}[^\W\d_][\w'’-]+)"
)
_BODY = re.compile(
    r"\b(?:academy|administration|agency|alliance|associat\w+|authority|authors|bank|board|bureau"
    r"|cent(?:er|re)|college|commission|committee|company|consortium|contributors|corp\w*|council|court"
    r"|department|developers|editor\w*|federation|foundation|gmbh|group|inc|institut\w*|journal|kingdom"
    r"|laborator\w+|library|limited|llc|ltd|ministry|museum|nations|network|news|office|organi[sz]ation"
    r"|parliament|press|project|reuters|school|service\w*|society|staff|states|team|times|trust|union"
    r"|universit\w+|verlag|wikipedia|working)\b",
    re.IGNORECASE,
)


def authors_of(values: Iterable[str]) -> tuple[str, ...]:
    """The names in fields that hold one or several, each on one line, once; what is none left out.

    >>> authors_of(["Ada Lovelace and Charles Babbage", "root"])
    ('Ada Lovelace', 'Charles Babbage')
    """
    names: dict[str, None] = {}
    for value in values:
        for listed in _LIST.split(value[: MOST_AUTHORS * LONGEST_NAME]):
            plain = " ".join(listed.split())
            by = _BY.match(plain)
            told = _BESIDE.sub("", plain[by.end() :] if by else plain)
            names.update(dict.fromkeys(_single_names(told)))
    real = (name for name in names if _is_name(name))
    return tuple(name for name, _ in zip(real, range(MOST_AUTHORS), strict=False))


def _single_names(listed: str) -> list[str]:
    """The names of a list with commas or "and", if each of them is that of a person."""
    names = _BETWEEN.split(listed.strip(" ,"))
    return names if all(map(family_and_given, names)) else [listed.strip(" ,")]


def _is_name(name: str) -> bool:
    known = name.casefold().strip("()[]<>\"' ") not in _NOBODY and not _ADDRESS.search(name)
    return known and len(name) <= LONGEST_NAME and any(map(str.isalpha, name))


def family_and_given(name: str) -> tuple[str, str] | None:
    """The two parts of the name of a person; None where it may be that of a body, or one word.

    >>> family_and_given("Ludwig van Beethoven")
    ('van Beethoven', 'Ludwig')
    """
    if _BODY.search(name):
        return None
    family, comma, given = name.partition(", ")
    if comma:
        one = family and given and "," not in given and not _BETWEEN.search(given)
        return (family, given) if one else None
    found = _PERSON.fullmatch(name)
    words = name.split()
    if not found or not (words[0][0].isupper() and words[-1][0].isupper()):
        return None
    return found[2], found[1]


def credited(authors: tuple[str, ...], date: str) -> str:
    """Who wrote a document and when, as far as it says: ``Ada Lovelace, 1843-10``."""
    names = " and ".join(authors[:2]) if len(authors) < 3 else f"{authors[0]} and others"
    return ", ".join(part for part in (names, date) if part)
