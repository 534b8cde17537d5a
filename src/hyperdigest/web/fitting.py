"""The child process that fits or changes one collection: ``python -m hyperdigest.web.fitting``.

It reads a `Job` as a line of JSON from standard input and writes lines of JSON to standard output:
``{"progress": ...}`` time and again, and at last ``{"ready": ...}`` or ``{"failed": ...}``.
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

from hyperdigest.base.processes import end_with_parent, json_writer, limit_this_process
from hyperdigest.base.text import counted
from hyperdigest.errors import EmptyCollectionError, HyperdigestError, OptionError
from hyperdigest.model import Collection, Model
from hyperdigest.options import ADDED_SWEEPS, Options
from hyperdigest.progress import Progress
from hyperdigest.read import nothing_read, read_paths
from hyperdigest.updates import Arrivals, from_documents, from_paths, grown
from hyperdigest.web.jobs import Job
from hyperdigest.web.originals import keep_originals, keep_uploaded
from hyperdigest.web.record import (
    collection_summary,
    load_external,
    load_managed,
    several,
    without_paths,
)
from hyperdigest.web.requests import documents_of
from hyperdigest.web.watch import MOST_WATCHED, Stamps, stamps_of

Outcome = tuple[Model, str, tuple[str, ...]]
"""A model, the news of a change to an older one, and warnings about the files added."""

PAUSE = 0.1
"""Least seconds between two reports of progress."""


def main() -> None:
    """Do the job on standard input."""
    tell = json_writer()
    job = Job.from_json(json.loads(sys.stdin.buffer.readline()))
    end_with_parent()
    limit_this_process(job.memory, job.seconds)
    try:
        tell({"ready": fit(job, reporter(tell))})
    except HyperdigestError as error:
        tell({"failed": str(error).replace(job.output, "the collection")})
    except MemoryError:
        tell({"failed": "out of memory: give fewer documents, or split large ones"})
    except OSError as error:
        tell({"failed": f"cannot keep the collection: {error.strerror}"})


def fit(job: Job, progress: Progress) -> dict[str, Any]:
    """Do the job and save the model; returns the content of the reply."""
    os.chdir(job.folder)
    files = _stamps(job)
    model, news, notes = run_job(job, progress)
    remarks = (*job.incoming.skipped, *notes)
    progress("saving", 0, 0)
    model.save(job.output)
    keep_originals(model.collection.documents, Path(job.base).parent if job.managed else None)
    return {
        "summary": collection_summary(model),
        "documents": len(model.collection.documents),
        "name": several([document.name for document in model.collection.documents]),
        "news": news,
        "files": files,
        "remarks": remarks if job.base else (),
        "warnings": list(dict.fromkeys((*remarks, *model.collection.warnings))),
    }


def reporter(tell: Callable[[dict[str, Any]], object]) -> Progress:
    """A `Progress` that tells a few times a second, with the seconds left in the stage, about."""
    stage_now, began, told = "", 0.0, 0.0

    def report(stage: str, done: int, total: int) -> None:
        nonlocal stage_now, began, told
        now = time.monotonic()
        if stage != stage_now:
            stage_now, began = stage, now
        elif now - told < PAUSE and done != total:
            return
        told = now
        left = (now - began) * (total - done) / done if done and total else None
        tell({"progress": {"stage": stage, "done": done, "total": total, "left": left}})

    return report


def run_job(job: Job, progress: Progress) -> Outcome:
    """The model that a job asks for; relative paths begin in the current folder."""
    if not job.base:
        return _fit_new(job, progress), "", ()
    model = (load_managed if job.managed else load_external)(job.base, progress)
    if not job.removed:
        return _add(job, model, progress)
    less = model.remove(job.removed)
    count = len(model.collection.documents) - len(less.collection.documents)
    told = f"removed {counted(count, 'document')}"
    if not job.incoming.paths:
        return less, told, ()
    more, added, notes = _add(job, less, progress)
    return more, f"{added}; {told}", notes


def _stamps(job: Job) -> Stamps:
    """The files that are named, as they are before they are read."""
    if job.incoming.named_only:
        return {}
    try:
        return stamps_of(job.incoming.paths, job.incoming.root, MOST_WATCHED)
    except OptionError:
        return {}


def _fit_new(job: Job, progress: Progress) -> Model:
    incoming, options = job.incoming, Options.preset(job.preset, **job.options)
    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    if incoming.documents:
        documents = documents_of(incoming.documents)
        collection = Collection.of(documents, **how, progress=progress)
    else:
        how |= {"ocr": incoming.ocr, "progress": progress}
        collection = Collection.read(incoming.paths, **how, **_reading(job))
    if incoming.named_only:
        keep_uploaded(collection.documents)
        collection = replace(collection, documents=without_paths(collection.documents))
    return collection.fit(options, progress=progress)


def _add(job: Job, model: Model, progress: Progress) -> Outcome:
    arrivals = _arrivals(job, model.collection, progress)
    more = grown(model, arrivals, ADDED_SWEEPS, progress=progress)
    names = [model.collection.documents[number].name for number in arrivals.outdated]
    replaced = f"; replaced {', '.join(names)}, whose files have changed" if names else ""
    return more, f"{arrivals.told}{replaced}", arrivals.warnings


def _arrivals(job: Job, collection: Collection, progress: Progress) -> Arrivals:
    incoming = job.incoming
    if incoming.documents:
        return from_documents(collection, documents_of(incoming.documents))
    if not incoming.named_only:
        how: dict[str, Any] = {"ocr": incoming.ocr, "progress": progress}
        return from_paths(collection, incoming.paths, **how, **_reading(job))
    language = collection.language if incoming.ocr else ""
    reading = read_paths(incoming.paths, **_reading(job), ocr=language, progress=progress)
    if not reading.documents:
        raise EmptyCollectionError(nothing_read(reading.skipped))
    keep_uploaded(reading.documents)
    arrivals = from_documents(collection, without_paths(reading.documents))
    return replace(arrivals, warnings=(*reading.warnings, *arrivals.warnings))


def _reading(job: Job) -> dict[str, Any]:
    root = job.incoming.root
    return {"seconds": job.file_seconds, "within": Path(root) if root else None}


if __name__ == "__main__":
    main()
