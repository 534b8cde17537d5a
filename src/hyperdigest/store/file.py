"""Read a saved collection, whole or in part; `hyperdigest.store.writing` writes it.

All content is checked when it is read, so that no index in a damaged or malicious file is out of
range. The number of a document or a term is its place among those that have an id.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import OptionError
from hyperdigest.options import AUTO, Options
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.split import LANGUAGES, Split
from hyperdigest.store.format import (
    DOCUMENT_IDS,
    DOCUMENT_TOKENS,
    MOST_TERMS,
    SIZES,
    TERM_IDS,
    TERM_SENTENCES,
    TERMS,
    TOPIC_TOKENS,
    WORDS,
    array_checksum,
    check_counts,
    check_header,
    check_tables,
    damage_reported,
    head_checksum,
    texts_of,
)
from hyperdigest.store.outline import Outline
from hyperdigest.store.postings import SavedPostings
from hyperdigest.store.rows import INT, Row, check_numbers, documents_of

if TYPE_CHECKING:
    from hyperdigest.store.sums import Sums


@dataclass(frozen=True, slots=True)
class Saved:
    """The content of a file, or of some documents in it; then the vocabulary is that of all.

    Parameters
    ----------
    meta : JSON values by name.
    topics : for each saved state of the sampler, the (T,) topic of each token.
    arrays : further arrays by name.
    """

    meta: Mapping[str, Any]
    documents: tuple[Document, ...]
    split: Split
    topics: tuple[NDArray[np.int32], ...]
    arrays: Mapping[str, NDArray[Any]]


S = TypeVar("S", bound="Store")
"""The class of what is opened."""


@contextmanager
def opened(path: str | Path) -> Iterator[Store]:
    """The saved collection in a file, to read parts of it.

    Raises StoreError if the file is missing, truncated, damaged, of another version, or not a saved
    collection.
    """
    with opened_as(path, Store) as store:
        yield store


@contextmanager
def opened_as(path: str | Path, kind: type[S]) -> Iterator[S]:
    """The same as an object of a class."""
    check_header(Path(path))
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    with damage_reported(path), closing(_connected(address)) as database:
        check_tables(database)
        yield kind(database, Path(path).parent)


def _connected(address: str) -> sqlite3.Connection:
    """A database that several threads may read in turn."""
    return sqlite3.connect(address, uri=True, check_same_thread=False)


class Store:
    """An open saved collection; its parts are checked when they are read.

    Parameters
    ----------
    folder : to which the paths of its documents are relative.
    """

    def __init__(self, database: sqlite3.Connection, folder: Path) -> None:
        self._database, self.folder = database, folder

    @cached_property
    def meta(self) -> dict[str, Any]:
        """JSON values by name."""
        return {name: value for name, value in self._head.items() if name not in SIZES}

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The terms, in the order of their numbers."""
        return self._terms[0]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """For each term its most frequent word."""
        return self._terms[1]

    @cached_property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The further arrays by name, which are part of the content."""
        return {name: self.array(name) for name in self._head["arrays"]}

    @cached_property
    def term_ids(self) -> NDArray[np.int64]:
        """(V,) the ids of the terms."""
        ids = self.array(TERM_IDS)
        if ids.dtype.kind != "i" or ids.ndim != 1:
            raise ValueError("its terms have no ids")
        ids = ids.astype(np.int64)
        if (len(ids) and not 0 <= ids[0] <= ids[-1] < MOST_TERMS) or (np.diff(ids) < 1).any():
            raise ValueError("its terms have ids out of range")
        return ids

    @cached_property
    def document_ids(self) -> NDArray[np.int64]:
        """(D,) the ids of the documents."""
        return self._sizes(DOCUMENT_IDS)

    @cached_property
    def document_tokens(self) -> NDArray[np.int64]:
        """(D,) the number of tokens of each document."""
        return self._sizes(DOCUMENT_TOKENS)

    @cached_property
    def topic_tokens(self) -> NDArray[np.int64]:
        """(S, K) the number of tokens of each topic in each state of the sampler."""
        sizes = self.array(TOPIC_TOKENS)
        if sizes.dtype.kind != "i" or sizes.ndim != 2 or len(sizes) != self.n_states:
            raise ValueError("the sizes of its topics are missing")
        return sizes

    @cached_property
    def sums(self) -> Sums:
        """The sums over the tokens of all documents."""
        from hyperdigest.store.sums import Sums

        sums, n_tokens = Sums.read(self.array, self.topic_tokens), self.document_tokens.sum()
        if (sums.tokens.sum(axis=1) != n_tokens).any() or n_tokens >= 2**31:
            raise ValueError("the sums of its topics do not match its documents")
        if sums.term_topics.shape[0] <= self.term_ids.max(initial=-1):
            raise ValueError("the topics of its terms are missing")
        return sums

    @property
    def n_documents(self) -> int:
        """The number of documents."""
        return int(self._head["documents"])

    @property
    def document_names(self) -> list[str]:
        """The names of the documents, in the order of their numbers."""
        return [_text(name) for (name,) in self._fields("name")]

    def documents_without_texts(self) -> tuple[list[Document], list[bytes]]:
        """The documents in order, with their names, paths and posts alone, and the fingerprint of
        each."""
        rows = [*self._fields("name", "path", "fingerprint")]
        documents = [
            Document(_text(name), _text(path), "", post=post)
            for (name, path, _), post in zip(rows, self.outline.labels.posts_made, strict=True)
        ]
        return documents, [fingerprint for _, _, fingerprint in rows]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(D,) the number of sentences of each document."""
        return self.outline.sizes

    @property
    def n_states(self) -> int:
        """The number of saved states of the sampler."""
        return int(self._head["states"])

    def content(self, documents: Sequence[int] | None = None, progress: Progress = quiet) -> Saved:
        """The whole content, or that of some documents, by their numbers.

        `progress` is called with ``loading`` for every document.
        """
        numbers = range(self.n_documents) if documents is None else documents
        with closing(self.rows(documents)) as rows:
            counted = steps(rows, "loading", len(numbers), progress)
            found, columns, topics = documents_of(counted, self.n_states)
        if len(found) != len(numbers):
            raise ValueError(f"it has {len(found)} of {len(numbers)} documents")
        tokens, terms = columns.pop("tokens"), self._numbered(columns.pop("terms"))
        sentence_of = np.repeat(np.arange(len(tokens), dtype=np.int32), tokens)
        split = Split(Sentences(**columns), self.vocabulary, self.words, terms, sentence_of)
        n_topics = self.topic_tokens.shape[1]
        check_numbers(split, topics, n_topics)
        for state, sizes in zip(topics, self.topic_tokens, strict=True):
            if documents is None and (np.bincount(state, minlength=n_topics) != sizes).any():
                raise ValueError("the sums of its topics do not match its tokens")
        return Saved(self.meta, tuple(found), split, topics, self.arrays)

    def documents_with(
        self, text: str
    ) -> Iterator[tuple[int, Document, NDArray[np.int32], NDArray[np.int32]]]:
        """The documents in which a text stands, by their numbers, in order, each with the starts
        and ends of its sentences. All texts are searched, and only these documents read."""
        search = "SELECT id FROM documents WHERE instr(text, CAST(? AS TEXT)) ORDER BY id"
        ids = [id for (id,) in self._database.execute(search, (text.encode(),))]
        numbers = np.flatnonzero(np.isin(self.document_ids, ids)).tolist()
        for number in numbers:
            (document,), columns, _ = documents_of(self.rows([number]), self.n_states)
            yield number, document, columns["start"], columns["end"]

    def sentence_texts(self, document: int, sentences: Sequence[int]) -> list[str]:
        """The texts of some sentences of a document, all by their numbers, to look at: only they
        are read, without the rest of the row that the checksum is of.

        Raises ValueError if it has not as many sentences as the outline says.
        """
        self._database.text_factory = bytes
        select = 'SELECT text, "start", "end" FROM documents WHERE id = ?'
        row = self._database.execute(select, (int(self.document_ids[document]),)).fetchone()
        text, (start, end) = _text(row[0]), (np.frombuffer(data, INT).tolist() for data in row[1:])
        if not len(start) == len(end) == self.sizes[document]:
            raise ValueError("its outline does not match its documents")
        return [text[start[number] : end[number]] for number in sentences]

    @cached_property
    def postings(self) -> SavedPostings:
        """Where each term occurs, which is read when it is needed."""
        ids = self.document_ids, self.term_ids
        return SavedPostings(self._database, *ids, self.term_sentences)

    def in_documents(self, terms: NDArray[np.integer[Any]]) -> Any:
        """(Q, D) csr, how often each of some terms, by their numbers, occurs in each document."""
        return self.postings.in_documents(terms)

    @cached_property
    def outline(self) -> Outline:
        """The columns of all sentences, and what the documents are called."""
        return Outline.read(self.array, self.n_documents)

    @cached_property
    def term_sentences(self) -> NDArray[np.int64]:
        """The number of sentences that have each term, by the id of the term."""
        numbers = self.array(TERM_SENTENCES)
        fits = numbers.dtype.kind == "i" and numbers.ndim == 1
        if not fits or len(numbers) <= self.term_ids.max(initial=-1):
            raise ValueError("the frequencies of its terms are missing")
        if (numbers[self.term_ids] < 1).any():
            raise ValueError("it has terms that do not occur")
        return numbers

    def _numbered(self, terms: NDArray[np.int32]) -> NDArray[np.int32]:
        """The numbers of terms that are given by their ids; -1 for a term that does not exist."""
        ids, count = self.term_ids, len(self.term_ids)
        if not count or ids[-1] == count - 1:
            return terms
        numbers = np.full(ids[-1] + 2, -1, np.int32)
        numbers[ids] = np.arange(count, dtype=np.int32)
        return numbers[np.minimum(terms.view(np.uint32), len(numbers) - 1)]

    @cached_property
    def _head(self) -> dict[str, Any]:
        self._database.text_factory = str
        pairs = self._database.execute("SELECT key, value FROM meta ORDER BY key").fetchall()
        meta = {key: json.loads(value) for key, value in pairs}
        if meta.pop("sha256") != head_checksum(meta):
            raise ValueError("its parameters have changed")
        check_counts(meta["documents"], meta["states"])
        return meta

    @cached_property
    def _terms(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The terms, and the word of each."""
        terms, words = (texts_of(self.array(name)) for name in (TERMS, WORDS))
        if not len(terms) == len(words) == len(self.term_ids):
            raise ValueError("its terms have no words, or no ids")
        if len(set(terms)) < len(terms):
            raise ValueError("it has a term twice")
        return terms, words

    def _fields(self, *names: str) -> Iterator[Sequence[bytes]]:
        """Some of the `FIELDS` of all documents, in order."""
        ids = self.document_ids.tolist()
        self._database.text_factory = bytes
        select = f"SELECT id, {', '.join(names)} FROM documents ORDER BY id"  # noqa: S608
        for (found, *values), id in zip(self._database.execute(select), ids, strict=True):
            if found != id:
                raise ValueError(f"document {id} is missing")
            yield values

    def rows(self, documents: Sequence[int] | None = None) -> Generator[Row]:
        """The rows of some documents, by their numbers, or of all; they are not checked."""
        ids = self.document_ids if documents is None else self.document_ids[documents]
        self._database.text_factory = bytes
        if documents is None:
            rows = self._database.execute("SELECT * FROM documents ORDER BY id")
            for row, id in zip(rows, ids.tolist(), strict=True):
                if row[0] != id:
                    raise ValueError(f"document {row[0]} has changed")
                yield row
            return
        for id in ids.tolist():
            found = self._database.execute("SELECT * FROM documents WHERE id = ?", (id,))
            row = found.fetchone()
            if row is None:
                raise ValueError(f"document {id} is missing")
            yield row

    def _sizes(self, name: str) -> NDArray[np.int64]:
        """An array with a number >= 0 for each document."""
        numbers = self.array(name)
        are_valid = numbers.dtype.kind == "i" and numbers.shape == (self.n_documents,)
        if not are_valid or (numbers < 0).any():
            raise ValueError(f"the array {name} does not match its documents")
        return numbers

    def array(self, name: str) -> NDArray[Any]:
        """One of the arrays of the file, by its name."""
        self._database.text_factory = str
        found = self._database.execute("SELECT * FROM arrays WHERE name = ?", (name,))
        name, kind, shape, data, expected = found.fetchone()
        if array_checksum(name, kind, shape, data) != expected:
            raise ValueError(f"array {name} has changed")
        sizes, numbers = json.loads(shape), np.frombuffer(data, np.dtype(kind))
        if numbers.dtype.kind not in "iuf":
            raise ValueError(f"array {name} contains no numbers")
        if not isinstance(sizes, list) or not all(type(n) is int and n >= 0 for n in sizes):
            raise ValueError(f"array {name} has no shape")
        return numbers.reshape(sizes)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")


def languages_of(store: Store) -> tuple[str, ...]:
    """The language of each document, if they were detected."""
    languages = store.meta["languages"]
    _check_languages(languages, store.n_documents if options_of(store).language == AUTO else 0)
    return tuple(languages)


def options_of(store: Store) -> Options:
    """The options of a saved model."""
    try:
        return Options.of(store.meta["options"])
    except OptionError as error:
        raise ValueError(str(error)) from error


def _check_languages(languages: object, documents: int) -> None:
    """Raise ValueError unless each document has a supported language."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("the languages of its documents are missing")
    if not all(isinstance(language, str) and language in LANGUAGES for language in languages):
        raise ValueError("its documents are in unknown languages")
