"""Dates in the names of documents, by which a collection is laid out in time."""

from __future__ import annotations

import re
from collections.abc import Sequence

_DATE = re.compile(
    r"(?<!\d)((?:1[5-9]|20)\d\d)[-_./]?(0[1-9]|1[0-2])(?:[-_./]?([0-2]\d|3[01]))?(?!\d)"
)

MOST = 0.8
"""The share of names that must hold a date for the collection to be called dated."""


def dates(names: Sequence[str]) -> list[tuple[str, str, str]] | None:
    """The (year, month, day) in each name, empty where there is none; None where few have one."""
    found = [_DATE.search(name) for name in names]
    dated = sum(match is not None for match in found)
    if not names or dated < MOST * len(names):
        return None
    return [(m[1], m[2], m[3] or "") if m else ("", "", "") for m in found]
