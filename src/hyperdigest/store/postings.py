"""The documents that each term stands in, a row for each term."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.store.rows import checksum
from hyperdigest.store.schema import INT


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

    Raises
    ------
    ValueError
        where a row is missing or not the one that was written.
    """
    from scipy import sparse

    rows = [_row(database, term) for term in terms.tolist()]
    documents, times = (
        np.concatenate([np.frombuffer(row[column], INT) for row in rows]) for column in (0, 1)
    )
    ends = np.cumsum([0, *(len(row[0]) // np.dtype(INT).itemsize for row in rows)])
    shape = len(rows), n_documents
    return sparse.csr_array((times.astype(np.int32), documents.astype(np.int32), ends), shape)


def _row(database: sqlite3.Connection, term: int) -> tuple[bytes, bytes]:
    found = database.execute("SELECT * FROM postings WHERE term = ?", (term,)).fetchone()
    if found is None or checksum(found[:3]) != found[3]:
        raise ValueError(f"the documents of term {term} have changed")
    return found[1], found[2]
