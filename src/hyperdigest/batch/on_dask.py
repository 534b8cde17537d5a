"""A Dask cluster, one that runs or one of processes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hyperdigest.batch.crews import Crew, apart, crew, handed_out, library
from hyperdigest.batch.work import forget
from hyperdigest.errors import HyperdigestError

PATIENCE = 30
"""Seconds that a scheduler may take to answer."""


@contextmanager
def dask_crew(workers: int | None, address: str | None) -> Iterator[Crew]:
    """The cluster at `address`, or one of `workers` processes, as a crew."""
    distributed = library("distributed", "dask")
    from joblib import cpu_count
    from joblib._dask import DaskDistributedBackend

    if address:
        with _client(distributed, address) as client:
            backend = apart(DaskDistributedBackend)(client=client)
            yield crew(backend, -1, workers or "2 * n_jobs", distributed.KilledWorker)
            client.run(forget)
        return
    workers = workers or cpu_count()
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
