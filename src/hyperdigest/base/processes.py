"""Parallel processes: a map over items by joblib, and what a child process does for its parent."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from hyperdigest.errors import WorkerEndedError

BACKENDS = "loky", "dask", "ray"
"""The processes of this machine, and of two kinds of clusters, by name."""

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 1 << 18
"""Bytes of text that are worth being sent to another process."""

LEAST_WORK = 1 << 21
"""Bytes of text that take longer to read and split than processes take to start."""

PARENT_CHECK = 0.2
"""Seconds between two checks of a child process whether its parent is still there."""

MOST_WRITTEN = 64 << 30
"""Bytes that a child process may write to one file."""


def parallel_map(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None, *, ordered: bool = True
) -> Generator[Result]:
    """`work` of each item, by `jobs` processes of one thread each; for one job, by this process.

    Items are taken as they are needed, a few for each process, and results come in the order of
    the items unless they are not `ordered`. `work` is a function that a fresh interpreter can
    import, and None jobs are one a core. The processes wait for more work afterwards; where the
    iterator is closed before its end, or interrupted, they are ended. Raises a WorkerEndedError
    where a process was killed, as happens when memory is short; the others are ended too.
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

    `how` says which backend and how many processes, as `joblib.parallel_config` takes it. Where the
    iterator is closed before its end, or interrupted, no more calls are made. Raises a
    WorkerEndedError where a process was killed, for which the backend raises `lost`.
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
    """What loky is told of its processes: one thread each, and to end when this one does."""
    return {"inner_max_num_threads": 1, "initializer": end_with_parent, "initargs": (os.getpid(),)}


def jobs_for_size(jobs: int | None, size: int) -> int | None:
    """`jobs` where there are so many bytes of text to work on that processes pay, else 1."""
    return jobs if size >= LEAST_WORK else 1


def chunks_by_size(items: Iterable[Item], size: Callable[[Item], int]) -> Iterator[list[Item]]:
    """Runs of items whose sizes add up to `CHUNK` at most; one that is larger stands alone."""
    chunk: list[Item] = []
    total = 0
    for item in items:
        total += size(item)
        if chunk and total > CHUNK:
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
    """Processes started in the block ignore Ctrl-C: the one that started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def limit_this_process(memory: int, seconds: float) -> None:
    """Bound this process: bytes of address space and seconds of processor, 0 for no bound."""
    if sys.platform == "win32":
        return
    import resource

    whole = int(seconds) + 1
    wanted = [(resource.RLIMIT_CORE, 0, 0), (resource.RLIMIT_FSIZE, MOST_WRITTEN, MOST_WRITTEN)]
    if memory:
        wanted.append((resource.RLIMIT_AS, memory, memory))
    if seconds:
        wanted.append((resource.RLIMIT_CPU, whole, whole + 5))
    for kind, soft, hard in wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))


def json_writer() -> Callable[[Any], None]:
    """Writes values to standard output as lines of JSON; what others print goes to standard error.
    The parent reads nothing but these lines, whatever libraries print."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def write(value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
        left = memoryview(line + b"\n")
        while left:
            left = left[out.write(left) :]  # a pipe may take less at a time

    return write


def end_with_parent(parent: int | None = None) -> None:
    """End this process, and its group if it leads one, soon after its parent has ended. `parent` is
    the id of the process that started this one; None takes the present parent."""
    parent = os.getppid() if parent is None else parent

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK)
        if sys.platform != "win32" and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
