"""Split a saved collection into files, each a complete collection of some of its documents.

Documents, terms and topics have the ids that they have in the whole, and so each file is what would
be left of it if the other documents were removed. Nothing is fitted or counted anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from itertools import compress, islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Indices
from hyperdigest.base.text import counted
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.record import history_entry
from hyperdigest.store.file import Store, opened
from hyperdigest.store.format import PART, checksum
from hyperdigest.store.growing import remaining_warnings
from hyperdigest.store.parts.record import SHARED, SUFFIX, PartRecord, files_in, is_split
from hyperdigest.store.postings import Posting, read_posting
from hyperdigest.store.rows import FIELDS, INT, Row, path_from
from hyperdigest.store.sums import Sums
from hyperdigest.store.writing import Inventory, Writer, new_database

MOST_PARTS = 500
"""All parts are written at once, and a process may open about 1,000 files."""

_PATH, _TERMS, _TOPICS = map(FIELDS.index, ("path", "terms", "topics"))


def split_saved(
    path: str | Path, parts: int, folder: str | Path, progress: Progress = quiet
) -> list[Path]:
    """Split a saved collection into files in a folder, which is made if it is missing.

    Each has successive documents with about as many tokens as any other. Returns the files, in
    order. `progress` is called with ``saving`` for every document.

    Raises
    ------
    OptionError
        if there are fewer documents with text than parts, or more than `MOST_PARTS` parts.
    StoreError
        if the file cannot be read, is a part itself, or the files cannot be written.
    """
    folder = Path(folder)
    if is_split(Path(path)):
        raise StoreError(f"{path} has the parts of a split collection: split the whole")
    with opened(path) as store:
        if PART in store.meta:
            raise StoreError(f"{path} is a part of a split collection: split the whole")
        bounds = _bounds(store.document_tokens, parts)
        width = len(str(parts))
        names = [f"part-{n:0{width}}-of-{parts}{SUFFIX}" for n in range(1, parts + 1)]
        with _placed(folder, names) as places, ExitStack() as files:
            writers = [
                Writer(files.enter_context(new_database(place)), _empty(store)) for place in places
            ]
            _write(store, writers, bounds, folder, progress)
            _finish(store, writers, bounds)
    return [folder / name for name in names]


@contextmanager
def _placed(folder: Path, names: Sequence[str]) -> Iterator[list[Path]]:
    """Places for files that are in a folder when the block ends: all of them, or none.

    Raises StoreError if that cannot be written; a folder that was made for them is then removed.
    """
    is_new = not folder.exists()
    _make(folder)
    moved: list[Path] = []
    try:
        with TemporaryDirectory(dir=folder, prefix=".split-") as temporary:
            places = [Path(temporary) / name for name in names]
            yield places
            for place, name in zip(places, names, strict=True):
                place.replace(folder / name)
                moved.append(folder / name)
    except BaseException as error:
        for path in moved:
            path.unlink(missing_ok=True)
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise StoreError(f"cannot write {folder}: {error.strerror}") from error
        raise


def _empty(store: Store) -> Inventory:
    """What is in a file without documents, with room for the terms of a whole."""
    has = Inventory.empty(store.n_states)
    has.term_sentences = np.zeros(int(store.term_ids[-1]) + 1, np.int64)
    return has


def _make(folder: Path) -> None:
    """Make a folder for parts. Raises StoreError if it is there and has others already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {folder}: {error.strerror}") from error
    if has := files_in(folder):
        raise StoreError(f"{has[0]} is there already: give an empty folder")


def _bounds(tokens: NDArray[np.int64], parts: int) -> Indices:
    """(1 + P,) the first document of each part, and the number of all.

    Each part has a document with a token, so that it can be asked by itself.
    """
    with_text = np.flatnonzero(tokens)
    if not 1 <= parts <= MOST_PARTS:
        raise OptionError(f"parts is {parts}: give a number from 1 to {MOST_PARTS}")
    if parts > len(with_text):
        raise OptionError(
            f"parts is {parts}, but {counted(len(with_text), 'document')} with text can be divided:"
            " give fewer"
        )
    until = tokens[with_text].cumsum()
    places = np.arange(1, parts)
    first = np.searchsorted(until, until[-1] * places / parts)
    first = np.maximum.accumulate(first - places) + places  # at least one more for each part
    first = np.minimum(np.maximum(first, places), len(with_text) - parts + places)
    return np.concatenate([[0], with_text[first], [len(tokens)]])


