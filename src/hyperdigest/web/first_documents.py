"""The first documents of a new collection, fitted ahead so that they can be asked soon."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hyperdigest.options import Options
from hyperdigest.read.paths import Source, expand
from hyperdigest.web.jobs import Job, work_places
from hyperdigest.web.originals import link

LEAST_BYTES = 2 << 20
"""Smaller collections are read at once."""

SHARE = 8
"""At most one part in so many of the bytes is read ahead, so that the rest is little later."""

MOST_BYTES = 1 << 20
"""At most so many bytes are read ahead, but one file in any case."""

SWEEPS = 20
"""So often the topics of the first documents are sampled at most; they are fitted again later."""


def first_job(job: Job) -> Job | None:
    """The job that fits the first documents of a new collection, in a folder within that of the
    job, where relative paths begin; None if there are few.

    These are the smallest files, since they are read soonest.
    """
    incoming = job.incoming
    if job.base or not job.ahead or incoming.documents:
        return None
    sources = expand(incoming.sources, Path(incoming.root) if incoming.root else None)
    sizes = {str(each.path): _size(each) for each in sources if isinstance(each, Source)}
    total = sum(sizes.values())
    if total < LEAST_BYTES:
        return None
    room, first = min(MOST_BYTES, total // SHARE), list[str]()
    for path in sorted(sizes, key=lambda path: (sizes[path], path)):
        room -= sizes[path]
        if first and room < 0:
            break
        first.append(path)
    if len(first) == len(sizes):
        return None
    folder = Path(job.folder) / "first"
    folder.mkdir(exist_ok=True)
    if incoming.uploads:
        for path in first:
            link(Path(path), folder / Path(path).name)
    options = Options.preset(job.preset, **job.options)
    return replace(
        job,
        **work_places(folder),
        ahead=False,
        options=job.options | {"sweeps": min(options.sweeps, SWEEPS)},
        incoming=replace(
            incoming,
            paths=tuple(first),
            uploads=str(folder) if incoming.uploads else "",
            skipped=(),
            folders=incoming.folders or incoming.paths,
            ocr=False,
        ),
    )


def _size(source: Source) -> int:
    with suppress(OSError):
        return os.stat(source.path).st_size  # noqa: PTH116 (a relative path stays one)
    return 0
