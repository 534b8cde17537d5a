"""Fitting processes: started, listened to, and ended with all they started."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hyperdigest.errors import WorkerEndedError
from hyperdigest.web.job import Job

LONGEST_LINE = 64 << 20
"""Bytes of a line that a process may tell; warnings name files."""

_ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONUNBUFFERED": "1",
}

Told = dict[str, Any]


async def start(module: str) -> Process:
    """A fresh interpreter that runs `module` and leads a group of processes.

    Modules are not looked for in the current folder, in which anything may lie.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        module,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        start_new_session=True,
        limit=LONGEST_LINE,
        env=_environment(),
    )


def _environment() -> dict[str, str]:
    """That of this process, with one thread each, and right wherever the process goes."""
    found = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    places = os.pathsep.join(os.path.abspath(place) for place in found if place)  # noqa: PTH100
    return os.environ | _ONE_THREAD | ({"PYTHONPATH": places} if places else {})


async def end(process: Process) -> None:
    """End `process` and all that it started, at once."""
    if sys.platform == "win32":
        with suppress(ProcessLookupError):
            process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


async def fit_in_process(job: Job, wall: float, heard: Callable[[Told], None]) -> Told:
    """What a process told at last of doing `job`; it is gone when this returns, or is cancelled.

    Parameters
    ----------
    wall : seconds that it may take.
    heard : called with its progress.

    Raises
    ------
    WorkerEndedError
        where it took too long, or ended before it was done.
    """
    process = await start("hyperdigest.web.fitting")
    try:
        async with asyncio.timeout(wall):
            return await _conversation(process, job, heard)
    except TimeoutError as error:
        raise WorkerEndedError(
            f"took more than {wall:g} s: give fewer documents, or allow more time"
        ) from error
    finally:
        await asyncio.shield(end(process))


async def _conversation(process: Process, job: Job, heard: Callable[[Told], None]) -> Told:
    assert process.stdin and process.stdout  # noqa: S101 (both are pipes)
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(job.to_json())
        await process.stdin.drain()
        process.stdin.close()
    while line := await process.stdout.readline():
        told: Told = json.loads(line)
        if "progress" not in told:
            return told
        heard(told["progress"])
    raise WorkerEndedError(_why(await process.wait()))


def _why(code: int) -> str:
    if sys.platform != "win32" and code == -signal.SIGXCPU:
        return "took more time of the processor than is allowed: give fewer documents"
    return (
        "the process that read the documents was ended, perhaps for want of memory: give fewer"
        " documents, or split large ones"
    )
