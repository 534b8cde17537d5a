"""The words of references in each language: clause, section, of, in, this."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

BARE_KINDS = frozenset(("clause", "section", "article", "paragraph", "point"))
"""Kinds whose word a part may leave out: "clause 8.3" names what is headed "8.3 Late payment"."""

CAPTION_KINDS = frozenset(("figure", "table"))
LETTERED_KINDS = frozenset(("appendix", "annex", "schedule", "exhibit"))
"""Kinds that may be counted with letters: "Annex B"."""

ROMAN_KINDS = frozenset(("article", "chapter", "part", "section")) | LETTERED_KINDS
"""Kinds that may be counted with Roman numbers: "Article IV"."""

_KINDS = BARE_KINDS | CAPTION_KINDS | ROMAN_KINDS
_LINE = re.compile(r"^\[(\w+)\] (\w+): (.+)", re.MULTILINE)


@dataclass(frozen=True)
class Words:
    """The words of references in the language of a document.

    Parameters
    ----------
    kinds : the kind of part that each word means, in lower case.
    plurals : the words of `kinds` that may be followed by several numbers.
    lists : all other words by their role.
    lettered : words, as they are written before a letter or a Roman number.
    """

    kinds: dict[str, str]
    plurals: frozenset[str]
    lists: dict[str, frozenset[str]]
    lettered: tuple[str, ...]

    def one_of(self, *roles: str) -> str:
        """A regular expression for a word with one of some roles, the longest first."""
        words = {word for role in roles for word in self.lists.get(role, ())}
        return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))

    @property
    def kind(self) -> str:
        """A regular expression for a word that means a kind of part."""
        words = sorted(self.kinds, key=lambda word: (-len(word), word))
        return "|".join(re.escape(word) for word in words)


@cache
def words_of(language: str) -> Words:
    """The words of a language, and the English ones, since they are in documents of all others.

    A word that both have means what it means in that language: a German "Paragraph" is a section.
    """
    kinds: dict[str, str] = {}
    plurals: set[str] = set()
    lists: dict[str, frozenset[str]] = {}
    text = files("hyperdigest.features.references").joinpath("words.txt").read_text("utf-8")
    own = [line for line in _LINE.findall(text) if line[0] == language]
    english = [line for line in _LINE.findall(text) if line[0] == "en" != language]
    for _, role, listed in (*english, *own):
        words = listed.split("; ")
        if role in _KINDS:
            kinds |= {word.removesuffix("+"): role for word in words}
            plurals |= {word.removesuffix("+") for word in words if word.endswith("+")}
        else:
            lists[role] = lists.get(role, frozenset()) | frozenset(words)
    lettered = [
        word.capitalize()
        for word, kind in kinds.items()
        if kind in ROMAN_KINDS and word.isalpha() and word not in plurals
    ]
    lettered += [word.lower() for word in lettered if kinds[word.lower()] in LETTERED_KINDS]
    return Words(kinds, frozenset(plurals), lists, tuple(lettered))
