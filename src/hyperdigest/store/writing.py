"""Write a saved collection, and change a part of it: append documents, or remove some.

A file is changed by changing rows of a copy, which replaces it when it is complete; to copy it
costs little beside making all rows anew. So a process that reads the file goes on with what it has
opened, one that is killed while it writes leaves the old file, and no journal has to stay beside
the file. What is removed is overwritten with zeros. A new file is an empty one to which all
documents are appended.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import Document, hash_of_texts
from hyperdigest.errors import StoreError
from hyperdigest.hypergraph import term_counts
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.split import Split
from hyperdigest.store.file import Saved, Store
from hyperdigest.store.format import (
    APPLICATION_ID,
    DOCUMENT_IDS,
    DOCUMENT_TOKENS,
    FORMAT_VERSION,
    SCHEMA,
    SIZES,
    TERM_IDS,
    TERM_SENTENCES,
    TERMS,
    WORDS,
    array_checksum,
    array_of_texts,
    damage_reported,
    head_checksum,
)
from hyperdigest.store.outline import Outline
from hyperdigest.store.postings import (
    Posting,
    last_row,
    posting_row,
    posting_rows,
    postings_of,
    rows_with,
)
from hyperdigest.store.rows import (
    FIELDS,
    TEXT_FIELDS,
    Row,
    check_topics,
    document_rows,
    documents_of,
)
from hyperdigest.store.sums import Sums

_PLACEHOLDERS = ["CAST(? AS TEXT)" if name in TEXT_FIELDS else "?" for name in FIELDS]
INSERT_DOCUMENT = f"INSERT INTO documents VALUES ({', '.join(_PLACEHOLDERS)})"  # noqa: S608
INSERT_POSTING = "INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(slots=True)
class Inventory:
    """The ids and sizes of what is in a file.

    Parameters
    ----------
    term_ids : the id of each term, ascending.
    words : the word by which each term is shown, in their order.
    document_ids, document_tokens, term_sentences, outline, sums : as in `Store`.
    arrays : the names of the arrays that are part of the content.
    """

    term_ids: dict[str, int]
    words: list[str]
    document_ids: NDArray[np.int64]
    document_tokens: NDArray[np.int64]
    term_sentences: NDArray[np.int64]
    outline: Outline
    sums: Sums
    arrays: list[str]

    @classmethod
    def of(cls, store: Store) -> Inventory:
        """What is in an open file."""
        term_ids = dict(zip(store.vocabulary, store.term_ids.tolist(), strict=True))
        terms, names = (term_ids, list(store.words)), list(store.arrays)
        sizes = store.document_ids, store.document_tokens, store.term_sentences
        return cls(*terms, *sizes, store.outline, store.sums, names)

    @classmethod
    def empty(cls, n_states: int) -> Inventory:
        """What is in a file without documents."""
        none = np.zeros(0, np.int64)
        return cls({}, [], none, none, none, Outline.empty(), Sums.empty(n_states), [])


class Writer:
    """A database that is written, with the inventory of what is in it."""

    def __init__(self, database: sqlite3.Connection, inventory: Inventory) -> None:
        self._database, self.inventory = database, inventory

    def append(
        self,
        documents: Sequence[Document],
        split: Split,
        topics: Sequence[NDArray[np.integer[Any]]],
        progress: Progress = quiet,
    ) -> None:
        """Append documents with their sentences, tokens and the topics of these in each state.

        The file may have some of the terms of the split; all must occur in it. `progress` is called
        with ``saving`` for every document.
        """
        has = self.inventory
        first_new = max(has.term_ids.values(), default=-1) + 1
        terms = list(zip(split.vocabulary, split.words, strict=True))
        new = [(term, word) for term, word in terms if term not in has.term_ids]
        has.term_ids = has.term_ids | {term: id for id, (term, _) in enumerate(new, first_new)}
        has.words += [word for _, word in new]

        term_ids = np.array([has.term_ids[term] for term in split.vocabulary], np.int32)
        first = int(has.document_ids[-1]) + 1 if len(has.document_ids) else 0
        ids = np.arange(first, first + len(documents))
        with_ids = replace(split, terms=term_ids[split.terms])
        made = document_rows(ids.tolist(), documents, with_ids, topics)
        counted = steps(made, "saving", len(documents), progress)
        self._database.executemany(INSERT_DOCUMENT, counted)
        counts = term_counts(
            split.terms, split.sentence_of, len(split.sentences), len(split.vocabulary)
        )
        postings = self._with_postings(split, counts, ids, term_ids, first_new)
        self._database.executemany(INSERT_POSTING, postings)
        of_tokens = split.sentences.document[split.sentence_of]
        tokens = np.bincount(of_tokens, minlength=len(documents))
        has.document_ids = np.concatenate([has.document_ids, ids])
        has.document_tokens = np.concatenate([has.document_tokens, tokens])
        has.sums = has.sums.and_then(Sums.of(with_ids.terms, of_tokens, topics))
        n_ids = max(has.term_ids.values(), default=-1) + 1
        missing = max(0, n_ids - len(has.term_sentences))
        has.term_sentences = np.pad(has.term_sentences, (0, missing))
        has.term_sentences[term_ids] += np.diff(counts.indptr)
        has.outline = has.outline.and_then(Outline.of(documents, split))

    def insert(self, rows: Iterable[Row]) -> None:
        """Insert rows of documents as they are, of which the inventory knows nothing."""
        self._database.executemany(INSERT_DOCUMENT, rows)

    def insert_posting(self, term: int, posting: Posting) -> None:
        """Insert where a term occurs, by its id, and count its sentences."""
        self._database.executemany(INSERT_POSTING, posting_rows(term, posting))
        self.inventory.term_sentences[term] = len(posting.sentences)

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove documents, by their numbers, and the terms that occur in no other document.

        Raises ValueError if something that is removed is not valid.
        """
        has = self.inventory
        numbers = list(numbers)
        ids = has.document_ids[numbers]
        self._database.text_factory = bytes
        find = "SELECT * FROM documents WHERE id = ?"
        rows = (self._database.execute(find, (id,)).fetchone() for id in ids.tolist())
        _, columns, topics = documents_of(rows, len(has.sums.tokens))
        check_topics(topics, has.sums.tokens.shape[1])
        terms, of_tokens = columns["terms"], np.repeat(columns["document"], columns["tokens"])
        gone_terms = self._remove_from_postings(terms, ids[of_tokens])
        self._database.executemany(
            "DELETE FROM documents WHERE id = ?", ((id,) for id in ids.tolist())
        )
        has.words = [
            word
            for id, word in zip(has.term_ids.values(), has.words, strict=True)
            if id not in gone_terms
        ]
        has.term_ids = {term: id for term, id in has.term_ids.items() if id not in gone_terms}
        has.document_ids = np.delete(has.document_ids, numbers)
        has.document_tokens = np.delete(has.document_tokens, numbers)
        has.outline = has.outline.without(numbers)
        has.sums = has.sums.without(Sums.of(terms, of_tokens, topics))

    @property
    def corpus_hash(self) -> str:
        """The hash of the names and texts of the documents that are there."""
        self._database.text_factory = bytes
        rows = self._database.execute("SELECT name, text FROM documents ORDER BY id")
        return hash_of_texts(chain.from_iterable(rows))

    def write_array(self, name: str, array: NDArray[Any]) -> None:
        """Write an array that is part of the content."""
        self.inventory.arrays.append(name)
        self._write_array(name, array)

    def finish(self, meta: Mapping[str, Any]) -> None:
        """Write the terms, the values of ``meta``, the sizes of all, and the checksum of these.

        This comes last.
        """
        has = self.inventory
        self._write_array(DOCUMENT_IDS, has.document_ids)
        self._write_array(DOCUMENT_TOKENS, has.document_tokens)
        self._write_array(TERM_SENTENCES, has.term_sentences)
        self._write_array(TERM_IDS, np.array([*has.term_ids.values()], np.int32))
        self._write_array(TERMS, array_of_texts(has.term_ids))
        self._write_array(WORDS, array_of_texts(has.words))
        for name, array in (has.outline.arrays() | has.sums.arrays()).items():
            self._write_array(name, array)
        sizes = len(has.document_ids), len(has.sums.tokens), has.arrays
        values = {**meta, **dict(zip(SIZES, sizes, strict=True))}
        values["sha256"] = head_checksum(values)
        rows = [(key, json.dumps(value)) for key, value in values.items()]
        self._database.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)

    def _with_postings(
        self,
        split: Split,
        counts: Any,
        ids: NDArray[np.int64],
        term_ids: NDArray[np.int32],
        first_new: int,
    ) -> Iterator[Row]:
        """The rows of terms, `counts` (V, N) csr added; those from `first_new` on have none yet."""
        new = postings_of(split, counts, ids)
        for term, posting in zip(term_ids.tolist(), new, strict=True):
            last = last_row(self._database, term) if term < first_new else None
            yield from posting_rows(term, posting, last)

    def _remove_from_postings(
        self, terms: NDArray[np.integer[Any]], documents: NDArray[np.int64]
    ) -> set[int]:
        """Remove tokens, by the ids of their terms and documents, from postings; returns the terms
        that occur no longer."""
        frequencies = self.inventory.term_sentences.copy()
        kept, gone = [], []
        pairs = np.unique(np.stack([terms, documents]), axis=1)
        used, first = np.unique(pairs[0], return_index=True)
        for term, own in zip(used.tolist(), np.split(pairs[1], first[1:]), strict=True):
            n_missing = len(own)
            for id, posting in rows_with(self._database, term, own.tolist()):
                stays = posting.without(own)
                n_missing -= len(posting.documents) - len(stays.documents)
                frequencies[term] -= len(posting.sentences) - len(stays.sentences)
                if len(stays.documents):
                    kept.append(posting_row(id, stays))
                else:
                    gone.append((id,))
            if n_missing or frequencies[term] < 0:
                raise ValueError(f"the documents of term {term} have changed")
        self.inventory.term_sentences = frequencies
        self._database.executemany(INSERT_POSTING, kept)
        self._database.executemany("DELETE FROM postings WHERE id = ?", gone)
        return set(used[frequencies[used] == 0].tolist())

    def _write_array(self, name: str, array: NDArray[Any]) -> None:
        stored = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        row = name, stored.dtype.str, json.dumps(stored.shape), stored.tobytes()
        insert = "INSERT OR REPLACE INTO arrays VALUES (?, ?, ?, ?, ?)"
        self._database.execute(insert, (*row, array_checksum(*row)))


