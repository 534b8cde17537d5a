"""What a topic weighs: how frequent it is, and how well its terms tell sentences apart.

Letters: N sentences, V terms, K topics; `counts` are sparse, tokens by topic and sentence (K, N),
by term and sentence (V, N), or by term and topic (V, K). Logarithms are natural.

Tokens counted in pairs: topics, terms and sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats, runs
from hyperdigest.errors import OptionError


def token_columns(
    columns: Sequence[ArrayLike], sizes: Sequence[int | None]
) -> list[NDArray[np.int32]]:
    """The columns of a token table as integers, checked to be in 0..size-1."""
    arrays = [np.asarray(column) for column in columns]
    if any(a.shape != arrays[0].shape or a.ndim != 1 for a in arrays):
        raise OptionError(f"tokens have shapes {[a.shape for a in arrays]}: give equal lengths")
    if not arrays[0].size:
        raise OptionError("there is no token: a hypergraph needs at least one")
    for array, size in zip(arrays, sizes, strict=True):
        if array.dtype.kind not in "iu":
            raise OptionError(f"tokens hold {array.dtype}: give whole numbers")
        if array.min() < 0:
            raise OptionError(f"a token has index {array.min()}: give 0 or more")
        if size is not None and array.max() >= size:
            raise OptionError(f"a token has index {array.max()}: give less than {size}")
    return [array.astype(np.int32, copy=False) for array in arrays]


def count_pairs(rows: NDArray[Any], columns: NDArray[Any], shape: tuple[int, int]) -> Any:
    """How often each row meets each column, csr of whole numbers."""
    return sparse.coo_array((np.ones(len(rows), np.int32), (rows, columns)), shape=shape).tocsr()


def term_counts(terms: ArrayLike, sentences: ArrayLike, n_sentences: int, n_terms: int) -> Any:
    """(V, N) csr, how often each term stands in each sentence.

    Parameters
    ----------
    terms, sentences : (T,) term and sentence of each token.
    """
    shape = n_terms, n_sentences
    t, i = token_columns((terms, sentences), shape)
    return count_pairs(t, i, shape)


def membership(counts: Any) -> Any:
    """Eq. (psi). The share of a hyperedge's tokens that each sentence holds, (K, N) from counts."""
    return rows_to_one(counts)


def rows_to_one(matrix: Any) -> Any:
    """The matrix with each row that is not empty divided by its sum."""
    sums = np.repeat(matrix.sum(axis=1), np.diff(matrix.indptr))
    return sparse.csr_array((matrix.data / sums, matrix.indices, matrix.indptr), matrix.shape)


def entries_of(
    matrix: Any, rows: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the entries of some rows of a csr stand in its data, and how many each row has."""
    starts = matrix.indptr[rows].astype(np.intp)
    sizes = matrix.indptr[rows + 1] - starts
    return runs(starts, sizes), sizes


def inverse_sentence_frequency(counts: Any) -> Floats:
    """Eq. (isfDef). log(N / N_t) of each row of a (V, N) matrix; 0 for a term that never occurs."""
    found = np.diff(counts.indptr)
    return np.asarray(np.log(counts.shape[1] / np.where(found, found, counts.shape[1])))


def term_entropy(edge_given_term: Any) -> Floats:
    """Eq. (EntropyOneEqn). Entropy of the topics of each term, in nats, (V,)."""
    surprise = edge_given_term.copy()
    surprise.data = -surprise.data * np.log(surprise.data)
    return np.asarray(surprise.sum(axis=1))


def topic_discrimination(entropy: Floats) -> Floats:
    """Eq. (tdp). How little a term is spread over topics: 1 for a term of a single topic."""
    return 1 / (1 + entropy)


def edge_relevance(counts: Any) -> Floats:
    """Eq. (rel). Occurrences of a topic times the log of its inverse sentence frequency, (K,)."""
    frequency, found = counts.sum(axis=1), np.diff(counts.indptr)
    return np.asarray(frequency * np.log(counts.shape[1] / found))


def term_mass(counts: Any, values: Floats, prior: float) -> Floats:
    """Eq. (probaTopicTerm), Eq. (tft). Sum over terms of phi_et `values`_t for each topic e, (K,).

    phi_et = (n_et + prior / V) / (n_e + prior) is a sparse part and a constant one; it is never
    filled in.
    """
    seen, everywhere = counts.T @ values, prior / counts.shape[0] * values.sum()
    return np.asarray((seen + everywhere) / (counts.sum(axis=0) + prior))


def edge_weights(relevance: Floats, mass: Floats) -> Floats:
    """Eq. (w). A topic weighs its relevance times the discriminatory power of its terms."""
    return relevance * mass
