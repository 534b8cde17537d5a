"""Questions that the documents do not answer: how many digests say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean

from hyperdigest.evaluation.answers import Answers
from hyperdigest.evaluation.tasks import Task, TaskSet
from hyperdigest.experiments.answers.levels import at_level, kept
from hyperdigest.experiments.answers.product import DOUBTED
from hyperdigest.experiments.results import Results

HALF = " (half)"
"""What the name of a pile ends in of which half of the documents were taken away."""


@dataclass(frozen=True)
class Doubts:
    """How many digests of a pile doubt that it answers.

    Parameters
    ----------
    without, having : the share of those that doubt, of questions without an answer there and of
        the others.
    questions_without, questions_having : how many of them there are.
    """

    pile: str
    without: float
    having: float
    questions_without: int
    questions_having: int


def doubtful(task_set: TaskSet) -> TaskSet | None:
    """Tasks with answers and without, at the largest budget of a pile.

    Where every question has its answer in the pile, the second half of the documents is taken away:
    questions about it have none then. None where one of the two kinds is missing.
    """
    largest = at_level(task_set, -1)
    if all(_answerable(task) for task in largest.tasks):
        largest = replace(largest, name=largest.name + HALF, tasks=_halved(largest.tasks))
    kinds = {_answerable(task) for task in largest.tasks}
    return largest if len(kinds) == 2 else None


def answerable(task_set: TaskSet) -> TaskSet:
    """The tasks whose answer stands in the pile."""
    return kept(task_set, [task for task in task_set.tasks if _answerable(task)])


def doubts(results: Results, label: str) -> list[Doubts]:
    """How many digests of a row doubt, on each pile; a task on which it failed has no digest."""
    found = []
    for task_set in results.sets:
        of_kind: dict[bool, list[float]] = {True: [], False: []}
        for task in task_set.tasks:
            record = results.records.get((label, task_set.name, task.id))
            if record is not None and record.scores:
                of_kind[_answerable(task)].append(record.scores[DOUBTED])
        without, having = of_kind[False], of_kind[True]
        if without and having:
            shares = fmean(without), fmean(having)
            found.append(Doubts(task_set.name, *shares, len(without), len(having)))
    return found


def _answerable(task: Task) -> bool:
    return task.answers is not None and bool(task.answers.parts)


def _halved(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    halves = {id(task.documents): task.documents for task in tasks}
    kept_of = {key: documents[: len(documents) // 2] for key, documents in halves.items()}
    found = []
    for task in tasks:
        documents = kept_of[id(task.documents)]
        there = any(document.name == task.cluster for document in documents)
        answers = task.answers if there else Answers(())
        dates = task.dates[: len(documents)]
        found.append(replace(task, documents=documents, dates=dates, answers=answers))
    return tuple(found) if all(kept_of.values()) else ()
