"""Powers of ten whose exponent is raised, which would be another number if read as plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TEN = re.compile(r"(?<![\w.,])10\Z")
_EXPONENT = re.compile(r"[-\u2212\u2013+]?\s?\d{1,4}")


def sign_of_power(before: Sequence[str], raised: str) -> str:
    """``^`` if raised text is the exponent of a power of ten, as in 10^-3; else empty.

    After other numbers, raised digits are mostly the numbers of footnotes.

    Parameters
    ----------
    before : the texts before the raised one, in order.
    """
    is_power = _TEN.search("".join(before[-4:])) and _EXPONENT.fullmatch(raised.strip())
    return "^" if is_power else ""
