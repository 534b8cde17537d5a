"""Isolated processes: calls within limits of memory and time."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hyperdigest.base.isolation import (
    IsolatedPool,
    IsolatedProcess,
    ProcessLimits,
    ProcessorTimeError,
)
from hyperdigest.errors import WorkerEndedError

ACT = "answering:act"
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux")


@pytest.fixture(autouse=True)
def reused_processes():
    """Each process is started for one test."""


@pytest.fixture
def child():
    with IsolatedProcess(ACT, ProcessLimits(256 << 20, 60)) as made:
        yield made


def test_one_process_answers_all_requests(child):
    first = child.call(["process", None])
    assert first not in (os.getpid(), None)
    values = [1, 2.5, "ä\n", None, True, {"a": [1]}]
    assert [child.call(["return", value]) for value in values] == values
    assert child.call(["process", None]) == first


def test_what_is_printed_is_no_reply(child):
    assert child.call(["print", 3]) == 3


def test_any_text_comes_back(child):
    assert child.call(["repeat", 100_000]) == "ä\ud800\n" * 100_000


@pytest.mark.parametrize("request_", [["end", 0], ["fail", "why"]])
def test_a_process_that_ends_is_started_anew(child, request_):
    first = child.call(["process", None])
    with pytest.raises(WorkerEndedError):
        child.call(request_)
    assert child.call(["process", None]) not in (first, None)


def test_a_request_that_takes_too_long_is_ended():
    child = IsolatedProcess(ACT, ProcessLimits(seconds=0.5))
    with child, pytest.raises(TimeoutError, match=r"more than 0\.5 s"):
        child.call(["sleep", 600])
    with IsolatedProcess(ACT, ProcessLimits(seconds=0)) as child:
        assert child.call(["sleep", 0.1]) == 0.1


@LIMITED
def test_a_request_that_needs_too_much_memory_is_reported(child):
    with pytest.raises(MemoryError):
        child.call(["hold", 512 << 20])
    assert child.call(["hold", 1 << 20]) == 1 << 20


def test_a_reply_that_is_too_long_is_none():
    with IsolatedProcess(ACT, ProcessLimits(line=1000)) as child:
        with pytest.raises(WorkerEndedError):
            child.call(["repeat", 1000])
        assert child.call(["return", 1]) == 1


def test_a_closed_child_leaves_no_process_and_may_be_asked_again(child):
    process = child.call(["process", None])
    child.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert child.call(["process", None]) != process


def test_what_the_function_reports_comes_in_order_before_its_reply():
    reported = []
    with IsolatedProcess("answering:count") as child:
        assert child.call(3, reported.append) == 3
        assert reported == [{"number": 0}, {"number": 1}, {"number": 2}]
        assert child.call(0, reported.append) == 0


def test_an_error_in_what_takes_the_reports_ends_the_process_and_comes_here():
    def refuse(value):
        raise KeyError(value["number"])

    with IsolatedProcess("answering:count") as child:
        with pytest.raises(KeyError):
            child.call(10**6, refuse)
        assert child.call(2, str) == 1


def test_a_process_is_warm_before_its_first_call():
    with IsolatedProcess(ACT, warm_up=["load", "first"]) as child:
        child.start()
        assert child.call(["load", "second"]) == ["first", "second"]


def test_a_process_that_ended_between_two_calls_costs_no_call(child):
    process = child.call(["process", None])
    os.kill(process, signal.SIGKILL)
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert child.call(["process", None]) != process


@LIMITED
def test_time_of_the_processor_is_limited_by_itself():
    child = IsolatedProcess(ACT, ProcessLimits(seconds=60, processor=0.1))
    with child, pytest.raises(ProcessorTimeError, match="time of the processor"):
        child.call(["spin", None])


def test_cancelled_from_another_thread_a_process_ends_and_is_not_started_again(child):
    process = child.call(["process", None])
    canceller = threading.Timer(0.2, child.cancel)
    canceller.start()
    with pytest.raises(WorkerEndedError):
        child.call(["sleep", 600])
    canceller.join()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(WorkerEndedError, match="cancelled"):
        child.call(["return", 1])


def test_a_pool_that_is_left_ends_calls_that_are_under_way_and_makes_no_more():
    begun = time.monotonic()
    with IsolatedPool(ACT, 2, ProcessLimits()) as pool:
        calls = [pool.submit(lambda child: child.call(["sleep", 60])) for _ in range(6)]
    assert time.monotonic() - begun < 30
    assert all(call.cancelled() or isinstance(call.exception(), WorkerEndedError) for call in calls)


def test_a_pool_uses_a_process_that_is_idle_before_it_starts_another():
    with IsolatedPool(ACT, 2, ProcessLimits()) as pool:
        used = {pool.submit(lambda child: child.call(["process", None])).result() for _ in range(4)}
    assert len(used) == 1


def test_modules_come_from_no_relative_path(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((".", "", "src")))
    here = Path.cwd()
    with IsolatedProcess(ACT) as child:
        path, given = child.call(["path", None])
    assert given.split(os.pathsep) == [str(here), str(here / "src")]
    assert all(map(os.path.isabs, path))


PARENT = """
import os, sys
from hyperdigest.base.isolation import IsolatedProcess
child = IsolatedProcess("answering:act")
print(*child.call(["start", None]), flush=True)
sys.stdin.readline()
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")
def test_no_process_outlives_a_parent_that_is_killed(started):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", PARENT]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    parent = started(command, text=True, env=environment, **pipes)
    below = parent.stdout.readline().split()
    parent.kill()
    parent.communicate()
    until = time.monotonic() + 20
    while any(map(alive, below)):
        assert time.monotonic() < until
        time.sleep(0.05)


def alive(process):
    status = Path(f"/proc/{process}/stat")
    return (
        status.exists() and status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    )
