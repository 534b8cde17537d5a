"""Batches as processes of their own, with workers that are killed."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from batch_made import (
    COMMAND,
    answers,
    descendants,
    finished,
    gone,
    inline,
    lines_in,
    made_by_one_worker,
    started,
    until,
    workers_of,
    write_encoder,
    write_tasks,
)

SLOW = [inline(n, embedding_model="slow") for n in range(8)]


@pytest.fixture
def place(tmp_path):
    """A folder with slow tasks, and what makes them slow."""
    write_encoder(tmp_path)
    write_tasks(tmp_path / "tasks.jsonl", SLOW)
    return tmp_path


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What comes of the slow tasks when nothing happens."""
    return made_by_one_worker(tmp_path_factory.mktemp("whole"), SLOW)


def test_the_same_bytes_for_one_process_and_for_three(place, expected):
    done = finished("tasks.jsonl", "-o", "out", "--workers", 3, folder=place)
    assert done.returncode == 0
    assert (place / "out").read_bytes() == expected
    assert done.stdout == b""
    assert done.stderr.splitlines()[-1].startswith(b"8 tasks; written to out; ")


@pytest.mark.slow
def test_closed_standard_streams_do_not_change_the_answers(place, expected):
    call = [*COMMAND, "tasks.jsonl", "-o", "out", "--workers", "2"]
    subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *call], cwd=place, check=True)
    assert (place / "out").read_bytes() == expected


@pytest.mark.slow
def test_a_batch_killed_at_any_moment_loses_nothing(place, expected):
    arguments = ("tasks.jsonl", "-o", "out", "--workers", 2)
    moments = random.Random(0)
    kept = 1
    for _ in range(3):
        with started(*arguments, folder=place) as batch:
            goal = kept + moments.choice((1, 2))
            until(lambda goal=goal: lines_in(place / "out.partial") >= goal)
            time.sleep(moments.uniform(0, 0.1))
            os.kill(batch.pid, signal.SIGKILL)
            batch.wait()
        assert not (place / "out").exists()
        assert lines_in(place / "out.partial") >= kept
        kept = lines_in(place / "out.partial")
    done = finished(*arguments, folder=place)
    assert done.returncode == 0
    assert done.stderr.startswith(f"continuing from out.partial: {kept - 1} of 8 tasks".encode())
    assert (place / "out").read_bytes() == expected
    assert not (place / "out.partial").exists()


def test_workers_end_soon_after_a_batch_that_is_killed(place):
    with started("tasks.jsonl", "-o", "out", "--workers", 2, folder=place) as batch:
        until(lambda: lines_in(place / "out.partial") > 1)
        workers = descendants(batch.pid)
        os.kill(batch.pid, signal.SIGKILL)
        batch.wait()
        assert len(workers) >= 2
        until(lambda: gone(workers))


@pytest.mark.slow
def test_a_killed_worker_is_replaced_and_its_task_repeated(place, expected):
    with started("tasks.jsonl", "-o", "out", "--workers", 2, folder=place) as batch:
        until(lambda: lines_in(place / "out.partial") > 1)
        os.kill(workers_of(batch.pid, "popen_loky")[0], signal.SIGKILL)
        _, errors = batch.communicate(timeout=60)
    assert batch.returncode == 0, errors
    assert b"Traceback" not in errors
    assert (place / "out").read_bytes() == expected


@pytest.mark.slow
def test_a_task_that_ends_its_worker_each_time_is_the_only_one_that_fails(place):
    deadly = inline(1, embedding_model="deadly")
    write_tasks(place / "tasks.jsonl", [inline(0), deadly, inline(2), "bad"])
    done = finished("tasks.jsonl", "-o", "out", "--workers", 1, folder=place)
    assert done.returncode == 1
    found = answers(place / "out")
    assert ["error" in line for line in found] == [False, True, False, True]
    assert found[1]["error"].startswith("its worker was ended each time")


def test_an_interruption_is_one_line_and_leaves_no_process(place):
    with started("tasks.jsonl", "-o", "out", "--workers", 2, folder=place) as batch:
        until(lambda: lines_in(place / "out.partial") > 1)
        workers = descendants(batch.pid)
        os.killpg(batch.pid, signal.SIGINT)
        out, errors = batch.communicate(timeout=20)
        until(lambda: gone(workers))
    assert batch.returncode == 130
    kept = lines_in(place / "out.partial") - 1
    message = f"hyperdigest: interrupted; {kept} of 8 tasks are done; the same command does"
    # On a slow machine a line of progress comes first.
    [said] = [each for each in errors.splitlines() if not each.startswith(b"answering: ")]
    assert said.startswith(message.encode())
    assert out == b""


def test_a_second_batch_with_the_same_output_is_refused(place):
    with started("tasks.jsonl", "-o", "out", "--workers", 1, folder=place):
        until(lambda: lines_in(place / "out.partial"))
        second = finished("tasks.jsonl", "-o", "out", "--workers", 1, folder=place)
        assert second.returncode == 2
        assert second.stderr.startswith(b"hyperdigest: another batch is writing to out")
        assert second.stderr.count(b"\n") == 1


def test_invalid_arguments_are_reported_before_the_work(cli, place, monkeypatch):
    monkeypatch.chdir(place)
    write_tasks(place / "tasks.jsonl", [inline(0)])
    assert "no/out" in cli("batch", "tasks.jsonl", "-o", "no/out").mistake
    assert "nowhere does not exist" in cli("batch", "nowhere", "-o", "out").mistake
    assert "option words" in cli("batch", "tasks.jsonl", "-o", "out", "--words", "0").mistake
    call = ("batch", "tasks.jsonl", "-o", "out", "--address", "localhost:1")
    assert "choose dask or ray" in cli(*call).mistake
    assert (
        "is the file of the tasks"
        in cli("batch", "tasks.jsonl", "-o", place / "tasks.jsonl").mistake
    )
    for backend, library in (("dask", "distributed"), ("ray", "ray")):
        monkeypatch.setitem(sys.modules, library, None)
        told = cli("batch", "tasks.jsonl", "-o", "out", "--backend", backend).mistake
        assert f'pip install "hyperdigest[{backend}]"' in told
    assert not (place / "out.partial").exists()
