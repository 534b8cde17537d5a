import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hyperdigest.base.parallel import end_processes, parallel_map
from hyperdigest.errors import WorkerEndedError

PROGRAM = """
import os, sys, time
from hyperdigest.base.parallel import parallel_map
def work(n):
    open(f"{os.getpid()}", "w").close()
    time.sleep(n)
    return n
for done in parallel_map(work, [0, 0, 60, 60, 60, 60], 2):
    print(done, flush=True)
"""


@pytest.fixture(autouse=True)
def _no_process_is_left():
    yield
    end_processes()


def square(n: int) -> int:
    return n * n


def ended_by_three(n: int) -> int:
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def failing(n: int) -> int:
    raise ValueError(f"no {n}")


def process(n: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_items(jobs):
    assert list(parallel_map(square, iter(range(20)), jobs)) == [n * n for n in range(20)]
    assert list(parallel_map(square, [], jobs)) == []
    unordered = parallel_map(square, range(20), jobs, ordered=False)
    assert sorted(unordered) == [n * n for n in range(20)]


def test_one_job_is_done_by_this_process_and_several_are_not():
    assert set(parallel_map(process, range(4), 1)) == {os.getpid()}
    assert os.getpid() not in set(parallel_map(process, range(4), 2))


def when_there(path: Path) -> Path:
    while not path.exists():
        time.sleep(0.01)
    return path


def test_items_are_taken_as_they_are_needed(tmp_path):
    gate, taken = tmp_path / "gate", []
    items = [tmp_path, *[gate] * 99]
    results = parallel_map(when_there, (taken.append(item) or item for item in items), 2)
    assert next(results) == tmp_path
    assert len(taken) < 10
    gate.touch()
    assert list(results) == [gate] * 99


def test_a_process_that_is_killed_is_told_and_what_was_done_before_is_there():
    done = []
    with pytest.raises(WorkerEndedError, match="ended from outside"):
        for result in parallel_map(ended_by_three, range(50), 2):
            done.append(result)
    assert done == list(range(len(done)))
    assert len(done) <= 3
    assert list(parallel_map(square, [2], 2)) == [4]


def test_an_error_in_a_process_comes_here():
    with pytest.raises(ValueError, match="no 1"):
        list(parallel_map(failing, [1], 2))


def alive(pid: str) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text(encoding="utf-8").rsplit(")")[-1].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_one_it_works_for(tmp_path, how, started):
    command = [sys.executable, "-c", PROGRAM]
    parent = started(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert parent.stdout.readline() == parent.stdout.readline() == "0\n"
    workers = os.listdir(tmp_path)
    parent.send_signal(how)
    _, errors = parent.communicate(timeout=30)
    assert workers
    assert errors.count("Traceback") == (how == signal.SIGINT)
    until = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))
