"""ROUGE of one system or several on the same tasks, each with the intervals that are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hyperdigest.evaluation.pairing import Known
from hyperdigest.evaluation.rouge import Interval, Rouge, Score, bootstrap
from hyperdigest.progress import Progress, quiet, steps

MEASURES = ("recall", "precision", "f")


@dataclass(frozen=True, slots=True)
class TaskScores:
    """The `Score` by metric of one summary, against so many references."""

    id: str
    cluster: str
    references: int
    scores: Mapping[str, Score]

    def value(self, metric: str, measure: str) -> float:
        """One of `MEASURES` by one metric."""
        number: float = getattr(self.scores[metric], measure)
        return number


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system on its tasks, of which there is one at least."""

    name: str
    tasks: tuple[TaskScores, ...]

    def interval(self, metric: str, measure: str) -> Interval:
        """Average and interval as ROUGE-1.5.5 prints them, its evaluation ids ``TASK.SYSTEM``."""
        ordered = sorted(
            self.tasks, key=lambda task: f"{task.id}.{self.name}".encode("utf-8", "surrogatepass")
        )
        return bootstrap([task.value(metric, measure) for task in ordered])


def score_systems(
    summaries: Mapping[str, Mapping[str, str]],
    known: Mapping[str, Known],
    limit: int | None = None,
    jackknife: bool = False,
    progress: Progress = quiet,
    stop_words: Iterable[str] | None = None,
) -> list[SystemScores]:
    """The scores of each system that has a summary of a task with references, in their order.

    Parameters
    ----------
    summaries : of each system, by task.
    known : the references of each task.
    limit, jackknife, stop_words : as of `Rouge`.
    progress : told ``scoring`` for every task.
    """
    scored: dict[str, list[TaskScores]] = {name: [] for name in summaries}
    for task, of in steps(sorted(known.items()), "scoring", len(known), progress):
        judge = Rouge(of.texts, limit, jackknife, stop_words)
        for name, given in summaries.items():
            if task in given:
                scores = judge.score(given[task])
                scored[name].append(TaskScores(task, of.cluster, len(of.texts), scores))
    return [SystemScores(name, tuple(tasks)) for name, tasks in scored.items() if tasks]
