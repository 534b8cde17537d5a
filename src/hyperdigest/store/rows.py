"""Convert the documents of a collection into rows of tables, and back; the content is checked.

`document_rows` makes a row for each document, with its text, the columns of its sentences, its
tokens and their topics. The last value of a row is a SHA-256 of the others. Documents and terms
have ids in the tables, which stay when others are removed, and so do the numbers of topics there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import runs
from hyperdigest.documents import (
    BLOCK_KINDS,
    FORMS,
    POST_KINDS,
    SENTENCE_KINDS,
    Block,
    Document,
    Place,
    Post,
    RecognizedLine,
    fingerprint,
)
from hyperdigest.split import Split
from hyperdigest.store.format import checksum

INT = "<i4"
SENTENCE_COLUMNS = {
    "start": INT, "end": INT, "words": INT, "form": "u1", "text_hash": "<u8", "kind": "u1",
    "context": INT, "list_number": INT, "ordinal": INT, "of": INT,
}  # fmt: skip
COLUMNS = {**SENTENCE_COLUMNS, "tokens": INT, "terms": INT}
"""The number type of each column: `tokens` has the number of tokens of each sentence, `terms` the
term of each token."""

Row = tuple[Any, ...]

TEXT_FIELDS = ("name", "path", "title", "format", "text", "blocks", "pages", "metadata")
FIELDS = ("id", "fingerprint", *TEXT_FIELDS, *COLUMNS, "topics", "sha256")
"""The columns of the table of documents; `fingerprint` is a hash of the text, and `topics` has the
topic of each token in the first saved state of the sampler, then in the second, and so on."""

METADATA = (
    *("page_labels", "authors", "date", "modified", "recognized", "scanned", "post", "address"),
    "places",
)
"""The fields of a document that are in the column `metadata`, a JSON object."""


def document_rows(
    ids: Sequence[int],
    documents: Sequence[Document],
    split: Split,
    topics: Sequence[NDArray[np.integer[Any]]],
) -> Iterator[Row]:
    """The row of each document, with the values of `FIELDS`; the terms of `split` are ids."""
    sentences, sentence_of = split.sentences, split.sentence_of
    first_sentence = np.searchsorted(sentences.document, np.arange(len(documents) + 1))
    first_token = np.searchsorted(sentence_of, first_sentence).tolist()
    columns = [
        np.asarray(getattr(sentences, name), kind) for name, kind in SENTENCE_COLUMNS.items()
    ]
    columns.append(np.bincount(sentence_of, minlength=len(sentences)).astype(INT))
    states = [np.asarray(state, INT) for state in (split.terms, *topics)]
    for number, document in enumerate(documents):
        first, last = first_sentence[number : number + 2]
        tokens = slice(*first_token[number : number + 2])
        of_sentences = (column[first:last].tobytes() for column in columns)
        terms, *topics_of = (state[tokens].tobytes() for state in states)
        texts = fingerprint(document), *_texts(document)
        values: Row = ids[number], *texts, *of_sentences, terms, b"".join(topics_of)
        yield (*values, checksum(values))


def _texts(document: Document) -> Iterator[bytes]:
    """The values of `TEXT_FIELDS`."""
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
    """The documents of rows, their `COLUMNS` joined, and the topics in each state.

    Raises ValueError if a row is not valid.
    """
    documents: list[Document] = []
    sizes: list[int] = []
    lengths: list[int] = []
    columns = {name: bytearray() for name in COLUMNS}
    states = [bytearray() for _ in range(n_states)]
    for *values, expected in rows:
        if checksum(values) != expected:
            raise ValueError(f"document {values[0]} has changed")
        texts, [*parts, topics] = values[2 : 2 + len(TEXT_FIELDS)], values[2 + len(TEXT_FIELDS) :]
        _check_lengths(parts, topics, n_states)
        documents.append(_document(texts))
        lengths.append(len(texts[TEXT_FIELDS.index("text")]))
        sizes.append(len(parts[-2]) // np.dtype(INT).itemsize)
        for column, data in zip(columns.values(), parts, strict=True):
            column += data
        length = len(parts[-1])
        for number, state in enumerate(states):
            state += memoryview(topics)[number * length : (number + 1) * length]
    arrays = {name: _native(columns[name], kind) for name, kind in COLUMNS.items()}
    _check_sentences(arrays, sizes, lengths)
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
        raise ValueError("its blocks are of unknown kinds")
    if not all(type(block.level) is int and block.level >= 0 for block in parts):
        raise ValueError("its blocks have no valid level")
    if sorted(begins) != list(begins):
        raise ValueError("its pages are out of order")
    fields_of_document = _metadata(json.loads(metadata), len(begins))
    return Document(name, path, text, title, format, parts, begins, **fields_of_document)


def _metadata(values: Any, n_pages: int) -> dict[str, Any]:
    """The fields of `METADATA` from their JSON."""
    if not isinstance(values, dict):
        raise ValueError("its metadata are not an object")
    metadata = {name: values[name] for name in METADATA if name in values}
    for name in metadata.keys() & {"page_labels", "authors"}:
        texts = metadata[name]
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise ValueError(f"its {name} are not texts")
        metadata[name] = tuple(texts)
    if len(metadata.get("page_labels", ())) not in (0, n_pages):
        raise ValueError("its page labels do not match its pages")
    for name in ("date", "modified", "address"):
        if not isinstance(metadata.get(name, ""), str):
            raise ValueError(f"its field {name} is not a text")
    if "post" in metadata:
        metadata["post"] = post_of(metadata["post"])
    if "recognized" in metadata:
        metadata["recognized"] = _recognized(metadata["recognized"])
    if "places" in metadata:
        metadata["places"] = _places(metadata["places"])
    if "scanned" in metadata:
        pages = metadata["scanned"]
        if not isinstance(pages, list) or not all(type(page) is int for page in pages):
            raise ValueError("its scanned pages are not numbers")
        if not all(0 < page <= n_pages for page in pages):
            raise ValueError("its scanned pages do not exist")
        metadata["scanned"] = tuple(pages)
    return metadata


def post_of(values: Any) -> Post:
    """The metadata of a post from their JSON. Raises ValueError if they are not valid."""
    types = {"kind": str, "thread": str, "position": int, "accepted": bool}
    numbers = ("score", "standing")
    if not isinstance(values, dict) or set(values) != {*types, *numbers}:
        raise ValueError("its post has missing or unknown fields")
    are_valid = all(type(values[name]) is kind for name, kind in types.items())
    if not are_valid or not all(type(values[name]) in (int, type(None)) for name in numbers):
        raise ValueError("its post has fields of other types")
    if values["kind"] not in POST_KINDS or values["position"] < 0:
        raise ValueError("its post is of an unknown kind, or has a negative position")
    return Post(**values)


def _places(rows: Any) -> tuple[Place, ...]:
    """The named places from their JSON; they must be in order."""
    are_valid = isinstance(rows, list) and all(
        isinstance(row, list) and list(map(type, row)) == [int, str, str] for row in rows
    )
    if not are_valid or any(one[0] > other[0] for one, other in pairwise(rows)):
        raise ValueError("its places are not valid, or not in order")
    return tuple(Place(*row) for row in rows)


def _recognized(rows: Any) -> tuple[RecognizedLine, ...]:
    """The lines read by text recognition from their JSON; they must be in order."""
    invalid = ValueError("its lines read by text recognition are not valid")
    if not isinstance(rows, list):
        raise invalid
    lines = []
    for row in rows:
        are_numbers = isinstance(row, list) and all(type(n) in (int, float) for n in row)
        if not are_numbers or len(row) != len(fields(RecognizedLine)):
            raise invalid
        lines.append(RecognizedLine(*row))
    offsets = [offset for line in lines for offset in (line.start, line.end)]
    if not all(type(offset) is int and offset >= 0 for offset in offsets):
        raise invalid
    if any(one.start > other.start for one, other in pairwise(lines)):
        raise invalid
    return tuple(lines)


_ITEM_SIZES = [np.dtype(kind).itemsize for kind in COLUMNS.values()]


def _check_lengths(columns: Sequence[bytes], topics: bytes, n_states: int) -> None:
    """Raise ValueError unless the columns of a document have lengths that fit each other.

    `columns` are those of `COLUMNS`, and `topics` has the topic of each token in each state.
    """
    *of_sentences, terms = columns
    lengths = {len(column) / n for column, n in zip(of_sentences, _ITEM_SIZES, strict=False)}
    if len(lengths) != 1:
        raise ValueError("its sentences have columns of different lengths")
    total = int(np.frombuffer(of_sentences[-1], INT).sum(dtype=np.int64))
    if total * np.dtype(INT).itemsize != len(terms):
        raise ValueError("its tokens do not match its sentences")
    if len(topics) != len(terms) * n_states:
        raise ValueError("its tokens have no topic")


def _check_sentences(
    columns: Mapping[str, NDArray[Any]], sizes: Sequence[int], lengths: Sequence[int]
) -> None:
    """Raise ValueError unless the sentences of documents fit their texts and each other.

    `sizes` are the numbers of sentences of the documents, `lengths` those of bytes of their texts.
    """
    start, end, context = (columns[name] for name in ("start", "end", "context"))
    if (start < 0).any() or (end < start).any() or (end > np.repeat(lengths, sizes)).any():
        raise ValueError("its sentences are outside of its text")
    if columns["form"].max(initial=0) >= len(FORMS):
        raise ValueError("its sentences are of unknown forms")
    if columns["kind"].max(initial=0) >= len(SENTENCE_KINDS):
        raise ValueError("its sentences are of unknown kinds")
    if (context < 0).any() or (
        context > runs(np.zeros(len(sizes), np.intp), np.array(sizes))
    ).any():
        raise ValueError("its sentences have contexts outside of it")
    if any((columns[name] < 0).any() for name in ("list_number", "ordinal", "of")):
        raise ValueError("its sentences have negative places in lists")
    if (columns["tokens"] < 0).any():
        raise ValueError("its tokens do not match its sentences")


def _native(data: bytearray, kind: str) -> NDArray[Any]:
    stored = np.dtype(kind)
    return np.frombuffer(data, stored).astype(stored.newbyteorder("="), copy=False)


def check_numbers(split: Split, topics: Sequence[NDArray[np.int32]], n_topics: int) -> None:
    """Raise ValueError unless every token has an existing term, and one of the topics."""
    terms = split.terms
    if terms.size and not (terms.min() >= 0 and terms.max() < len(split.vocabulary)):
        raise ValueError("its tokens have terms that do not exist")
    check_topics(topics, n_topics)
    if (np.asarray(split.sentences.words) < 0).any():
        raise ValueError("its sentences have negative numbers of words")


def check_topics(topics: Sequence[NDArray[np.int32]], n_topics: int) -> None:
    """Raise ValueError unless all tokens have one of the topics."""
    if any(state.size and not (state.min() >= 0 and state.max() < n_topics) for state in topics):
        raise ValueError("its tokens have topics that do not exist")


def with_paths_from(
    folder: Path, old_folder: Path, documents: Iterable[Document]
) -> tuple[Document, ...]:
    """The documents with paths relative to a folder, which were relative to `old_folder`."""
    new, old = os.path.realpath(folder), os.path.realpath(old_folder)
    if new == old:
        return tuple(documents)
    documents = tuple(documents)
    paths = {path: path_from(path, new, old) for path in {document.path for document in documents}}
    return tuple(replace(document, path=paths[document.path]) for document in documents)


def path_from(path: str, folder: str, old_folder: str) -> str:
    """A path relative to a folder, which was relative to `old_folder`; both are real paths."""
    if path == "-" or Path(path).is_absolute():
        return path
    absolute = f"{old_folder}{os.sep}{path}"
    try:
        return os.path.relpath(absolute, folder)
    except ValueError:
        return absolute
