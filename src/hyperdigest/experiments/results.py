"""The scores of the rows of a table: their averages, intervals and tests of significance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from hyperdigest.evaluation.significance import (
    Interval,
    bootstrap,
    cluster_interval,
    compare,
    holm,
)
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.records import ScoreRecord

TaskPlace = tuple[str, str]
"""The name of a set and the id of a task in it."""


@dataclass(frozen=True)
class Results:
    """Records of the rows of a table on the tasks of some sets.

    `labels` are the labels of the rows, in order. `records` are found by label, name of the set and
    id of the task. `warnings` are sentences for the user.
    """

    sets: tuple[TaskSet, ...]
    labels: tuple[str, ...]
    records: Mapping[tuple[str, str, str], ScoreRecord]
    warnings: tuple[str, ...] = ()

    @property
    def clusters(self) -> dict[TaskPlace, str]:
        """The cluster of each task, by a name that is unique among all sets."""
        return {
            (task_set.name, task.id): f"{task_set.name.removesuffix(GENERAL)}/{task.cluster}"
            for task_set in self.sets
            for task in sorted(task_set.tasks, key=lambda task: task.id)
        }

    def values(self, label: str, measure: str) -> dict[TaskPlace, float]:
        """A measure of a row on each task that it has a record of, in order of sets and ids.

        A task on which the row failed counts 0.
        """
        records = {place: self.records.get((label, *place)) for place in self.clusters}
        return {
            place: record.scores[measure] if record.scores else 0.0
            for place, record in records.items()
            if record is not None
        }

    @property
    def failures(self) -> list[str]:
        """A message for each row that failed and each reason."""
        places: dict[tuple[str, str], list[str]] = {}
        for label in self.labels:
            for place in self.clusters:
                record = self.records.get((label, *place))
                if record is not None and record.failure:
                    places.setdefault((label, record.failure), []).append("/".join(place))
        messages = []
        for (label, reason), tasks in places.items():
            more = f" and {len(tasks) - 3} more tasks" if len(tasks) > 3 else ""
            some = f"{', '.join(tasks[:3])}{more}"
            messages.append(f"{label} failed on {some}: {reason}; a failure counts 0")
        return messages

    @property
    def headline(self) -> Results:
        """The results on the headline sets."""
        return replace(self, sets=headline_sets(self.sets))

    def restricted(self, set_name: str) -> Results:
        """The results on one set."""
        return replace(self, sets=tuple(s for s in self.sets if s.name == set_name))


def headline_sets(sets: tuple[TaskSet, ...]) -> tuple[TaskSet, ...]:
    """The sets without those of general questions, or all sets if there are no others."""
    return tuple(s for s in sets if not s.name.endswith(GENERAL)) or sets


def set_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average with the interval of ROUGE-1.5.5; None if there is no score."""
    values = list(results.values(label, measure).values())
    return bootstrap(values) if values else None


def pooled_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average over all tasks with its interval by a bootstrap over clusters; None if there is
    no score."""
    values = results.values(label, measure)
    if not values:
        return None
    clusters = results.clusters
    return cluster_interval(list(values.values()), [clusters[place] for place in values])


def mean_over_sets(results: Results, label: str, measure: str) -> float | None:
    """The average of the averages on each set; None if a set has no score."""
    found = [results.restricted(s.name).values(label, measure).values() for s in results.sets]
    return fmean(map(fmean, found)) if all(found) else None


def p_values(results: Results, reference: str, measure: str) -> dict[str, float]:
    """The p value of each row's difference from the reference, by label, corrected by Holm.

    Each row is compared on the tasks that it shares with the reference.
    """
    base, clusters = results.values(reference, measure), results.clusters
    found = {}
    for label in results.labels:
        values = results.values(label, measure)
        shared = [place for place in values if place in base]
        if label == reference or not shared:
            continue
        pair = [values[place] for place in shared], [base[place] for place in shared]
        found[label] = compare(*pair, [clusters[place] for place in shared]).p
    return dict(zip(found, holm(list(found.values())), strict=True))
