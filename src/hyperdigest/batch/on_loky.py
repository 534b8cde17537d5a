"""Processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hyperdigest.batch.crews import Crew, apart, crew, handed_out
from hyperdigest.processes import end_processes, end_with


@contextmanager
def loky_crew(workers: int | None) -> Iterator[Crew]:
    """So many processes, one a core by default, that end with this one."""
    from joblib import cpu_count
    from joblib._parallel_backends import LokyBackend
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    workers = workers or cpu_count()
    backend = apart(LokyBackend)(
        inner_max_num_threads=1, initializer=end_with, initargs=(os.getpid(),)
    )
    try:
        yield crew(backend, workers, handed_out(workers), TerminatedWorkerError)
    finally:
        end_processes()
