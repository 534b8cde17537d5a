"""The process that reads and fits one collection: ``python -m hyperdigest.web.fitting``.

It reads a `Job` from standard input and tells on standard output how far it is, an object a line:
``{"progress": ...}`` time and again, and at last ``{"ready": ...}`` or ``{"failed": ...}``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hyperdigest.documents import Document
from hyperdigest.errors import HyperdigestError
from hyperdigest.options import Options
from hyperdigest.pipeline import Collection
from hyperdigest.system.limits import end_with_parent, limit_this_process
from hyperdigest.web.holdings import holdings
from hyperdigest.web.job import Job

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
    """Read, fit and save; what there is to tell of it."""
    os.chdir(job.folder)
    options = Options.preset(job.preset, **job.options)
    collection = _collection(job, options, progress)
    model = collection.fit(options, progress=progress)
    progress("saving", 0, 0)
    model.save(job.output)
    return {
        "summary": holdings(model),
        "documents": len(collection.documents),
        "warnings": list(collection.warnings),
    }


def _collection(job: Job, options: Options, progress: Report) -> Collection:
    how: dict[str, Any] = {
        "language": options.language,
        "splitter": options.splitter,
        "progress": progress,
    }
    if job.documents:
        return Collection.of(documents_of(job.documents), **how)
    within = Path(job.root) if job.root else None
    collection = Collection.read(job.paths, seconds=job.file_seconds, within=within, **how)
    return without_paths(collection) if job.named_only else collection


def documents_of(given: Sequence[Mapping[str, str]]) -> list[Document]:
    """The documents that texts with ``name`` and perhaps ``title`` are."""
    from hyperdigest.read.decode import whole
    from hyperdigest.read.names import numbered, printable

    names = numbered([printable(whole(each["name"])) for each in given])
    return [
        Document(name, name, whole(each["text"]), whole(each.get("title", "")))
        for name, each in zip(names, given, strict=True)
    ]


def without_paths(collection: Collection) -> Collection:
    """The collection of documents that are nowhere: their paths are their names."""
    documents = tuple(replace(each, path=each.name) for each in collection.documents)
    return replace(collection, documents=documents)


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
