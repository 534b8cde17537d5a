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

from hyperdigest.documents import Block, Document
from hyperdigest.split import LANGUAGES, Split

OF_SENTENCES = {
    **dict.fromkeys(("start", "end", "words"), "<i4"),
    "form": "u1",
    "said": "<u8",
}
INT = "<i4"
COLUMNS = {**OF_SENTENCES, "tokens": INT, "terms": INT}
"""How the numbers of a column are written: `tokens` are those of each sentence, `terms` that of
each token."""

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

Row = tuple[Any, ...]

ABOUT = ("name", "path", "title", "format", "text", "blocks", "pages")
FIELDS = ("id", *ABOUT, *COLUMNS, "topics", "sha256")
"""`topics` holds the topic of each token in one state of the sampler after the other."""

_PLACES = ["CAST(? AS TEXT)" if name in ABOUT else "?" for name in FIELDS]
INSERT_DOCUMENT = f"INSERT INTO documents VALUES ({', '.join(_PLACES)})"  # noqa: S608

MOST_STATES = 10_000
"""Of the sampler, in a file."""


def document_rows(
    documents: Sequence[Document], split: Split, topics: Sequence[NDArray[np.int32]]
) -> Iterator[Row]:
    """The values of `FIELDS` for each document."""
    sentences, sentence_of = split.sentences, split.sentence_of
    first_sentence = np.searchsorted(sentences.document, np.arange(len(documents) + 1))
    first_token = np.searchsorted(sentence_of, first_sentence).tolist()
    columns = [np.asarray(getattr(sentences, name), kind) for name, kind in OF_SENTENCES.items()]
    columns.append(np.bincount(sentence_of, minlength=len(sentences)).astype(INT))
    states = [np.asarray(state, INT) for state in (split.terms, *topics)]
    for number, document in enumerate(documents):
        first, last = first_sentence[number : number + 2]
        own = slice(*first_token[number : number + 2])
        of_sentences = (column[first:last].tobytes() for column in columns)
        terms, *topics_of = (state[own].tobytes() for state in states)
        values: Row = number, *_about(document), *of_sentences, terms, b"".join(topics_of)
        yield (*values, checksum(values))


def _about(document: Document) -> Iterator[bytes]:
    blocks = json.dumps([astuple(block) for block in document.blocks])
    texts = document.name, document.path, document.title, document.format, document.text
    for text in (*texts, blocks, json.dumps(document.pages)):
        yield text.encode("utf-8", "surrogateescape")


