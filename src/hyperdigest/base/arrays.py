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

RARE = 4
"""Places are few if they are less than one of so many."""

SAMPLE, LEAST_RANK = 2**12, 32
"""The size of the sample by which the largest of many values are found, and the least rank in it of
the value that is taken as a lower bound of these."""


def runs(starts: NDArray[np.integer[Any]], sizes: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """Concatenated ranges of integers, `sizes` of them from each of `starts` on."""
    lengths = sizes.astype(np.intp, copy=False)
    before = lengths.cumsum() - lengths
    places = np.repeat(starts.astype(np.intp, copy=False) - before, lengths)
    return np.asarray(places + np.arange(len(places)))


def sums_at(places: NDArray[np.integer[Any]], values: Floats, count: int) -> Floats:
    """(n,) the sum of the values at each of n places."""
    sums = np.bincount(places, values, count)
    return sums.astype(np.float64, copy=False)  # of no values, the sums are whole numbers


def places_with_sums(places: Indices, values: NDArray[Any], count: int) -> tuple[Indices, Floats]:
    """The distinct ones of places below `count`, ascending, and the sum of the values at each.

    Values are above 0. If they are at few of many places, these are sorted, and not looked for.
    """
    if count <= CHUNK or len(places) > count // RARE:
        sums = sums_at(places, values, count)
        found = np.flatnonzero(sums)
        return found, sums[found]
    order = np.argsort(places, kind="stable")
    places = places[order]
    numbers = places_of_ascending(places)
    return places[np.diff(numbers, prepend=-1) > 0], sums_at(numbers, values[order], 0)


def places_of_largest(values: Floats, count: int) -> Indices:
    """The places of the `count` largest values, or of all, by falling value, of equals the first
    one first."""
    places = places_of_high(values, count)
    return places[np.argsort(-values[places], kind="stable")[:count]]


def places_of_high(values: Floats, count: int) -> Indices:
    """The places, ascending, of the values that at most `count` - 1 others are above; `count` is at
    least 1. If there are fewer values, these are all."""
    if count >= len(values):
        return np.arange(len(values))
    places, of_places = _probably_high(values, count), values
    if places is not None:
        of_places = values[places]
    # Of the largest ones, numpy finds the least slowly if many of the other values are equal.
    falling = -of_places
    is_high = np.flatnonzero(falling <= np.partition(falling, count - 1)[count - 1])
    return is_high if places is None else places[is_high]


def _probably_high(values: Floats, count: int) -> Indices | None:
    """The places, ascending, of all values from a lower bound on, at least `count` of them.

    The bound is a value of high rank in a sample. None if that is no bound, or leaves too many.
    """
    step = len(values) // SAMPLE
    if step < 2:
        return None
    sample = values[::step]
    rank = 2 * (count // step) + LEAST_RANK
    if rank >= len(sample):
        return None
    places = np.flatnonzero(values >= np.partition(sample, -rank)[-rank])
    return places if count <= len(places) <= len(values) // RARE else None


def places_of_ascending(numbers: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """The place of each number of an ascending array among the distinct ones."""
    begins = np.zeros(len(numbers), np.intp)
    np.not_equal(numbers[1:], numbers[:-1], out=begins[1:])
    return begins.cumsum()


def first_of_equals(numbers: NDArray[np.uint64]) -> Mask:
    """Which numbers are the first of their value.

    Most are compared with the first one that has the same last bits. To sort the few others, whose
    bits are those of another value, costs a third of sorting all.
    """
    first, differs = np.zeros((2, len(numbers)), bool)
    bits = np.uint64((1 << len(numbers).bit_length() + 2) - 1)
    first_with = np.empty(int(bits) + 1, np.int32)
    chunks = [slice(begin, begin + CHUNK) for begin in range(0, len(numbers), CHUNK)]
    for chunk in reversed(chunks):
        last_bits = (numbers[chunk] & bits).astype(np.intp)
        places = np.arange(chunk.start, chunk.start + len(last_bits), dtype=np.int32)
        first_with[last_bits[::-1]] = places[::-1]
    for chunk in chunks:
        compared = first_with[(numbers[chunk] & bits).astype(np.intp)]
        first[chunk] = compared == np.arange(chunk.start, chunk.start + len(compared))
        differs[chunk] = numbers[compared] != numbers[chunk]
    others = np.flatnonzero(differs)
    _, found = np.unique(numbers[others], return_index=True)
    first[others[found]] = True
    return first


def is_among(numbers: NDArray[np.uint64], some: NDArray[np.uint64]) -> Mask:
    """Which of many numbers are among some.

    Only those are compared that have the last bits of one of these: to sort all takes far longer.
    """
    bits = np.uint64((1 << len(some).bit_length() + 4) - 1)
    is_possible = np.zeros(int(bits) + 1, bool)
    is_possible[(some & bits).astype(np.intp)] = True
    possible = np.flatnonzero(is_possible[(numbers & bits).astype(np.intp)])
    found = np.zeros(len(numbers), bool)
    found[possible] = np.isin(numbers[possible], some)
    return found


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


def occurring(numbers: NDArray[np.integer[Any]]) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The numbers that occur, ascending, and the place of each there."""
    occurs = np.zeros(int(numbers.max(initial=-1)) + 1, bool)
    occurs[numbers] = True
    places = occurs.cumsum(dtype=np.int32) - np.int32(1)
    return np.flatnonzero(occurs), places[numbers]
