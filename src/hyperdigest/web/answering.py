"""Questions answered in threads: a few at a time, the others in line, and no more than that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import Limits

Result = TypeVar("Result")

BUSY_AFTER = 2
"""Seconds after which a request that found the line full should try again."""


class Desk:
    """Works on what it is given, in a bounded number of threads.

    What may take seconds has a line of its own, so that what takes milliseconds never waits for it.
    """

    def __init__(self, limits: Limits) -> None:
        self._pool = ThreadPoolExecutor(limits.answers_at_once + 1, "answer")
        self._slow = asyncio.Semaphore(1)
        self._quick = asyncio.Semaphore(limits.answers_at_once)
        self._most = limits.answers_waiting + limits.answers_at_once
        self._present = 0

    async def work(self, task: Callable[[], Result], *, slow: bool = False) -> Result:
        """The result of `task`.

        Raises
        ------
        RefusedError
            where too many wait already.
        """
        if self._present >= self._most:
            raise RefusedError(503, "too many questions at once: ask again shortly", BUSY_AFTER)
        self._present += 1
        try:
            async with self._slow if slow else self._quick:
                return await asyncio.get_running_loop().run_in_executor(self._pool, task)
        finally:
            self._present -= 1

    def close(self) -> None:
        """Work on nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
