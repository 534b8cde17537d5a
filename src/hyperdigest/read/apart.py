"""Files read in processes, so that one that cannot be survived takes no other with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing

from hyperdigest.errors import WorkerEndedError
from hyperdigest.read.names import printable
from hyperdigest.read.paths import Skipped, Source
from hyperdigest.read.sources import Nameless, read_one
from hyperdigest.system.processes import portioned, shared_out, worth_it

DEADLY = "ended the process that read it, perhaps for want of memory: split it into parts"

Found = list[Nameless | Skipped]


def read_apart(files: Sequence[Source], jobs: int | None) -> Generator[Nameless | Skipped]:
    """What each file of one document gives, in order; one that ends its process is skipped."""
    jobs = worth_it(jobs, sum(map(_size, files)))
    portions = deque(portioned(files, _size))
    while portions:
        try:
            with closing(shared_out(_read, tuple(portions), jobs)) as results:
                for found in results:
                    portions.popleft()
                    yield from found
        except WorkerEndedError:
            yield from _survivors(portions.popleft(), jobs)


def _survivors(portion: list[Source], jobs: int | None) -> Found:
    """What files give that may have ended a process: halved until those that do stand alone."""
    try:
        return [item for found in shared_out(_read, [portion], jobs) for item in found]
    except WorkerEndedError:
        if len(portion) == 1:
            return [Skipped(printable(str(portion[0].path)), DEADLY)]
        middle = len(portion) // 2
        return _survivors(portion[:middle], jobs) + _survivors(portion[middle:], jobs)


def _read(portion: list[Source]) -> Found:
    return [read_one(source) for source in portion]


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except (OSError, ValueError):
        return 0
