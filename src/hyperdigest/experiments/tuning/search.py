"""The best point of a space, and how good the choice is on clusters it was not made on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.tuning.space import Point, Space

Floats = NDArray[np.float64]
Measure = Callable[[Sequence[Point]], dict[Point, Floats]]
"""(C,) sums of scores over the tasks of each cluster, for each point asked for."""

ROUNDS = 5
"""Most times that a search in turns goes through all axes."""


@dataclass(frozen=True)
class Found:
    """What a search found.

    Parameters
    ----------
    best : the point of the highest mean over all tasks, of all that were tried.
    folds : (C) the point chosen without each cluster.
    score : mean over all tasks at `best`.
    validated : mean over all tasks, each scored at the point chosen without its cluster.
    published : mean over all tasks at the published point; None where there is none.
    tried : points that were scored, with their means, in the order tried.
    """

    best: Point
    folds: tuple[Point, ...]
    score: float
    validated: float
    published: float | None
    tried: dict[Point, float]


class Scored:
    """Sums of scores by cluster at the points asked for so far.

    Parameters
    ----------
    sizes : (C,) tasks of each cluster.
    """

    def __init__(self, measure: Measure, sizes: NDArray[np.int64]) -> None:
        self._measure = measure
        self.sizes = sizes
        self.sums: dict[Point, Floats] = {}

    def ask(self, points: Sequence[Point]) -> None:
        """Score the points that were not asked for before."""
        missing = [point for point in dict.fromkeys(points) if point not in self.sums]
        if missing:
            self.sums |= self._measure(missing)

    def mean(self, point: Point, fold: int | None) -> float:
        """Mean over the tasks of all clusters, but for cluster `fold`."""
        if fold is None:
            return float(self.sums[point].sum() / self.sizes.sum())
        others = np.arange(len(self.sizes)) != fold
        return float(self.sums[point][others].sum() / self.sizes[others].sum())

    def best(self, points: Sequence[Point], fold: int | None) -> Point:
        """The first point of the highest mean."""
        return max(points, key=lambda point: self.mean(point, fold))


def search_grid(space: Space, scored: Scored) -> Found:
    """The best of all points, by leave-one-out cross-validation over clusters."""
    points = list(dict.fromkeys([*space.grid(), *_published(space)]))
    scored.ask(points)
    folds = tuple(scored.best(points, fold) for fold in range(len(scored.sizes)))
    return _found(space, scored, folds)


def search_in_turns(space: Space, scored: Scored) -> Found:
    """Section (sectionParamTuning). The best along one axis, then the next, until none changes.

    Each fold of the cross-validation, and the search on all clusters, goes its own way; points
    are scored for all of them at once. The best of all points tried on any way is the best found:
    ours, as the way of all clusters may end at a lower peak. The published point is among them.
    """
    scored.ask(_published(space))
    folds: list[int | None] = [None, *range(len(scored.sizes))]
    place = dict.fromkeys(folds, space.start)
    for _ in range(ROUNDS):
        before = dict(place)
        for axis in range(len(space.axes)):
            lines = {fold: space.line(place[fold], axis) for fold in folds}
            scored.ask([point for fold in folds for point in (place[fold], *lines[fold])])
            for fold in folds:
                candidates = [place[fold], *lines[fold]]
                place[fold] = scored.best(candidates, fold)
        if place == before:
            break
    return _found(space, scored, tuple(place[fold] for fold in folds[1:]))


def _published(space: Space) -> list[Point]:
    return [] if space.published is None else [space.published]


def _found(space: Space, scored: Scored, folds: tuple[Point, ...]) -> Found:
    best = scored.best(list(scored.sums), None)
    held_out = sum(scored.sums[point][fold] for fold, point in enumerate(folds))
    return Found(
        best,
        folds,
        scored.mean(best, None),
        float(held_out / scored.sizes.sum()),
        None if space.published is None else scored.mean(space.published, None),
        {point: scored.mean(point, None) for point in scored.sums},
    )
