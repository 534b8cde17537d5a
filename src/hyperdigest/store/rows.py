"""The tables of a saved collection, and how documents and postings become their rows.

A row of a document holds its text, the columns of its sentences, its tokens and their topics.
What a file holds is checked, so that no number in it points outside of what is there.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Block, Document, Sentences
from hyperdigest.split import LANGUAGES

OF_SENTENCES = {
    **dict.fromkeys(("start", "end", "words"), "<i4"),
    "form": "u1",
    "said": "<u8",
}
INT = "<i4"
"""How the numbers of a column are written."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
    format TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL, pages TEXT NOT NULL,
    "start" BLOB NOT NULL, "end" BLOB NOT NULL, words BLOB NOT NULL, form BLOB NOT NULL,
    said BLOB NOT NULL, tokens BLOB NOT NULL, terms BLOB NOT NULL,
    topics BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL, word TEXT NOT NULL);
CREATE TABLE postings (
    term INTEGER PRIMARY KEY, documents BLOB NOT NULL, counts BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE arrays (
    name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL,
    sha256 BLOB NOT NULL);
CREATE VIEW sentences AS
    WITH RECURSIVE
    numbers(n) AS (
        SELECT 0 UNION ALL
        SELECT n + 1 FROM numbers WHERE n + 1 < (SELECT max(length(form)) FROM documents)),
    digits(document, number, text, first, last) AS (
        SELECT id, n, text, hex(substr("start", 4 * n + 1, 4)), hex(substr("end", 4 * n + 1, 4))
        FROM documents JOIN numbers ON n < length(form)),
    spans(document, number, text, "start", "end") AS (
        SELECT document, number, text,
            (SELECT sum(instr('123456789ABCDEF', substr(first, place, 1)) << shift) FROM nibbles),
            (SELECT sum(instr('123456789ABCDEF', substr(last, place, 1)) << shift) FROM nibbles)
        FROM digits),
    nibbles(place, shift) AS (
        VALUES (1, 4), (2, 0), (3, 12), (4, 8), (5, 20), (6, 16), (7, 28), (8, 24))
    SELECT document, number, "start", "end", substr(text, "start" + 1, "end" - "start") AS text
    FROM spans;
"""

FORMER_COLUMNS = ("first_person", "second_person", "linking", "points_back")
"""What files of format 3 have of each sentence behind `said`, and nothing counts any more."""

FORMER_SCHEMA = SCHEMA.replace(
    "said BLOB NOT NULL, ",
    "said BLOB NOT NULL, first_person BLOB NOT NULL, second_person BLOB NOT NULL,\n"
    "    linking BLOB NOT NULL, points_back BLOB NOT NULL, ",
)
"""The tables of a file of format 3."""

INSERT_DOCUMENT = """
INSERT INTO documents VALUES (
    ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),
    CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


MOST_STATES = 10_000
"""Of the sampler, in a file."""


def check_counts(documents: object, states: object) -> None:
    """Raise a ValueError unless these are numbers of documents and of states of the sampler."""
    if type(documents) is not int or type(states) is not int:
        raise ValueError("it does not say how many documents it holds")
    if documents < 0 or not 0 <= states <= MOST_STATES:
        raise ValueError(f"it holds {documents} documents in {states} states")


def check_told(corpus: object, warnings: object) -> None:
    """Raise a ValueError unless these are the hash of a corpus and its warnings."""
    listed = isinstance(warnings, list) and all(isinstance(each, str) for each in warnings)
    if not listed or not isinstance(corpus, str):
        raise ValueError("its corpus or its warnings are no text")


def check_languages(languages: object, documents: int) -> None:
    """Raise a ValueError unless there are so many languages, each one that is known."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("it does not say in which language each document is")
    if not all(isinstance(each, str) and each in LANGUAGES for each in languages):
        raise ValueError("its documents are in languages that are not known")


def check_columns(text: bytes, columns: Sequence[bytes], topics: bytes, n_states: int) -> None:
    """Raise a ValueError unless the columns of a document belong to the same sentences and tokens.

    Parameters
    ----------
    text : of the document, in UTF-8.
    columns : those of `OF_SENTENCES`, the tokens of each sentence, the term of each token.
    topics : of each token, in each of the states.
    """
    *of_sentences, tokens, terms = columns
    sizes = [np.dtype(kind).itemsize for kind in (*OF_SENTENCES.values(), INT)]
    lengths = {
        len(column) / size for column, size in zip((*of_sentences, tokens), sizes, strict=True)
    }
    if len(lengths) != 1:
        raise ValueError("its sentences have columns of different lengths")
    counts = np.frombuffer(tokens, INT)
    total = int(counts.sum(dtype=np.int64))
    if (counts < 0).any() or total * np.dtype(INT).itemsize != len(terms):
        raise ValueError("its tokens are not those of its sentences")
    if len(topics) != len(terms) * n_states:
        raise ValueError("its tokens have no topic")
    start, end = (np.frombuffer(column, INT) for column in of_sentences[:2])
    if (start < 0).any() or (end < start).any() or (end > len(text)).any():
        raise ValueError("its sentences lie outside of its text")


def check_numbers(
    terms: NDArray[np.int32],
    n_terms: int,
    topics: Sequence[NDArray[np.int32]],
    sentences: Sentences,
) -> None:
    """Raise a ValueError unless every token has a term that there is, and a topic."""
    if terms.size and not (terms.min() >= 0 and terms.max() < n_terms):
        raise ValueError("its tokens have terms that are not there")
    most = max(terms.size, n_terms)
    if any(state.size and not (state.min() >= 0 and state.max() <= most) for state in topics):
        raise ValueError("its topics are more than its tokens")
    if (np.asarray(sentences.words) < 0).any():
        raise ValueError("its sentences have less than no words")


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


def posting_rows(counts: Any) -> Iterator[tuple[int, bytes, bytes, bytes]]:
    """Rows of the table of postings.

    Parameters
    ----------
    counts : (V, D) csr, how often each term stands in each document.
    """
    documents, times = counts.indices.astype(INT), counts.data.astype(INT)
    for term, (first, last) in enumerate(pairwise(counts.indptr.tolist())):
        values = term, documents[first:last].tobytes(), times[first:last].tobytes()
        yield (*values, checksum(values))


def read_postings(
    database: sqlite3.Connection, n_documents: int, terms: NDArray[np.integer[Any]]
) -> Any:
    """(Q, D) csr, how often each of `terms` stands in each document.

    Raises
    ------
    ValueError
        where a row is missing or not the one that was written.
    """
    from scipy import sparse

    rows = [_row(database, term) for term in terms.tolist()]
    documents, times = (
        np.concatenate([np.frombuffer(row[column], INT) for row in rows]) for column in (0, 1)
    )
    ends = np.cumsum([0, *(len(row[0]) // np.dtype(INT).itemsize for row in rows)])
    shape = len(rows), n_documents
    return sparse.csr_array((times.astype(np.int32), documents.astype(np.int32), ends), shape)


def _row(database: sqlite3.Connection, term: int) -> tuple[bytes, bytes]:
    found = database.execute("SELECT * FROM postings WHERE term = ?", (term,)).fetchone()
    if found is None or checksum(found[:3]) != found[3]:
        raise ValueError(f"the documents of term {term} have changed")
    return found[1], found[2]
