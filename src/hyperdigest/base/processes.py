"""Work shared out among processes, by joblib.

A process that works for another: what it may use, and that it ends with its master.

What to say where a library that an extra brings is not there.
"""

from __future__ import annotations

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

Item = TypeVar("Item")
Result = TypeVar("Result")

PORTION = 1 << 18
"""Bytes of text that are worth being sent to another process."""

WORTH = 1 << 21
"""Bytes of text that take longer to read and split than processes take to start."""

WATCH = 0.2
"""Seconds between two looks of a process at whether the one it works for is still there."""


def shared_out(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None, *, ordered: bool = True
) -> Generator[Result]:
    """`work` of each item, by `jobs` processes of one thread each; for one job, by this process.

    Items are taken as they are needed, a few for each process. The processes wait for more work
    afterwards; where the iterator is closed before its end, or interrupted, they are ended.

    Parameters
    ----------
    work : a function that a fresh interpreter can import.
    jobs : None for one a core.
    ordered : whether results come in the order of the items, or as they are done.

    Raises
    ------
    WorkerEndedError
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
    """The results of delayed calls, made by a backend of joblib.

    Where the iterator is closed before its end, or interrupted, no more calls are made.

    Parameters
    ----------
    how : the backend and how many processes, as `joblib.parallel_config` takes them.
    lost : what is raised by the backend where a process is killed.
    ordered : whether results come in the order of the calls, or as they are done.
    at_once : how many calls are handed out at a time.

    Raises
    ------
    WorkerEndedError
        where a process was killed.
    """
    from joblib import Parallel, parallel_config

    order = "generator" if ordered else "generator_unordered"
    with parallel_config(**how), _interruptions_for_us_alone():
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
    return {"inner_max_num_threads": 1, "initializer": _end_with, "initargs": (os.getpid(),)}


def worth_it(jobs: int | None, size: int) -> int | None:
    """`jobs` where there are so many bytes of text to work on that processes pay, else 1."""
    return jobs if size >= WORTH else 1


def portioned(items: Iterable[Item], size: Callable[[Item], int]) -> Iterator[list[Item]]:
    """Runs of items whose sizes add up to `PORTION` at most; one that is larger stands alone."""
    portion: list[Item] = []
    total = 0
    for item in items:
        total += size(item)
        if portion and total > PORTION:
            yield portion
            portion, total = [], size(item)
        portion.append(item)
    if portion:
        yield portion


def end_processes() -> None:
    """End the processes that wait for more work, if there are any."""
    loky = sys.modules.get("joblib.externals.loky.reusable_executor")
    executor = loky._executor if loky else None
    if executor is not None:
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _interruptions_for_us_alone() -> Iterator[None]:
    """Let processes that are started now be deaf to Ctrl-C: who started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_with(owner: int) -> None:
    """End this process, whatever it is doing, soon after its parent `owner` is gone."""

    def watch() -> None:
        while os.getppid() == owner:
            time.sleep(WATCH)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


MOST_WRITTEN = 64 << 30
"""Bytes of a file that such a process writes."""


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


def end_with_parent() -> None:
    """End this process and its group, whatever it is doing, soon after its parent is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        end_group()

    threading.Thread(target=watch, daemon=True).start()


def end_group() -> None:
    """End this process, and those it started where it leads their group."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def not_installed(what: str, library: str, extra: str) -> str:
    """Why `what` cannot be done without a library, and the extra that brings it."""
    return (
        f"{what} needs the library {library}, which is not installed:"
        f' pip install "hyperdigest[{extra}]"'
    )


def missing(error: ImportError, extra: str) -> ImportError:
    """The error to raise for `error` where an adapter's library is not there."""
    told = not_installed(f"hyperdigest for {extra}", error.name or str(error), extra)
    return ImportError(told, name=error.name, path=error.path)
