"""The format of a saved collection: one SQLite file that other tools can open, without pickle.

Its tables are ``meta`` (key, value); ``documents``, with the text, the columns of the sentences,
and the tokens and their topics of each; ``postings``, the documents and sentences in which each
term occurs; and ``arrays``, also of the terms themselves. The view ``sentences`` is for other
tools. The first bytes of the file say whether it is a saved collection, of which format, and
whether it is complete. All content has checksums.

Documents and terms have ids, which others keep when some are removed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import StoreError

APPLICATION_ID = 0x48444947
"""``HDIG``, which marks the SQLite file as a saved collection."""

FORMAT_VERSION = 11
"""The version of the format that is written, and the only one that is read."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, fingerprint BLOB NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL,
    title TEXT NOT NULL, format TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL,
    pages TEXT NOT NULL, metadata TEXT NOT NULL,
    "start" BLOB NOT NULL, "end" BLOB NOT NULL, words BLOB NOT NULL, form BLOB NOT NULL,
    text_hash BLOB NOT NULL, kind BLOB NOT NULL, context BLOB NOT NULL,
    list_number BLOB NOT NULL, ordinal BLOB NOT NULL, "of" BLOB NOT NULL,
    tokens BLOB NOT NULL, terms BLOB NOT NULL,
    topics BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE postings (
    id INTEGER PRIMARY KEY, documents BLOB NOT NULL, sizes BLOB NOT NULL,
    sentences BLOB NOT NULL, times BLOB NOT NULL, sha256 BLOB NOT NULL);
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

SIZES = ("documents", "states", "arrays")
"""Keys of ``meta`` with the sizes of the content."""

PART = "part"
"""The key of ``meta`` that a part of a split collection has."""

DOCUMENT_IDS, DOCUMENT_TOKENS = "document_ids", "document_tokens"
"""The arrays with the (D,) ids of the documents and their numbers of tokens."""

TOPIC_TOKENS = "topic_tokens"
"""The array with the number of tokens of each topic in each state, (S, K)."""

TERMS, WORDS, TERM_IDS = "terms", "words", "term_ids"
"""The arrays with the terms, the word by which each is shown (JSON in UTF-8), and their ids."""

TERM_SENTENCES = "term_sentences"
"""The array with the number of sentences that have each term, by the id of the term."""

MOST_TERMS = 2**26
"""No term has an id so high."""

DAMAGE = (
    *(sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError),
    RecursionError,
)
"""Errors that the content of a damaged file causes."""


def check_header(path: Path) -> None:
    """Raise StoreError unless `path` is a complete file of the supported format."""
    header, size = header_of(path)
    if not is_collection(header):
        raise StoreError(f"{path} is not a saved collection: make one with `hyperdigest fit`")
    version = int.from_bytes(header[60:64], "big")
    if version < FORMAT_VERSION:
        raise StoreError(
            f"{path} has format {version}, older than {FORMAT_VERSION}: fit the documents again"
        )
    if version > FORMAT_VERSION:
        raise StoreError(
            f"{path} has format {version}, newer than {FORMAT_VERSION}: upgrade hyperdigest"
        )
    page = int.from_bytes(header[16:18], "big")
    expected = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
    if size < expected:
        raise StoreError(
            f"{path} is truncated ({size} of {expected} bytes): copy it again or fit again"
        )


def header_of(path: Path) -> tuple[bytes, int]:
    """The first bytes of a file, and its size."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StoreError(f"cannot open {path}: it is not a regular file")
        with path.open("rb") as file:
            return file.read(100), status.st_size
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", error)
        raise StoreError(f"cannot open {path}: {reason}") from error


def is_collection(header: bytes) -> bool:
    """Whether the first bytes of a file are those of a saved collection."""
    is_sqlite = len(header) == 100 and header.startswith(b"SQLite format 3\0")
    return is_sqlite and int.from_bytes(header[68:72], "big") == APPLICATION_ID


@contextmanager
def damage_reported(path: str | Path) -> Iterator[None]:
    """Raise a StoreError for an error that the content of a damaged file causes in the block."""
    try:
        yield
    except DAMAGE as error:
        reason = " ".join(str(error).split())
        raise StoreError(f"{path} is damaged ({reason}): fit the documents again") from error


def check_tables(database: sqlite3.Connection) -> None:
    """Raise ValueError unless the tables are those of `SCHEMA`, which run no code."""
    database.execute("PRAGMA trusted_schema = OFF")
    tables = "SELECT type, name, sql FROM sqlite_master WHERE type = 'table'"
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(SCHEMA)
        expected = set(empty.execute(tables))
    if not expected <= set(database.execute(tables)):
        raise ValueError("its tables are not those of a collection")


def checksum(values: Iterable[int | bytes]) -> bytes:
    """SHA-256 of values, each with its length before it."""
    hasher = hashlib.sha256()
    for value in values:
        part = value if isinstance(value, bytes) else str(value).encode()
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.digest()


def head_checksum(meta: Mapping[str, Any]) -> str:
    """SHA-256 of the values of ``meta``."""
    return checksum([json.dumps(sorted(meta.items())).encode()]).hex()


def array_of_texts(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Texts as an array: JSON in UTF-8."""
    return np.frombuffer(json.dumps(list(texts), separators=(",", ":")).encode(), np.uint8)


def texts_of(array: NDArray[Any]) -> tuple[str, ...]:
    """The texts of which `array_of_texts` made an array. Raises ValueError if it has others."""
    texts = json.loads(array.tobytes())
    if not isinstance(texts, list):
        raise ValueError("its terms are not texts")
    "".join(texts).encode()
    return tuple(texts)


def array_checksum(name: str, kind: str, shape: str, data: bytes) -> bytes:
    """SHA-256 of a row of ``arrays``."""
    return checksum((name.encode(), kind.encode(), shape.encode(), data))


def check_counts(documents: object, states: object) -> None:
    """Raise ValueError unless these are numbers of documents and of states of the sampler."""
    if type(documents) is not int or type(states) is not int:
        raise ValueError("the number of its documents is missing")
    if documents < 0 or not 0 <= states <= 10_000:
        raise ValueError(f"it claims to have {documents} documents in {states} states")
