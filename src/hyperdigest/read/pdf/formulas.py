"""How much of a PDF is formulas: fractions and sums, whose parts stand on several lines.

Text has one line after the other, so that the parts of such a formula may be in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SHARE = 0.01
"""Share of the words of a document in formulas from which on the user is told."""

LEAST_WORDS, MOST_WORDS = 3, 60
"""Words of a passage that may be a formula; a list of all letters or signs has more."""

LEAST_PASSAGES = 5
"""Passages with formulas, at least, of a document with many."""

MOST_PROSE = 1 / 3
"""Share of words of three letters or more in a formula, at most."""

MESSAGE = (
    "has many formulas, whose parts may be in another order than on its pages: compare a quoted"
    " formula with the file"
)

_SIGN = re.compile("[\u0370-\u03ff\u2190-\u21ff\u2200-\u2211\u2213-\u22ff\u27e8\u27e9]")
"""Greek letters, arrows and mathematical operators; a minus sign is in tables and figures too."""

_SIGN_OF_PROSE = re.compile("[\u2190-\u21ff\u2248\u2260\u2264\u2265]")
"""Arrows and signs of comparison, which stand between the words of prose, too."""

_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]{4}")
"""A word of a text in Greek."""

_PROSE = re.compile(r"[^\W\d_]{3}")


def has_many_formulas(passages: Iterable[str]) -> bool:
    """Whether many of the words of these passages, none of which is code, are in formulas."""
    total = 0
    in_formulas: list[int] = []
    for text in passages:
        words = text.split()
        total += len(words)
        is_formula = _SIGN.search(text) and not _GREEK.search(text)
        if found := is_formula and _in_formulas(words):
            in_formulas.append(found)
    return len(in_formulas) >= LEAST_PASSAGES and sum(in_formulas) > SHARE * total


def _in_formulas(words: Sequence[str]) -> int:
    """How many of the words of a passage are in formulas, if it is one or has some."""
    prose = sum(_PROSE.search(word) is not None for word in words)
    if prose > MOST_PROSE * len(words) or len(words) < LEAST_WORDS:
        signs = [word for word in words if _SIGN.search(_SIGN_OF_PROSE.sub("", word))]
        return sum(_PROSE.search(word) is None for word in signs)
    return len(words) if len(words) <= MOST_WORDS else 0
