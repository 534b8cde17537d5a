"""Results on piles at one of their budgets, and over piles that ask the same of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hyperdigest.evaluation.tasks import Task, TaskSet
from hyperdigest.experiments.results import Place, Results


@dataclass(frozen=True)
class OverPiles(Results):
    """Results on several piles, each of which counts the same.

    Questions about one document are one cluster in all languages that the document is in.
    """

    @classmethod
    def of(cls, results: Results) -> OverPiles:
        """The same records."""
        return cls(results.sets, results.labels, results.records, results.warnings)

    @property
    def clusters(self) -> dict[Place, str]:
        """The document that each task is about."""
        tasks = {(s.name, task.id): task for s in self.sets for task in s.tasks}
        return {place: tasks[place].cluster for place in sorted(tasks)}

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure so weighted that its mean over tasks is the mean of the piles' means."""
        found = super().values(label, measure)
        sizes: dict[str, int] = {}
        for name, _ in found:
            sizes[name] = sizes.get(name, 0) + 1
        each = len(found) / max(1, len(sizes))
        return {place: value * each / sizes[place[0]] for place, value in found.items()}


def budgets(task_set: TaskSet) -> list[int]:
    """The budgets of a pile, the smallest first."""
    return sorted({task.words for task in task_set.tasks})


def at_level(task_set: TaskSet, level: int) -> TaskSet:
    """The tasks of a pile at one of its budgets, counted from the smallest; -1 is the largest."""
    budget = budgets(task_set)[level]
    return kept(task_set, [task for task in task_set.tasks if task.words == budget])


def kept(task_set: TaskSet, tasks: list[Task]) -> TaskSet:
    """A pile with some of its tasks."""
    return replace(task_set, tasks=tuple(tasks))


def restricted_to_level(results: Results, level: int) -> Results:
    """The results at one budget of each pile."""
    return replace(results, sets=tuple(at_level(s, level) for s in results.sets))
