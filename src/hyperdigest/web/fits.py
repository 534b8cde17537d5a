"""Collections being read or changed: a few at a time, the others in line, each in a process."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from hyperdigest.errors import HyperdigestError
from hyperdigest.web.children import Told, fit_in_process
from hyperdigest.web.entry import Entry, Progress
from hyperdigest.web.job import Job
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import Limits

BUSY_AFTER = 30
"""Seconds after which a request that found the line full should try again."""

CRASHED = "something went wrong here: the terminal of the app says more"


class Fits:
    """Reads, fits and changes entries.

    Parameters
    ----------
    place : puts the file that a process made in its place.
    changed : called whenever an entry is farther, ready or failed.
    """

    def __init__(
        self,
        limits: Limits,
        place: Callable[[Entry, Path], Awaitable[None]],
        changed: Callable[[Entry], None],
    ) -> None:
        self._limits = limits
        self._place = place
        self._changed = changed
        self._turn = asyncio.Semaphore(limits.fits_at_once)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def check_room(self) -> None:
        """Raise a RefusedError where too many wait already."""
        if len(self._tasks) >= self._limits.fits_at_once + self._limits.fits_waiting:
            raise RefusedError(
                503, "too many collections are being read: try again later", BUSY_AFTER
            )

    def start(self, entry: Entry, job: Job) -> None:
        """Do an entry's job when it is its turn; its folder is taken away however that ends."""

        def ended(task: asyncio.Task[None]) -> None:
            if self._tasks.get(entry.id) is task:
                del self._tasks[entry.id]
            shutil.rmtree(job.folder, ignore_errors=True)

        task = asyncio.create_task(self._fit(entry, job))
        self._tasks[entry.id] = task
        task.add_done_callback(ended)

    async def end(self, entry: Entry) -> None:
        """End the job of an entry, if it is not done."""
        task = self._tasks.get(entry.id)
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """End all."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _fit(self, entry: Entry, job: Job) -> None:
        try:
            async with self._turn:
                entry.begin()
                self._changed(entry)
                told = await fit_in_process(
                    job, self._limits.fit_seconds, lambda heard: self._heard(entry, heard)
                )
                if "ready" in told:
                    await self._place(entry, Path(job.output))
        except HyperdigestError as error:
            told = {"failed": str(error)}
        except OSError as error:
            told = {"failed": f"cannot start a process to read: {error.strerror}"}
        except Exception:
            logging.getLogger(__name__).exception("the fit of a collection went wrong")
            told = {"failed": CRASHED}
        entry.settle(told)
        self._changed(entry)

    def _heard(self, entry: Entry, told: Told) -> None:
        entry.progress = Progress(**told)
        if told["stage"] != "reading":
            entry.move("fitting")
        self._changed(entry)
