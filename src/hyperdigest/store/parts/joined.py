"""The parts of a split collection as one, which is read as a file with all documents would be.

Letters: D documents, V terms, P parts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property, reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.store.format import PART, damage_reported, texts_of
from hyperdigest.store.outline import Labels
from hyperdigest.store.outlined import AskedStore, Weighing
from hyperdigest.store.parts.calls import LocalProcess, Parts, Process
from hyperdigest.store.parts.record import PartRecord, parts_in
from hyperdigest.store.parts.weighing import AskedIndex, WeighedParts, WholeIndex
from hyperdigest.store.rows import Row

ROWS_AT_ONCE = 256
"""So many documents are read at a time."""


class Joined(AskedStore):
    """The parts of a split collection, in their order, as one.

    Parameters
    ----------
    processes : those that have the parts open.
    folder : to which the paths of their documents are relative.
    """

    def __init__(self, processes: Sequence[Process], folder: Path) -> None:
        self.parts, self.folder = Parts(processes), folder
        self._heads = self.parts.heads

    @cached_property
    def labels(self) -> Labels:
        """What the documents are called."""
        return reduce(Labels.and_then, (head.labels for head in self._heads))

    @property
    def document_names(self) -> list[str]:
        return list(self.labels.names)

    @cached_property
    def document_tokens(self) -> NDArray[np.int64]:
        return np.concatenate([head.document_tokens for head in self._heads])

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        return np.concatenate([head.sizes for head in self._heads])

    @cached_property
    def topic_tokens(self) -> NDArray[np.int64]:
        n_topics = max(head.topic_tokens.shape[1] for head in self._heads)
        tokens = np.zeros((self.n_states, n_topics), np.int64)
        for head in self._heads:
            tokens[:, : head.topic_tokens.shape[1]] += head.topic_tokens
        return tokens

    @cached_property
    def term_ids(self) -> NDArray[np.int64]:
        return np.unique(np.concatenate([head.term_ids for head in self._heads]))

    @cached_property
    def term_sentences(self) -> NDArray[np.int64]:
        sentences = np.zeros(int(self.term_ids[-1]) + 1, np.int64)
        for head in self._heads:
            sentences[head.term_ids] += head.term_sentences
        return sentences

    def in_documents(self, terms: NDArray[np.integer[Any]]) -> Any:
        ids = self.term_ids[terms]
        found = self.parts.all("in_documents", [(ids,)] * self.parts.count)
        sizes = [len(head.sizes) for head in self._heads]
        rows = [
            sparse.csr_array(each, shape=(len(ids), size))
            for each, size in zip(found, sizes, strict=True)
        ]
        return sparse.hstack(rows, format="csr")

    def rows(self, documents: Sequence[int] | None = None) -> Generator[Row]:
        numbers = np.arange(self.n_documents) if documents is None else np.asarray(documents)
        for part, own in enumerate(self.parts.divided(numbers)):
            for begin in range(0, len(own), ROWS_AT_ONCE):
                chunk = own[begin : begin + ROWS_AT_ONCE].tolist()
                yield from self.parts.one(part, "rows", chunk)

    def array(self, name: str) -> NDArray[Any]:
        return self._heads[0].arrays[name]

    def weigh(self, question: Question, options: Options) -> Weighing:
        index = AskedIndex(self._index, self, self.parts, question, options)
        return WeighedParts(self, index)

    @cached_property
    def _index(self) -> WholeIndex:
        return WholeIndex.of(self, self.labels)

    @cached_property
    def _head(self) -> dict[str, Any]:
        first = self._heads[0]
        whole = PartRecord.of(first.meta)
        if whole is None:
            raise ValueError("what it knows of the whole is missing")
        values = {name: value for name, value in first.meta.items() if name != PART}
        return values | {
            "corpus": whole.corpus,
            "history": list(whole.history),
            "warnings": list(whole.warnings),
            "languages": [each for head in self._heads for each in head.meta["languages"]],
            "documents": len(self.sizes),
            "states": first.n_states,
            "arrays": list(first.arrays),
        }

    @cached_property
    def _terms(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        terms, words = np.full((2, len(self.term_ids)), "", object)
        for head in self._heads:
            own = np.searchsorted(self.term_ids, head.term_ids)
            terms[own] = np.array(texts_of(head.terms), object)
            words[own] = np.array(texts_of(head.words), object)
        if len(set(terms)) < len(terms):
            raise ValueError("its parts have a term twice")
        return tuple(terms), tuple(words)


def joined_in(folder: Path) -> Joined:
    """The split collection whose parts are in a folder, which stay open as long as it is there.

    Raises the errors of `parts_in`.
    """
    with damage_reported(folder):
        return Joined([LocalProcess(parts_in(folder))], folder)
