"""A part of a split collection: what it gives of itself, in arrays, numbers and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Indices
from hyperdigest.base.cache import LruCache
from hyperdigest.ranking.weighing import Matched
from hyperdigest.store.file import Store, opened
from hyperdigest.store.format import TERMS, WORDS, checksum, damage_reported
from hyperdigest.store.outline import Labels
from hyperdigest.store.parts.collective import Message
from hyperdigest.store.parts.index import Asked, PartIndex, ends_of_all
from hyperdigest.store.parts.record import SHARED
from hyperdigest.store.rows import Row

MOST_ASKED = 1
"""The indexes of so many questions are kept. A question whose index is gone makes it anew."""


class Head(NamedTuple):
    """What a part has besides its documents, sentences and postings."""

    meta: dict[str, Any]
    n_states: int
    arrays: dict[str, NDArray[Any]]
    """Those that are part of the content, which are the same in all parts."""
    terms: NDArray[np.uint8]
    words: NDArray[np.uint8]
    """See `texts_of`."""
    term_ids: NDArray[np.int64]
    term_sentences: NDArray[np.int64]
    """(V,) in the order of the terms."""
    document_tokens: NDArray[np.int64]
    topic_tokens: NDArray[np.int64]
    sizes: NDArray[np.int64]
    labels: Labels


class Part:
    """The part of a split collection in a file, which is open as long as this is there."""

    def __init__(self, path: Path) -> None:
        self._path, files = path, ExitStack()
        self._indexes: LruCache[str, PartIndex] = LruCache(MOST_ASKED)
        self._store: Store = files.enter_context(opened(path))
        finalize(self, files.close)

    def head(self) -> Head:
        """What it has besides its documents."""
        store = self._store
        with damage_reported(self._path):
            return Head(
                store.meta,
                store.n_states,
                {name: array for name, array in store.arrays.items() if name != SHARED},
                store.array(TERMS),
                store.array(WORDS),
                store.term_ids,
                store.term_sentences[store.term_ids],
                store.document_tokens,
                store.topic_tokens,
                store.sizes,
                store.outline.labels,
            )

    def rows(self, documents: Sequence[int]) -> list[Row]:
        """The rows of some documents, by their numbers in the part."""
        with damage_reported(self._path):
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
        with damage_reported(self._path):
            known = np.isin(terms, self._store.term_ids)
            numbers = np.searchsorted(self._store.term_ids, terms[known])
            found = self._store.postings.in_documents(numbers)
            return found.data, found.indices, ends_of_all(found.indptr, known)

    def begin(self, asked: Asked, step: str, *arguments: Any) -> Message:
        """Begin to weigh a question, or what comes after that: a method of its `PartIndex`.

        Returns what the part needs of the others, or the result.
        """
        if asked.key not in self._indexes:
            with damage_reported(self._path):
                self._indexes[asked.key] = PartIndex(self._store, asked)
        index = self._indexes[asked.key]

        def steps() -> Any:
            with damage_reported(self._path):
                return getattr(index, step)(*arguments)

        return index.collective.begin(steps)

    def reply(self, asked: str, value: Any) -> Message:
        """Go on with what other parts said; a question is named by its key."""
        return self._indexes[asked].collective.reply(value)

    def leave(self, asked: str) -> None:
        """Stop in the middle, where the part may wait for others."""
        if asked in self._indexes:
            self._indexes.pop(asked).collective.leave()

    def matched(self, asked: str, documents: Indices) -> Matched:
        """How well the sentences of some documents, by their numbers, match a question."""
        return self._indexes[asked].matched(documents)


class OpenParts:
    """Some parts, which a process has open."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._parts = list(map(Part, paths))

    def call(self, method: str, arguments: Mapping[int, Sequence[Any]]) -> list[Any]:
        """The results of a method of some of the parts, by their places, with arguments for
        each."""
        return [getattr(self._parts[place], method)(*own) for place, own in arguments.items()]
