"""Parallel processes: a map over items by joblib, for long work on trusted data.

The processes exchange objects of Python, such as arrays, which isolated processes
(`hyperdigest.base.isolation`) must not; they have no limits of memory and time.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from hyperdigest.base.child import end_with_parent
from hyperdigest.errors import WorkerEndedError

BACKENDS = "loky", "dask", "ray"
"""The processes of this machine, and of two kinds of clusters, by name."""

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 1 << 18
"""Bytes of text that are sent to another process at a time."""

LEAST_WORK = 1 << 21
"""Bytes of text that take longer to read and split than processes take to start."""


def parallel_map(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None, *, ordered: bool = True
) -> Generator[Result]:
    """`work` of each item, by `jobs` processes of one thread each; for one job, by this process.

    Items are taken as they are needed, a few for each process, and results come in the order of
    the items unless they are not `ordered`. `work` is a function that a fresh interpreter can
    import, and None jobs are one a core. The processes wait for more work afterwards; if the
    iterator is closed before its end, or interrupted, they are ended. Raises a WorkerEndedError
    if a process was killed, as happens when memory is short; the others are ended too.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    from joblib import delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    calls = map(delayed(work), items)
    how = {"backend": "loky", "n_jobs": jobs or -1, **loky_options()}
    try:
        yield from by_joblib(calls, how, lost=TerminatedWorkerError, ordered=ordered)
    except (GeneratorExit, KeyboardInterrupt):
        end_processes()
        raise


def by_joblib(
    calls: Iterable[Any],
    how: Mapping[str, Any],
    *,
    lost: type[Exception],
    ordered: bool,
    at_once: int | str = "2 * n_jobs",
) -> Generator[Any]:
    """The results of delayed calls, made by a backend of joblib, `at_once` handed out at a time.

    `how` names the backend and the number of processes, as `joblib.parallel_config` takes them. If
    the iterator is closed before its end, or interrupted, no more calls are made. Raises a
    WorkerEndedError if a process was killed, for which the backend raises `lost`.
    """
    from joblib import Parallel, parallel_config

    order = "generator" if ordered else "generator_unordered"
    with parallel_config(**how), _children_ignore_interrupts():
        results = Parallel(return_as=order, batch_size=1, pre_dispatch=at_once)(calls)
    try:
        for result in results:  # noqa: UP028 (it would be closed before its warning is silenced)
            yield result
    except lost as error:
        raise WorkerEndedError(
            "a process was ended from outside, perhaps for want of memory: run again with fewer"
            " processes (--jobs, --workers of a batch)"
        ) from error
    except (GeneratorExit, KeyboardInterrupt):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.close()
        raise


def loky_options() -> dict[str, Any]:
    """Options of loky: processes of one thread each, which end with this one."""
    return {"inner_max_num_threads": 1, "initializer": end_with_parent, "initargs": (os.getpid(),)}


def jobs_for_size(jobs: int | None, size: int) -> int | None:
    """`jobs` if `size` bytes of text are at least `LEAST_WORK`, else 1."""
    return jobs if size >= LEAST_WORK else 1


def chunks_by_size(
    items: Iterable[Item], size: Callable[[Item], int], times: int
) -> Iterator[list[Item]]:
    """Lists of successive items with a total size of at most so many `times` `CHUNK`, or of one
    larger item."""
    chunk: list[Item] = []
    total = 0
    for item in items:
        total += size(item)
        if chunk and total > times * CHUNK:
            yield chunk
            chunk, total = [], size(item)
        chunk.append(item)
    if chunk:
        yield chunk


def end_processes() -> None:
    """End the processes that wait for more work, if there are any."""
    loky = sys.modules.get("joblib.externals.loky.reusable_executor")
    executor = loky._executor if loky else None
    if executor is not None:
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _children_ignore_interrupts() -> Iterator[None]:
    """Processes that are started in the block ignore Ctrl-C, because this process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
