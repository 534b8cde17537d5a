"""What a topic is about, in words a person reads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array


def strongest_terms(
    assignments: NDArray[np.int32],
    terms: NDArray[np.int32],
    n_topics: int,
    n_terms: int,
    top: int = 5,
) -> list[list[int]]:
    """The `top` terms of each topic by n_ke * p(e|t): frequent in the topic and at home in it.

    Parameters
    ----------
    assignments, terms : (T,) topic and term of each token.

    Returns
    -------
    a list of term ids for each topic, strongest first; equal strengths by term id.
    """
    ones = np.ones(len(terms))
    counts = csr_array((ones, (assignments, terms)), shape=(n_topics, n_terms))
    counts.sum_duplicates()
    occurrences = np.bincount(terms, minlength=n_terms)
    strength = counts.data**2 / occurrences[counts.indices]
    strongest = []
    for topic in range(n_topics):
        row = slice(counts.indptr[topic], counts.indptr[topic + 1])
        order = np.lexsort((counts.indices[row], -strength[row]))[:top]
        strongest.append(counts.indices[row][order].tolist())
    return strongest
