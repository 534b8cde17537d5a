"""A fitted collection in one SQLite file that other tools open: no pickle, every part checksummed.

Tables: ``meta`` (key, value), ``documents``, ``sentences``, ``terms``, and ``arrays`` for the
token columns and the topics of the samples.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import stat
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Block, Document, Sentences
from hyperdigest.errors import StoreError
from hyperdigest.files import written_whole

APPLICATION_ID = 0x48444947
FORMAT_VERSION = 3
_TYPES = {
    **dict.fromkeys(("document", "start", "end", "words"), np.int32),
    "form": np.uint8,
    "said": np.uint64,
    **dict.fromkeys(("first_person", "second_person", "linking"), np.int32),
    "points_back": np.uint8,
}

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
    format TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL, pages TEXT NOT NULL,
    sha256 TEXT NOT NULL);
CREATE TABLE sentences (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL, words INTEGER NOT NULL, form INTEGER NOT NULL,
    said INTEGER NOT NULL, first_person INTEGER NOT NULL, second_person INTEGER NOT NULL,
    linking INTEGER NOT NULL, points_back INTEGER NOT NULL);
CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL, word TEXT NOT NULL);
CREATE TABLE arrays (
    name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL,
    sha256 TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file holds: `meta` of JSON values, `terms` as (term, word to show), named arrays."""

    meta: Mapping[str, Any]
    documents: tuple[Document, ...]
    sentences: Sentences
    terms: Sequence[tuple[str, str]]
    arrays: Mapping[str, NDArray[Any]]


def save(path: str | Path, content: Saved) -> None:
    """Write what `load` gives back; the file is whole or is not there.

    Raises
    ------
    StoreError
        where the file cannot be written, e.g. because the disk is full.
    """
    try:
        with written_whole(path) as temporary, closing(sqlite3.connect(temporary)) as database:
            database.executescript(
                f"PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {FORMAT_VERSION};"
                f"PRAGMA journal_mode = OFF; {_SCHEMA}"
            )
            _insert(database, content)
            database.commit()
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"cannot write {path}: {reason}; nothing was changed") from error


def load(path: str | Path) -> Saved:
    """What `save` wrote.

    Raises
    ------
    StoreError
        where the file is missing, foreign, truncated, damaged, or of another version.
    """
    _check_header(Path(path))
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            database.text_factory = _decoded
            return _select(database)
    except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"{path} is damaged ({error}): fit the documents again") from error


def is_store(path: str | Path) -> bool:
    """Whether `path` is a file that says it is a saved collection, or is named like one."""
    if Path(path).suffix == ".hdig":
        return True
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            return False
        with Path(path).open("rb") as file:
            return _application_id(file.read(100)) == APPLICATION_ID
    except (OSError, ValueError):
        return False


def _application_id(header: bytes) -> int | None:
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return None
    return int.from_bytes(header[68:72], "big")


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(100)
        size = path.stat().st_size
    except OSError as error:
        raise StoreError(f"cannot open {path}: {error.strerror}") from error
    if _application_id(header) != APPLICATION_ID:
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


def _insert(database: sqlite3.Connection, content: Saved) -> None:
    signed = {**content.meta, "sha256": _fingerprint(content)}
    meta = [(key, json.dumps(value)) for key, value in signed.items()]
    database.executemany("INSERT INTO meta VALUES (?, ?)", meta)
    database.executemany(
        "INSERT INTO documents VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?,"
        " CAST(? AS TEXT), ?, ?, ?)",
        (_document_row(n, document) for n, document in enumerate(content.documents)),
    )
    columns = [getattr(content.sentences, name).astype(np.int64).tolist() for name in _TYPES]
    numbered = zip(range(len(content.sentences)), *columns, strict=True)
    database.executemany("INSERT INTO sentences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", numbered)
    terms = ((n, term, word) for n, (term, word) in enumerate(content.terms))
    database.executemany("INSERT INTO terms VALUES (?, ?, ?)", terms)
    arrays = (_array_row(name, array) for name, array in content.arrays.items())
    database.executemany("INSERT INTO arrays VALUES (?, ?, ?, ?, ?)", arrays)


def _select(database: sqlite3.Connection) -> Saved:
    meta = database.execute("SELECT key, value FROM meta")
    documents = database.execute(
        "SELECT name, path, text, title, format, blocks, pages, sha256 FROM documents ORDER BY id"
    )
    sentences = database.execute(
        'SELECT document, "start", "end", words, form, said, first_person, second_person,'
        " linking, points_back FROM sentences ORDER BY id"
    )
    terms = database.execute("SELECT term, word FROM terms ORDER BY id")
    arrays = database.execute("SELECT name, dtype, shape, data, sha256 FROM arrays ORDER BY name")
    content = Saved(
        {key: json.loads(value) for key, value in meta if key != "sha256"},
        tuple(map(_document, documents)),
        _sentences(sentences.fetchall()),
        terms.fetchall(),
        {row[0]: _array(row) for row in arrays},
    )
    (signed,) = database.execute("SELECT value FROM meta WHERE key = 'sha256'").fetchone()
    if json.loads(signed) != _fingerprint(content):
        raise ValueError("its sentences, terms or names have changed")
    return content


def _fingerprint(content: Saved) -> str:
    """SHA-256 of all but the texts and the arrays, which have their own."""
    about = [
        (d.name, d.path, d.title, d.format, d.pages, [(b.start, b.end, b.kind) for b in d.blocks])
        for d in content.documents
    ]
    parts = [sorted(content.meta.items()), about, list(content.terms)]
    hasher = hashlib.sha256(json.dumps(parts).encode())
    for name, type in _TYPES.items():
        hasher.update(np.asarray(getattr(content.sentences, name), type).tobytes())
    return hasher.hexdigest()


def _sentences(rows: list[tuple[int, ...]]) -> Sentences:
    columns = np.array(rows, np.int64).reshape(-1, len(_TYPES)).T
    return Sentences(*map(np.ascontiguousarray, columns, _TYPES.values()))


def _document_row(number: int, document: Document) -> tuple[Any, ...]:
    name, path, title, text = map(
        _encoded, (document.name, document.path, document.title, document.text)
    )
    blocks = json.dumps([astuple(block) for block in document.blocks])
    pages = json.dumps(document.pages)
    return number, name, path, title, document.format, text, blocks, pages, _sha256(text)


def _document(row: tuple[Any, ...]) -> Document:
    name, path, text, title, format, blocks, pages, digest = row
    if _sha256(_encoded(text)) != digest:
        raise ValueError(f"the text of {name} has changed")
    parts = tuple(Block(*block) for block in json.loads(blocks))
    return Document(name, path, text, title, format, parts, tuple(json.loads(pages)))


def _array_row(name: str, array: NDArray[Any]) -> tuple[str, str, str, bytes, str]:
    data = np.ascontiguousarray(array).tobytes()
    return name, array.dtype.str, json.dumps(array.shape), data, _sha256(data)


def _array(row: tuple[str, str, str, bytes, str]) -> NDArray[Any]:
    name, dtype, shape, data, digest = row
    if _sha256(data) != digest:
        raise ValueError(f"array {name} has changed")
    return np.frombuffer(data, np.dtype(dtype)).reshape(json.loads(shape))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
