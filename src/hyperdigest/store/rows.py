"""A document as a row: its text, the columns of its sentences, its tokens and their topics."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Block, Document, Sentences
from hyperdigest.store.schema import FORMER_COLUMNS, INT, OF_SENTENCES
from hyperdigest.store.sound import check_columns

Row = tuple[Any, ...]

ABOUT = ("name", "path", "title", "format", "text", "blocks", "pages")
FIELDS = ("id", *ABOUT, *OF_SENTENCES, "tokens", "terms", "topics", "sha256")
"""`tokens` says how many each sentence has; `terms` holds the term of each, and `topics` its topic
in one state of the sampler after the other."""


def document_rows(
    documents: Sequence[Document],
    sentences: Sentences,
    terms: NDArray[np.int32],
    sentence_of: NDArray[np.int32],
    topics: Sequence[NDArray[np.int32]],
) -> Iterator[Row]:
    """The values of `FIELDS` for each document."""
    first_sentence = np.searchsorted(sentences.document, np.arange(len(documents) + 1))
    first_token = np.searchsorted(sentence_of, first_sentence).tolist()
    columns = [np.asarray(getattr(sentences, name), kind) for name, kind in OF_SENTENCES.items()]
    columns.append(np.bincount(sentence_of, minlength=len(sentences)).astype(INT))
    states = [np.asarray(state, INT) for state in (terms, *topics)]
    for number, document in enumerate(documents):
        first, last = first_sentence[number : number + 2]
        own = slice(*first_token[number : number + 2])
        terms_of, *topics_of = (state[own].tobytes() for state in states)
        values: tuple[int | bytes, ...] = (
            number,
            *_about(document),
            *(column[first:last].tobytes() for column in columns),
            terms_of,
            b"".join(topics_of),
        )
        yield (*values, checksum(values))


class Gathered:
    """Rows put together again, document after document, in the order they come.

    Parameters
    ----------
    n_states : how many states of the sampler the rows hold.
    former : whether they are those of a file of format 3, whose further columns are left out.
    """

    def __init__(self, n_states: int, former: bool = False) -> None:
        self._former = former
        self.documents: list[Document] = []
        self._sizes: list[int] = []
        self._columns = {name: bytearray() for name in (*OF_SENTENCES, "tokens", "terms")}
        self._states = [bytearray() for _ in range(n_states)]

    def add(self, row: Row) -> None:
        """Take a document in.

        Raises
        ------
        ValueError
            where its row is not the one that was written.
        """
        *values, signed = row
        if checksum(values) != signed:
            raise ValueError(f"document {values[0]} has changed")
        if self._former:
            first = FIELDS.index("said") + 1
            del values[first : first + len(FORMER_COLUMNS)]
        *columns, topics = values[1 + len(ABOUT) :]
        check_columns(values[1 + ABOUT.index("text")], columns, topics, len(self._states))
        self.documents.append(_document(values[1 : 1 + len(ABOUT)]))
        for gathered, data in zip(self._columns.values(), columns, strict=True):
            gathered += data
        states, length = memoryview(topics), len(columns[-1])
        for number, state in enumerate(self._states):
            state += states[number * length : (number + 1) * length]
        self._sizes.append(len(columns[-2]) // np.dtype(INT).itemsize)

    @property
    def sentences(self) -> Sentences:
        """The sentences of all documents, which are numbered as they came."""
        document = np.repeat(np.arange(len(self._sizes), dtype=np.int32), self._sizes)
        return Sentences(
            document=document,
            **{name: self._column(name, OF_SENTENCES[name]) for name in OF_SENTENCES},
        )

    @property
    def terms(self) -> NDArray[np.int32]:
        """(T,) term of each token."""
        return self._column("terms", INT)

    @property
    def sentence_of(self) -> NDArray[np.int32]:
        """(T,) sentence of each token."""
        tokens = self._column("tokens", INT)
        return np.repeat(np.arange(len(tokens), dtype=np.int32), tokens)

    @property
    def topics(self) -> tuple[NDArray[np.int32], ...]:
        """(T,) topic of each token, in each state of the sampler."""
        return tuple(_native(state, INT) for state in self._states)

    def _column(self, name: str, kind: str) -> NDArray[Any]:
        return _native(self._columns[name], kind)


def checksum(values: Iterable[int | bytes]) -> bytes:
    """SHA-256 of values, each behind its length."""
    hasher = hashlib.sha256()
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.digest()


def _native(data: bytearray, kind: str) -> NDArray[Any]:
    stored = np.dtype(kind)
    return np.frombuffer(data, stored).astype(stored.newbyteorder("="), copy=False)


def _about(document: Document) -> Iterator[bytes]:
    blocks = json.dumps([astuple(block) for block in document.blocks])
    texts = document.name, document.path, document.title, document.format, document.text
    for text in (*texts, blocks, json.dumps(document.pages)):
        yield text.encode("utf-8", "surrogateescape")


def _document(values: Sequence[bytes]) -> Document:
    name, path, title, format, text, blocks, pages = (
        value.decode("utf-8", "surrogateescape") for value in values
    )
    parts = tuple(Block(*block) for block in json.loads(blocks))
    return Document(name, path, text, title, format, parts, tuple(json.loads(pages)))
