"""Fewer clusters for a quick look."""

from __future__ import annotations

from dataclasses import replace

from hyperdigest.evaluation.tasks import TaskSet


def sampled(task_set: TaskSet, clusters: int) -> TaskSet:
    """Every k-th cluster of a set in the order of their names, so that `clusters` remain."""
    names = sorted({task.cluster for task in task_set.tasks})
    if len(names) <= clusters:
        return task_set
    kept = {names[n * len(names) // clusters] for n in range(clusters)}
    return replace(task_set, tasks=tuple(t for t in task_set.tasks if t.cluster in kept))
