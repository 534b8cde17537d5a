"""A fitted collection in one SQLite file that other tools open: no pickle, all checksummed.

It is written at once, and read whole or some documents alone. ``meta`` (key, value), ``documents``
with all that belongs to each: its text, the columns of its sentences, its tokens and their topics;
``terms``, ``postings`` (the documents each term stands in), ``arrays``, and the view ``sentences``
for other tools. The first bytes of the file say whether it is a saved collection, of which format,
and whether it is whole. What a file holds is checked, so that no number in it points outside of
what is there.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import stat
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import BLOCK_KINDS, FORMS, Block, Document, RecognizedLine, Sentences
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.split import LANGUAGES, Split

if TYPE_CHECKING:
    from hyperdigest.query.bm25 import Postings

APPLICATION_ID = 0x48444947
FORMAT_VERSION = 5
FORMER_VERSION = 3
"""The oldest format that is read; what is written has `FORMAT_VERSION`."""

INT = "<i4"
OF_SENTENCES = {"start": INT, "end": INT, "words": INT, "form": "u1", "text_hash": "<u8"}
COLUMNS = {**OF_SENTENCES, "tokens": INT, "terms": INT}
"""How the numbers of a column are written: `tokens` are those of each sentence, `terms` that of
each token. The column of `text_hash` is called `said` in the file."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
    format TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL, pages TEXT NOT NULL,
    metadata TEXT NOT NULL,
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

_SCHEMA_4 = SCHEMA.replace("\n    metadata TEXT NOT NULL,", "")
SCHEMAS = {
    FORMER_VERSION: _SCHEMA_4.replace(
        "said BLOB NOT NULL, ",
        "said BLOB NOT NULL, first_person BLOB NOT NULL, second_person BLOB NOT NULL,\n"
        "    linking BLOB NOT NULL, points_back BLOB NOT NULL, ",
    ),
    4: _SCHEMA_4,
    FORMAT_VERSION: SCHEMA,
}
"""The tables of a file of each format that is read."""

Row = tuple[Any, ...]

ABOUT = ("name", "path", "title", "format", "text", "blocks", "pages", "metadata")
FIELDS = ("id", *ABOUT, *COLUMNS, "topics", "sha256")
"""`topics` holds the topic of each token in one state of the sampler after the other."""

METADATA = ("page_labels", "authors", "date", "recognized", "scanned")
"""The fields of a document that stand together in one column, as a JSON object."""

_PLACES = ["CAST(? AS TEXT)" if name in ABOUT else "?" for name in FIELDS]
INSERT_DOCUMENT = f"INSERT INTO documents VALUES ({', '.join(_PLACES)})"  # noqa: S608

MOST_STATES = 10_000
"""Of the sampler, in a file."""


def is_store(path: str | Path) -> bool:
    """Whether `path` is a file that says it is a saved collection, or is named like one."""
    if Path(path).suffix == ".hdig":
        return True
    try:
        return _is_collection(_header(Path(path))[0])
    except StoreError:
        return False


def saved_among(paths: Iterable[str]) -> str | None:
    """The saved collection that `paths` name, if they do. Raises an OptionError where they name
    anything besides."""
    paths = list(paths)
    saved = [path for path in paths if is_store(path)]
    if saved and len(paths) > 1:
        raise OptionError(f"{saved[0]} is a saved collection: name it alone, without other paths")
    return saved[0] if saved else None


def check_header(path: Path) -> None:
    """Raise a StoreError unless `path` is a whole file of a format that is read here."""
    header, size = _header(path)
    if not _is_collection(header):
        raise StoreError(f"{path} is not a saved collection: make one with `hyperdigest fit`")
    version = int.from_bytes(header[60:64], "big")
    found = f"{path} has format {version}"
    if version < FORMER_VERSION:
        raise StoreError(f"{found}, older than {FORMER_VERSION}: fit the documents again")
    if version > FORMAT_VERSION:
        raise StoreError(f"{found}, newer than {FORMAT_VERSION}: upgrade hyperdigest")
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