def save(path: str | Path, content: Saved, progress: Progress = quiet) -> None:
    """Write a file that `load` reads; if that fails, the old file is unchanged.

    `progress` is called with ``saving`` for every document. Raises StoreError if the file cannot be
    written, for example because the disk is full.
    """
    with new_database(path) as database:
        writer = Writer(database, Inventory.empty(len(content.topics)))
        writer.append(content.documents, content.split, content.topics, progress)
        for name, array in content.arrays.items():
            writer.write_array(name, array)
        writer.finish(content.meta)


@contextmanager
def new_database(path: str | Path) -> Iterator[sqlite3.Connection]:
    """The empty tables of a collection, which replace the file at `path` at the end."""
    with _written(path) as database:
        database.executescript(
            f"PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {FORMAT_VERSION}; {SCHEMA}"
        )
        yield database


@contextmanager
def changed(path: str | Path, inventory: Inventory) -> Iterator[Writer]:
    """Change the collection at `path` when the block ends.

    Raises StoreError if the file is damaged or cannot be written; then it is unchanged, as if the
    block raises an error.
    """
    with damage_reported(path), _written(path, copied=True) as database:
        yield Writer(database, inventory)


@contextmanager
def _written(path: str | Path, *, copied: bool = False) -> Iterator[sqlite3.Connection]:
    """A database that replaces the file at `path` at the end: an empty one, or a copy of it."""
    try:
        with atomic_write(path) as temporary:
            if copied:
                shutil.copyfile(path, temporary)
            with closing(sqlite3.connect(temporary)) as database:
                database.executescript("PRAGMA journal_mode = OFF; PRAGMA secure_delete = ON;")
                yield database
                database.commit()
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"cannot write {path}: {reason}; nothing was changed") from error
