"""A Ray cluster, one that runs or one of processes on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hyperdigest.batch.crews import Crew, apart, crew, handed_out, library
from hyperdigest.errors import HyperdigestError, OptionError


@contextmanager
def ray_crew(workers: int | None, address: str | None) -> Iterator[Crew]:
    """The cluster at `address`, or one of `workers` processes, as a crew; it tells nobody of it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = library("ray", "ray")
    backend = library("ray.util.joblib.ray_backend", "ray").RayBackend
    from joblib import cpu_count

    _connect(ray, address, max(2, workers or cpu_count()))
    try:
        cores = int(ray.cluster_resources().get("CPU", 0))
        taken = _taken(workers, cores)
        actors = apart(backend)(ray_remote_args={"num_cpus": 1})
        yield crew(actors, taken, handed_out(workers or taken), ray.exceptions.RayActorError)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str | None, cores: int) -> None:
    where = {"address": address} if address else {"num_cpus": cores, "include_dashboard": False}
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **where)
    except (OSError, ValueError, RuntimeError) as error:
        raise HyperdigestError(
            f"no Ray cluster lets us in at {address or 'this machine'}: start one, give another"
            " --address, or set RAY_AUTH_MODE=token where it asks for its token"
        ) from error


def _taken(workers: int | None, cores: int) -> int:
    """How many processes of a cluster are taken."""
    wanted = max(2, workers or 2)
    if cores < wanted:
        raise OptionError(
            f"the Ray cluster has {cores} CPUs and {wanted} are needed: give it more, or fewer"
            " --workers"
        )
    return max(2, workers or cores)
