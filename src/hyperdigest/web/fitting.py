"""The process that makes or changes one collection: ``python -m hyperdigest.web.fitting``.

It reads a `Job` from standard input and tells on standard output how far it is, an object a line:
``{"progress": ...}`` time and again, and at last ``{"ready": ...}`` or ``{"failed": ...}``.

A collection read and fitted, grown or cut down, as a job asks.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hyperdigest.base.processes import end_with_parent, limit_this_process
from hyperdigest.base.text import counted
from hyperdigest.errors import EmptyCollectionError, HyperdigestError
from hyperdigest.model import Collection, Model
from hyperdigest.options import ADDED_SWEEPS, Options
from hyperdigest.progress import Progress
from hyperdigest.read import nothing_read, read_paths
from hyperdigest.updates import Arrivals, from_documents, from_paths, grown
from hyperdigest.web.jobs import Job
from hyperdigest.web.record import holdings, load_given, load_own, without_paths
from hyperdigest.web.requests import documents_of

Made = tuple[Model, str, tuple[str, ...]]
"""A model, what was done to an older one, and what to tell of the files that came to that."""


def made(job: Job, progress: Progress) -> Made:
    """What a job asks for; paths begin in the current folder."""
    if not job.base:
        model = _fitted(job, progress)
        return model, "", ()
    model = (load_own if job.own else load_given)(job.base, progress)
    return _less(job, model) if job.removed else _more(job, model, progress)


def _fitted(job: Job, progress: Progress) -> Model:
    options = Options.preset(job.preset, **job.options)
    how: dict[str, Any] = {
        "language": options.language,
        "splitter": options.splitter,
        "progress": progress,
    }
    if job.documents:
        collection = Collection.of(documents_of(job.documents), **how)
    else:
        collection = Collection.read(
            job.paths, seconds=job.file_seconds, within=_within(job), **how
        )
    if job.named_only:
        collection = replace(collection, documents=without_paths(collection.documents))
    return collection.fit(options, progress=progress)


def _less(job: Job, model: Model) -> Made:
    less = model.remove(job.removed)
    gone = len(model.collection.documents) - len(less.collection.documents)
    return less, f"removed {counted(gone, 'document')}", ()


def _more(job: Job, model: Model, progress: Progress) -> Made:
    arrivals = _arrivals(job, model.collection, progress)
    more = grown(model, arrivals, ADDED_SWEEPS, progress=progress)
    names = [model.collection.documents[number].name for number in arrivals.outdated]
    replaced = f"; replaced {', '.join(names)}, whose files have changed" if names else ""
    return more, f"{arrivals.told}{replaced}", arrivals.warnings


def _arrivals(job: Job, collection: Collection, progress: Progress) -> Arrivals:
    if job.documents:
        return from_documents(collection, documents_of(job.documents))
    if not job.named_only:
        return from_paths(
            collection,
            job.paths,
            seconds=job.file_seconds,
            within=_within(job),
            progress=progress,
        )
    reading = read_paths(job.paths, seconds=job.file_seconds, progress=progress)
    if not reading.documents:
        raise EmptyCollectionError(nothing_read(reading.skipped))
    arrivals = from_documents(collection, without_paths(reading.documents))
    return replace(arrivals, warnings=(*reading.warnings, *arrivals.warnings))


def _within(job: Job) -> Path | None:
    return Path(job.root) if job.root else None


PAUSE = 0.1
"""Seconds between two reports, at least."""


def main() -> None:
    """Do the job on standard input."""
    tell = speaker()
    job = Job.from_json(sys.stdin.buffer.readline())
    end_with_parent()
    limit_this_process(job.memory, job.seconds)
    try:
        tell({"ready": fit(job, Report(tell))})
    except HyperdigestError as error:
        tell({"failed": str(error).replace(job.output, "the collection")})
    except MemoryError:
        tell({"failed": "out of memory: give fewer documents, or split large ones"})
    except OSError as error:
        tell({"failed": f"cannot keep the collection: {error.strerror}"})


def fit(job: Job, progress: Report) -> dict[str, Any]:
    """Do the job and save what comes of it; what there is to tell of that."""
    os.chdir(job.folder)
    model, news, told = made(job, progress)
    remarks = (*job.skipped, *told)
    progress("saving", 0, 0)
    model.save(job.output)
    return {
        "summary": holdings(model),
        "documents": len(model.collection.documents),
        "news": news,
        "remarks": remarks if job.base else (),
        "warnings": list(dict.fromkeys((*remarks, *model.collection.warnings))),
    }


class Report:
    """Progress as lines, a few a second, each with the seconds left at the pace of its stage."""

    def __init__(self, tell: Callable[[dict[str, Any]], object]) -> None:
        self._tell = tell
        self._stage = ""
        self._began = self._told = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """See `hyperdigest.progress.Progress`."""
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._began = stage, now
        elif now - self._told < PAUSE and done != total:
            return
        self._told = now
        left = (now - self._began) * (total - done) / done if done and total else None
        self._tell({"progress": {"stage": stage, "done": done, "total": total, "left": left}})


def speaker() -> Callable[[dict[str, Any]], object]:
    """Writes objects to what is now standard output, where nobody else writes from now on."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return lambda told: out.write(json.dumps(told).encode() + b"\n")


if __name__ == "__main__":
    main()
