"""Updates: tasks whose documents came one after the other, to a reader who knows the earlier ones.

The update task of DUC 2007 is one by nature: three sets of documents, each with summaries for a
reader who knows those before. The documents of any other task are dealt out in time: thirds of
them, by their dates or, where these are not all known, as they stand, are sets of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hyperdigest.experiments.data.duc import UPDATE
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import Task, TaskSet

WORDS = 100
"""The length of a summary in the update task of DUC 2007."""

YEARS = ("2001", "2002", "2003")
"""What documents of each part are dated, so that those of one part can be asked for."""


def update_sets(sets: Sequence[TaskSet]) -> list[TaskSet]:
    """Each set as updates; sets of general questions, and those without a task, are left out.

    So is a part all of whose documents are known word for word. The first part of a task that is
    dealt out is no task of its own, as nothing is known then.
    """
    found = []
    for task_set in sets:
        if not task_set.name.endswith(GENERAL):
            tasks = _campaign(task_set) if task_set.name == UPDATE else _dealt_out(task_set)
            asked = tuple(task for task in tasks if task.parts[-1])
            found += [TaskSet(task_set.name, asked)] if asked else []
    return found


def _campaign(task_set: TaskSet) -> list[Task]:
    updates = []
    for cluster in task_set.clusters:
        ordered = sorted((t for t in task_set.tasks if t.cluster == cluster), key=lambda t: t.id)
        updates += [_update(ordered[: number + 1]) for number in range(len(ordered))]
    return updates


def _dealt_out(task_set: TaskSet) -> list[Task]:
    updates = []
    for task in task_set.tasks:
        count = len(task.documents)
        order = (
            sorted(range(count), key=task.dates.__getitem__) if all(task.dates) else range(count)
        )
        parts = [
            replace(
                task,
                id=f"{task.id}-{letter}",
                documents=tuple(task.documents[number] for number in dealt),
                dates=tuple(task.dates[number] for number in dealt),
                words=WORDS,
            )
            for number, letter in enumerate("abc")
            if (dealt := order[number * count // 3 : (number + 1) * count // 3])
        ]
        if len(parts) == len(YEARS):
            updates += [_update(parts[:2]), _update(parts)]
    return updates


def _update(parts: Sequence[Task]) -> Task:
    """The last of some tasks, with the documents of those before, which the reader knows; one with
    the text of a known document is left out."""
    texts: set[str] = set()
    documents, dates, sizes = [], [], []
    for year, part in zip(YEARS, parts, strict=False):
        new = [n for n, document in enumerate(part.documents) if document.text not in texts]
        texts |= {part.documents[n].text for n in new}
        documents += [replace(part.documents[n], date=year) for n in new]
        dates += [part.dates[n] for n in new]
        sizes.append(len(new))
    last = parts[-1]
    return replace(last, documents=tuple(documents), dates=tuple(dates), parts=tuple(sizes))
