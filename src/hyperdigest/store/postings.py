"""The inverted index of a saved collection: rows of the table ``postings`` for each term.

A row has documents in which the term occurs, by their ids, how many sentences of each have it, the
number of each of these in its document, from 0, and how often it has the term. The last value of a
row is a SHA-256 of the others. A frequent term has several rows, in the order of its documents, so
that only a short one is written when a document comes or goes.

Letters: Q terms that are asked for, D documents, N sentences.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Indices
from hyperdigest.split import Split
from hyperdigest.store.format import checksum
from hyperdigest.store.rows import INT, Row

TIMES = "<u2"
"""The type of how often a sentence has a term; what is more counts as the largest."""


class Posting(NamedTuple):
    """Where a term occurs."""

    documents: NDArray[np.int32]
    """(d,) ids of documents, ascending."""
    sizes: NDArray[np.int32]
    """(d,) how many sentences of each have the term."""
    sentences: NDArray[np.int32]
    """(s,) the numbers of these in their documents, ascending in each."""
    times: NDArray[np.uint16]
    """(s,) how often each has the term."""

    def without(self, documents: NDArray[Any]) -> Posting:
        """The posting without some documents, by their ids."""
        stay = ~np.isin(self.documents, documents)
        inside = np.repeat(stay, self.sizes)
        return Posting(
            self.documents[stay], self.sizes[stay], self.sentences[inside], self.times[inside]
        )


FULL = 500
"""Nothing is added to a row with so many sentences."""


def row_id(term: int, document: int) -> int:
    """The id of a row of a term, by the id of the first document that the row may have."""
    return term << 32 | document


def posting_row(id: int, posting: Posting, before: Sequence[bytes] = (b"",) * 4) -> Row:
    """A row by its id; `before` is what it has of earlier documents."""
    types = INT, INT, INT, TIMES
    parts = [
        earlier + np.asarray(part, kind).tobytes()
        for earlier, part, kind in zip(before, posting, types, strict=True)
    ]
    return (id, *parts, checksum((id, *parts)))


def posting_rows(term: int, posting: Posting, last: Row | None = None) -> Iterator[Row]:
    """The rows of a term, by its id, with the documents of a posting.

    The first of them are added to `last`, the last row with earlier documents, unless it is full.
    """
    for piece in _pieces(posting):
        if last and len(last[-2]) < FULL * np.dtype(TIMES).itemsize:
            yield posting_row(last[0], piece, last[1:-1])
        else:
            yield posting_row(row_id(term, int(piece.documents[0])), piece)
        last = None


def _pieces(posting: Posting) -> Iterator[Posting]:
    """A posting in pieces of successive documents, each of hardly more sentences than `FULL`."""
    if len(posting.sentences) <= FULL:
        yield posting
        return
    documents, sizes, sentences, times = posting
    before = np.append(0, sizes.cumsum())
    cuts = np.flatnonzero(np.diff(before[:-1] // FULL, prepend=-1)).tolist()
    for first, last in pairwise([*cuts, len(documents)]):
        own, inside = slice(first, last), slice(before[first], before[last])
        yield Posting(documents[own], sizes[own], sentences[inside], times[inside])


def postings_of(split: Split, counts: Any, ids: NDArray[Any]) -> Iterator[Posting]:
    """The posting of each term of a vocabulary, of (V, N) csr counts; `ids` are (D,) of documents.

    The documents are those of the split.
    """
    document = split.sentences.document
    first = np.searchsorted(document, np.arange(len(ids), dtype=document.dtype))
    documents = document[counts.indices]
    numbers = (counts.indices - first[documents]).astype(np.int32)
    times = np.minimum(counts.data, np.iinfo(np.uint16).max).astype(np.uint16)
    begins = np.ones(len(documents), bool)
    begins[1:] = documents[1:] != documents[:-1]
    starts = counts.indptr[:-1]
    begins[starts[starts < len(documents)]] = True
    of_documents = np.flatnonzero(begins)
    sizes = np.diff(of_documents, append=len(documents)).astype(np.int32)
    having = ids[documents[of_documents]].astype(np.int32)
    bounds = np.searchsorted(of_documents, counts.indptr)
    for (begin, end), (first_held, last_held) in zip(
        pairwise(counts.indptr.tolist()), pairwise(bounds.tolist()), strict=True
    ):
        own = slice(first_held, last_held)
        yield Posting(having[own], sizes[own], numbers[begin:end], times[begin:end])


def last_row(database: sqlite3.Connection, term: int, document: int = 2**32 - 1) -> Row:
    """The last row of a term, by its id, that may have a document.

    Raises ValueError if it is missing or has changed.
    """
    find = "SELECT * FROM postings WHERE id <= ? ORDER BY id DESC LIMIT 1"
    row = database.execute(find, (row_id(term, document),)).fetchone()
    if row is None or row[0] < row_id(term, 0):
        raise ValueError(f"the documents of term {term} have changed")
    _check(term, row)
    return tuple(row)


def rows_with(
    database: sqlite3.Connection, term: int, documents: Sequence[int]
) -> Iterator[tuple[int, Posting]]:
    """The rows of a term that have some documents, by their ascending ids: the id of each row, and
    its posting. Raises ValueError if one is missing or not valid."""
    last = -1
    for document in documents:
        if document > last:
            id, *parts, _ = last_row(database, term, document)
            posting = _posting(term, parts)
            last = int(posting.documents[-1])
            yield id, posting


def read_posting(database: sqlite3.Connection, term: int) -> Posting:
    """The posting of a term, by its id. Raises ValueError if its rows are missing or not valid."""
    find = "SELECT * FROM postings WHERE id >= ? AND id < ? ORDER BY id"
    rows = database.execute(find, (row_id(term, 0), row_id(term + 1, 0))).fetchall()
    for row in rows:
        _check(term, row)
    columns = [*zip(*rows, strict=True)][1:-1]
    if not columns:
        raise ValueError(f"the documents of term {term} have changed")
    return _posting(term, [b"".join(parts) for parts in columns])


def _check(term: int, row: Row) -> None:
    if checksum(row[:-1]) != row[-1]:
        raise ValueError(f"the documents of term {term} have changed")


def _posting(term: int, parts: Sequence[bytes]) -> Posting:
    """The posting in the parts of rows. Raises ValueError if it is not valid."""
    *of_documents, times = parts
    documents, sizes, sentences = (np.frombuffer(part, INT) for part in of_documents)
    posting = Posting(documents, sizes, sentences, np.frombuffer(times, TIMES))
    fits = len(documents) == len(sizes) and len(sentences) == len(posting.times) == sizes.sum()
    if not len(documents) or not fits or (np.diff(documents) <= 0).any() or (sentences < 0).any():
        raise ValueError(f"term {term} occurs in documents that do not exist")
    if (sizes < 1).any() or (posting.times < 1).any():
        raise ValueError(f"term {term} occurs less than once in a document")
    return posting


@dataclass(frozen=True, eq=False)
class SavedPostings:
    """The postings of an open file, read term by term.

    Parameters
    ----------
    document_ids, term_ids : the ids of the documents and terms, by their numbers.
    term_sentences : the number of sentences that have each term, by its id.
    """

    database: sqlite3.Connection
    document_ids: NDArray[np.int64]
    term_ids: NDArray[np.int64]
    term_sentences: NDArray[np.int64]

    def in_documents(self, terms: NDArray[np.integer[Any]]) -> Any:
        """(Q, D) csr, how often each of some terms, by their numbers, occurs in each document."""
        found = [self._numbered(posting) for posting in self._read(terms)]
        columns = [numbers for numbers, _ in found]
        times = [
            np.add.reduceat(posting.times, posting.sizes.cumsum() - posting.sizes, dtype=np.int32)
            for _, posting in found
        ]
        return _rows(columns, times, len(self.document_ids))

    def in_sentences(self, terms: NDArray[np.integer[Any]], sizes: NDArray[Any]) -> Any:
        """(Q, N) csr, how often each of some terms occurs in each sentence.

        `sizes` are the (D,) numbers of sentences of the documents.
        """
        first = sizes.cumsum() - sizes
        columns, times = [], []
        for numbers, posting in map(self._numbered, self._read(terms)):
            document = np.repeat(numbers, posting.sizes)
            if (posting.sentences >= sizes[document]).any():
                raise ValueError("a term occurs in sentences that do not exist")
            columns.append(first[document] + posting.sentences)
            times.append(posting.times)
        return _rows(columns, times, int(sizes.sum()))

    def _read(self, terms: NDArray[np.integer[Any]]) -> Iterator[Posting]:
        for term in self.term_ids[terms].tolist():
            posting = read_posting(self.database, term)
            if len(posting.sentences) != self.term_sentences[term]:
                raise ValueError(f"the documents of term {term} have changed")
            yield posting

    def _numbered(self, posting: Posting) -> tuple[Indices, Posting]:
        """The numbers of the documents of a posting, and the posting."""
        numbers = np.searchsorted(self.document_ids, posting.documents)
        known = self.document_ids[np.minimum(numbers, len(self.document_ids) - 1)]
        if (known != posting.documents).any():
            raise ValueError("a term occurs in documents that do not exist")
        return numbers, posting


def _rows(columns: list[Any], values: list[Any], n_columns: int) -> Any:
    """A csr matrix of whole numbers by its rows."""
    from scipy import sparse

    ends = np.cumsum([0, *map(len, columns)])
    none = [np.zeros(0, np.int32)]
    indices, data = (np.concatenate([*none, *each]).astype(np.int32) for each in (columns, values))
    return sparse.csr_array((data, indices, ends), (len(columns), n_columns))
