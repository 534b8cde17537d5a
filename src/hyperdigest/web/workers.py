"""Threads and child processes that work for the app, in bounded queues.

A child runs a module with ``python -m``. The app writes requests to its standard input, and the
child writes replies to its standard output, each one JSON object on a line
(`hyperdigest.base.processes.json_writer`).
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from hyperdigest.web.errors import UNUSABLE, RequestError
from hyperdigest.web.settings import Limits

Result = TypeVar("Result")
Message = dict[str, Any]

LONGEST_LINE = 64 << 20
"""Most bytes of a reply; its warnings may name many files."""

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "PYTHONUNBUFFERED"), "1"
)

PROCESSES = 2
"""Child processes that answer questions at once."""


class BoundedQueue:
    """Counts the tasks that are worked on or wait, and refuses those beyond the most.

    `after` is the number of seconds for Retry-After where it is full.
    """

    def __init__(self, most: int, after: int) -> None:
        self._most = most
        self._after = after
        self._present = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A block in which a task is present; a RequestError (503) where too many are already."""
        if self._present >= self._most:
            raise RequestError(503, "too many questions at once: ask again shortly", self._after)
        self._present += 1
        try:
            yield
        finally:
            self._present -= 1


class ThreadQueue:
    """A bounded queue of tasks in threads.

    Slow tasks, of seconds, have a queue of their own, so that quick ones never wait for them.
    """

    def __init__(self, limits: Limits) -> None:
        self._pool = ThreadPoolExecutor(limits.answers_at_once + 1, "answer")
        self._slow = asyncio.Semaphore(1)
        self._quick = asyncio.Semaphore(limits.answers_at_once)
        self._queue = BoundedQueue(limits.answers_waiting + limits.answers_at_once, after=2)

    async def run(self, task: Callable[[], Result], *, slow: bool = False) -> Result:
        """The result of `task`; errors as for `BoundedQueue.place`."""
        with self._queue.place():
            async with self._slow if slow else self._quick:
                return await asyncio.get_running_loop().run_in_executor(self._pool, task)

    def close(self) -> None:
        """Start no more tasks."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class WorkerPool:
    """A pool of warm child processes that answer questions about documents that are not kept.

    Each does one task at a time and is used again. One that takes too long, or ends, is replaced,
    and only its own task is lost.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: list[ChildProcess] = []
        self._busy: set[ChildProcess] = set()
        self._turn = asyncio.Semaphore(PROCESSES)
        self._queue = BoundedQueue(PROCESSES + limits.fits_waiting, after=5)

    async def digest(self, task: dict[str, Any]) -> str:
        """The digest of a task, as JSON. Raises a RequestError where it cannot be made (422), took
        too long or more than the memory there is (413), or too many wait already (503)."""
        with self._queue.place():
            async with self._turn:
                reply = await self._done(task)
        if "digest" in reply:
            return str(reply["digest"])
        raise RequestError(500 if reply["usable"] else UNUSABLE, reply["failed"])

    async def warm_up(self) -> None:
        """Start a process ahead of the first task."""
        self._idle.append(await self._process())

    async def close(self) -> None:
        """End all processes."""
        for process in (*self._idle, *self._busy):
            await process.end()

    async def _done(self, task: Message) -> Message:
        process = await self._process()
        self._busy.add(process)
        try:
            async with asyncio.timeout(self._limits.once_seconds):
                await process.send(task)
                reply = await process.receive()
            if reply is None:
                raise RequestError(413, "the documents are too much for this machine: give fewer")
            self._idle.append(process)
            return reply
        except TimeoutError as error:
            raise RequestError(
                413, f"took more than {self._limits.once_seconds:g} s: give fewer documents"
            ) from error
        finally:
            self._busy.discard(process)
            if process not in self._idle:
                await asyncio.shield(process.end())

    async def _process(self) -> ChildProcess:
        while self._idle:
            process = self._idle.pop()
            if process.running:
                return process
        process = await ChildProcess.start("hyperdigest.web.worker")
        await process.send({"memory": self._limits.fit_memory})
        return process


class ChildProcess:
    """A running child process, which leads a process group of its own."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str) -> ChildProcess:
        """Run `module` in a fresh interpreter, with absolute import paths and one thread a library.
        Modules are not looked for in the current folder, in which anything may lie."""
        found = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        places = os.pathsep.join(os.path.abspath(place) for place in found if place)  # noqa: PTH100
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", module),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            limit=LONGEST_LINE,
            env=os.environ | ONE_THREAD | ({"PYTHONPATH": places} if places else {}),
        )
        return cls(process)

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def send(self, request: Message) -> None:
        """Write a request; one to a process that has ended is lost, and `receive` gives None."""
        assert self._process.stdin  # noqa: S101 (it is a pipe)
        with suppress(BrokenPipeError, ConnectionResetError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            await self._process.stdin.drain()

    async def receive(self) -> Message | None:
        """The next reply; None where the process ended before it was complete."""
        assert self._process.stdout  # noqa: S101 (it is a pipe)
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        reply: Message = json.loads(line)
        return reply

    async def wait(self) -> int:
        """The exit code, once the process has ended."""
        return await self._process.wait()

    async def end(self) -> None:
        """Kill the process and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
