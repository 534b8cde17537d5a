"""Scores of systems on tasks, in an order of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hyperdigest.evaluation.datasets.jsonl import GENERAL
from hyperdigest.evaluation.tasks import TaskSet
from hyperdigest.experiments.records import Record

Place = tuple[str, str]
"""Name of a set, id of a task in it."""


@dataclass(frozen=True)
class Results:
    """Records of the rows of a table on the tasks of some sets.

    Parameters
    ----------
    labels : of the rows, in their order.
    records : by label, name of the set and id of the task.
    warnings : what a user should know, a sentence each.
    """

    sets: tuple[TaskSet, ...]
    labels: tuple[str, ...]
    records: Mapping[tuple[str, str, str], Record]
    warnings: tuple[str, ...] = ()

    @property
    def clusters(self) -> dict[Place, str]:
        """The cluster of each task, its name unique among all sets."""
        return {
            (task_set.name, task.id): f"{task_set.name.removesuffix(GENERAL)}/{task.cluster}"
            for task_set in self.sets
            for task in sorted(task_set.tasks, key=lambda task: task.id)
        }

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure of a row on each task it has a score for, in order of sets and ids.

        A task on which it failed counts 0.
        """
        found = {}
        for place in self.clusters:
            record = self.records.get((label, *place))
            if record is not None:
                found[place] = value(record, measure)
        return found

    @property
    def failures(self) -> list[str]:
        """What went wrong, a line for each row and reason."""
        places: dict[tuple[str, str], list[str]] = {}
        for label in self.labels:
            for place in self.clusters:
                record = self.records.get((label, *place))
                if record is not None and record.failure:
                    places.setdefault((label, record.failure), []).append("/".join(place))
        return [
            f"{label} failed on {_some(tasks)}: {reason}; a failure counts 0"
            for (label, reason), tasks in places.items()
        ]

    @property
    def headline(self) -> Results:
        """The results on the headline sets."""
        return replace(self, sets=headline_sets(self.sets))

    def restricted(self, set_name: str) -> Results:
        """The results of one set."""
        return replace(self, sets=tuple(s for s in self.sets if s.name == set_name))


def headline_sets(sets: tuple[TaskSet, ...]) -> tuple[TaskSet, ...]:
    """The sets but those of general questions, unless there are no others."""
    return tuple(s for s in sets if not s.name.endswith(GENERAL)) or sets


def value(record: Record, measure: str) -> float:
    """A measure of a record; 0 where the system failed."""
    if measure == "words":
        return float(record.words)
    return record.scores[measure] if record.scores else 0.0


def _some(tasks: list[str], shown: int = 3) -> str:
    if len(tasks) <= shown:
        return ", ".join(tasks)
    return f"{', '.join(tasks[:shown])} and {len(tasks) - shown} more tasks"