def _is_collection(header: bytes) -> bool:
    whole = len(header) == 100 and header.startswith(b"SQLite format 3\0")
    return whole and int.from_bytes(header[68:72], "big") == APPLICATION_ID


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file holds, or holds of some documents, then with the vocabulary of all.

    `meta` has JSON values by name; `topics` has for each state of the sampler that was kept the
    (T,) topic of each token; `arrays` has whatever else, by name.
    """

    meta: Mapping[str, Any]
    documents: tuple[Document, ...]
    split: Split
    topics: tuple[NDArray[np.int32], ...]
    arrays: Mapping[str, NDArray[Any]]


def save(path: str | Path, content: Saved, progress: Progress = quiet) -> None:
    """Write what `load` gives back; the file is whole or is not there.

    Progress is told ``saving`` for every document. Raises a StoreError where the file cannot be
    written, e.g. because the disk is full.
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
    *(sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError),
    RecursionError,
)
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
            _check_tables(database, SCHEMAS[version])
            yield Store(database, version)
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
    """A saved collection that is open, in a format that is read; parts are checked when read."""

    def __init__(self, database: sqlite3.Connection, version: int) -> None:
        self._database, self._version = database, version

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
        """All of it, or what belongs to some documents, by their numbers. Progress is told
        ``loading`` for every document."""
        count = self.n_documents if documents is None else len(documents)
        with closing(self._rows(documents)) as rows:
            told = steps(rows, "loading", count, progress)
            found, columns, topics = documents_of(told, self.n_states, self._version)
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
        if lengths.dtype.kind != "i" or lengths.shape != (self.n_documents,) or (lengths < 0).any():
            raise ValueError("it does not say how long each document is")
        return Postings(partial(read_postings, self._database, len(lengths)), lengths)

    @cached_property
    def _head(self) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        pairs = self._database.execute("SELECT key, value FROM meta ORDER BY key").fetchall()
        terms = self._database.execute("SELECT term, word FROM terms ORDER BY id").fetchall()
        meta = {key: json.loads(value) for key, value in pairs}
        if meta.pop("sha256") != _head_checksum(meta, terms):
            raise ValueError("its terms or parameters have changed")
        if len({term for term, _ in terms}) < len(terms):
            raise ValueError("a term is there twice")
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
        sizes, numbers = json.loads(shape), np.frombuffer(data, np.dtype(kind))
        if numbers.dtype.kind not in "iuf":
            raise ValueError(f"array {name} holds no numbers")
        if not isinstance(sizes, list) or not all(type(n) is int and n >= 0 for n in sizes):
            raise ValueError(f"array {name} has no shape")
        return numbers.reshape(sizes)


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
    metadata = {name: getattr(document, name) for name in METADATA if getattr(document, name)}
    if document.recognized:
        metadata["recognized"] = [astuple(line) for line in document.recognized]
    for text in (*texts, blocks, json.dumps(document.pages), json.dumps(metadata)):
        yield text.encode("utf-8", "surrogateescape")


def documents_of(
    rows: Iterable[Row], n_states: int, version: int
) -> tuple[list[Document], dict[str, NDArray[Any]], tuple[NDArray[np.int32], ...]]:
    """Rows put together again: the documents, `COLUMNS`, and the topics in each state.

    Raises a ValueError where a row is not the one that was written. `version` is the format of the
    file: the columns that a former one has besides are left out.
    """
    documents: list[Document] = []
    sizes: list[int] = []
    columns = {name: bytearray() for name in COLUMNS}
    states = [bytearray() for _ in range(n_states)]
    for *values, signed in rows:
        if checksum(values) != signed:
            raise ValueError(f"document {values[0]} has changed")
        if version < FORMAT_VERSION:
            values.insert(1 + ABOUT.index("metadata"), b"{}")
        if version == FORMER_VERSION:
            first = FIELDS.index("text_hash") + 1
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
    texts = [value.decode("utf-8", "surrogateescape") for value in values]
    name, path, title, format, text, blocks, pages, metadata = texts
    parts = tuple(Block(*block) for block in json.loads(blocks))
    begins = tuple(json.loads(pages))
    bounds = [offset for block in parts for offset in (block.start, block.end)]
    for what, offsets in (("blocks", bounds), ("pages", begins)):
        if not all(type(offset) is int and 0 <= offset <= len(text) for offset in offsets):
            raise ValueError(f"its {what} are not within its text")
    if not all(block.kind in BLOCK_KINDS for block in parts):
        raise ValueError("its blocks are of kinds that are not known")
    if sorted(begins) != list(begins):
        raise ValueError("its pages are out of order")
    found = _metadata(json.loads(metadata), len(begins))
    return Document(name, path, text, title, format, parts, begins, **found)


