"""A saved collection as a SQLite file: written at once, read whole or some documents alone.

``meta`` (key, value), ``documents`` with all that belongs to each, ``terms``, ``postings`` (the
documents each term stands in), ``arrays``, and the view ``sentences`` for other tools. The first
bytes of the file say whether it is a saved collection, of which format, and whether it is whole.
"""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.split import Split
from hyperdigest.store.rows import (
    FORMER_SCHEMA,
    INSERT_DOCUMENT,
    SCHEMA,
    Row,
    check_counts,
    check_numbers,
    checksum,
    document_rows,
    documents_of,
    posting_rows,
    read_postings,
)

if TYPE_CHECKING:
    from hyperdigest.query.bm25 import Postings

APPLICATION_ID = 0x48444947
FORMAT_VERSION = 4
FORMER_VERSION = 3
"""The oldest format that is read; what is written has `FORMAT_VERSION`."""


def is_store(path: str | Path) -> bool:
    """Whether `path` is a file that says it is a saved collection, or is named like one."""
    if Path(path).suffix == ".hdig":
        return True
    try:
        return _application_id(_header(Path(path))[0]) == APPLICATION_ID
    except StoreError:
        return False


def saved_among(paths: Iterable[str]) -> str | None:
    """The saved collection that `paths` name, if they do.

    Raises an OptionError where they name anything besides.
    """
    paths = list(paths)
    saved = [path for path in paths if is_store(path)]
    if saved and len(paths) > 1:
        raise OptionError(f"{saved[0]} is a saved collection: name it alone, without other paths")
    return saved[0] if saved else None


def check_header(path: Path) -> None:
    """Raise a StoreError unless `path` is a whole file of a format that is read here."""
    header, size = _header(path)
    if _application_id(header) != APPLICATION_ID:
        raise StoreError(f"{path} is not a saved collection: make one with `hyperdigest fit`")
    version = int.from_bytes(header[60:64], "big")
    if version < FORMER_VERSION:
        raise StoreError(
            f"{path} has format {version}, older than {FORMER_VERSION}: fit the documents again"
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


def _header(path: Path) -> tuple[bytes, int]:
    """The first bytes of a file, and its size."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise StoreError(f"cannot open {path}: it is not a regular file")
        with path.open("rb") as file:
            return file.read(100), about.st_size
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", error)
        raise StoreError(f"cannot open {path}: {reason}") from error


def _application_id(header: bytes) -> int | None:
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return None
    return int.from_bytes(header[68:72], "big")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file holds, or holds of some documents.

    Parameters
    ----------
    meta : JSON values by name.
    split : of some documents, with the vocabulary of all and its numbers.
    topics : (T,) topic of each token, in each state of the sampler that was kept.
    arrays : whatever else, by name.
    """

    meta: Mapping[str, Any]
    documents: tuple[Document, ...]
    split: Split
    topics: tuple[NDArray[np.int32], ...]
    arrays: Mapping[str, NDArray[Any]]


def save(path: str | Path, content: Saved, progress: Progress = quiet) -> None:
    """Write what `load` gives back; the file is whole or is not there.

    Raises a StoreError where the file cannot be written, e.g. because the disk is full.

    Parameters
    ----------
    progress : told ``saving`` for every document.
    """
    try:
        with atomic_write(path) as temporary, closing(sqlite3.connect(temporary)) as database:
            database.executescript(
                "PRAGMA journal_mode = OFF;"
                f"PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {FORMAT_VERSION}; {SCHEMA}"
            )
            _insert(database, content, progress)
            database.commit()
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"cannot write {path}: {reason}; nothing was changed") from error


_SIZES = ("documents", "states", "arrays")
DAMAGE = (
    sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError,
    RecursionError,
)  # fmt: skip
"""What goes wrong where a file does not hold what was written."""

_LENGTHS = "document_tokens"
_TABLES = "SELECT type, name, sql FROM sqlite_master WHERE type = 'table'"


def load(path: str | Path, documents: Sequence[int] | None = None) -> Saved:
    """What `save` wrote, or what it wrote of some documents, by their numbers.

    Raises a StoreError where the file is missing, foreign, truncated, damaged, or of another
    version.
    """
    with opened(path) as store:
        return store.content(documents)


@contextmanager
def opened(path: str | Path) -> Iterator[Store]:
    """The saved collection at `path`, to read parts of; raises a StoreError as `load` does."""
    check_header(Path(path))
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            [version] = database.execute("PRAGMA user_version").fetchone()
            former = version == FORMER_VERSION
            _check_tables(database, FORMER_SCHEMA if former else SCHEMA)
            yield Store(database, former)
    except DAMAGE as error:
        reason = " ".join(str(error).split())
        raise StoreError(f"{path} is damaged ({reason}): fit the documents again") from error


def _check_tables(database: sqlite3.Connection, schema: str) -> None:
    """Raise a ValueError unless the tables are those of `schema`, which work out nothing."""
    database.execute("PRAGMA trusted_schema = OFF")
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(schema)
        own = set(empty.execute(_TABLES))
    if not own <= set(database.execute(_TABLES)):
        raise ValueError("its tables are not those of a collection")


