"""Documents that are mostly the same, as copies of one press release are, and sentences quoted.

What one of them says twice is said by one source.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document
from hyperdigest.split import Split

RUN = 4
"""Terms in a run by which documents are compared."""

MOSTLY = 0.5
"""Share of the runs of the shorter document that the other has, from which on they are copies."""

_KEPT = 4096
_FACTOR = np.uint64(1_099_511_628_211)


class Copies:
    """Tells which documents of a collection are mostly the same."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._runs = lru_cache(_KEPT)(self._runs_of)
        self._alike = lru_cache(_KEPT)(self._compared)

    def alike(self, one: int, other: int) -> bool:
        """Whether two documents, by their numbers, are mostly the same."""
        return self._alike(min(one, other), max(one, other))

    def _compared(self, one: int, other: int) -> bool:
        first, second = self._runs(one), self._runs(other)
        shorter = min(len(first), len(second))
        return shorter > 0 and len(np.intersect1d(first, second, True)) >= MOSTLY * shorter

    def _runs_of(self, document: int) -> NDArray[np.uint64]:
        """A code of each run of terms of a document, each once."""
        terms = self._split.terms[tokens_of(self._split, document)].astype(np.uint64)
        size = min(RUN, len(terms))
        codes = np.zeros(len(terms) - size + 1, np.uint64)
        for step in range(size):
            codes = codes * _FACTOR ^ terms[step : step + len(codes)] + np.uint64(1)
        return np.unique(codes)


def tokens_of(split: Split, document: int) -> slice:
    """The places of the tokens of a document."""
    sentences = np.searchsorted(split.sentences.document, [document, document + 1])
    first, last = np.searchsorted(split.sentence_of, sentences).tolist()
    return slice(first, last)


def is_quoted(document: Document, start: int) -> bool:
    """Whether what stands at an offset of a document is quoted there from somebody else."""
    if any(b.kind == "quote" and b.start <= start < b.end for b in document.blocks):
        return True
    line = document.text.rfind("\n", 0, start) + 1
    return document.text[line : start + 1].lstrip().startswith(">")
