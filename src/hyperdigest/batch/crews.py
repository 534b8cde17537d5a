"""Who does the work, whatever the backend: all through joblib."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from typing import Any

from hyperdigest.batch.units import Unit
from hyperdigest.batch.work import Outcome, work
from hyperdigest.errors import HyperdigestError
from hyperdigest.system.missing import not_installed
from hyperdigest.system.processes import by_joblib

Outcomes = dict[str, Outcome]
Crew = Callable[[Iterable[tuple[int, Unit]]], Generator[tuple[int, Outcomes]]]
"""Does numbered units, and gives the number and the outcomes of each as it is done."""


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
        raise HyperdigestError(not_installed(f"the backend {extra}", name, extra)) from error


def _numbered(number: int, unit: Unit) -> tuple[int, Outcomes]:
    return number, work(unit)
