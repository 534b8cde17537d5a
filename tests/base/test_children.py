"""Child processes answer requests within limits of time and memory."""

import os
import sys

import pytest

from hyperdigest.base import children
from hyperdigest.base.children import BoundedChild, Bounds
from hyperdigest.errors import WorkerEndedError

ACT = "answering:act"
BOUNDED = pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded on Linux")


@pytest.fixture
def child():
    with BoundedChild(ACT, Bounds(256 << 20, 60)) as made:
        yield made


def test_one_process_answers_all_requests(child):
    first = child.ask(["process", None])
    assert first not in (os.getpid(), None)
    values = [1, 2.5, "ä\n", None, True, {"a": [1]}]
    assert [child.ask(["return", value]) for value in values] == values
    assert child.ask(["process", None]) == first


def test_what_is_printed_is_no_reply(child):
    assert child.ask(["print", 3]) == 3


def test_any_text_comes_back(child):
    assert child.ask(["repeat", 100_000]) == "ä\ud800\n" * 100_000


@pytest.mark.parametrize("request_", [["end", 0], ["fail", "why"]])
def test_a_process_that_ends_is_started_anew(child, request_):
    first = child.ask(["process", None])
    with pytest.raises(WorkerEndedError):
        child.ask(request_)
    assert child.ask(["process", None]) not in (first, None)


def test_a_request_that_takes_too_long_is_ended():
    child = BoundedChild(ACT, Bounds(seconds=0.5))
    with child, pytest.raises(TimeoutError, match=r"more than 0\.5 s"):
        child.ask(["sleep", 600])
    with BoundedChild(ACT, Bounds(seconds=0)) as child:
        assert child.ask(["sleep", 0.1]) == 0.1


@BOUNDED
def test_a_request_that_needs_too_much_memory_is_told(child):
    with pytest.raises(MemoryError):
        child.ask(["hold", 512 << 20])
    assert child.ask(["hold", 1 << 20]) == 1 << 20


def test_a_reply_that_is_too_long_is_none(child, monkeypatch):
    monkeypatch.setattr(children, "LONGEST_REPLY", 1000)
    with pytest.raises(WorkerEndedError):
        child.ask(["repeat", 1000])
    assert child.ask(["return", 1]) == 1


def test_a_closed_child_leaves_no_process_and_may_be_asked_again(child):
    process = child.ask(["process", None])
    child.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert child.ask(["process", None]) != process
