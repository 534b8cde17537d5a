"""A job queue: collections are fitted and changed a few at a time, each by an isolated process."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hyperdigest.base.isolation import IsolatedPool, ProcessLimits, ProcessorTimeError
from hyperdigest.base.limits import MOST_MEMBERS
from hyperdigest.errors import HyperdigestError, StoreError, WorkerEndedError
from hyperdigest.read.paths import Source
from hyperdigest.web.errors import RequestError, storage_error
from hyperdigest.web.queues import LONGEST_LINE, call_in_thread
from hyperdigest.web.record import FitProgress, Record, Scans, several
from hyperdigest.web.settings import Limits

ACCEPTED = ".accepted.json"
"""The file in the folder of a job that the next app can do; uploaded files have no names that begin
with a dot."""

DONE_LATER = "; its documents are kept, and are read when the app starts again"
"""The end of the message that a collection could not be written."""

CRASHED = "something went wrong here: the terminal of the app says more"


class JobQueue:
    """The queue of jobs that read, fit and change collections.

    `place` puts the file that a process made, whose reply it gets, in its place, and `changed` is
    called whenever a record is farther, ready or failed.
    """

    def __init__(
        self,
        limits: Limits,
        place: Callable[[Record, Path, dict[str, Any]], Awaitable[None]],
        changed: Callable[[Record], None],
    ) -> None:
        self._limits = limits
        self._place = place
        self._changed = changed
        self._turn = asyncio.Semaphore(limits.fits_at_once)
        each = ProcessLimits(limits.fit_memory, 0, limits.fit_seconds, LONGEST_LINE)
        self._pool = IsolatedPool("hyperdigest.web.fitting:fit_in_child", limits.fits_at_once, each)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def check_room(self) -> None:
        """Raise a RequestError if too many wait already."""
        if len(self._tasks) >= self._limits.fits_at_once + self._limits.fits_waiting:
            raise RequestError(503, "too many collections are being read: try again later", 30)

    def start(self, record: Record, job: Job) -> None:
        """Queue the job of a record; the folder of the job is deleted when the job ends, unless the
        queue is closed before, or the job is done again."""

        def ended(task: asyncio.Task[None]) -> None:
            if self._tasks.get(record.id) is task:
                del self._tasks[record.id]
            kept = record.again is job or job in record.waiting
            if not kept and not (self._closing and task.cancelled()):
                shutil.rmtree(job.folder, ignore_errors=True)

        task = asyncio.create_task(self._run(record, job))
        self._tasks[record.id] = task
        task.add_done_callback(ended)

    async def end(self, record: Record) -> None:
        """End the job of a record, if it is not done."""
        task = self._tasks.get(record.id)
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """End all jobs; the next app may begin them again."""
        self._closing = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.to_thread(self._pool.close)

    async def _run(self, record: Record, job: Job) -> None:
        try:
            async with self._turn:
                record.move("reading")
                record.progress = FitProgress("starting")
                self._changed(record)
                reply = await self._followed(record, job)
                if "ready" in reply:
                    await self._place(record, Path(job.output), reply)
        except StoreError as error:
            reply = {"failed": str(error), "unkept": True}
        except HyperdigestError as error:
            reply = {"failed": str(error)}
        except OSError as error:
            reply = {"failed": f"cannot start a process to read: {error.strerror}"}
        except Exception:
            logging.getLogger(__name__).exception("the fit of a collection went wrong")
            reply = {"failed": CRASHED}
        if "unkept" in reply and (Path(job.folder) / ACCEPTED).is_file():
            reply["failed"] += DONE_LATER
            record.waiting.append(job)
        record.settle(reply)
        record.again = job if record.status == "failed" and record.scans else None
        self._changed(record)

    async def _followed(self, record: Record, job: Job) -> dict[str, Any]:
        """Do a job as `_reply` does; its record tells the progress, and can be asked when the first
        documents can."""
        placing: list[asyncio.Task[None]] = []

        def report(progress: dict[str, Any]) -> None:
            if "first" in progress:
                placing.append(asyncio.create_task(self._place_first(record, progress)))
                return
            record.progress = FitProgress(**progress)
            if record.progress.stage not in ("reading", "recognizing"):
                record.move("fitting")
            self._changed(record)

        try:
            return await self._reply(job, report)
        except asyncio.CancelledError:
            for task in placing:
                task.cancel()
            raise
        finally:
            await asyncio.gather(*placing, return_exceptions=True)

    async def _place_first(self, record: Record, reply: dict[str, Any]) -> None:
        """Let a record be asked, of which only the first documents are read; if they cannot be
        kept, it is asked when all are."""
        with suppress(StoreError):
            await self._place(record, Path(reply["output"]), reply)
            record.settle(reply)
            self._changed(record)

    async def _reply(self, job: Job, report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Do a job in a new process and return its reply; `report` gets its progress.

        Raises WorkerEndedError if the process exceeds its limits, or ends before it is done.
        """
        seconds = self._limits.fit_seconds
        try:
            async with asyncio.timeout(seconds):
                with self._pool.process() as process:
                    reply: dict[str, Any] = await call_in_thread(
                        self._pool.threads, process, asdict(job), report
                    )
                    await asyncio.to_thread(process.close)
                    return reply
        except ProcessorTimeError as error:
            raise WorkerEndedError(f"{error}: give fewer documents") from error
        except TimeoutError as error:
            raise WorkerEndedError(
                f"took more than {seconds:g} s: give fewer documents, or allow more time"
            ) from error
        except MemoryError as error:
            raise WorkerEndedError(
                "out of memory: give fewer documents, or split large ones"
            ) from error
        except WorkerEndedError as error:
            raise WorkerEndedError(
                "the process that read the documents was ended, perhaps for want of memory: give"
                " fewer documents, or split large ones"
            ) from error


