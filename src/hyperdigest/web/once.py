"""Digests of documents that come with their question and are not stored.

`OnceQueue` is the side of the app, and `answer` that of its isolated processes, which load the code
and the kernels when they start and are used again.
"""

from __future__ import annotations

import asyncio
from typing import Any

from hyperdigest.base.isolation import IsolatedPool, ProcessLimits
from hyperdigest.constraints import Constraints
from hyperdigest.errors import HyperdigestError, WorkerEndedError
from hyperdigest.model import Collection
from hyperdigest.options import Options
from hyperdigest.web.errors import UNUSABLE, RequestError, status_of
from hyperdigest.web.queues import LONGEST_LINE, BoundedQueue, call_in_thread
from hyperdigest.web.requests import documents_of
from hyperdigest.web.settings import Limits

PROCESSES = 2
"""Processes that answer at once."""

WARM_UP: dict[str, Any] = {
    "documents": [{"name": "a", "text": "Kernels and lists of words are loaded for this."}],
    "preset": "default",
    "options": {},
    "question": "What is loaded?",
    "wishes": {},
}
"""A task that has everything loaded which others need."""


class OnceQueue:
    """A bounded queue of tasks for isolated processes.

    Each does one task at a time. If one takes too long, or ends, only its own task is lost.
    """

    def __init__(self, limits: Limits) -> None:
        each = ProcessLimits(limits.fit_memory, limits.once_seconds, line=LONGEST_LINE)
        self._pool = IsolatedPool("hyperdigest.web.once:run_in_child", PROCESSES, each, WARM_UP)
        self._turn = asyncio.Semaphore(PROCESSES)
        self._queue = BoundedQueue(PROCESSES + limits.fits_waiting, after=5)

    async def digest(self, task: dict[str, Any]) -> str:
        """The digest of a task, as JSON. Raises a RequestError if it cannot be made (422), takes
        too long or more than the memory there is (413), or if too many wait already (503)."""
        try:
            with self._queue.place():
                async with self._turn:
                    with self._pool.process() as process:
                        reply = await call_in_thread(self._pool.threads, process, task)
        except TimeoutError as error:
            raise RequestError(413, f"{error}: give fewer documents") from error
        except MemoryError as error:
            raise RequestError(UNUSABLE, "out of memory: give fewer documents") from error
        except WorkerEndedError as error:
            raise RequestError(
                413, "the documents are too much for this machine: give fewer"
            ) from error
        if "digest" in reply:
            return str(reply["digest"])
        raise RequestError(reply["status"], reply["failed"])

    def warm_up(self) -> None:
        """Start a process ahead of the first task."""
        with self._pool.process() as process:
            process.start()

    async def close(self) -> None:
        """End all processes."""
        await asyncio.to_thread(self._pool.close)


def run_in_child(task: dict[str, Any]) -> dict[str, Any]:
    """Answer the question of a task in an isolated process.

    A task has ``documents``, ``preset``, ``options``, ``question`` and ``wishes``; the reply is the
    ``digest`` as JSON text, or why it ``failed`` and the HTTP ``status``.
    """
    try:
        options = Options.preset(task["preset"], **task["options"])
        collection = Collection.of(
            documents_of(task["documents"]), language=options.language, splitter=options.splitter
        )
        constraints = Constraints.of(task["wishes"])
        digest = collection.fit(options).digest(task["question"], wishes=constraints)
        return {"digest": digest.to_json()}
    except HyperdigestError as error:
        return {"failed": str(error), "status": status_of(error)}