def _write(
    store: Store, writers: Sequence[Writer], bounds: Indices, folder: Path, progress: Progress
) -> None:
    """Write the content of all parts, by empty writers."""
    n_documents, paths = store.n_documents, _Paths(store.folder, folder)
    rows = steps(store.rows(), "saving", n_documents, progress)
    for writer, size in zip(writers, np.diff(bounds).tolist(), strict=True):
        moved = map(paths.moved, islice(rows, size))
        tokens: list[Tokens] = []
        writer.insert(_with_tokens(moved, store.n_states, tokens))
        writer.inventory.sums = _sums(tokens)
    for term in store.term_ids.tolist():
        posting = read_posting(store.postings.database, term)
        for number, own in _divided(posting, store.document_ids[bounds[:-1]]):
            writers[number].insert_posting(term, own)
    for number, (first, end) in enumerate(pairwise(bounds.tolist())):
        has = writers[number].inventory
        others = [*range(first), *range(end, n_documents)]
        occurs = (has.term_sentences[store.term_ids] > 0).tolist()
        known = zip(store.vocabulary, store.term_ids.tolist(), strict=True)
        has.term_ids = dict(compress(known, occurs))
        has.words = list(compress(store.words, occurs))
        has.document_ids = store.document_ids[first:end]
        has.document_tokens = store.document_tokens[first:end]
        has.outline = store.outline.without(others)


def _finish(store: Store, writers: Sequence[Writer], bounds: Indices) -> None:
    """Write what is known of all parts."""
    meta, names, shared = store.meta, store.document_names, _shared(store, bounds)
    of_whole = meta["corpus"], _fit_hash(store), tuple(meta["history"]), tuple(meta["warnings"])
    sizes, corpora = tuple(np.diff(bounds).tolist()), tuple(each.corpus_hash for each in writers)
    for number, (first, end) in enumerate(pairwise(bounds.tolist())):
        writer = writers[number]
        for name, array in store.arrays.items():
            writer.write_array(name, array)
        hashes = np.unique(writer.inventory.outline.columns["text_hash"])
        writer.write_array(SHARED, hashes[np.isin(hashes, shared)])
        others = [*range(first), *range(end, len(names))]
        entry = history_entry(np.arange(first, end, dtype=np.int32), len(names), meta["corpus"])
        own = {
            "corpus": corpora[number],
            "history": [*meta["history"], entry],
            "languages": meta["languages"][first:end],
            "warnings": list(remaining_warnings(meta["warnings"], names, others)),
            PART: asdict(PartRecord(number + 1, sizes, corpora, *of_whole)),
        }
        writer.finish(meta | own)


def _fit_hash(store: Store) -> str:
    """A hash of the options and the topics of a collection, which tells its fit from others."""
    hasher = hashlib.sha256(json.dumps(store.meta, sort_keys=True).encode())
    hasher.update(store.topic_tokens.tobytes())
    return hasher.hexdigest()[:16]


class _Paths:
    """The paths of documents, which are relative to the folder of a file, from another folder."""

    def __init__(self, old: Path, new: Path) -> None:
        self._new, self._old = os.path.realpath(new), os.path.realpath(old)

    def moved(self, row: Row) -> Row:
        """The row of a document for a file in the other folder. Raises ValueError if it has
        changed."""
        *values, expected = row
        if checksum(values) != expected:
            raise ValueError(f"document {values[0]} has changed")
        if self._new == self._old:
            return row
        path = values[_PATH].decode("utf-8", "surrogateescape")
        values[_PATH] = path_from(path, self._new, self._old).encode("utf-8", "surrogateescape")
        return (*values, checksum(values))


Tokens = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The terms of the tokens of a document, by their ids, and (S, T) their topics in each state."""


def _with_tokens(rows: Iterable[Row], n_states: int, tokens: list[Tokens]) -> Iterator[Row]:
    """The rows of documents, whose tokens are appended to a list."""
    for row in rows:
        states = np.frombuffer(row[_TOPICS], INT).reshape(n_states, -1)
        tokens.append((np.frombuffer(row[_TERMS], INT), states))
        yield row


def _sums(tokens: Sequence[Tokens]) -> Sums:
    """The sums over the tokens of documents."""
    sizes = [len(terms) for terms, _ in tokens]
    terms = np.concatenate([terms for terms, _ in tokens])
    topics = np.concatenate([states for _, states in tokens], axis=1)
    return Sums.of(terms, np.repeat(np.arange(len(sizes)), sizes), list(topics))


def _divided(posting: Posting, first: NDArray[np.int64]) -> Iterator[tuple[int, Posting]]:
    """What each part has of a posting, if it has the term; `first` are the ids of the first
    documents of the parts."""
    documents, sizes, sentences, times = posting
    bounds = np.append(np.searchsorted(documents, first), len(documents)).tolist()
    until = np.append(0, sizes.cumsum())
    for number, (begin, end) in enumerate(pairwise(bounds)):
        if begin < end:
            own = slice(until[begin], until[end])
            yield (
                number,
                Posting(documents[begin:end], sizes[begin:end], sentences[own], times[own]),
            )


def _shared(store: Store, bounds: Indices) -> NDArray[np.uint64]:
    """The hashes of the sentences whose words are in several parts, ascending."""
    part = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    hashes = store.outline.columns["text_hash"]
    order = np.argsort(hashes, kind="stable")
    hashes, parts = hashes[order], part[store.outline.document][order]
    is_shared = (hashes[1:] == hashes[:-1]) & (parts[1:] != parts[:-1])
    return np.unique(hashes[1:][is_shared])
