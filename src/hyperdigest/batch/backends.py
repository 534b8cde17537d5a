"""The backends of a batch by name; the executor of one is imported when it is opened."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from hyperdigest.errors import OptionError

if TYPE_CHECKING:
    from hyperdigest.batch.executors import Executor

BACKENDS = "loky", "dask", "ray"


def open_executor(
    backend: str, workers: int | None = None, address: str | None = None
) -> AbstractContextManager[Executor]:
    """The executor of a backend, whose processes end with the block.

    Raises an OptionError where the backend is unknown, or has no address. Raises a HyperdigestError
    where its library is missing, or the cluster does not answer.

    Parameters
    ----------
    backend : one of `BACKENDS`.
    workers : most groups of tasks at work at a time; None takes every core, or all of the cluster.
    address : of the cluster; None starts one of `workers` processes on this machine.
    """
    if backend not in BACKENDS:
        raise OptionError(f"backend is {backend!r}: choose one of {', '.join(BACKENDS)}")
    from hyperdigest.batch import executors

    if backend == "loky":
        if address:
            raise OptionError(
                f"{address} is the address of a cluster: choose dask or ray as backend"
            )
        return executors.loky_executor(workers)
    of_cluster = executors.dask_executor if backend == "dask" else executors.ray_executor
    return of_cluster(workers, address)
