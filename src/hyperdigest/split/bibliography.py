"""Entries of lists of references: how much of a paragraph, an item or a definition is one."""

from __future__ import annotations

import re

from hyperdigest.split.verbs import has_finite_verb

_KEY = re.compile(r"\[[\w+-]{1,12}\]\s(?!.*\t)")
"""In a table of three columns or more, such a first cell is a flag or a key, and no reference."""

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b")
_ADDRESS = r"(?:\bdoi:|https?://|ftp://|\bwww\.)[^\s<>]+"
_PAGES = r"\bpp?\.\s?\d+|\b\d{1,4}[-–]{1,2}\d{1,4}\b"
_NUMBER = r"\b(?:ISBN|arXiv:)[\s:]?\s?[\w.-]+"
_DATA = re.compile(rf"(?:{_YEAR.pattern}|{_ADDRESS}|{_PAGES}|{_NUMBER})[)\]>.\"”]*")
_PUBLICATION = re.compile(
    r"\bdoi:|doi\.org/|\b\d+\s?\(\d+\):\s?[a-z]?\d|\b(?:19|20)\d\d;\s?\d|\bISBN\b|\barXiv:"
    r"|\b[Vv]ol\.\s?\d|\bpp\.\s?\d"
)
_LAST_DATA = re.compile(rf"(?:{_YEAR.pattern}|\d[-–]{{1,2}}\d+|{_ADDRESS}>?)\W*$")

_UPPER = "[A-ZÀ-ÖØ-ÞŁŚŠŽČА-ЯЁ]"
_SURNAME = rf"(?:(?:d[aeiu]|la|le|van|von|den)\s)*{_UPPER}[\w'’-]+"
_INITIALS = rf"{_UPPER}\.(?:[\s-]{{0,2}}{_UPPER}\.){{0,3}}"
_AUTHOR = (
    rf"(?:{_SURNAME}\s{_UPPER}{{1,3}}(?=[,.;:\s])|{_SURNAME},\s{_INITIALS}|{_INITIALS}\s{_SURNAME})"
)
_AND = r"(?:,?\s(?:and|&|und|et|y|e|и)\s|[,;]\s)"
_AUTHORS = re.compile(rf"{_AUTHOR}(?:{_AND}{_AUTHOR}){{0,30}}(?:,?\set\sal)?\s?(?=[.,:(\"“«])")
"""With initials: "Bell AJ, Mill T.", "Bell, A. J., & Mill, T.", "A. J. Bell and T. Mill,"."""

_NAMES_BEFORE_TITLE = re.compile(
    rf"(?:(?:{_UPPER}[\w.'’-]*|\d[\w-]*|and|und|et|y|al\.?|of|the|for|in|d[aeiu]|la|le|van|von|den)"
    r"[,:]?\s){1,40}[\"“«„‘_*]"
)
"""Names in full, and then a title in quotation marks or italics: "Anna Bell, "Slow Trams"."""

_FARTHEST_TITLE = 300
"""In characters from the start of an entry."""

_LONGEST_ADDRESS = 120
"""In characters, at the end of an entry."""


def begins_with_key(text: str) -> bool:
    """Whether a text begins with the number or key of a reference: "[12] ...", "[Knuth84]"."""
    return text.startswith("[") and _KEY.match(text) is not None


def reference_end(block: str, *, listed: bool) -> int:
    """Where the reference ends that a block begins with: at its last year, pages or address; 0 if
    it begins with none.

    It begins with a key and has a year, or with authors, and has a place in a journal or a number
    such as a DOI, or ends with such data and has no verb. If it is `listed` below the heading of
    references, any such data do, also after authors whose names are in full.
    """
    begin = " ".join(block[:_FARTHEST_TITLE].split())
    if _AUTHORS.match(begin):
        is_reference = listed or _PUBLICATION.search(block) is not None
        is_reference = is_reference or (_ends_with_data(block) and not has_finite_verb(block))
    elif begins_with_key(block):
        is_reference = listed or _YEAR.search(block) is not None
    else:
        is_reference = listed and _NAMES_BEFORE_TITLE.match(begin) is not None
    return max((found.end() for found in _DATA.finditer(block)), default=0) if is_reference else 0


def may_be_reference(block: str, *, listed: bool) -> bool:
    """Whether the sentences without a verb of a paragraph are those of a reference: it begins with
    a key, and has a year.

    If it is `listed` below the heading of references, a key does, or data at its end.
    """
    has_key = begins_with_key(block)
    if listed:
        return has_key or _ends_with_data(block)
    return has_key and _YEAR.search(block) is not None


def _ends_with_data(block: str) -> bool:
    return _LAST_DATA.search(block[-_LONGEST_ADDRESS:]) is not None
