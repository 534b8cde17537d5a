"""The parts of a split collection, open in the processes of a Dask or Ray cluster.

Each process opens its parts once, and keeps them open for all questions that are asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

from hyperdigest.base.versions import code_hash
from hyperdigest.batch.clusters import dask_client, ray_cluster
from hyperdigest.batch.worker import check_code
from hyperdigest.errors import HyperdigestError, OptionError, reason_of
from hyperdigest.saved import SavedModel
from hyperdigest.store.parts.part import Part
from hyperdigest.store.parts.record import is_split, parts_in

CLUSTERS = "dask", "ray"
"""The backends whose processes can have parts."""


@contextmanager
def on_cluster(
    folder: str | Path,
    backend: str,
    workers: int | None = None,
    address: str | None = None,
) -> Iterator[SavedModel]:
    """The split collection in a folder, whose parts are open in a cluster within the block.

    Parameters
    ----------
    folder : that all machines have at this place.
    backend : ``dask`` or ``ray``.
    workers : the number of processes; None for one per core, or all of the cluster.
    address : of a running cluster; None to start one of processes on this machine.

    Raises
    ------
    OptionError
        if the backend is unknown, or the folder has no part.
    StoreError
        if parts are missing, or a process cannot open one.
    HyperdigestError
        if the library of the backend is missing, or the cluster does not answer.
    """
    if backend not in CLUSTERS:
        raise OptionError(f"backend is {backend!r}: choose one of {', '.join(CLUSTERS)}")
    if not is_split(Path(folder)):
        raise OptionError(
            f"{folder} is no folder of parts, which a cluster needs: make one with `hyperdigest"
            " split`"
        )
    paths = [path.absolute() for path in parts_in(Path(folder))]
    with (_on_dask if backend == "dask" else _on_ray)(paths, workers, address) as parts:
        yield SavedModel(folder, parts)


class WorkerPart(Part):
    """A part that a process of a cluster has open, which must have the same code."""

    def __init__(self, path: Path, code: str) -> None:
        check_code(code)
        super().__init__(path)


class Elsewhere:
    """A part in another process.

    Parameters
    ----------
    begin : begins to call a method, given by its name with arguments.
    end : the result of what is begun.
    """

    def __init__(self, begin: Callable[..., Any], end: Callable[[Any], Any]) -> None:
        self._begin, self._end = begin, end

    def call(self, method: str, *arguments: Any) -> Begun:
        """Begin to call a method of the part."""
        return Begun(self._begin(method, *arguments), self._end)


class Begun:
    """The call of a method in another process."""

    def __init__(self, begun: Any, end: Callable[[Any], Any]) -> None:
        self._begun, self._end = begun, end

    def result(self) -> Any:
        """The result, when it is there."""
        return _known_errors(self._end, self._begun)


def _known_errors(end: Callable[[Any], Any], begun: Any) -> Any:
    """The result of what is begun. Raises HyperdigestError if the process fails."""
    try:
        return end(begun)
    except Exception as error:
        cause = getattr(error, "cause", error)
        if isinstance(cause, HyperdigestError):
            raise cause from None
        raise HyperdigestError(
            f"a process with a part failed ({reason_of(error)}): ask again"
        ) from error


@contextmanager
def _on_dask(
    paths: Sequence[Path], workers: int | None, address: str | None
) -> Iterator[list[Elsewhere]]:
    with dask_client(workers, address) as client, client.as_current():
        processes = list(client.scheduler_info(n_workers=-1)["workers"])[:workers]
        if not processes:
            raise HyperdigestError(f"the Dask cluster at {address} has no worker: start one")
        begun = [
            client.submit(WorkerPart, path, code_hash(), actor=True, workers=[place], pure=False)
            for path, place in zip(paths, cycle(processes), strict=False)
        ]
        actors = [_known_errors(lambda future: future.result(), each) for each in begun]
        yield [_of_actor(actor) for actor in actors]


def _of_actor(actor: Any) -> Elsewhere:
    def begin(method: str, *arguments: Any) -> Any:
        return getattr(actor, method)(*arguments)

    return Elsewhere(begin, lambda future: future.result())


@contextmanager
def _on_ray(
    paths: Sequence[Path], workers: int | None, address: str | None
) -> Iterator[list[Elsewhere]]:
    with ray_cluster(workers, address):
        import ray

        kind = ray.remote(WorkerPart).options(num_cpus=0, scheduling_strategy="SPREAD")
        actors = [kind.remote(path, code_hash()) for path in paths]
        yield [_of_ray_actor(actor, ray.get) for actor in actors]


def _of_ray_actor(actor: Any, get: Callable[[Any], Any]) -> Elsewhere:
    def begin(method: str, *arguments: Any) -> Any:
        return getattr(actor, method).remote(*arguments)

    return Elsewhere(begin, get)
