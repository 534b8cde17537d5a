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
from functools import cached_property
from itertools import chain, compress
from typing import Any, NamedTuple, Self, overload

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document, Post, Sentences
from hyperdigest.split import Split
from hyperdigest.store.rows import INT, SENTENCE_COLUMNS, post_of

COLUMNS = {
    name: kind
    for name, kind in SENTENCE_COLUMNS.items()
    if name in ("words", "form", "text_hash", "kind", "context", "list_number")
} | {"tokens": INT}
"""The type of each column; `tokens` has the number of tokens of each sentence."""

SIZES, LABELS = "outline_sizes", "outline_labels"
"""The arrays with the number of sentences of each document, and with JSON in UTF-8: the names, the
titles, the authors and the posts of all."""


class Labels(NamedTuple):
    """What D documents are called."""

    names: list[str]
    titles: list[str]
    authors: list[list[str]]
    posts: list[dict[str, Any] | None]
    """The fields of each post; None for a document that is none."""

    @property
    def posts_made(self) -> tuple[Post | None, ...]:
        """The post that each document is. Raises ValueError if one is not valid."""
        return tuple(None if post is None else post_of(post) for post in self.posts)

    def and_then(self, later: Labels) -> Labels:
        """The labels with those of later documents appended."""
        return Labels(
            [*self.names, *later.names],
            [*self.titles, *later.titles],
            [*self.authors, *later.authors],
            [*self.posts, *later.posts],
        )

    def of(self, stay: NDArray[np.bool_]) -> Labels:
        """The labels of the documents that stay."""
        stays = stay.tolist()
        return Labels(
            list(compress(self.names, stays)),
            list(compress(self.titles, stays)),
            list(compress(self.authors, stays)),
            list(compress(self.posts, stays)),
        )


@dataclass(frozen=True, eq=False)
class Outline:
    """The sentences of D documents without their texts.

    Parameters
    ----------
    sizes : (D,) the number of sentences of each document.
    columns : (N,) each of `COLUMNS` by its name.
    labels : what the documents are called.
    """

    sizes: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]
    labels: Labels

    @classmethod
    def of(cls, documents: Sequence[Document], split: Split) -> Self:
        """The outline of documents that are split."""
        sentences = split.sentences
        columns = {name: getattr(sentences, name) for name in COLUMNS if name != "tokens"}
        columns["tokens"] = np.bincount(split.sentence_of, minlength=len(sentences))
        sizes = np.bincount(sentences.document, minlength=len(documents))
        labels = Labels(
            [each.name for each in documents],
            [each.title for each in documents],
            [list(each.authors) for each in documents],
            [asdict(each.post) if each.post else None for each in documents],
        )
        return cls(sizes, {n: np.asarray(columns[n], kind) for n, kind in COLUMNS.items()}, labels)

    @classmethod
    def empty(cls) -> Self:
        """The outline of no document."""
        columns = {name: np.zeros(0, kind) for name, kind in COLUMNS.items()}
        return cls(np.zeros(0, np.int64), columns, Labels([], [], [], []))

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
        _check_labels(labels, n_documents)
        outline = cls(sizes.astype(np.int64), columns, Labels(*labels))
        outline._check()
        return outline

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
        return Outline(sizes, columns, self.labels.and_then(later.labels))

    def without(self, documents: Sequence[int]) -> Outline:
        """The outline without some documents, by their numbers."""
        stay = np.ones(len(self.sizes), bool)
        stay[list(documents)] = False
        inside = np.repeat(stay, self.sizes)
        columns = {name: column[inside] for name, column in self.columns.items()}
        return Outline(self.sizes[stay], columns, self.labels.of(stay))

    def sentences(self) -> Sentences:
        """The columns of the sentences; what the outline has not is 0."""
        none = np.zeros(len(self.columns["words"]), np.int32)
        own = {name: column for name, column in self.columns.items() if name != "tokens"}
        return Sentences(self.document, start=none, end=none, ordinal=none, of=none, **own)

    @cached_property
    def document(self) -> NDArray[np.int32]:
        """(N,) the document of each sentence."""
        return np.repeat(np.arange(len(self.sizes), dtype=np.int32), self.sizes)

    def _check(self) -> None:
        """Raise ValueError unless the columns of sentences fit each other."""
        columns, context = self.columns, self.columns["context"]
        names = "words", "context", "list_number", "tokens"
        if any(columns[name].min(initial=0) < 0 for name in names):
            raise ValueError("its outline has negative numbers")
        own = np.flatnonzero(context)
        needed = own - context[own]
        if (needed < 0).any() or (self.document[needed] != self.document[own]).any():
            raise ValueError("its outline has contexts outside of a document")
        if columns["form"].max(initial=0) >= len(FORMS):
            raise ValueError("its outline has sentences of unknown forms")
        if columns["kind"].max(initial=0) >= len(SENTENCE_KINDS):
            raise ValueError("its outline has sentences of unknown kinds")


class OutlinedDocuments(Sequence[Document]):
    """The documents of an outline without their texts, each made when it is looked at.

    Parameters
    ----------
    labels : what they are called. Raises ValueError if a post is not valid.
    """

    def __init__(self, labels: Labels) -> None:
        self.labels, self.posts = labels, labels.posts_made

    def __len__(self) -> int:
        return len(self.posts)

    @overload
    def __getitem__(self, number: int) -> Document: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Document]: ...
    def __getitem__(self, number: int | slice) -> Document | Sequence[Document]:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        names, titles, authors, _ = self.labels
        own = tuple(authors[number])
        post = self.posts[number]
        return Document(names[number], "", "", titles[number], authors=own, post=post)


def _check_labels(labels: Any, n_documents: int) -> None:
    """Raise ValueError unless these are labels of so many documents; posts are not looked into."""
    if not isinstance(labels, list) or len(labels) != 4:
        raise ValueError("its outline does not name its documents")
    if not all(isinstance(each, list) and len(each) == n_documents for each in labels):
        raise ValueError("its outline does not name its documents")
    names, titles, authors, _ = labels
    if not set(map(type, authors)) <= {list}:
        raise ValueError("its outline has authors that are no lists")
    if not set(map(type, chain(names, titles, *authors))) <= {str}:
        raise ValueError("its outline names documents by other values than texts")
