"""What parts receive when each sends its own, compared with the same of all in one place."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.arrays import first_of_equals
from hyperdigest.ranking.reductions import LOCAL, Reductions
from hyperdigest.store.parts.collective import ERROR, RESULT, Collective, answers

PARTS = st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=4)


def together(steps, parts):
    """The results of steps that each part takes with its own values."""
    collectives = [Collective() for _ in parts]
    messages = [
        collective.begin(lambda collective=collective, own=own: steps(collective, np.array(own)))
        for collective, own in zip(collectives, parts, strict=True)
    ]
    while messages[0].kind != RESULT:
        assert len({message.kind for message in messages}) == 1
        replies = answers(messages[0].kind, [message.value for message in messages])
        messages = [
            collective.reply(reply) for collective, reply in zip(collectives, replies, strict=True)
        ]
    return [message.value for message in messages]


def steps(reductions: Reductions, own):
    """Numbers that depend on all values."""
    values = own.astype(np.float64)
    share = reductions.share_of_largest(values / 7)
    return (
        reductions.count(len(own)),
        reductions.total(np.bincount(own.astype(int), minlength=10)).tolist(),
        reductions.largest_of(values),
        reductions.any(own == 3),
        reductions.mean_and_deviation(values / 3, share) if reductions.count(len(own)) else None,
    )


@given(PARTS)
def test_each_part_hears_what_one_would_that_has_all(parts):
    expected = steps(LOCAL, np.array([each for own in parts for each in own]))
    for found in together(steps, parts):
        assert found == expected


@given(PARTS)
def test_a_messageing_counts_in_the_first_part_that_has_it(parts):
    def first(reductions, own):
        hashes = own.astype(np.uint64)
        new = first_of_equals(hashes)
        new[new] = reductions.first(hashes[new])
        return new.tolist()

    every = np.array([each for own in parts for each in own], np.uint64)
    found = [each for own in together(first, parts) for each in own]
    assert found == first_of_equals(every).tolist()


@given(PARTS)
def test_each_part_hears_how_many_the_earlier_ones_have(parts):
    found = together(lambda reductions, own: reductions.count_before(len(own)), parts)
    assert found == [sum(map(len, parts[:number])) for number in range(len(parts))]
    assert LOCAL.count_before(len(parts)) == 0


def test_an_error_is_said_and_a_thread_ends_when_others_leave():
    collective = Collective()
    message = collective.begin(lambda: collective.count(1) / 0)
    assert (message.kind, message.value.tolist()) == ("total", [1])
    message = collective.reply(np.array([2]))
    assert message.kind == ERROR and isinstance(message.value, ZeroDivisionError)
    before = threading.active_count()
    collective.begin(lambda: collective.count(1))
    collective.leave()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon:
            thread.join(1)
    assert threading.active_count() <= before


def test_a_sum_of_nothing_is_that_of_others():
    assert together(
        lambda reductions, own: reductions.largest_of(own.astype(float)), [[], [4]]
    ) == [4.0, 4.0]
    with pytest.raises(KeyError):
        answers("unknown", [])
