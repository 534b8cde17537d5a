"""A collection read and fitted, grown or cut down, as a job asks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hyperdigest.changing.arrivals import Arrivals, from_documents, from_paths
from hyperdigest.changing.growing import grown
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.options import ADDED_SWEEPS, Options
from hyperdigest.pipeline import Collection, Model
from hyperdigest.progress import Progress
from hyperdigest.read import nothing_read, read_paths
from hyperdigest.render.sources import counted
from hyperdigest.web.given import documents_of
from hyperdigest.web.job import Job
from hyperdigest.web.own import load_given, load_own, without_paths

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
