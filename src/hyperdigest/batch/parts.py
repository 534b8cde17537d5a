"""The parts of a split collection, open in the processes of a Dask or Ray cluster.

Each process opens its parts once, and keeps them open for all questions that are asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from hyperdigest.base.versions import code_hash
from hyperdigest.batch.clusters import dask_client, ray_cluster
from hyperdigest.batch.worker import check_code
from hyperdigest.errors import HyperdigestError, OptionError, reason_of
from hyperdigest.saved import SavedModel
from hyperdigest.store.parts.part import OpenParts
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


class WorkerParts(OpenParts):
    """Parts that a process of a cluster has open, which must have the same code."""

    def __init__(self, paths: Sequence[Path], code: str) -> None:
        check_code(code)
        super().__init__(paths)


class RemoteProcess:
    """The parts in another process.

    Parameters
    ----------
    count : how many it has.
    begin : begins to call their method ``call``.
    end : the result of what is begun.
    """

    def __init__(self, count: int, begin: Callable[..., Any], end: Callable[[Any], Any]) -> None:
        self.count, self._begin, self._end = count, begin, end

    def call(self, method: str, arguments: Mapping[int, Sequence[Any]]) -> RemoteCall:
        """Begin to call a method of some parts."""
        return RemoteCall(self._begin(method, arguments), self._end)


class RemoteCall:
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
) -> Iterator[list[RemoteProcess]]:
    with dask_client(workers, address) as client, client.as_current():
        places = list(client.scheduler_info(n_workers=-1)["workers"])[:workers]
        if not places:
            raise HyperdigestError(f"the Dask cluster at {address} has no worker: start one")
        groups = _groups(paths, len(places))
        how = {"actor": True, "pure": False}
        begun = [
            client.submit(WorkerParts, group, code_hash(), workers=[place], **how)
            for group, place in zip(groups, places, strict=False)
        ]
        actors = [_known_errors(_result, each) for each in begun]
        yield [
            RemoteProcess(len(group), actor.call, _result)
            for group, actor in zip(groups, actors, strict=True)
        ]


def _result(future: Any) -> Any:
    return future.result()


@contextmanager
def _on_ray(
    paths: Sequence[Path], workers: int | None, address: str | None
) -> Iterator[list[RemoteProcess]]:
    with ray_cluster(workers, address) as used:
        import ray

        kind = ray.remote(WorkerParts).options(num_cpus=1, scheduling_strategy="SPREAD")
        groups = _groups(paths, used)
        actors = [kind.remote(group, code_hash()) for group in groups]
        yield [
            RemoteProcess(len(group), _remote(actor), ray.get)
            for group, actor in zip(groups, actors, strict=True)
        ]


def _remote(actor: Any) -> Callable[..., Any]:
    """What begins to call the method ``call`` of an actor of Ray."""
    begin: Callable[..., Any] = actor.call.remote
    return begin


def _groups(paths: Sequence[Path], count: int) -> list[Sequence[Path]]:
    """The paths in at most so many groups of about the same number, in order."""
    count = min(count, len(paths))
    bounds = [len(paths) * number // count for number in range(count + 1)]
    return [paths[begin:end] for begin, end in pairwise(bounds)]
