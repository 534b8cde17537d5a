"""How much of a PDF is formulas: fractions and sums, whose parts stand on several lines.

Text has one line after the other, so that the parts of such a formula may be in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SHARE = 0.01
"""Share of the words of a document in formulas from which on the user is told."""

LEAST_WORDS = 3
"""Words of a passage that may be a formula, at least."""

MOST_PROSE = 1 / 3
"""Share of words of three letters or more in a formula, at most."""

MESSAGE = (
    "has many formulas, whose parts may be in another order than on its pages: compare a quoted"
    " formula with the file"
)

_SIGN = re.compile("[\u0370-\u03ff\u2190-\u21ff\u2200-\u2211\u2213-\u22ff\u27e8\u27e9]")
"""Greek letters, arrows and mathematical operators; a minus sign is in tables and figures too."""

_PROSE = re.compile(r"[^\W\d_]{3}")


def has_many_formulas(passages: Iterable[str]) -> bool:
    """Whether many of the words of these passages, none of which is code, are in formulas."""
    total = in_formulas = 0
    for text in passages:
        words = text.split()
        total += len(words)
        if not _SIGN.search(text):
            continue
        prose = sum(_PROSE.search(word) is not None for word in words)
        if len(words) >= LEAST_WORDS and prose <= MOST_PROSE * len(words):
            in_formulas += len(words)
        else:
            in_formulas += sum(_is_in_formula(word) for word in words)
    return in_formulas > SHARE * total


def _is_in_formula(word: str) -> bool:
    return _SIGN.search(word) is not None and not _PROSE.search(word)
