"""How far sentences are from one another, and their clusters numbered."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.corpus import Floats

Labels = NDArray[np.int64]
"""(N,) cluster of each sentence, -1 for noise."""

SAME = 1e-9
"""Two vectors of cosine 1 are this far apart at most, by rounding."""


def cosine_distances(vectors: Any) -> Floats:
    """(N, N) 1 - cosine of each pair of rows, in [0, 1]; a zero row is at 1 from all others.

    Parameters
    ----------
    vectors : (N, V) csr, rows >= 0 of Euclidean length 1, or zero.
    """
    found: Floats = 1.0 - (vectors @ vectors.T).toarray()
    found[found < SAME] = 0.0
    np.fill_diagonal(found, 0.0)
    return found


def numbered(labels: NDArray[Any]) -> Labels:
    """The clusters numbered 0, 1, ... in the order of their first sentences; noise stays -1."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    noise = labels[first] < 0
    first = np.where(noise, len(labels), first)
    rank = np.argsort(np.argsort(first, kind="stable"), kind="stable")
    rank[noise] = -1
    return np.asarray(rank[inverse], dtype=np.int64)
