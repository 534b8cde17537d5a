"""Doubts about a digest of what is new."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Citation
from hyperdigest.reader import Reader, Scope

ALL_KNOWN = (
    "Nothing is new: all that the new documents say stands in known ones too, or was read before or"
    " left out."
)
PERHAPS_KNOWN = (
    "These sentences may be nothing new: known documents have all their words where they speak of"
    " the question."
)


def news_doubt(scope: Scope, eligible: NDArray[np.bool_], sentences: Sequence[Citation]) -> str:
    """Why nothing is new, one sentence; empty if something is, or may be."""
    if scope.nothing_new:
        return scope.nothing_new
    return "" if sentences or eligible.any() else ALL_KNOWN


def repetition_doubt(reader: Reader, sentences: Sequence[Citation]) -> str:
    """That no sentence has a new word, if that is so and some sentences are known."""
    if reader.known is None or not reader.known.any():
        return ""
    return PERHAPS_KNOWN if sentences and not any(each.new for each in sentences) else ""
