"""Bounded queues of what the app does beside its event loop: in threads and isolated processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from hyperdigest.base.isolation import IsolatedProcess
from hyperdigest.web.errors import RequestError
from hyperdigest.web.settings import Limits

Result = TypeVar("Result")

LONGEST_LINE = 64 << 20
"""Bytes of a reply of an isolated process; its warnings may name many files."""


class BoundedQueue:
    """Counts the tasks that are worked on or wait, and refuses those beyond the most.

    `after` is the number of seconds for Retry-After if it is full.
    """

    def __init__(self, most: int, after: int) -> None:
        self._most = most
        self._after = after
        self._present = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A block in which a task is present; a RequestError (503) if too many are already."""
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


async def call_in_thread(
    threads: Executor,
    process: IsolatedProcess,
    request: Any,
    report: Callable[[Any], object] | None = None,
) -> Any:
    """The result of `IsolatedProcess.call`, which one of `threads` waits for; `report` is called in
    the event loop. If this is cancelled, the process has ended when it returns."""
    loop = asyncio.get_running_loop()
    in_loop = report and (lambda value: loop.call_soon_threadsafe(report, value))
    result = loop.run_in_executor(threads, process.call, request, in_loop)
    try:
        return await asyncio.shield(result)
    except asyncio.CancelledError:
        process.cancel()
        with suppress(Exception):
            await result
        process.close()
        raise
