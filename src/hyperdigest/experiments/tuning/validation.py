"""Search a space on the clusters of a bench."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hyperdigest.evaluation.tasks import TaskSet
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.results import headline_sets
from hyperdigest.experiments.scoring import SU4
from hyperdigest.experiments.tuning.search import (
    Floats,
    Found,
    Scored,
    search_grid,
    search_in_turns,
)
from hyperdigest.experiments.tuning.space import Point, Space


def search(space: Space, bench: Bench, full_grid: bool) -> tuple[Found, tuple[str, ...]]:
    """What maximizes ROUGE-SU4 on the headline sets of a bench, and warnings.

    Parameters
    ----------
    full_grid : try all points, not one axis after the other.
    """
    warnings: dict[str, None] = {}
    bench = replace(bench, sets=headline_sets(bench.sets))
    places = [(s.name, task) for s in bench.sets for task in s.tasks]
    clusters = sorted({(name, task.cluster) for name, task in places})
    number = {cluster: n for n, cluster in enumerate(clusters)}
    cluster_of = {(name, task.id): number[name, task.cluster] for name, task in places}

    def measure(points: Sequence[Point]) -> dict[Point, Floats]:
        entries = {point: space.entry(point) for point in points}
        results = bench.score(list(entries.values()))
        warnings.update(dict.fromkeys((*results.warnings, *results.failures)))
        sums = {}
        for point, entry in entries.items():
            sums[point] = np.zeros(len(clusters))
            for place, value in results.values(entry.label, SU4).items():
                sums[point][cluster_of[place]] += value
        return sums

    scored = Scored(measure, np.bincount(list(cluster_of.values())))
    found = (search_grid if full_grid else search_in_turns)(space, scored)
    return found, tuple(warnings)


def validation_part(bench: Bench, share: float, seed: int) -> Bench:
    """The bench with a share of its clusters, chosen at random; at least two remain."""
    sets = headline_sets(bench.sets)
    clusters = sorted({(s.name, task.cluster) for s in sets for task in s.tasks})
    count = max(min(2, len(clusters)), round(share * len(clusters)))
    rng = np.random.Generator(np.random.PCG64(seed))
    drawn = {clusters[n] for n in rng.permutation(len(clusters))[:count]}
    kept = (_kept(s, {name for of_set, name in drawn if of_set == s.name}) for s in sets)
    return replace(bench, sets=tuple(s for s in kept if s.tasks))


def _kept(task_set: TaskSet, clusters: set[str]) -> TaskSet:
    return replace(task_set, tasks=tuple(t for t in task_set.tasks if t.cluster in clusters))
