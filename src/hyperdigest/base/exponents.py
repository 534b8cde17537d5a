"""Raised exponents of numbers, which would be other numbers if read as plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence

EXPONENT_LETTERS = "knx"
"""Letters that are exponents after a number; others end ordinals, as in 1a, or mark notes."""

_SIGN = r"[-\u2212\u2013+]?"
_EXPONENT = re.compile(
    rf"{_SIGN}\s?(?:\d{{1,4}}(?:[.,/\u2044]\d{{1,4}}|{_SIGN})|[{EXPONENT_LETTERS}])"
)
_SLASHES = ("/", "\u2044")
_SUPERSCRIPTS = str.maketrans("0123456789+-\u2212\u2013", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_IN_SUPERSCRIPTS = re.compile(r"[0-9+\u2212\u2013-]+")


def superscript(raised: str) -> str:
    """Raised text as plain text: 10¹¹ and 10⁻³, with ``^`` if it is more than digits, as 2^n."""
    if _IN_SUPERSCRIPTS.fullmatch(raised):
        return raised.translate(_SUPERSCRIPTS)
    return f"^{raised}"


def raised_after(before: Sequence[str], raised: str, after: str = "") -> str:
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
