"""Systems compared to the first of them, with p values corrected for how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from hyperdigest.evaluation.rouge import METRICS
from hyperdigest.evaluation.significance import Comparison, compare, holm
from hyperdigest.evaluation.systems import SystemScores

COMPARED = ("recall", "f")


@dataclass(frozen=True, slots=True)
class Against:
    """A system compared to the first on the tasks of both.

    Parameters
    ----------
    corrected : `Comparison.p` by `holm`, over the systems compared in this metric and measure.
    """

    system: str
    metric: str
    measure: str
    comparison: Comparison
    corrected: float


def against_first(systems: Sequence[SystemScores]) -> list[Against]:
    """Each system but the first compared to it, where they share a task, in `COMPARED`."""
    found: list[Against] = []
    for metric, measure in product(METRICS, COMPARED):
        comparisons = {
            system.name: _comparison(system, systems[0], metric, measure)
            for system in systems[1:]
            if _shared(system, systems[0])
        }
        corrected = holm([comparison.p for comparison in comparisons.values()])
        found += [
            Against(name, metric, measure, comparison, p)
            for (name, comparison), p in zip(comparisons.items(), corrected, strict=True)
        ]
    return found


def _comparison(system: SystemScores, first: SystemScores, metric: str, measure: str) -> Comparison:
    tasks = _shared(system, first)
    mine, theirs = ({task.id: task for task in scores.tasks} for scores in (system, first))
    return compare(
        [mine[id].value(metric, measure) for id in tasks],
        [theirs[id].value(metric, measure) for id in tasks],
        [mine[id].cluster for id in tasks],
    )


def _shared(system: SystemScores, first: SystemScores) -> list[str]:
    """Tasks of both, sorted."""
    return sorted({task.id for task in system.tasks} & {task.id for task in first.tasks})
