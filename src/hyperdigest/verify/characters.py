"""What each character counts as when a quotation is compared with a source.

Case, the form of a letter that a font or an encoding chose (ligatures, full-width letters, accents
as marks of their own) and invisible characters make no difference. Superscripts and fractions do:
10² is not 102.
"""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from hyperdigest.split.scripts import CJK, THAI

QUOTES = "\"'“”„‟‘’‚‛«»‹›「」『』〝〞〟＂＇`´"
"""All quotation marks and apostrophes."""

HYPHENS = "-\u2010\u2011"
DASHES = f"{HYPHENS}‒–—―−﹘﹣－"
"""Hyphens, dashes and the sign minus."""

_APOSTROPHES = "'’‘ʼ＇`´"
_INVISIBLE = frozenset("\xad\u034f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
_KEPT_FORMS = ("<super>", "<sub>", "<fraction>", "<circle>", "<square>", "<vertical>")
_UNSPACED = re.compile(f"[{CJK}{THAI}\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff]")
_BULLETS = frozenset("•◦▪‣●○■□|¦·*_~")


class Kind(IntEnum):
    """What a character is a part of."""

    SEPARATOR = 0
    """White space, and all that is only looked at when the words are the same."""
    LETTER = 1
    DIGIT = 2
    ALONE = 3
    """A letter of a script without spaces, which counts as a word."""
    INVISIBLE = 4
    HYPHEN = 5
    APOSTROPHE = 6


@lru_cache(1 << 16)
def folded(character: str) -> str:
    """The letters, in lower case and without ligatures, that a character counts as."""
    if character in _INVISIBLE or unicodedata.category(character) == "Cf":
        return ""
    form = unicodedata.decomposition(character).partition(" ")[0]
    if form in _KEPT_FORMS:
        return character
    plain = unicodedata.normalize("NFKD", character.casefold()).casefold()
    return unicodedata.normalize("NFKD", plain)


@lru_cache(1 << 16)
def kind_of(character: str) -> Kind:
    """The kind of a character."""
    if character in HYPHENS:
        return Kind.HYPHEN
    if character in _APOSTROPHES:
        return Kind.APOSTROPHE
    if not folded(character):
        return Kind.INVISIBLE
    category = unicodedata.category(character)
    if category in ("Nd", "No", "Nl"):
        return Kind.DIGIT
    if category[0] in "LM":
        return Kind.ALONE if _UNSPACED.match(character) else Kind.LETTER
    return Kind.SEPARATOR


def is_bullet(character: str) -> bool:
    """Whether a character is a bullet, a border of a cell or a mark of emphasis."""
    return character in _BULLETS
