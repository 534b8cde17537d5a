"""The outline of a saved collection: columns of all its sentences, and what documents are called.

It is all that is needed to weigh a question in the whole collection, besides the sentences that
have its terms; no text is read. It is kept in ``arrays``, for to read a part of each document would
be to read nearly all pages of the file.

Letters: D documents, N sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import runs
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document, Sentences
from hyperdigest.split import Split
from hyperdigest.store.rows import INT, SENTENCE_COLUMNS, post_of

COLUMNS = {
    name: kind
    for name, kind in SENTENCE_COLUMNS.items()
    if name in ("words", "form", "text_hash", "kind", "context", "list_number")
} | {"tokens": INT}
"""The type of each column; `tokens` has the number of tokens of each sentence."""

SIZES, LABELS = "outline_sizes", "outline_labels"
"""The arrays with the number of sentences of each document, and with JSON in UTF-8: the name, the
title, the authors and the post of each."""


@dataclass(frozen=True, eq=False)
class Outline:
    """The sentences of D documents without their texts.

    Parameters
    ----------
    sizes : (D,) the number of sentences of each document.
    columns : (N,) each of `COLUMNS` by its name.
    labels : of each document its name, title, authors, and the fields of its post, or None.
    """

    sizes: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]
    labels: Sequence[list[Any]]

    @classmethod
    def of(cls, documents: Sequence[Document], split: Split) -> Self:
        """The outline of documents that are split."""
        sentences = split.sentences
        columns = {name: getattr(sentences, name) for name in COLUMNS if name != "tokens"}
        columns["tokens"] = np.bincount(split.sentence_of, minlength=len(sentences))
        sizes = np.bincount(sentences.document, minlength=len(documents))
        labels = [
            [each.name, each.title, list(each.authors), asdict(each.post) if each.post else None]
            for each in documents
        ]
        return cls(sizes, {n: np.asarray(columns[n], kind) for n, kind in COLUMNS.items()}, labels)

    @classmethod
    def empty(cls) -> Self:
        """The outline of no document."""
        columns = {name: np.zeros(0, kind) for name, kind in COLUMNS.items()}
        return cls(np.zeros(0, np.int64), columns, [])

    @classmethod
    def read(cls, array: Callable[[str], NDArray[Any]], n_documents: int) -> Self:
        """The outline in a file, of its arrays by name. Raises ValueError if it is not valid."""
        sizes, labels = array(SIZES), json.loads(array(LABELS).tobytes())
        if sizes.shape != (n_documents,) or sizes.dtype.kind != "i" or (sizes < 0).any():
            raise ValueError("its outline does not match its documents")
        columns = {name: array(f"outline_{name}") for name in COLUMNS}
        for name, kind in COLUMNS.items():
            if columns[name].dtype != np.dtype(kind) or columns[name].shape != (sizes.sum(),):
                raise ValueError(f"its outline has no {name}")
        if not isinstance(labels, list) or len(labels) != n_documents:
            raise ValueError("its outline does not name its documents")
        _check(columns, sizes)
        return cls(sizes.astype(np.int64), columns, labels)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays from which `read` makes the outline."""
        text = json.dumps(self.labels, separators=(",", ":")).encode()
        return {
            SIZES: self.sizes,
            LABELS: np.frombuffer(text, np.uint8),
            **{f"outline_{name}": column for name, column in self.columns.items()},
        }

    def and_then(self, later: Outline) -> Outline:
        """The outline with that of later documents appended."""
        columns = {
            name: np.concatenate([column, later.columns[name]])
            for name, column in self.columns.items()
        }
        sizes = np.concatenate([self.sizes, later.sizes])
        return Outline(sizes, columns, [*self.labels, *later.labels])

    def without(self, documents: Sequence[int]) -> Outline:
        """The outline without some documents, by their numbers."""
        stay = np.ones(len(self.sizes), bool)
        stay[list(documents)] = False
        inside = np.repeat(stay, self.sizes)
        labels = [label for label, stays in zip(self.labels, stay.tolist(), strict=True) if stays]
        columns = {name: column[inside] for name, column in self.columns.items()}
        return Outline(self.sizes[stay], columns, labels)

    def documents(self) -> tuple[Document, ...]:
        """The documents without their texts. Raises ValueError if a label is not valid."""
        documents = []
        for label in self.labels:
            if not isinstance(label, list) or len(label) != 4 or not isinstance(label[2], list):
                raise ValueError("its outline does not name its documents")
            name, title, authors, post = label
            if not all(isinstance(text, str) for text in (name, title, *authors)):
                raise ValueError("its outline names documents by other values than texts")
            of_post = post_of(post) if post is not None else None
            documents.append(Document(name, "", "", title, authors=tuple(authors), post=of_post))
        return tuple(documents)

    def sentences(self) -> Sentences:
        """The columns of the sentences; what the outline has not is 0."""
        none = np.zeros(len(self.columns["words"]), np.int32)
        document = np.repeat(np.arange(len(self.sizes), dtype=np.int32), self.sizes)
        own = {name: column for name, column in self.columns.items() if name != "tokens"}
        return Sentences(document=document, start=none, end=none, ordinal=none, of=none, **own)


def _check(columns: Mapping[str, NDArray[Any]], sizes: NDArray[Any]) -> None:
    """Raise ValueError unless the columns of sentences fit each other."""
    before = runs(np.zeros(len(sizes), np.intp), sizes)
    if (columns["context"] < 0).any() or (columns["context"] > before).any():
        raise ValueError("its outline has contexts outside of a document")
    if columns["form"].max(initial=0) >= len(FORMS):
        raise ValueError("its outline has sentences of unknown forms")
    if columns["kind"].max(initial=0) >= len(SENTENCE_KINDS):
        raise ValueError("its outline has sentences of unknown kinds")
    if any((columns[name] < 0).any() for name in ("words", "list_number", "tokens")):
        raise ValueError("its outline has negative numbers")
