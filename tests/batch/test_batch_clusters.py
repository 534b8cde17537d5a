"""Batches on real clusters of several processes on this machine, one of which is killed."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress

import pytest

from batch_made import (
    environment,
    inline,
    lines_in,
    made_by_one_worker,
    started,
    until,
    workers_of,
    write_encoder,
    write_tasks,
)
from needed import needs

TASKS = [*(inline(n, embedding_model="slow") for n in range(10)), "bad"]


@pytest.fixture
def place(tmp_path):
    write_encoder(tmp_path)
    write_tasks(tmp_path / "tasks.jsonl", TASKS)
    return tmp_path


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What comes of the tasks without a cluster."""
    return made_by_one_worker(tmp_path_factory.mktemp("alone"), TASKS, code=1)


@contextmanager
def daemon(*command, folder, name):
    """A process of a cluster; it and what it started are ended with the block."""
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *map(str, command)],
            cwd=folder,
            env=environment(folder),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def survives_a_killed_worker(place, alone, address, backend, cluster, worker):
    """A batch on a cluster, one worker of which is killed, writes what processes here write."""
    call = ("tasks.jsonl", "-o", "out", "--backend", backend, "--address", address)
    with started(*call, folder=place) as batch:
        until(lambda: lines_in(place / "out.partial") > 1 or batch.poll() is not None)
        os.kill(until(lambda: workers_of(cluster.pid, worker))[0], signal.SIGKILL)
        _, errors = batch.communicate(timeout=90)
    assert batch.returncode == 1, errors
    assert b"11 tasks, 1 of them failed" in errors.splitlines()[-1], errors
    assert (place / "out").read_bytes() == alone


def address_in(where):
    """What a scheduler's file says once it stands there whole."""
    with suppress(FileNotFoundError, json.JSONDecodeError):
        return json.loads(where.read_text())["address"]


def test_a_dask_cluster_gives_the_same_bytes(place, alone):
    needs("dask")
    where = place / "scheduler.json"
    scheduler = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", 0, "--no-dashboard")
    worker = ("-m", "dask", "worker", "--scheduler-file", where, "--nworkers", 2, "--nthreads", 1)
    with (
        daemon(*scheduler, "--scheduler-file", where, folder=place, name="scheduler"),
        daemon(*worker, "--no-dashboard", folder=place, name="worker") as cluster,
    ):
        address = until(lambda: address_in(where))
        survives_a_killed_worker(place, alone, address, "dask", cluster, "spawn_main")


@pytest.mark.slow
def test_a_ray_cluster_gives_the_same_bytes(place, alone, monkeypatch):
    needs("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    address = f"127.0.0.1:{free_port()}"
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as short:
        head = ("start", "--head", "--block", "--num-cpus", 2, "--include-dashboard", "false")
        at = ("--node-ip-address", "127.0.0.1", "--port", address.split(":")[1])
        program = "from ray.scripts.scripts import main; main()"
        command = ("-c", program, *head, *at, "--temp-dir", short)
        with daemon(*command, folder=place, name="head") as cluster:
            until(lambda: b"Ray runtime started" in (place / "head.log").read_bytes())
            survives_a_killed_worker(place, alone, address, "ray", cluster, "ray::PoolActor")


@pytest.mark.parametrize("backend", ["dask"])
def test_a_missing_cluster_is_an_error(place, backend, monkeypatch):
    needs(backend)
    monkeypatch.setattr("hyperdigest.batch.clusters.SCHEDULER_TIMEOUT", 1)
    monkeypatch.chdir(place)
    from hyperdigest.cli import run

    call = ["batch", "tasks.jsonl", "-o", "out", "--backend", backend, "--address"]
    assert run([*call, f"127.0.0.1:{free_port()}"]) == 2
