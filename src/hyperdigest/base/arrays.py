"""Array types, and index arrays: concatenated ranges, and renumbering by first occurrence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]


def runs(starts: NDArray[np.integer[Any]], sizes: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """Concatenated ranges of integers, `sizes` of them from each of `starts` on."""
    lengths = sizes.astype(np.intp, copy=False)
    before = lengths.cumsum() - lengths
    places = np.repeat(starts.astype(np.intp, copy=False) - before, lengths)
    return np.asarray(places + np.arange(len(places)))


def in_order_of_occurrence(
    numbers: NDArray[np.integer[Any]],
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The numbers that occur, in the order in which they first do, and the place of each there."""
    count = len(numbers)
    first = np.full(int(numbers.max(initial=0)) + 1, count, np.int32)
    first[numbers[::-1]] = np.arange(count - 1, -1, -1, dtype=np.int32)
    used = np.argsort(first, kind="stable")[: np.count_nonzero(first < count)]
    place = np.empty(len(first), np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    return used, place[numbers]
