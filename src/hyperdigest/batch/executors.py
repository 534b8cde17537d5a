"""Executors of a batch: processes of this machine, or of a Dask or Ray cluster, through joblib.

The library of a backend is imported when its executor is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from hyperdigest.base.parallel import BACKENDS, by_joblib, end_processes, loky_options
from hyperdigest.batch.clusters import dask_client, ray_cluster
from hyperdigest.batch.tasks import TaskGroup
from hyperdigest.batch.worker import Outcome, forget, work
from hyperdigest.errors import HyperdigestError, OptionError, reason_of

Outcomes = dict[str, Outcome]

Executor = Callable[[Iterable[tuple[int, TaskGroup]]], Generator[tuple[int, Outcomes]]]
"""Does numbered groups of tasks, and yields the number and the outcomes of each group."""


def open_executor(
    backend: str, workers: int | None, address: str | None
) -> AbstractContextManager[Executor]:
    """The executor of a backend, whose processes end with the block.

    Parameters
    ----------
    backend : one of `BACKENDS`.
    workers : the number of processes; None for one per core, or all of the cluster.
    address : of the cluster; None to start one of `workers` processes on this machine.

    Raises
    ------
    OptionError
        if the backend is unknown, or takes no address.
    HyperdigestError
        if its library is missing, or the cluster does not answer.
    """
    if backend not in BACKENDS:
        raise OptionError(f"backend is {backend!r}: choose one of {', '.join(BACKENDS)}")
    if backend != "loky":
        return (_dask_executor if backend == "dask" else _ray_executor)(workers, address)
    if address:
        raise OptionError(
            f"address is {address!r}, but the backend loky has no cluster: choose dask or ray"
        )
    return _loky_executor(workers)


@contextmanager
def _loky_executor(workers: int | None) -> Iterator[Executor]:
    """Processes of this machine, one per core by default, as an executor."""
    from joblib import cpu_count
    from joblib._parallel_backends import LokyBackend
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    workers = workers or cpu_count()
    at_once = _groups_at_once(workers)
    try:
        yield _executor(LokyBackend, loky_options(), workers, at_once, TerminatedWorkerError)
    finally:
        end_processes()


@contextmanager
def _dask_executor(workers: int | None, address: str | None) -> Iterator[Executor]:
    """The cluster at `address`, or one of `workers` processes, as an executor."""
    with dask_client(workers, address) as client:
        from distributed import KilledWorker
        from joblib import cpu_count
        from joblib._dask import DaskDistributedBackend

        if address:
            at_once: int | str = workers or "2 * n_jobs"
        else:
            at_once = _groups_at_once(workers or cpu_count())
        yield _executor(DaskDistributedBackend, {"client": client}, -1, at_once, KilledWorker)
        if address:
            client.run(forget)


@contextmanager
def _ray_executor(workers: int | None, address: str | None) -> Iterator[Executor]:
    """The cluster at `address`, or one of `workers` processes, as an executor."""
    with ray_cluster(workers, address) as used:
        from ray.exceptions import RayActorError
        from ray.util.joblib.ray_backend import RayBackend

        arguments, at_once = {"ray_remote_args": {"num_cpus": 1}}, _groups_at_once(workers or used)
        yield _executor(RayBackend, arguments, used, at_once, RayActorError)


def _executor(
    backend: Any,
    arguments: Mapping[str, Any],
    workers: int,
    at_once: int | str,
    lost: type[Exception],
) -> Executor:
    """The executor of a backend of joblib.

    It never works in this process, where a crash would end the batch.

    Parameters
    ----------
    backend : the class of the backend, made with `arguments`.
    at_once : the most groups that are sent to workers before their results come back.
    lost : the exception that joblib raises if a worker is lost.
    """
    from joblib import delayed

    class OutOfProcess(backend):  # type: ignore[misc]
        supports_return_generator = True

        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

    how = {"backend": OutOfProcess(**arguments), "n_jobs": workers}

    def do(groups: Iterable[tuple[int, TaskGroup]]) -> Generator[tuple[int, Outcomes]]:
        calls = (delayed(_numbered)(number, group) for number, group in groups)
        try:
            yield from by_joblib(calls, how, lost=lost, ordered=False, at_once=at_once)
        except HyperdigestError:
            raise
        except Exception as error:
            raise HyperdigestError(f"the workers failed ({reason_of(error)})") from error

    return do


def _numbered(number: int, group: TaskGroup) -> tuple[int, Outcomes]:
    return number, work(group)


def _groups_at_once(workers: int) -> int:
    """How many groups are sent at a time, so that no worker waits for the next one."""
    return 1 if workers == 1 else 2 * workers
