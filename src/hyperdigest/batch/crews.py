"""Who does the work: processes of this machine, or a Dask or Ray cluster, all through joblib."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any

from hyperdigest.batch.backends import BACKENDS
from hyperdigest.batch.units import Unit
from hyperdigest.batch.work import Outcome, work
from hyperdigest.errors import HyperdigestError, OptionError
from hyperdigest.processes import by_joblib

Outcomes = dict[str, Outcome]
Crew = Callable[[Iterable[tuple[int, Unit]]], Generator[tuple[int, Outcomes]]]
"""Does numbered units, and gives the number and the outcomes of each as it is done."""


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
        from hyperdigest.batch.on_dask import dask_crew

        return dask_crew(workers, address)
    if backend == "ray":
        from hyperdigest.batch.on_ray import ray_crew

        return ray_crew(workers, address)
    from hyperdigest.batch.on_loky import loky_crew

    if address:
        raise OptionError(f"{address} is the address of a cluster: choose dask or ray as backend")
    return loky_crew(workers)


def apart(backend: Any) -> Any:
    """A backend of joblib that never works in this process, where a crash would end the batch."""

    class Apart(backend):  # type: ignore[misc]
        supports_return_generator = True

        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

    return Apart


def crew(backend: Any, workers: int, at_once: int | str, lost: type[Exception]) -> Crew:
    """The crew that a backend of joblib is.

    Parameters
    ----------
    at_once : most units that are handed out at a time.
    lost : what joblib raises where a worker is lost.
    """
    from joblib import delayed

    def do(units: Iterable[tuple[int, Unit]]) -> Generator[tuple[int, Outcomes]]:
        calls = (delayed(_numbered)(number, unit) for number, unit in units)
        how = {"backend": backend, "n_jobs": workers}
        try:
            yield from by_joblib(calls, how, lost=lost, ordered=False, at_once=at_once)
        except HyperdigestError:
            raise
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise HyperdigestError(f"the workers cannot go on ({reason})") from error

    return do


def handed_out(workers: int) -> int:
    """How many units are handed out at a time, so that no worker waits for the next one."""
    return 1 if workers == 1 else 2 * workers


def library(name: str, extra: str) -> Any:
    """The module `name`, which an extra brings.

    Raises
    ------
    HyperdigestError
        where it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise HyperdigestError(
            f"the backend {extra} needs the library {name}, which is not installed:"
            f' pip install "hyperdigest[{extra}]"'
        ) from error


def _numbered(number: int, unit: Unit) -> tuple[int, Outcomes]:
    return number, work(unit)
