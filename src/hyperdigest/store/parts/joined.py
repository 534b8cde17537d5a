"""The parts of a split collection as one, which is read as a file with all documents would be.

Letters: D documents, V terms, P parts.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property, reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.store.file import PART, damage_told
from hyperdigest.store.outline import Labels
from hyperdigest.store.outlined import AskedStore
from hyperdigest.store.parts.part import Head, Part
from hyperdigest.store.parts.record import PartRecord, parts_in
from hyperdigest.store.rows import Row

ROWS_AT_ONCE = 256
"""So many documents are read at a time."""


class Joined(AskedStore):
    """The parts of a split collection, in their order, as one.

    Parameters
    ----------
    folder : to which the paths of their documents are relative.
    """

    def __init__(self, parts: Sequence[Part], folder: Path) -> None:
        self.parts, self.folder = parts, folder
        self.heads: list[Head] = [part.head() for part in parts]
        self._documents = np.cumsum([0, *(len(head.sizes) for head in self.heads)])

    @cached_property
    def labels(self) -> Labels:
        """What the documents are called."""
        return reduce(Labels.and_then, (head.labels for head in self.heads))

    @property
    def document_names(self) -> list[str]:
        return list(self.labels.names)

    @cached_property
    def document_tokens(self) -> NDArray[np.int64]:
        return np.concatenate([head.document_tokens for head in self.heads])

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        return np.concatenate([head.sizes for head in self.heads])

    @cached_property
    def topic_tokens(self) -> NDArray[np.int64]:
        tokens: NDArray[np.int64] = np.sum([head.topic_tokens for head in self.heads], axis=0)
        return tokens

    @cached_property
    def term_ids(self) -> NDArray[np.int64]:
        return np.unique(np.concatenate([head.term_ids for head in self.heads]))

    @cached_property
    def term_sentences(self) -> NDArray[np.int64]:
        sentences = np.zeros(int(self.term_ids[-1]) + 1, np.int64)
        for head in self.heads:
            sentences[head.term_ids] += head.term_sentences
        return sentences

    def in_documents(self, terms: NDArray[np.integer[Any]]) -> Any:
        from scipy import sparse

        ids = self.term_ids[terms]
        found = [
            sparse.csr_array(part.in_documents(ids), shape=(len(ids), size))
            for part, size in zip(self.parts, np.diff(self._documents).tolist(), strict=True)
        ]
        return sparse.hstack(found, format="csr")

    def rows(self, documents: Sequence[int] | None = None) -> Generator[Row]:
        numbers = np.arange(self.n_documents) if documents is None else np.asarray(documents)
        for part, own in zip(self.parts, self.of_parts(numbers), strict=True):
            for begin in range(0, len(own), ROWS_AT_ONCE):
                yield from part.rows(own[begin : begin + ROWS_AT_ONCE].tolist())

    def array(self, name: str) -> NDArray[Any]:
        return self.heads[0].arrays[name]

    def of_parts(self, documents: NDArray[Any]) -> list[NDArray[Any]]:
        """The numbers that some documents, which are in order, have in each part."""
        bounds = np.searchsorted(documents, self._documents)
        return [
            documents[begin:end] - first
            for begin, end, first in zip(bounds[:-1], bounds[1:], self._documents[:-1], strict=True)
        ]

    @cached_property
    def _head(self) -> dict[str, Any]:
        first = self.heads[0]
        whole = PartRecord.of(first.meta)
        if whole is None:
            raise ValueError("what it knows of the whole is missing")
        values = {name: value for name, value in first.meta.items() if name != PART}
        return values | {
            "corpus": whole.corpus,
            "history": list(whole.history),
            "warnings": list(whole.warnings),
            "languages": [each for head in self.heads for each in head.meta["languages"]],
            "documents": len(self.sizes),
            "states": first.n_states,
            "arrays": list(first.arrays),
        }

    @cached_property
    def _terms(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        terms, words = dict[int, str](), dict[int, str]()
        for head in self.heads:
            ids = head.term_ids.tolist()
            terms.update(zip(ids, head.terms, strict=True))
            words.update(zip(ids, head.words, strict=True))
        in_order = self.term_ids.tolist()
        vocabulary = tuple(map(terms.__getitem__, in_order))
        if len(set(vocabulary)) < len(vocabulary):
            raise ValueError("its parts have a term twice")
        return vocabulary, tuple(map(words.__getitem__, in_order))


@contextmanager
def joined_in(folder: Path) -> Iterator[Joined]:
    """The split collection whose parts are in a folder. Raises the errors of `parts_in`."""
    with damage_told(folder), ExitStack() as files:
        yield Joined(
            [files.enter_context(closing(Part(path))) for path in parts_in(folder)], folder
        )
