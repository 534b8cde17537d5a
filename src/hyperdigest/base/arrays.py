"""Array types, and index arrays: concatenated ranges, and renumbering by first occurrence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]

CHUNK = 2**16
"""How many numbers are looked through at a time, which stay in the cache of the processor."""


def runs(starts: NDArray[np.integer[Any]], sizes: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """Concatenated ranges of integers, `sizes` of them from each of `starts` on."""
    lengths = sizes.astype(np.intp, copy=False)
    before = lengths.cumsum() - lengths
    places = np.repeat(starts.astype(np.intp, copy=False) - before, lengths)
    return np.asarray(places + np.arange(len(places)))


def in_order_of_occurrence(
    numbers: NDArray[np.integer[Any]],
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The numbers that occur, in the order in which they first do, and the place of each there.

    The places are the same array as the numbers if these are in that order already.
    """
    place = np.full(int(numbers.max(initial=-1)) + 1, -1, np.int32)
    found = [np.zeros(0, np.intp)]
    count = 0
    for begin in range(0, len(numbers), CHUNK):
        chunk = numbers[begin : begin + CHUNK]
        new, first = np.unique(chunk[place[chunk] < 0], return_index=True)
        if len(new):
            found.append(new[np.argsort(first)].astype(np.intp))
            place[found[-1]] = np.arange(count, count + len(new), dtype=np.int32)
            count += len(new)
    used = np.concatenate(found)
    if np.array_equal(used, np.arange(len(place))):
        return used, numbers.astype(np.int32, copy=False)
    return used, place[numbers]