class Store:
    """A saved collection that is open; every part is checked when it is read.

    Parameters
    ----------
    former : whether the file is of format 3.
    """

    def __init__(self, database: sqlite3.Connection, former: bool = False) -> None:
        self._database = database
        self._former = former

    @cached_property
    def meta(self) -> dict[str, Any]:
        """JSON values by name."""
        return {name: value for name, value in self._head[0].items() if name not in _SIZES}

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The terms, in the order of their numbers."""
        return tuple(term for term, _ in self._head[1])

    @property
    def n_documents(self) -> int:
        """How many documents there are."""
        return int(self._head[0]["documents"])

    @property
    def document_numbers(self) -> dict[str, int]:
        """The number of each document by its name."""
        self._database.text_factory = bytes
        rows = self._database.execute("SELECT name, id FROM documents")
        return {name.decode("utf-8", "surrogateescape"): number for name, number in rows}

    @property
    def n_states(self) -> int:
        """How many states of the sampler were kept."""
        return int(self._head[0]["states"])

    def content(self, documents: Sequence[int] | None = None, progress: Progress = quiet) -> Saved:
        """All of it, or what belongs to some documents, by their numbers.

        Parameters
        ----------
        progress : told ``loading`` for every document.
        """
        count = self.n_documents if documents is None else len(documents)
        with closing(self._rows(documents)) as rows:
            told = steps(rows, "loading", count, progress)
            found, columns, topics = documents_of(told, self.n_states, self._former)
        if documents is None and len(found) != self.n_documents:
            raise ValueError(f"{len(found)} of {self.n_documents} documents are there")
        words = tuple(word for _, word in self._head[1])
        tokens, terms = columns.pop("tokens"), columns.pop("terms")
        sentence_of = np.repeat(np.arange(len(tokens), dtype=np.int32), tokens)
        split = Split(Sentences(**columns), self.vocabulary, words, terms, sentence_of)
        check_numbers(split, topics)
        arrays = {name: self._array(name) for name in self._head[0]["arrays"]}
        return Saved(self.meta, tuple(found), split, topics, arrays)

    def postings(self) -> Postings:
        """In which documents each term stands, looked up when asked for."""
        from hyperdigest.query.bm25 import Postings

        lengths = self._array(_LENGTHS)
        return Postings(partial(read_postings, self._database, len(lengths)), lengths)

    @cached_property
    def _head(self) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        pairs = self._database.execute("SELECT key, value FROM meta ORDER BY key").fetchall()
        terms = self._database.execute("SELECT term, word FROM terms ORDER BY id").fetchall()
        meta = {key: json.loads(value) for key, value in pairs}
        if meta.pop("sha256") != _head_checksum(meta, terms):
            raise ValueError("its terms or parameters have changed")
        check_counts(meta["documents"], meta["states"])
        return meta, terms

    def _rows(self, documents: Sequence[int] | None) -> Generator[Row]:
        self._database.text_factory = bytes
        if documents is None:
            yield from self._database.execute("SELECT * FROM documents ORDER BY id")
            return
        for number in documents:
            found = self._database.execute("SELECT * FROM documents WHERE id = ?", (number,))
            row = found.fetchone()
            if row is None:
                raise ValueError(f"document {number} is missing")
            yield row

    def _array(self, name: str) -> NDArray[Any]:
        self._database.text_factory = str
        found = self._database.execute("SELECT * FROM arrays WHERE name = ?", (name,))
        name, kind, shape, data, signed = found.fetchone()
        if _array_checksum(name, kind, shape, data) != signed:
            raise ValueError(f"array {name} has changed")
        return np.frombuffer(data, np.dtype(kind)).reshape(json.loads(shape))


def _insert(database: sqlite3.Connection, content: Saved, progress: Progress) -> None:
    from hyperdigest.query.bm25 import term_documents

    split = content.split
    terms = list(zip(split.vocabulary, split.words, strict=True))
    sizes = len(content.documents), len(content.topics), list(content.arrays)
    meta = {**content.meta, **dict(zip(_SIZES, sizes, strict=True))}
    meta["sha256"] = _head_checksum(meta, terms)
    values = [(key, json.dumps(value)) for key, value in meta.items()]
    database.executemany("INSERT INTO meta VALUES (?, ?)", values)
    rows = document_rows(content.documents, split, content.topics)
    told = steps(rows, "saving", len(content.documents), progress)
    database.executemany(INSERT_DOCUMENT, told)
    numbered = ((number, *term) for number, term in enumerate(terms))
    database.executemany("INSERT INTO terms VALUES (?, ?, ?)", numbered)
    counts = term_documents(split, len(content.documents))
    database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", posting_rows(counts))
    held = {**content.arrays, _LENGTHS: np.asarray(counts.sum(axis=0), np.int64)}
    for name, array in held.items():
        stored = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        row = name, stored.dtype.str, json.dumps(stored.shape), stored.tobytes()
        insert = "INSERT INTO arrays VALUES (?, ?, ?, ?, ?)"
        database.execute(insert, (*row, _array_checksum(*row)))


def _head_checksum(meta: Mapping[str, Any], terms: Sequence[tuple[str, str]]) -> str:
    parts = json.dumps(sorted(meta.items())), json.dumps(terms)
    return checksum(part.encode() for part in parts).hex()


def _array_checksum(name: str, kind: str, shape: str, data: bytes) -> bytes:
    return checksum((name.encode(), kind.encode(), shape.encode(), data))
