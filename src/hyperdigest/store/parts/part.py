"""A part of a split collection: what it gives of itself, in arrays, numbers and texts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Mask
from hyperdigest.store.file import Store, damage_told, opened
from hyperdigest.store.outline import Labels
from hyperdigest.store.parts.record import SHARED
from hyperdigest.store.rows import Row, checksum


class Head(NamedTuple):
    """What a part has besides its documents, sentences and postings."""

    meta: dict[str, Any]
    n_states: int
    arrays: dict[str, NDArray[Any]]
    """Those that are part of the content, which are the same in all parts."""
    terms: tuple[str, ...]
    words: tuple[str, ...]
    term_ids: NDArray[np.int64]
    term_sentences: NDArray[np.int64]
    """(V,) in the order of the terms."""
    document_tokens: NDArray[np.int64]
    topic_tokens: NDArray[np.int64]
    sizes: NDArray[np.int64]
    labels: Labels


class Part:
    """The part of a split collection in a file, which stays open."""

    def __init__(self, path: Path) -> None:
        self._path, self._files = path, ExitStack()
        self._store: Store = self._files.enter_context(opened(path))

    def head(self) -> Head:
        """What it has besides its documents."""
        store = self._store
        with damage_told(self._path):
            return Head(
                store.meta,
                store.n_states,
                {name: store.array(name) for name in store.array_names if name != SHARED},
                store.vocabulary,
                store.words,
                store.term_ids,
                store.term_sentences[store.term_ids],
                store.document_tokens,
                store.topic_tokens,
                store.sizes,
                store.outline.labels,
            )

    def rows(self, documents: Sequence[int]) -> list[Row]:
        """The rows of some documents, by their numbers in the part."""
        with damage_told(self._path):
            rows = list(self._store.rows(documents))
            for *values, expected in rows:
                if checksum(values) != expected:
                    raise ValueError(f"document {values[0]} has changed")
            return rows

    def in_documents(
        self, terms: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """How often each of some terms, by their ids, occurs in each document: csr data, indices
        and ends of rows."""
        with damage_told(self._path):
            known = np.isin(terms, self._store.term_ids)
            numbers = np.searchsorted(self._store.term_ids, terms[known])
            found = self._store.postings.in_documents(numbers)
            return found.data, found.indices, ends_of_all(found.indptr, known)

    def close(self) -> None:
        """Close the file."""
        self._files.close()


def ends_of_all(ends: NDArray[Any], known: Mask) -> NDArray[Any]:
    """The ends of rows with an empty row for each one that is not known."""
    sizes = np.zeros(len(known) + 1, ends.dtype)
    sizes[1:][known] = np.diff(ends)
    return sizes.cumsum(dtype=ends.dtype)
