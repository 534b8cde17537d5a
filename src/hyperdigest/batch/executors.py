"""Executors of a batch: processes of this machine, or of a Dask or Ray cluster, through joblib.

The library of a backend is imported when its executor is opened.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from multiprocessing.resource_tracker import ensure_running
from typing import Any

from hyperdigest.base.parallel import BACKENDS, by_joblib, end_processes, loky_options
from hyperdigest.batch.tasks import TaskGroup
from hyperdigest.batch.worker import Outcome, forget, work
from hyperdigest.errors import HyperdigestError, OptionError, not_installed, reason_of

SCHEDULER_TIMEOUT = 30
"""Seconds that a scheduler may take to answer."""

SILENCED_LOGGERS = ("distributed", "distributed.client")
"""They log lost connections and workers in many lines, and an error reports them in one."""

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
    distributed = _library("distributed", "dask")
    for name in SILENCED_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    from joblib import cpu_count
    from joblib._dask import DaskDistributedBackend

    if address:
        try:
            client = distributed.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise HyperdigestError(
                f"no Dask scheduler answers at {address}: start one, or give another --address"
            ) from error
        backend, at_once = {"client": client}, workers or "2 * n_jobs"
        with client:
            yield _executor(DaskDistributedBackend, backend, -1, at_once, distributed.KilledWorker)
            client.run(forget)
        return
    workers = workers or cpu_count()
    how = {"dashboard_address": None, "silence_logs": logging.ERROR}
    with _interrupts_deferred():
        cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, **how)
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        backend, at_once = {"client": client}, _groups_at_once(workers)
        yield _executor(DaskDistributedBackend, backend, -1, at_once, distributed.KilledWorker)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, and block it in all processes that the block starts.

    Processes inherit blocked signals. Those of the cluster, including later replacements, are
    started by threads that inherit them too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []
    ensure_running()  # if it is started within the block, it unblocks the signal
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


@contextmanager
def _ray_executor(workers: int | None, address: str | None) -> Iterator[Executor]:
    """The cluster at `address`, or one of `workers` processes, as an executor."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _library("ray", "ray")
    backend = _library("ray.util.joblib.ray_backend", "ray").RayBackend
    from joblib import cpu_count

    where: dict[str, Any] = {"address": address}
    if not address:
        where = {"num_cpus": max(2, workers or cpu_count()), "include_dashboard": False}
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **where)
    except (OSError, ValueError, RuntimeError) as error:
        raise HyperdigestError(
            f"cannot connect to a Ray cluster at {address or 'this machine'}: start one, give"
            " another --address, or set RAY_AUTH_MODE=token if it requires a token"
        ) from error
    try:
        cores = int(ray.cluster_resources().get("CPU", 0))
        needed = max(2, workers or 2)
        if cores < needed:
            raise OptionError(
                f"the Ray cluster has {cores} CPUs and {needed} are needed: give it more, or fewer"
                " --workers"
            )
        used = max(2, workers or cores)
        arguments, at_once = {"ray_remote_args": {"num_cpus": 1}}, _groups_at_once(workers or used)
        yield _executor(backend, arguments, used, at_once, ray.exceptions.RayActorError)
    finally:
        ray.shutdown()


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


def _library(name: str, extra: str) -> Any:
    """The module `name` of an extra. Raises HyperdigestError if it is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise HyperdigestError(not_installed(f"the backend {extra}", name, extra)) from error