def _metadata(values: Any, n_pages: int) -> dict[str, Any]:
    """The fields of `METADATA` from their JSON."""
    if not isinstance(values, dict):
        raise ValueError("its metadata are no object")
    found = {name: values[name] for name in METADATA if name in values}
    for name in found.keys() & {"page_labels", "authors"}:
        if not isinstance(found[name], list) or not all(isinstance(n, str) for n in found[name]):
            raise ValueError(f"its {name} are no texts")
        found[name] = tuple(found[name])
    if len(found.get("page_labels", ())) not in (0, n_pages):
        raise ValueError("its page labels are not those of its pages")
    if not isinstance(found.get("date", ""), str):
        raise ValueError("its date is no text")
    if "recognized" in found:
        found["recognized"] = _recognized(found["recognized"])
    if "scanned" in found:
        pages = found["scanned"]
        if not isinstance(pages, list) or not all(type(n) is int for n in pages):
            raise ValueError("its scanned pages are no numbers")
        if not all(0 < n <= n_pages for n in pages):
            raise ValueError("its scanned pages are none of its pages")
        found["scanned"] = tuple(pages)
    return found


def _recognized(rows: Any) -> tuple[RecognizedLine, ...]:
    """The lines that were read by machine from their JSON; they stand in order."""
    wrong = ValueError("its lines read by machine are none")
    if not isinstance(rows, list):
        raise wrong
    lines = []
    for row in rows:
        numbers = isinstance(row, list) and all(type(n) in (int, float) for n in row)
        if not numbers or len(row) != len(fields(RecognizedLine)):
            raise wrong
        lines.append(RecognizedLine(*row))
    places = [place for line in lines for place in (line.start, line.end)]
    if not all(type(place) is int and place >= 0 for place in places):
        raise wrong
    if any(one.start > other.start for one, other in pairwise(lines)):
        raise wrong
    return tuple(lines)


def check_columns(text: bytes, columns: Sequence[bytes], topics: bytes, n_states: int) -> None:
    """Raise a ValueError unless the columns of a document belong to the same sentences and tokens.

    The text is in UTF-8, the columns are those of `COLUMNS`, and the topics those of each token in
    each of the states.
    """
    *of_sentences, terms = columns
    start, end, _, forms, *_, tokens = of_sentences
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
    if max(forms, default=0) >= len(FORMS):
        raise ValueError("its sentences are of forms that are not known")


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
    """Rows of the table of postings, of the (V, D) csr of how often terms stand in documents."""
    documents, times = counts.indices.astype(INT), counts.data.astype(INT)
    for term, (first, last) in enumerate(pairwise(counts.indptr.tolist())):
        values = term, documents[first:last].tobytes(), times[first:last].tobytes()
        yield (*values, checksum(values))


def read_postings(
    database: sqlite3.Connection, n_documents: int, terms: NDArray[np.integer[Any]]
) -> Any:
    """(Q, D) csr, how often each of `terms` stands in each document. Raises a ValueError where a
    row is missing or not the one that was written."""
    from scipy import sparse

    documents, times = [], []
    for term in terms.tolist():
        row = database.execute("SELECT * FROM postings WHERE term = ?", (term,)).fetchone()
        if row is None or checksum(row[:3]) != row[3]:
            raise ValueError(f"the documents of term {term} have changed")
        held, counts = np.frombuffer(row[1], INT), np.frombuffer(row[2], INT)
        inside = (held >= 0) & (held < n_documents)
        if len(held) != len(counts) or not inside.all() or (np.diff(held) <= 0).any():
            raise ValueError(f"term {term} stands in documents that are not there")
        if (counts < 1).any():
            raise ValueError(f"term {term} stands less than once in a document")
        documents.append(held)
        times.append(counts)
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


def check_topic_names(names: object, n_topics: int) -> None:
    """Raise a ValueError unless these are texts, for so many topics or more, or for none."""
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise ValueError("its names of topics are no texts")
    if names and len(names) < n_topics:
        raise ValueError(f"it names {len(names)} of {n_topics} topics")


def check_texts(corpus: object, *lists: object) -> None:
    """Raise a ValueError unless these are the hash of a corpus, and lists of lines about it."""
    for lines in lists:
        if not isinstance(lines, list) or not all(isinstance(each, str) for each in lines):
            raise ValueError("its warnings or its history are no texts")
    if not isinstance(corpus, str) or not (corpus.isascii() and corpus.isalnum()):
        raise ValueError("its corpus has no hash")