def documents_of(
    rows: Iterable[Row], n_states: int, former: bool
) -> tuple[list[Document], dict[str, NDArray[Any]], tuple[NDArray[np.int32], ...]]:
    """Rows put together again: the documents, `COLUMNS`, and the topics in each state.

    Raises a ValueError where a row is not the one that was written.

    Parameters
    ----------
    former : whether the rows are those of a file of format 3, whose further columns are left out.
    """
    documents: list[Document] = []
    sizes: list[int] = []
    columns = {name: bytearray() for name in COLUMNS}
    states = [bytearray() for _ in range(n_states)]
    for *values, signed in rows:
        if checksum(values) != signed:
            raise ValueError(f"document {values[0]} has changed")
        if former:
            first = FIELDS.index("said") + 1
            del values[first : first + len(FORMER_COLUMNS)]
        *own, topics = values[1 + len(ABOUT) :]
        check_columns(values[1 + ABOUT.index("text")], own, topics, n_states)
        documents.append(_document(values[1 : 1 + len(ABOUT)]))
        sizes.append(len(own[-2]) // np.dtype(INT).itemsize)
        for column, data in zip(columns.values(), own, strict=True):
            column += data
        length = len(own[-1])
        for number, state in enumerate(states):
            state += memoryview(topics)[number * length : (number + 1) * length]
    arrays = {name: _native(columns[name], kind) for name, kind in COLUMNS.items()}
    arrays["document"] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return documents, arrays, tuple(_native(state, INT) for state in states)


def _document(values: Sequence[bytes]) -> Document:
    name, path, title, format, text, blocks, pages = (
        value.decode("utf-8", "surrogateescape") for value in values
    )
    parts = tuple(Block(*block) for block in json.loads(blocks))
    return Document(name, path, text, title, format, parts, tuple(json.loads(pages)))


def check_columns(text: bytes, columns: Sequence[bytes], topics: bytes, n_states: int) -> None:
    """Raise a ValueError unless the columns of a document belong to the same sentences and tokens.

    Parameters
    ----------
    text : of the document, in UTF-8.
    columns : those of `COLUMNS`.
    topics : of each token, in each of the states.
    """
    *of_sentences, terms = columns
    start, end, *_, tokens = of_sentences
    sizes = [np.dtype(kind).itemsize for kind in COLUMNS.values()]
    lengths = {len(column) / size for column, size in zip(of_sentences, sizes, strict=False)}
    if len(lengths) != 1:
        raise ValueError("its sentences have columns of different lengths")
    counts = np.frombuffer(tokens, INT)
    total = int(counts.sum(dtype=np.int64))
    if (counts < 0).any() or total * np.dtype(INT).itemsize != len(terms):
        raise ValueError("its tokens are not those of its sentences")
    if len(topics) != len(terms) * n_states:
        raise ValueError("its tokens have no topic")
    first, last = np.frombuffer(start, INT), np.frombuffer(end, INT)
    if (first < 0).any() or (last < first).any() or (last > len(text)).any():
        raise ValueError("its sentences lie outside of its text")


def _native(data: bytearray, kind: str) -> NDArray[Any]:
    stored = np.dtype(kind)
    return np.frombuffer(data, stored).astype(stored.newbyteorder("="), copy=False)


def check_numbers(split: Split, topics: Sequence[NDArray[np.int32]]) -> None:
    """Raise a ValueError unless every token has a term that there is, and a topic."""
    terms, n_terms = split.terms, len(split.vocabulary)
    if terms.size and not (terms.min() >= 0 and terms.max() < n_terms):
        raise ValueError("its tokens have terms that are not there")
    most = max(terms.size, n_terms)
    if any(state.size and not (state.min() >= 0 and state.max() <= most) for state in topics):
        raise ValueError("its topics are more than its tokens")
    if (np.asarray(split.sentences.words) < 0).any():
        raise ValueError("its sentences have less than no words")


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

    Raises a ValueError where a row is missing or not the one that was written.
    """
    from scipy import sparse

    documents, times = [], []
    for term in terms.tolist():
        row = database.execute("SELECT * FROM postings WHERE term = ?", (term,)).fetchone()
        if row is None or checksum(row[:3]) != row[3]:
            raise ValueError(f"the documents of term {term} have changed")
        documents.append(np.frombuffer(row[1], INT))
        times.append(np.frombuffer(row[2], INT))
    ends = np.cumsum([0, *map(len, documents)])
    data, indices = (np.concatenate(arrays).astype(np.int32) for arrays in (times, documents))
    return sparse.csr_array((data, indices, ends), (len(documents), n_documents))


def checksum(values: Iterable[int | bytes]) -> bytes:
    """SHA-256 of values, each behind its length."""
    hasher = hashlib.sha256()
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.digest()


def check_counts(documents: object, states: object) -> None:
    """Raise a ValueError unless these are numbers of documents and of states of the sampler."""
    if type(documents) is not int or type(states) is not int:
        raise ValueError("it does not say how many documents it holds")
    if documents < 0 or not 0 <= states <= MOST_STATES:
        raise ValueError(f"it holds {documents} documents in {states} states")


def check_languages(languages: object, documents: int) -> None:
    """Raise a ValueError unless there are so many languages, each one that is known."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("it does not say in which language each document is")
    if not all(isinstance(each, str) and each in LANGUAGES for each in languages):
        raise ValueError("its documents are in languages that are not known")


def check_told(corpus: object, warnings: object) -> None:
    """Raise a ValueError unless these are the hash of a corpus and its warnings."""
    listed = isinstance(warnings, list) and all(isinstance(each, str) for each in warnings)
    if not listed or not isinstance(corpus, str):
        raise ValueError("its corpus or its warnings are no text")
