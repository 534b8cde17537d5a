"""The process that makes or changes one collection: ``python -m hyperdigest.web.fitting``.

It reads a `Job` from standard input and tells on standard output how far it is, an object a line:
``{"progress": ...}`` time and again, and at last ``{"ready": ...}`` or ``{"failed": ...}``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from hyperdigest.errors import HyperdigestError
from hyperdigest.system.limits import end_with_parent, limit_this_process
from hyperdigest.web.holdings import holdings
from hyperdigest.web.job import Job
from hyperdigest.web.making import made

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
