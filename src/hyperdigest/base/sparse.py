"""Sparse matrices in csr form: counts of pairs, rows that sum to 1, entries of some rows.

This is not in `arrays`, so that code that needs only columns of indices does not import scipy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import runs


def count_pairs(rows: NDArray[Any], columns: NDArray[Any], shape: tuple[int, int]) -> Any:
    """How often each row meets each column, csr of whole numbers, columns ascending."""
    n_cells = shape[0] * shape[1]
    if n_cells <= 4 * len(rows):  # up to three times as fast as to sort the pairs
        counts = np.bincount(rows.astype(np.intp) * shape[1] + columns, minlength=n_cells)
        cells = np.flatnonzero(counts)
        row, column = np.divmod(cells, shape[1])
        ends = np.searchsorted(row, np.arange(shape[0] + 1))
        return sparse.csr_array((counts[cells].astype(np.int32), column, ends), shape)
    return sparse.coo_array((np.ones(len(rows), np.int32), (rows, columns)), shape=shape).tocsr()


def summed_columns(matrix: Any, groups: NDArray[Any], n_groups: int) -> Any:
    """The csr matrix with the columns of each of n groups added; `groups` has that of each one."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    places = rows, groups[matrix.indices]
    return sparse.coo_array((matrix.data, places), (matrix.shape[0], n_groups)).tocsr()


def rows_to_one(matrix: Any) -> Any:
    """The matrix with each row that is not empty divided by its sum."""
    sums = np.repeat(matrix.sum(axis=1), np.diff(matrix.indptr))
    return sparse.csr_array((matrix.data / sums, matrix.indices, matrix.indptr), matrix.shape)


def entries_of(
    matrix: Any, rows: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The indices of the entries of some rows in the data of a csr matrix, and the row sizes."""
    starts = matrix.indptr[rows].astype(np.intp)
    sizes = matrix.indptr[rows + 1] - starts
    return runs(starts, sizes), sizes