@dataclass(frozen=True, slots=True)
class IncomingDocuments:
    """Documents to read into a collection.

    They are files and folders at `paths`, as for `Collection.read`, or texts, each with ``name``,
    ``text`` and perhaps ``title``. If there is a `root`, only files in that folder may be read.
    Paths of uploaded files begin in the folder `uploads`, which is deleted once they are read.
    `skipped` are warnings about files that were left out. With `ocr`, pages of PDFs that have no
    text are recognized. The cells of `text_column` are documents, as for `Collection.read`. Files
    below `folders` are named by their path from there.
    """

    paths: tuple[str, ...] = ()
    documents: tuple[dict[str, str], ...] = ()
    root: str = ""
    uploads: str = ""
    skipped: tuple[str, ...] = ()
    ocr: bool = False
    text_column: str | None = None
    folders: tuple[str, ...] = ()

    @classmethod
    def from_paths(cls, paths: Sequence[str | Path], root: Path | None = None) -> IncomingDocuments:
        """The documents at `paths` of this machine, which stay where they are."""
        absolute = tuple(str(Path(path).absolute()) for path in paths)
        return cls(absolute, root=str(root.absolute()) if root else "")

    @classmethod
    def from_uploads(cls, folder: Path, skipped: Iterable[str] = ()) -> IncomingDocuments:
        """The files in a folder of uploads."""
        paths = sorted(f"./{path.name}" for path in folder.iterdir())
        return cls(tuple(paths), uploads=str(folder), skipped=tuple(skipped))

    @property
    def sources(self) -> list[str | Source]:
        """The paths, and files below `folders` as these would give them."""
        return [_below(path, self.folders) for path in self.paths]

    @property
    def named_only(self) -> bool:
        """Whether the documents have no place on this machine that outlives their reading."""
        return bool(self.uploads or self.documents)

    @property
    def name(self) -> str:
        """A name for a collection of these documents."""
        if self.documents:
            return several([each["name"] for each in self.documents])
        return several([Path(path).name or path for path in self.paths])

    def job(self, place: Path, limits: Limits, **what: Any) -> Job:
        """The job that reads the documents, with a new folder within `place`. `what` are the other
        fields of the `Job`. Raises a RequestError if there is no room for a folder (503)."""
        try:
            folder = Path(self.uploads or mkdtemp(dir=place))
        except OSError as error:
            raise storage_error(error) from error
        return Job(incoming=self, **job_bounds(folder, limits), **what)


def _below(path: str, folders: Sequence[str]) -> str | Source:
    file = Path(path)
    ways = [len(file.relative_to(each).parts) for each in folders if file.is_relative_to(each)]
    return Source(file, max(ways)) if any(ways) else path


def job_bounds(folder: Path, limits: Limits) -> dict[str, Any]:
    """The fields of a job that say where it works, how long it may read a file, and how many files
    an uploaded archive may have."""
    most = {"file_seconds": limits.file_seconds, "archive_files": limits.files}
    return work_places(folder) | most


def work_places(folder: Path) -> dict[str, Any]:
    """The fields of a job that say where it works."""
    return {"output": str(folder / "made.hdig"), "folder": str(folder)}


@dataclass(frozen=True, slots=True)
class Job:
    """A job: documents to fit, or to add to a saved collection, or to remove from one.

    The process works in `folder`, where relative paths begin, and writes the file `output`. It has
    `file_seconds` to read one file; an uploaded archive has `archive_files` at most. `base` is the
    file of the collection to change, in the app's own folder if it is `managed`, and `removed` are
    names of documents to remove from it. With `recognize`, its scanned pages are recognized, and so
    are `scans`: files of which nothing was read, each with the number of its pages. A new
    collection has no base, but a preset and options, as for `Options.preset`; if some documents can
    be asked `ahead`, they are fitted by themselves first.
    """

    output: str
    folder: str
    incoming: IncomingDocuments
    file_seconds: float
    archive_files: int = MOST_MEMBERS
    base: str = ""
    managed: bool = True
    removed: tuple[str, ...] = ()
    recognize: bool = False
    scans: Scans = ()
    preset: str = "default"
    options: dict[str, Any] = field(default_factory=dict)
    ahead: bool = False
