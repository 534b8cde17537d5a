"""Systems of which some parameters may be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from hyperdigest.experiments.case import System
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.variants import changed

Point = tuple[float, ...]
"""A value for each axis."""

NEAR = 0.97
"""Of the highest ROUGE-SU4, for another to count as nearly as good."""


@dataclass(frozen=True)
class Axis:
    """A parameter and the values tried.

    Parameters
    ----------
    path : to the parameter, e.g. ``selector.threshold``.
    symbol : what tables call it.
    published : the value the paper found, if it tells.
    """

    path: str
    symbol: str
    values: tuple[float, ...]
    published: float | None = None


@dataclass(frozen=True)
class Space:
    """A system and the axes along which it varies.

    Parameters
    ----------
    start : where a search in turns begins.
    """

    label: str
    system: System
    axes: tuple[Axis, ...]
    start: Point

    def entry(self, point: Point) -> Entry:
        """The system at a point."""
        system: Any = self.system
        for axis, value in zip(self.axes, point, strict=True):
            system = changed(system, axis.path, value)
        values = zip(self.axes, point, strict=True)
        where = ", ".join(f"{axis.symbol}={value:g}" for axis, value in values)
        return Entry(f"{self.label} {where}", system)

    def line(self, through: Point, axis: int) -> list[Point]:
        """The points on a line along an axis."""
        return [(*through[:axis], v, *through[axis + 1 :]) for v in self.axes[axis].values]

    @property
    def published(self) -> Point | None:
        """The point the paper found; None where it does not tell one."""
        values = tuple(axis.published for axis in self.axes if axis.published is not None)
        return values if len(values) == len(self.axes) else None

    def grid(self) -> Iterator[Point]:
        """All points."""
        return product(*(axis.values for axis in self.axes))


def steps(low: float, high: float, step: float) -> tuple[float, ...]:
    """Numbers from `low` to `high`, both included, `step` apart."""
    count = round((high - low) / step)
    return tuple(round(low + n * step, 10) for n in range(count + 1))
