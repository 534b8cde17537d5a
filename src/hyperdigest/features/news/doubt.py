"""Doubts whether a digest of what is new has anything new."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.digest import Citation
from hyperdigest.reader import Reader, Scope

ALL_KNOWN = (
    "Nothing is new: all that the new documents say is in known ones too, was read before, or is"
    " excluded."
)
PERHAPS_KNOWN = (
    "These sentences may not be new: known documents have all their words near the words of the"
    " question."
)


def news_doubt(scope: Scope, eligible: NDArray[np.bool_], sentences: Sequence[Citation]) -> str:
    """Why nothing is new, one sentence; empty if something may be."""
    if scope.nothing_new:
        return scope.nothing_new
    return "" if sentences or eligible.any() else ALL_KNOWN


def repetition_doubt(reader: Reader, sentences: Sequence[Citation]) -> str:
    """A doubt if no sentence of the digest has a new word, but some documents are known."""
    if not reader.wants_news or not reader.known.any():
        return ""
    has_new_words = any(sentence.new for sentence in sentences)
    return PERHAPS_KNOWN if sentences and not has_new_words else ""
