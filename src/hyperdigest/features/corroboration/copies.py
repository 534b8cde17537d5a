"""Detect copies and quotations, which are no independent sources.

Documents that are mostly the same, such as copies of one press release, count as one source.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document
from hyperdigest.split import Split

NGRAM_SIZE = 4
"""Documents are compared by their n-grams of this many terms."""

LEAST_COPIED = 0.5
"""Documents are copies if one has this share of the n-grams of the other, shorter one."""

CACHE_SIZE = 4096


class Copies:
    """Detects documents of a collection that are mostly the same."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._ngrams = lru_cache(CACHE_SIZE)(self._compute_ngrams)
        self._are_copies = lru_cache(CACHE_SIZE)(self._compare)

    def are_copies(self, one: int, other: int) -> bool:
        """Whether two documents, by their numbers, are mostly the same."""
        return self._are_copies(min(one, other), max(one, other))

    def _compare(self, one: int, other: int) -> bool:
        first, second = self._ngrams(one), self._ngrams(other)
        shorter = min(len(first), len(second))
        return shorter > 0 and len(np.intersect1d(first, second, True)) >= LEAST_COPIED * shorter

    def _compute_ngrams(self, document: int) -> NDArray[np.uint64]:
        """The distinct hashes of the n-grams of a document."""
        terms = self._split.terms[tokens_of(self._split, document)].astype(np.uint64)
        size = min(NGRAM_SIZE, len(terms))
        hashes = np.zeros(len(terms) - size + 1, np.uint64)
        for step in range(size):
            shifted = terms[step : step + len(hashes)] + np.uint64(1)
            hashes = hashes * np.uint64(1_099_511_628_211) ^ shifted
        return np.unique(hashes)


def tokens_of(split: Split, document: int) -> slice:
    """The slice of the tokens of a document."""
    sentences = np.searchsorted(split.sentences.document, [document, document + 1])
    first, last = split.first_tokens(sentences).tolist()
    return slice(first, last)


def is_quoted(document: Document, start: int) -> bool:
    """Whether the text at an offset of a document is part of a quotation."""
    if any(b.kind == "quote" and b.start <= start < b.end for b in document.blocks):
        return True
    line = document.text.rfind("\n", 0, start) + 1
    return document.text[line : start + 1].lstrip().startswith(">")
