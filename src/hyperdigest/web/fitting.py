"""The work of the isolated process that fits or changes one collection: it does a `Job`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from hyperdigest.base.json_fields import from_json
from hyperdigest.base.limits import MOST_MEMBERS
from hyperdigest.base.text import counted, numbered
from hyperdigest.documents import Document, fingerprint
from hyperdigest.errors import HyperdigestError, OptionError, StoreError
from hyperdigest.model import Collection, Model
from hyperdigest.options import ADDED_SWEEPS, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import NothingReadError, Reading, ReadingOptions, read_paths
from hyperdigest.read.archive_members import file_at
from hyperdigest.read.changes import Stamps, stamps_of
from hyperdigest.read.paths import Skipped
from hyperdigest.store.growing import Arrivals, from_documents, from_paths, grown
from hyperdigest.web.first_documents import first_job
from hyperdigest.web.jobs import Job
from hyperdigest.web.originals import (
    SCANS,
    keep_originals,
    keep_scans,
    keep_uploaded,
    link,
    upload_of,
)
from hyperdigest.web.record import (
    ManagedModel,
    Scans,
    collection_summary,
    load_external,
    several,
    without_paths,
)
from hyperdigest.web.requests import documents_of
from hyperdigest.web.watch import MOST_WATCHED

PAUSE = 0.1
"""Least seconds between two reports of progress."""

ESTIMATED_AFTER = 2.0
"""Seconds of a stage after which the time left is estimated."""


class Outcome(NamedTuple):
    """A model, the `news` of a change to an older one, warnings about the files added, those of
    them that gave no document, for they are pictures of text, and how many documents came."""

    model: Model
    news: str = ""
    notes: tuple[str, ...] = ()
    unread: tuple[Skipped, ...] = ()
    added: int = 0


def fit_in_child(
    fields: dict[str, Any], report: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """Do a `Job`, given its fields, in an isolated process; the reply is ``ready`` or why it
    ``failed``; ``unkept`` if the disk was to blame. Progress is reported as the fields of a
    `FitProgress`, and if the first documents can be asked, that is reported as ``first`` with the
    ``output``."""
    job = from_json(Job, fields)
    try:
        os.chdir(job.folder)
        if (first := first_job(job)) is not None:
            with suppress(HyperdigestError, OSError):
                report({"first": fit(first, quiet), "output": first.output})
        return {"ready": fit(job, progress_to(report))}
    except NothingReadError as error:
        scans = [(file.path, len(file.scanned)) for file in error.reading.scans]
        return {"failed": str(error), "scans": scans}
    except StoreError as error:
        return {"failed": str(error).replace(job.output, "the collection"), "unkept": True}
    except HyperdigestError as error:
        return {"failed": str(error)}
    except OSError as error:
        return {"failed": f"cannot keep the collection: {error.strerror}", "unkept": True}


def _file_of(document: Document) -> str:
    """The name of the file that a document was read from: a post is one of many of its file."""
    return (document.name.rpartition("/")[0] if document.post else "") or document.name


def fit(job: Job, progress: Progress) -> dict[str, Any]:
    """Do the job and save the model; returns the content of the reply."""
    os.chdir(job.folder)
    files = _stamps(job)
    model, news, notes, unread, added = run_job(job, progress)
    remarks = (*job.incoming.skipped, *notes)
    progress("saving", 0, 0)
    model.save(job.output)
    former = Path(job.base).parent if job.managed else None
    keep_originals(model.collection.documents, former)
    scans = all_scans(job, unread)
    keep_scans(scans, former)
    return {
        "scans": scans,
        "summary": collection_summary(model.contents),
        "documents": len(model.collection.documents),
        "name": several(list(dict.fromkeys(map(_file_of, model.collection.documents)))),
        "news": news,
        "latest": [each.name for each in model.collection.documents[-added:]] if added else [],
        "files": files,
        "remarks": remarks if job.base else (),
        "warnings": list(dict.fromkeys((*remarks, *model.collection.warnings))),
    }


def progress_to(report: Callable[[dict[str, Any]], object]) -> Progress:
    """A `Progress` that reports a few times a second, with about the seconds left in the stage once
    it has taken `ESTIMATED_AFTER` seconds."""
    stage_now, began, first, reported = "", 0.0, 0, 0.0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal stage_now, began, first, reported
        now = time.monotonic()
        if stage != stage_now:
            stage_now, began, first = stage, now, done
        elif now - reported < PAUSE and done != total:
            return
        reported = now
        is_known = total and done > first and now - began >= ESTIMATED_AFTER
        left = (now - began) * (total - done) / (done - first) if is_known else None
        report({"stage": stage, "done": done, "total": total, "seconds_left": left})

    return progress


def run_job(job: Job, progress: Progress) -> Outcome:
    """The model that a job asks for; relative paths begin in the current folder."""
    if not job.base:
        return _fit_new(job, progress)
    model = (
        ManagedModel(job.base).whole(progress) if job.managed else load_external(job.base, progress)
    )
    if job.recognize:
        return read_again(job, model, progress)
    if job.removed and not job.incoming.paths:
        less = model.remove(job.removed)
        return Outcome(less, f"removed {counted(len(job.removed), 'document')}")
    return _add(job, model, progress)


def all_scans(job: Job, unread: Iterable[Skipped]) -> Scans:
    """The files of which nothing is read after a job, besides those of before `unread` ones."""
    before = {} if job.recognize else dict(job.scans)
    given = {} if job.incoming.ocr else {file.path: len(file.scanned) for file in unread}
    found = (before | given).items()
    return tuple(
        (p, n) for p, n in found if not Path(p).is_absolute() or file_at(Path(p)).is_file()
    )


def _stamps(job: Job) -> Stamps:
    """The files that are named, as they are before they are read."""
    if job.incoming.named_only:
        return {}
    try:
        return stamps_of(job.incoming.paths, job.incoming.root, MOST_WATCHED)
    except OptionError:
        return {}


def _fit_new(job: Job, progress: Progress) -> Outcome:
    incoming, options = job.incoming, Options.preset(job.preset, **job.options)
    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    if incoming.documents:
        documents = documents_of(incoming.documents)
        collection = Collection.of(documents, **how, progress=progress)
        return Outcome(collection.fit(options, progress=progress))
    reading = _read(job, options.language, progress)
    how |= {"warnings": reading.warnings, "progress": progress}
    model = Collection.of(reading.documents, **how).fit(options, progress=progress)
    return Outcome(model, unread=reading.scans)


def _read(job: Job, language: str, progress: Progress) -> Reading:
    """The files of a job, uploads without their paths."""
    reading = read_paths(job.incoming.sources, _reading(job), language=language, progress=progress)
    if not job.incoming.named_only:
        return reading.checked()
    keep_uploaded(reading.checked().documents)
    return replace(reading, documents=without_paths(reading.documents))


def _add(job: Job, model: Model, progress: Progress) -> Outcome:
    arrivals = _arrivals(job, model.collection, progress)
    more = grown(model, arrivals, ADDED_SWEEPS, progress=progress)
    names = [model.collection.documents[number].name for number in arrivals.outdated]
    changed = [name for name in names if name not in job.removed]
    replaced = f"; replaced {', '.join(changed)}, whose files have changed" if changed else ""
    gone = f"; removed {counted(len(job.removed), 'document')}" if job.removed else ""
    news, count = f"{arrivals.summary}{replaced}{gone}", len(arrivals.documents)
    return Outcome(more, news, arrivals.warnings, arrivals.scans, count)


def _arrivals(job: Job, collection: Collection, progress: Progress) -> Arrivals:
    incoming = job.incoming
    if incoming.documents:
        return from_documents(collection, documents_of(incoming.documents))
    if not incoming.named_only:
        leaving = [collection.document_numbers[name] for name in job.removed]
        how: dict[str, Any] = {"leaving": leaving, "progress": progress}
        return from_paths(collection, incoming.sources, _reading(job), **how)
    reading = _read(job, collection.language, progress)
    arrivals = from_documents(collection, reading.documents)
    warnings = (*reading.warnings, *arrivals.warnings)
    return replace(arrivals, warnings=warnings, scans=reading.scans)


def read_again(job: Job, model: Model, progress: Progress) -> Outcome:
    """The collection with its scanned pages read by machine."""
    collection = model.collection
    uploads, named = scanned_files(job, collection)
    found: list[Arrivals] = []
    if named:
        options = replace(_reading(job), ocr=True)
        found.append(from_paths(collection, named, options, progress=progress))
    if uploads:
        found.append(_uploads_again(job, collection, uploads, progress))
    arrivals = Arrivals(
        tuple(each for one in found for each in one.documents),
        tuple(number for one in found for number in one.outdated),
        warnings=tuple(warning for one in found for warning in one.warnings),
    )
    pages = (
        {document.page(line.start) for line in document.recognized}
        for document in arrivals.documents
    )
    files = counted(len(arrivals.documents), "file")
    news = f"read {counted(sum(map(len, pages)), 'page')} by machine, of {files}"
    more = grown(model, arrivals, ADDED_SWEEPS, progress=progress)
    return Outcome(more, news, arrivals.warnings)


def scanned_files(job: Job, collection: Collection) -> tuple[dict[str, int | None], list[str]]:
    """The files with scanned pages: uploads by name, and the paths of other files.

    An upload is saved in the folder of the job, and has the number of its document if it has one.
    """
    home = Path(job.base).parent
    uploads: dict[str, int | None] = {}
    named: list[str] = []

    def take(path: Path, name: str, number: int | None) -> None:
        own = Path(name).name if Path(name).name not in uploads else f"{len(uploads)} {name}"
        if path.is_file():
            link(path, Path(own))
            uploads[own] = number

    for number, document in enumerate(collection.documents):
        if document.scanned and job.managed and (upload := upload_of(home, document)):
            take(upload, document.name, number)
        elif document.scanned:
            named.append(document.path)
    for path, _ in job.scans:
        if Path(path).is_absolute():
            named.append(path)
        else:
            take(home / SCANS / path, path, None)
    files = (str(file_at(Path(path))) for path in named)
    return uploads, list(dict.fromkeys(files))


def _uploads_again(
    job: Job, collection: Collection, files: dict[str, int | None], progress: Progress
) -> Arrivals:
    """What is read by machine of files that were uploaded."""
    old = collection.documents
    options = ReadingOptions(seconds=job.file_seconds, ocr=True)
    how: dict[str, Any] = {"language": collection.language, "progress": progress}
    reading = read_paths(list(files), options, **how).checked()
    known = {fingerprint(document) for document in old}
    fresh = [each for each in reading.documents if fingerprint(each) not in known]
    numbers = [files[document.path] for document in fresh]
    keep_uploaded(fresh)
    names = iter(numbered([each.name for each in fresh], {each.name for each in old}))
    new = []
    for document, own, number in zip(fresh, names, numbers, strict=True):
        name = own if number is None else old[number].name
        new.append(replace(document, name=name, path=name))
    outdated = tuple(number for number in numbers if number is not None)
    return Arrivals(tuple(new), outdated, warnings=reading.warnings)


def _reading(job: Job) -> ReadingOptions:
    root, uploads = job.incoming.root, job.incoming.named_only
    return ReadingOptions(
        seconds=job.file_seconds,
        within=Path(root) if root else None,
        ocr=job.incoming.ocr,
        archive_files=job.archive_files if uploads else MOST_MEMBERS,
        text_column=job.incoming.text_column,
    )
