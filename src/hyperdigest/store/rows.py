"""The documents of a saved collection as rows of tables, and back: what rows hold is checked.

`document_rows` has a row for each document, with its text, the columns of its sentences, its tokens
and their topics; `posting_rows` one for each term, with the documents it stands in. A row ends in a
SHA-256 of its values.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import (
    BLOCK_KINDS,
    FORMS,
    POST_KINDS,
    Block,
    Document,
    Post,
    RecognizedLine,
)
from hyperdigest.split import Split

FORMAT_VERSION = 6
"""The only format that is written and read."""

INT = "<i4"
OF_SENTENCES = {"start": INT, "end": INT, "words": INT, "form": "u1", "text_hash": "<u8"}
COLUMNS = {**OF_SENTENCES, "tokens": INT, "terms": INT}
"""How the numbers of a column are written: `tokens` are those of each sentence, `terms` that of
each token."""

Row = tuple[Any, ...]

ABOUT = ("name", "path", "title", "format", "text", "blocks", "pages", "metadata")
FIELDS = ("id", *ABOUT, *COLUMNS, "topics", "sha256")
"""`topics` holds the topic of each token in one state of the sampler after the other."""

METADATA = ("page_labels", "authors", "date", "modified", "recognized", "scanned", "post")
"""The fields of a document that stand together in one column, as a JSON object."""


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
    if document.post:
        metadata["post"] = asdict(document.post)
    for text in (*texts, blocks, json.dumps(document.pages), json.dumps(metadata)):
        yield text.encode("utf-8", "surrogateescape")


def documents_of(
    rows: Iterable[Row], n_states: int
) -> tuple[list[Document], dict[str, NDArray[Any]], tuple[NDArray[np.int32], ...]]:
    """Rows put together again: the documents, `COLUMNS`, and the topics in each state.

    Raises a ValueError where a row is not the one that was written.
    """
    documents: list[Document] = []
    sizes: list[int] = []
    columns = {name: bytearray() for name in COLUMNS}
    states = [bytearray() for _ in range(n_states)]
    for *values, signed in rows:
        if checksum(values) != signed:
            raise ValueError(f"document {values[0]} has changed")
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
    for name in ("date", "modified"):
        if not isinstance(found.get(name, ""), str):
            raise ValueError(f"its field {name} is no text")
    if "post" in found:
        found["post"] = _post(found["post"])
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


def _post(values: Any) -> Post:
    """What a message of a thread says of itself, from its JSON."""
    types = {"kind": str, "thread": str, "position": int, "accepted": bool}
    numbers = ("score", "standing")
    if not isinstance(values, dict) or set(values) != {*types, *numbers}:
        raise ValueError("its post has not the fields of one")
    right = all(type(values[name]) is kind for name, kind in types.items())
    if not right or not all(type(values[name]) in (int, type(None)) for name in numbers):
        raise ValueError("its post has fields of other types")
    if values["kind"] not in POST_KINDS or values["position"] < 0:
        raise ValueError("its post is of a kind, or at a position, that is none")
    return Post(**values)


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
