"""Matrices of counts have what is counted."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.sparse import count_pairs

PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=40)


@given(PAIRS, st.integers(3, 19), st.integers(4, 9))
def test_each_cell_has_the_number_of_its_pairs(pairs, n_rows, n_columns):
    rows, columns = (np.array([pair[n] for pair in pairs], np.int32) for n in (0, 1))
    found = count_pairs(rows, columns, (n_rows, n_columns))
    times = Counter(pairs)
    cells = [[times[row, column] for column in range(n_columns)] for row in range(n_rows)]
    assert found.toarray().tolist() == cells
    assert found.nnz == len(times)
    assert found.has_canonical_format
    assert found.dtype == np.int32
