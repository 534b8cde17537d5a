"""Asides in parentheses and between dashes that add to a sentence and restrict nothing in it."""

from __future__ import annotations

import re

from hyperdigest.split.compression.clause import Spans, Words, has_main_verb
from hyperdigest.split.compression.words import (
    CONJUNCTIONS,
    DETERMINERS,
    HEDGES,
    PREPOSITIONS,
    PRONOUNS,
    set_of,
)

_NUMBER_OF_AN_ITEM = re.compile(r"[\divxa-zIVX]{1,4}")
_REFERENCE = re.compile(
    r"""
    (?:(?:see|cf\.?|e\.g\.,?|reviewed[ ]in)[ ])?
    (?: (?:also[ ])?(?:fig|figure|table|section|chapter|appendix|box|ref|eq|equation)s?\b\.?.*
      | [^\d]*\b(?:1[5-9]|20)\d\d[a-z]?(?:[^\d]*\b(?:1[5-9]|20)\d\d[a-z]?)*[^\d]*)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A reference to a figure or to a publication; years, which are the only numbers left out."""

_SIGNS = re.compile(r"[=<>+|\\{}~^*/\"“%$]")
_NEEDS_WHAT_FOLLOWS = PREPOSITIONS | DETERMINERS | CONJUNCTIONS | {",", "=", "to"}
_AMOUNTS = set_of("many much more less fewer some few most all several lot lots number")
_GOES_ON = CONJUNCTIONS | PREPOSITIONS | {"s", "es", "plus"}


def parentheses(words: Words) -> Spans:
    """Parentheses, those with a quantity, a restriction or the number of an item aside."""
    opened: list[int] = []
    for i, word in enumerate(words.word):
        if word == "(":
            opened.append(i)
        elif word == ")" and opened:
            first = opened.pop()
            if not opened and first > 0 and _only_adds(words, first, i):
                yield first, i + 1


def _only_adds(words: Words, first: int, last: int) -> bool:
    inner = words.word[first + 1 : last]
    inside = words.text[words.end[first] : words.start[last]]
    before, after = words.start[first] - 1, words.end[last]
    if not words.text[before].isspace() or words.text[after : after + 1] not in ("", *" \n,.;"):
        return False
    if not inner or inner[-1] in (".", "!", "?") or inner[0] in _GOES_ON or set(inner) & HEDGES:
        return False
    if len(inner) == 1 and _NUMBER_OF_AN_ITEM.fullmatch(inner[0]):
        return False
    if words.is_capital(first - 1) and last + 1 < len(words) and _in_name(words, last + 1):
        return False
    if (
        words.word[first - 1] in _AMOUNTS
        or words.word[first - 1] in _NEEDS_WHAT_FOLLOWS
        or _SIGNS.search(inside)
    ):
        return False
    return not any(map(str.isdigit, inside)) or _REFERENCE.match(inside.strip()) is not None


def _in_name(words: Words, at: int) -> bool:
    """Whether a name goes on at `at`: "the Children (Wales) Act"."""
    return words.is_capital(at) or words.word[at] == "("


_DASH = r"(?:\s?—\s?|\s--\s|\s–\s)"
_BETWEEN_DASHES = re.compile(rf"(?<=[\w)]){_DASH}[^—–;:.?!\"“”]+?{_DASH}(?=[a-z])")
_ANY_DASH = re.compile(r"—|\s--\s|\s–\s")


def dashes(words: Words) -> Spans:
    """What stands between the only two dashes of a sentence, one with a figure aside."""
    found = _BETWEEN_DASHES.search(words.text)
    if found is None or len(_ANY_DASH.findall(words.text)) != 2:
        return
    if any(map(str.isdigit, found[0])):
        return
    whole = [i for i, at in enumerate(words.start) if found.start() <= at < found.end()]
    inner = [words.word[i] for i in whole if words.word[i][0].isalnum()]
    joined = any(words.word[i + 1] in CONJUNCTIONS for i in words.commas(whole[0], whole[-1]))
    if inner[0] in CONJUNCTIONS | PRONOUNS | PREPOSITIONS or set(inner) & HEDGES or joined:
        return
    if has_main_verb(words, whole[0] + 1, whole[-1]):
        return
    yield whole[0], whole[-1] + 1
