"""Index arrays against plain loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.arrays import (
    CHUNK,
    SAMPLE,
    first_of_equals,
    is_among,
    places_of_ascending,
    places_of_largest,
    places_with_sums,
)

NUMBERS = st.integers(0, 2**64 - 1) | st.integers(0, 9).map(lambda n: n << 40)


@given(st.lists(NUMBERS, max_size=80))
def test_the_first_of_equals_is_found_though_last_bits_agree(numbers):
    found = first_of_equals(np.array(numbers, np.uint64))
    assert found.tolist() == [number not in numbers[:n] for n, number in enumerate(numbers)]


@given(st.lists(NUMBERS, max_size=60), st.lists(NUMBERS, max_size=20))
def test_numbers_are_found_among_some_though_last_bits_agree(numbers, some):
    found = is_among(np.array([*numbers, *some], np.uint64), np.array(some, np.uint64))
    assert found.tolist() == [number in some for number in [*numbers, *some]]


def test_the_first_of_equals_is_found_far_from_the_others():
    numbers = np.tile(np.arange(CHUNK + 9, dtype=np.uint64) << np.uint64(40), 3)
    assert np.flatnonzero(first_of_equals(numbers)).tolist() == list(range(CHUNK + 9))


@given(
    st.lists(st.tuples(st.integers(0, 49), st.integers(1, 9)), max_size=30),
    st.sampled_from([50, 2 * CHUNK]),
)
def test_sums_are_at_their_places_whether_these_are_few_or_many(pairs, count):
    places, values = np.array(pairs, int).reshape(-1, 2).T
    expected = np.bincount(places, values, count)
    found, sums = places_with_sums(places, values, count)
    assert found.tolist() == np.flatnonzero(expected).tolist()
    assert sums.tolist() == expected[found].tolist()


@given(st.lists(st.integers(0, 30), max_size=40).map(sorted))
def test_ascending_numbers_are_renumbered_without_gaps(numbers):
    distinct = sorted(set(numbers))
    found = places_of_ascending(np.array(numbers, int))
    assert found.tolist() == [distinct.index(number) for number in numbers]


@given(
    st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0, np.inf, -np.inf]), max_size=40),
    st.integers(1, 50),
)
def test_the_largest_are_those_of_a_stable_sort(values, count):
    found = places_of_largest(np.array(values), count)
    by_falling_value = sorted(range(len(values)), key=lambda place: -values[place])
    assert found.tolist() == by_falling_value[:count]


@given(
    st.sampled_from(["random", "equal", "few", "falling", "sampled ones are low"]),
    st.sampled_from([1, 5, 100, SAMPLE, 3 * SAMPLE]),
    st.integers(0, 2**32 - 1),
)
def test_the_largest_of_many_are_those_of_a_stable_sort(kind, count, seed):
    rng, n = np.random.default_rng(seed), 5 * SAMPLE + 7
    values = rng.random(n)
    if kind == "equal":
        values = np.round(values, 1)
    elif kind == "few":
        values *= rng.random(n) < 0.01
    elif kind == "falling":
        values = -np.sort(-values)
    elif kind == "sampled ones are low":
        values[:: n // SAMPLE] -= 1
    expected = np.argsort(-values, kind="stable")[:count]
    assert places_of_largest(values, count).tolist() == expected.tolist()
