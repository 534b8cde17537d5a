"""Cached values are computed once, and threads that ask at the same time get the same value."""

import gc
import pickle
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, documents
from hyperdigest import Collection, Options
from hyperdigest.base.cache import CAPACITY, BoundedCache, LruCache, locked_cached_property
from hyperdigest.constraints import Constraints

THREADS = 8


def at_once(call, arguments):
    """The results of several calls, all begun at the same time, each in its own thread."""
    begin = threading.Barrier(len(arguments))

    def called(argument):
        begin.wait()
        return call(argument)

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(called, arguments))


class Counted:
    def __init__(self):
        self.times, self.making = 0, threading.Event()

    @locked_cached_property
    def value(self):
        """How often the value was computed."""
        self.times += 1
        self.making.wait(0.05)
        return [self.times]

    @locked_cached_property
    def failing(self):
        self.times += 1
        raise ValueError(self.times)


def test_a_value_is_computed_once_by_many_threads():
    cache, made = BoundedCache(), []

    def make(key):
        made.append(key)
        return [key]

    found = at_once(lambda key: cache.get(key, lambda: make(key)), [1, 2] * THREADS)
    assert sorted(made) == [1, 2]
    assert len({id(value) for value in found}) == 2


def test_only_the_last_values_are_cached():
    cache = BoundedCache()
    for key in range(CAPACITY + 1):
        cache.get(key, lambda key=key: f"first {key}")
    assert cache.get(1, lambda: "again") == "first 1"
    assert cache.get(0, lambda: "again") == "again"


def test_a_value_that_raised_is_computed_again():
    cache = BoundedCache()
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: 1 / 0)
    assert cache.get("a", lambda: 5) == 5


def test_a_property_is_computed_once_by_many_threads():
    counted = Counted()
    found = at_once(lambda _: counted.value, range(THREADS))
    assert all(value is found[0] for value in found)
    assert counted.times == 1
    assert vars(counted).keys() == {"times", "making", "value"}


def test_a_property_that_raised_is_computed_again():
    counted = Counted()
    for times in (1, 2):
        with pytest.raises(ValueError, match=str(times)):
            counted.failing  # noqa: B018


def test_a_property_has_its_docstring_and_is_freed_with_its_owner():
    assert Counted.value.__doc__ == "How often the value was computed."
    counted = Counted()
    value = weakref.ref(counted)
    assert counted.value == [1]
    del counted
    gc.collect()
    assert value() is None


def test_objects_with_cached_properties_can_be_pickled():
    collection = Collection.of(documents())
    assert collection.term_numbers
    assert pickle.loads(pickle.dumps(collection)).term_numbers == collection.term_numbers


def digest_of(model, way):
    """The bytes of a digest for one of several settings."""
    place = ("history.txt", 0)
    ways = [
        {}, {"preset": "paper"}, {"exact": True, "words": 40}, {"topic_share": 0.0},
        {"characters": 300}, {"tokens": 60, "tokenizer": len_of_words}, {"focus": 2},
        {"wishes": Constraints(pinned=(place,), earlier=("Who wants a ferry?",))},
    ]  # fmt: skip
    return model.digest(QUESTION, **ways[way]).to_json()


def len_of_words(text):
    return len(text.split())


def test_threads_that_ask_one_model_get_the_bytes_of_a_single_thread():
    topics = Collection.of(documents()).fit(Options(sweeps=16))
    ways = list(range(8)) * 3
    expected = [digest_of(topics, way) for way in ways]
    for _ in range(3):
        fresh = Collection.of(documents()).fit(Options(sweeps=16))
        assert at_once(lambda way, fresh=fresh: digest_of(fresh, way), ways) == expected


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9))), st.integers(0, 20))
def test_the_values_used_last_stay_and_are_of_a_bounded_size(used, most):
    cache = LruCache(most, size=lambda value: value)
    order = []
    for key, value in used:
        if key in cache and value % 2:
            assert cache[key] == dict(order)[key]
            value = dict(order)[key]
        else:
            cache[key] = value
        order = [each for each in order if each[0] != key] + [(key, value)]
        while sum(size for _, size in order) > most and len(order) > 1:
            order.pop(0)
        assert list(cache.items()) == order
