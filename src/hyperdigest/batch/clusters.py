"""Clusters of Dask or Ray: one that runs, or one of processes of this machine.

Their libraries are imported when one is opened.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.resource_tracker import ensure_running
from typing import Any

from hyperdigest.errors import HyperdigestError, OptionError, not_installed

SCHEDULER_TIMEOUT = 30
"""Seconds that a scheduler may take to answer."""

SILENCED_LOGGERS = ("distributed", "distributed.client")
"""They log lost connections and workers in many lines, and an error reports them in one."""


@contextmanager
def dask_client(workers: int | None, address: str | None) -> Iterator[Any]:
    """The client of the cluster at `address`, or of one of `workers` processes.

    Raises HyperdigestError if the library is missing, or no scheduler answers.
    """
    distributed = _library("distributed", "dask")
    for name in SILENCED_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address:
        try:
            client = distributed.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise HyperdigestError(
                f"no Dask scheduler answers at {address}: start one, or give another --address"
            ) from error
        with client:
            yield client
        return
    from joblib import cpu_count

    how = {"dashboard_address": None, "silence_logs": logging.ERROR, "threads_per_worker": 1}
    with _interrupts_deferred():
        cluster = distributed.LocalCluster(n_workers=workers or cpu_count(), **how)
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        yield client


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
def ray_cluster(workers: int | None, address: str | None) -> Iterator[int]:
    """Connect to the cluster at `address`, or to one of `workers` processes; the number of workers
    to use.

    Raises HyperdigestError if the library is missing, or the cluster cannot be reached, and
    OptionError if it has too few CPUs.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _library("ray", "ray")
    _library("ray.util.joblib.ray_backend", "ray")
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
        yield max(2, workers or cores)
    finally:
        ray.shutdown()


def _library(name: str, extra: str) -> Any:
    """The module `name` of an extra. Raises HyperdigestError if it is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise HyperdigestError(not_installed(f"the backend {extra}", name, extra)) from error
