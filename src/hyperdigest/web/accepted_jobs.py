"""Accepted jobs that have not ended, saved beside their files, so that no crash loses an upload.

The folder of such a job holds a file that says how to do it. If the app that keeps its
collections ends before the job does, the next one starts it again.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from hyperdigest.base.json_fields import from_json, read_json, write_json
from hyperdigest.web.errors import storage_error
from hyperdigest.web.jobs import ACCEPTED, Job, job_bounds
from hyperdigest.web.record import (
    SAVED,
    Change,
    Record,
    checked_about,
    saved_fields,
    several,
    short_name,
)
from hyperdigest.web.settings import Limits

LOST = (
    "the app ended before these documents were read, and what it saved of them is damaged: give"
    " them again"
)

Unfinished = tuple[Record, Job]


def save_job(record: Record, job: Job, changing: Change = "") -> None:
    """Write down how to do a job, which is `changing` a collection or makes one. Raises a
    RequestError if there is no room for it (503)."""
    content = {"record": saved_fields(record), "changing": changing, "job": asdict(job)}
    try:
        write_json(Path(job.folder) / ACCEPTED, content)
    except OSError as error:
        shutil.rmtree(job.folder, ignore_errors=True)
        raise storage_error(error) from error


def forget_job(job: Job) -> None:
    """Let no later app start a job again."""
    (Path(job.folder) / ACCEPTED).unlink(missing_ok=True)


def unfinished_jobs(
    uploads: Path, collections: Path, records: Mapping[str, Record], limits: Limits
) -> tuple[list[Unfinished], list[Record]]:
    """The jobs in the folders in `uploads` with their records, those accepted first before others,
    and failed records for those that cannot be done any more. `records` are those of the app by id;
    folders of uploads that were not accepted are deleted, and so are those of jobs that are lost.
    """
    found, lost = [], []
    for folder in sorted(uploads.iterdir(), key=_accepted_at):
        if (folder / ACCEPTED).is_file():
            try:
                unfinished = _unfinished(folder, collections, records, limits)
                if unfinished is not None:
                    found.append(unfinished)
                    continue
            except (OSError, ValueError, TypeError, LookupError, RecursionError):
                lost.append(_lost(folder))
        shutil.rmtree(folder, ignore_errors=True)
    return found, lost


def _accepted_at(folder: Path) -> int:
    with suppress(OSError):
        return (folder / ACCEPTED).stat().st_mtime_ns
    return 0


def _unfinished(
    folder: Path, collections: Path, records: Mapping[str, Record], limits: Limits
) -> Unfinished | None:
    """The job in a folder; None if its collection was made before the app ended."""
    saved = read_json(folder / ACCEPTED)
    values, fields = checked_about(saved["record"]), saved["job"] | job_bounds(folder, limits)
    if fields["incoming"]["uploads"]:
        fields["incoming"]["uploads"] = str(folder)
    record = records.get(values["id"])
    if not fields["base"]:
        if record is not None:
            return None
        home = collections / values["id"]
        record = Record(saved=home / SAVED, folder=home, **values)
    else:
        if record is None:
            record = Record(saved=Path(fields["base"]), status="ready", **values)
        if saved["changing"] not in get_args(Change)[1:] or not record.saved.is_file():
            raise ValueError("there is no collection to change")
        fields |= {"base": str(record.saved), "managed": record.folder is not None}
        record.change(saved["changing"])
    return record, from_json(Job, fields)


def _lost(folder: Path) -> Record:
    """A failed record named after the files in the folder of a job."""
    names: list[str] = []
    with suppress(OSError):
        names = sorted(file.name for file in folder.iterdir() if not file.name.startswith("."))
    name = short_name(several(names)) if names else "documents"
    return Record(secrets.token_hex(8), name, folder / SAVED, status="failed", error=LOST)
