"""The kinds of processes that a batch can run on: of this machine, or of a Dask or Ray cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from hyperdigest.errors import OptionError

if TYPE_CHECKING:
    from hyperdigest.batch.executors import Crew

BACKENDS = "loky", "dask", "ray"


def open_crew(
    backend: str, workers: int | None = None, address: str | None = None
) -> AbstractContextManager[Crew]:
    """Processes that work for us while the block lasts.

    Parameters
    ----------
    backend : one of `BACKENDS`.
    workers : most units at work at a time; None takes every core, or all of the cluster.
    address : of the cluster; None starts one of `workers` processes on this machine.

    Raises
    ------
    OptionError
        where the backend is unknown, or has no address.
    HyperdigestError
        where its library is missing, or the cluster does not answer.
    """
    if backend not in BACKENDS:
        raise OptionError(f"backend is {backend!r}: choose one of {', '.join(BACKENDS)}")
    if backend == "dask":
        from hyperdigest.batch.executors import dask_crew

        return dask_crew(workers, address)
    if backend == "ray":
        from hyperdigest.batch.executors import ray_crew

        return ray_crew(workers, address)
    from hyperdigest.batch.executors import loky_crew

    if address:
        raise OptionError(f"{address} is the address of a cluster: choose dask or ray as backend")
    return loky_crew(workers)
