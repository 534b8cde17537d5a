"""Work in threads, as much of it at a time as there are processors."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

from hyperdigest.progress import Progress
from hyperdigest.topics.compiling import compiling_told

SECONDS_BETWEEN_REPORTS = 0.1


def in_threads(
    tasks: Sequence[Callable[[Event], None]],
    done: Callable[[], int],
    total: int,
    progress: Progress,
) -> None:
    """Run all tasks, telling `progress` how many of `total` sweeps are `done`.

    A task ends early where its event is set. Interrupted, all do, and nobody waits for them: they
    may be compiling.
    """
    stop = Event()
    pool = ThreadPoolExecutor(min(len(tasks), os.cpu_count() or 1))
    try:
        with compiling_told(progress):
            running = {pool.submit(task, stop) for task in tasks}
            while running:
                finished, running = wait(running, timeout=SECONDS_BETWEEN_REPORTS)
                for future in finished:
                    future.result()
                progress("topics", done(), total)
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
