"""A pool of warm child processes that answer questions about documents that are not kept."""

from __future__ import annotations

import asyncio
from typing import Any

from hyperdigest.web.child_process import ChildProcess, Message
from hyperdigest.web.errors import UNUSABLE, RequestError
from hyperdigest.web.settings import Limits

AT_ONCE = 2
BUSY_AFTER = 5
"""Seconds for Retry-After where too many tasks wait."""


class WorkerPool:
    """A pool of child processes, each of which does one task at a time and is used again.

    One that takes too long, or ends, is replaced, and only its own task is lost.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: list[ChildProcess] = []
        self._busy: set[ChildProcess] = set()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._present = 0

    async def digest(self, task: dict[str, Any]) -> str:
        """The digest of a task, as JSON.

        Raises
        ------
        RequestError
            where it cannot be made (422), took too long or more than the memory there is (413), or
            too many wait already (503).
        """
        if self._present >= AT_ONCE + self._limits.fits_waiting:
            raise RequestError(503, "too many questions at once: ask again shortly", BUSY_AFTER)
        self._present += 1
        try:
            async with self._turn:
                reply = await self._done(task)
        finally:
            self._present -= 1
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
        except TimeoutError as error:
            raise RequestError(
                413, f"took more than {self._limits.once_seconds:g} s: give fewer documents"
            ) from error
        else:
            if reply is None:
                raise RequestError(413, "the documents are too much for this machine: give fewer")
            self._idle.append(process)
            return reply
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
