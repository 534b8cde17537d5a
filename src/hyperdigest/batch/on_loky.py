"""Processes of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hyperdigest.batch.crews import Crew, apart, crew, handed_out
from hyperdigest.system.processes import end_processes, loky_options


@contextmanager
def loky_crew(workers: int | None) -> Iterator[Crew]:
    """So many processes, one a core by default, that end with this one."""
    from joblib import cpu_count
    from joblib._parallel_backends import LokyBackend
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    workers = workers or cpu_count()
    backend = apart(LokyBackend)(**loky_options())
    try:
        yield crew(backend, workers, handed_out(workers), TerminatedWorkerError)
    finally:
        end_processes()
