"""Search for the parameters of a system with the highest ROUGE-SU4, with cross-validation.

A `Space` is a system and the axes along which it varies. `search` scores its points with a runner,
with leave-one-out cross-validation over clusters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.experiments.results import headline_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import SU4
from hyperdigest.experiments.systems import Row, System, changed

Point = tuple[float, ...]
"""A value for each axis."""


@dataclass(frozen=True)
class Axis:
    """A parameter and the values to try.

    `path` leads to the parameter, e.g. ``selector.threshold``. `symbol` is its name in tables.
    `published` is the value in the paper, None if there is none.
    """

    path: str
    symbol: str
    values: tuple[float, ...]
    published: float | None = None


@dataclass(frozen=True)
class Space:
    """A system and the axes along which it varies; a search by axis begins at `start`."""

    label: str
    system: System
    axes: tuple[Axis, ...]
    start: Point

    def row(self, point: Point) -> Row:
        """The system at a point."""
        system: Any = self.system
        for axis, value in zip(self.axes, point, strict=True):
            system = changed(system, axis.path, value)
        return Row(f"{self.label} {self.where(point, '=')}", system)

    def where(self, point: Point, sign: str = " ") -> str:
        """The values at a point, each after the symbol of its axis."""
        pairs = zip(self.axes, point, strict=True)
        return ", ".join(f"{axis.symbol}{sign}{value:g}" for axis, value in pairs)

    @property
    def published(self) -> Point | None:
        """The point in the paper; None if there is none."""
        values = tuple(axis.published for axis in self.axes if axis.published is not None)
        return values if len(values) == len(self.axes) else None

    def grid(self) -> Iterator[Point]:
        """All points."""
        return product(*(axis.values for axis in self.axes))


def steps(low: float, high: float, step: float) -> tuple[float, ...]:
    """The numbers from `low` to `high`, both included, in steps of `step`."""
    count = round((high - low) / step)
    return tuple(round(low + n * step, 10) for n in range(count + 1))


def search(space: Space, runner: Runner, full_grid: bool) -> tuple[SearchResult, tuple[str, ...]]:
    """The point with the highest ROUGE-SU4 on the headline sets of a runner, and warnings.

    If `full_grid`, all points are tried, instead of one axis after the other.
    """
    warnings: dict[str, None] = {}
    runner = replace(runner, sets=headline_sets(runner.sets))
    clusters = sorted((s.name, cluster) for s in runner.sets for cluster in s.clusters)
    number = {cluster: n for n, cluster in enumerate(clusters)}
    cluster_of = {(s.name, t.id): number[s.name, t.cluster] for s in runner.sets for t in s.tasks}

    def measure(points: Sequence[Point]) -> dict[Point, Floats]:
        rows = {point: space.row(point) for point in points}
        results = runner.score(list(rows.values()))
        warnings.update(dict.fromkeys((*results.warnings, *results.failures)))
        sums = {}
        for point, row in rows.items():
            sums[point] = np.zeros(len(clusters))
            for place, value in results.values(row.label, SU4).items():
                sums[point][cluster_of[place]] += value
        return sums

    scores = PointScores(measure, np.bincount(list(cluster_of.values())))
    result = (search_grid if full_grid else search_by_axis)(space, scores)
    return result, tuple(warnings)


def validation_part(runner: Runner, share: float, seed: int) -> Runner:
    """The runner with a share of its clusters, drawn at random, but at least two."""
    sets = headline_sets(runner.sets)
    clusters = sorted((s.name, cluster) for s in sets for cluster in s.clusters)
    count = max(min(2, len(clusters)), round(share * len(clusters)))
    rng = np.random.Generator(np.random.PCG64(seed))
    drawn = {clusters[n] for n in rng.permutation(len(clusters))[:count]}
    parts = (
        replace(s, tasks=tuple(t for t in s.tasks if (s.name, t.cluster) in drawn)) for s in sets
    )
    return replace(runner, sets=tuple(part for part in parts if part.tasks))


def search_grid(space: Space, scores: PointScores) -> SearchResult:
    """The best of all points, by leave-one-out cross-validation over clusters."""
    points = [point for point in (*space.grid(), space.published) if point is not None]
    scores.compute(points)
    folds = [scores.best(points, fold) for fold in range(len(scores.sizes))]
    return _search_result(space, scores, folds)


def search_by_axis(space: Space, scores: PointScores) -> SearchResult:
    """Section (sectionParamTuning). The best along one axis, then the next, until none changes.

    There is one search on all clusters and one for each fold of the cross-validation. Each takes
    its own path, with at most five rounds over the axes, and points are scored for all searches
    together. Ours: the result is the best of all points tried by any search, because the search on
    all clusters may end at a lower peak. The published point is tried too.
    """
    if space.published is not None:
        scores.compute([space.published])
    folds: list[int | None] = [None, *range(len(scores.sizes))]
    place = dict.fromkeys(folds, space.start)
    for _ in range(5):
        before = dict(place)
        for number, axis in enumerate(space.axes):
            lines = {
                fold: [at, *((*at[:number], v, *at[number + 1 :]) for v in axis.values)]
                for fold, at in place.items()
            }
            scores.compute([point for line in lines.values() for point in line])
            place = {fold: scores.best(line, fold) for fold, line in lines.items()}
        if place == before:
            break
    return _search_result(space, scores, [place[fold] for fold in folds[1:]])


NEARLY_AS_GOOD = 0.97
"""The share of the highest ROUGE-SU4 from which on another counts as nearly as good."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search.

    `best` is the point with the highest mean over all tasks, and `score` is that mean. `folds` are
    the (C,) points chosen without each cluster, and `validated` is the mean over all tasks, each
    scored at the point chosen without its cluster. `published` is the mean at the published point,
    None if there is none. `tried` are the points scored, with their means, in the order tried.
    """

    best: Point
    folds: tuple[Point, ...]
    score: float
    validated: float
    published: float | None
    tried: dict[Point, float]

    @property
    def holds(self) -> bool:
        """Whether the published values are nearly as good as values chosen on other clusters."""
        return self.published is None or self.published >= NEARLY_AS_GOOD * self.validated


def _search_result(space: Space, scores: PointScores, folds: Sequence[Point]) -> SearchResult:
    tried = {point: scores.mean(point, None) for point in scores.sums}
    best = scores.best(list(tried), None)
    held_out = sum(scores.sums[point][fold] for fold, point in enumerate(folds))
    validated = float(held_out / scores.sizes.sum())
    published = None if space.published is None else tried[space.published]
    return SearchResult(best, tuple(folds), tried[best], validated, published, tried)


class PointScores:
    """The sums of scores by cluster at the points of a space, computed on demand.

    `measure` returns, for each point, the (C,) sums over the tasks of each cluster. `sizes` is the
    (C,) number of tasks of each cluster.
    """

    def __init__(
        self, measure: Callable[[Sequence[Point]], dict[Point, Floats]], sizes: NDArray[np.int64]
    ) -> None:
        self._measure, self.sizes = measure, sizes
        self.sums: dict[Point, Floats] = {}

    def compute(self, points: Sequence[Point]) -> None:
        """Score the points that have no score yet."""
        missing = [point for point in dict.fromkeys(points) if point not in self.sums]
        if missing:
            self.sums |= self._measure(missing)

    def mean(self, point: Point, fold: int | None) -> float:
        """The mean over the tasks of all clusters except cluster `fold`."""
        others = np.arange(len(self.sizes)) != (-1 if fold is None else fold)
        return float(self.sums[point][others].sum() / self.sizes[others].sum())

    def best(self, points: Sequence[Point], fold: int | None) -> Point:
        """The first point with the highest mean."""
        return max(points, key=lambda point: self.mean(point, fold))
