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
_LONG_NUMBER = re.compile(r"\d[.,]?\d[.,]?\d\Z")
_SLASHES = ("/", "\u2044")


def sign_of_power(before: Sequence[str], raised: str, after: str = "") -> str:
    """What keeps raised text from the number before it: ``^`` if it is the exponent, as in 10^-3.

    A space if it is the numerator of a fraction, as in 3 1/4, or after a longer number, whose
    raised digits are mostly the number of a footnote. Empty if neither is a number.

    Parameters
    ----------
    before : the texts before the raised one, in order.
    after : the text after it, as far as it is known.
    """
    number = "".join(before[-4:])
    if not number[-1:].isdecimal() or not _EXPONENT.fullmatch(raised.strip()):
        return ""
    is_note = raised.strip().isdecimal() and _LONG_NUMBER.search(number)
    return " " if is_note or after.startswith(_SLASHES) else "^"
