"""A Dask cluster, one that runs or one of processes on this machine."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running
from typing import Any

from hyperdigest.batch.crews import Crew, apart, crew, handed_out, library
from hyperdigest.batch.work import forget
from hyperdigest.errors import HyperdigestError

PATIENCE = 30
"""Seconds that a scheduler may take to answer."""

NOISY = ("distributed", "distributed.client")
"""Loggers that tell of lost connections and workers in many lines; an error tells of it in one."""


@contextmanager
def dask_crew(workers: int | None, address: str | None) -> Iterator[Crew]:
    """The cluster at `address`, or one of `workers` processes, as a crew."""
    distributed = library("distributed", "dask")
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    from joblib import cpu_count
    from joblib._dask import DaskDistributedBackend

    if address:
        with _client(distributed, address) as client:
            backend = apart(DaskDistributedBackend)(client=client)
            yield crew(backend, -1, workers or "2 * n_jobs", distributed.KilledWorker)
            client.run(forget)
        return
    workers = workers or cpu_count()
    with _interruptions_afterwards():
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.ERROR,
        )
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        backend = apart(DaskDistributedBackend)(client=client)
        yield crew(backend, -1, handed_out(workers), distributed.KilledWorker)


def _client(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise HyperdigestError(
            f"no Dask scheduler answers at {address}: start one, or give another --address"
        ) from error


@contextmanager
def _interruptions_afterwards() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block, and what is started in it be deaf to it.

    Processes inherit a signal that is blocked; those of the cluster are started by threads that
    inherit it too, the ones that take the place of others as well.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    ensure_running()  # of its own accord it would unblock the signal
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt
