"""Raised exponents and marks of notes, which would change numbers and words as plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence

EXPONENT_LETTERS = "knx"
"""Letters that are exponents after a number; others end ordinals, as in 1a, or mark notes."""

_SIGN = r"[-\u2212\u2013+]?"
_EXPONENT = re.compile(
    rf"{_SIGN}\s?(?:\d{{1,4}}(?:[.,/\u2044]\d{{1,4}}|{_SIGN})|[{EXPONENT_LETTERS}])"
)
_MARK = re.compile(rf"\d{{1,3}}(?:,\s?\d{{1,3}})*|{_SIGN}\d|\d{_SIGN}")
"""The mark of a note, the exponent of a unit as in m², or the charge of an ion."""

_MAY_BE_MARKED = re.compile(r"(?:[^\W\d_]|\d(?=[^\w\s]))[.,;:!?”’\"'»)\]%]{0,3}$")
"""The end of what has such a mark: a word, or a number and punctuation, with that after it."""

_PRICE = re.compile(r"[$€£¥]\s?[\d.,]*[.,]$")
"""The whole part of a price, after which the rest may be raised."""

_SLASHES = ("/", "\u2044")
_SUPERSCRIPTS = str.maketrans("0123456789+-\u2212\u2013", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_IN_SUPERSCRIPTS = re.compile(r"[0-9+\u2212\u2013-]+")


def superscript(raised: str) -> str:
    """Raised text as plain text: 10¹¹ and 10⁻³, with ``^`` if it is more than digits, as 2^n."""
    if _IN_SUPERSCRIPTS.fullmatch(raised):
        return raised.translate(_SUPERSCRIPTS)
    return f"^{raised}"


def raised_after(before: Sequence[str], raised: str, after: str = "") -> str:
    """Raised text as it is kept after other text, so that it is no part of a word or number.

    Digits after a word, or after a number and punctuation, are superscripts, as in m² and "the
    committee³", and what follows a number is as `exponent_after` has it.
    """
    mark, above = raised.strip(), "".join(before[-4:])
    may_be_mark = _MAY_BE_MARKED.search(above) is not None and not _PRICE.search(above)
    if may_be_mark and _MARK.fullmatch(mark):
        return raised.replace(mark, mark.translate(_SUPERSCRIPTS))
    return exponent_after(before, raised, after)


def exponent_after(before: Sequence[str], raised: str, after: str = "") -> str:
    """Raised text as it is kept from the number before it: as its exponent, as in 10⁻³.

    After a space if it is the numerator of a fraction, as in 3 1/4; unchanged if it is no number or
    follows none, as in 10th.

    Parameters
    ----------
    before : the texts before the raised one, in order.
    after : the text after it, as far as it is known.
    """
    number = "".join(before[-4:])
    exponent = raised.strip()
    if not number[-1:].isdecimal() or not _EXPONENT.fullmatch(exponent):
        return raised
    if after.startswith(_SLASHES):
        return f" {raised}"
    return raised.replace(exponent, superscript(exponent))
