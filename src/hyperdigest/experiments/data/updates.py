"""Updates: tasks whose documents came at several times, for a reader who knows the earlier ones.

The update task of DUC 2007 has three parts, each with summaries for a reader who knows the
documents of the parts before. The documents of any other task are split into thirds, by date or,
if not all dates are known, in their given order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hyperdigest.errors import OptionError
from hyperdigest.experiments.data.duc import UPDATE
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import Task, TaskSet

YEARS = ("2001", "2002", "2003")
"""The dates that the documents of each part are given, so that a question can ask for a part."""


def update_sets(sets: Sequence[TaskSet]) -> list[TaskSet]:
    """Each set as updates, without sets of general questions and sets that have no update.

    An update without a new document is left out. The first third of a split task is no update,
    because nothing is known then. Raises OptionError if no task has documents for three parts.
    """
    found = []
    for task_set in sets:
        if not task_set.name.endswith(GENERAL):
            tasks = _duc_updates(task_set) if task_set.name == UPDATE else _thirds(task_set)
            asked = tuple(task for task in tasks if task.parts[-1])
            found += [TaskSet(task_set.name, asked)] if asked else []
    if not found:
        names = ", ".join(task_set.name for task_set in sets)
        raise OptionError(
            f"no task of {names} has 3 documents or more to deal out: name other sets"
        )
    return found


def _duc_updates(task_set: TaskSet) -> list[Task]:
    """Each task of the update task of DUC 2007, with the documents of the parts before."""
    updates = []
    for cluster in task_set.clusters:
        ordered = sorted((t for t in task_set.tasks if t.cluster == cluster), key=lambda t: t.id)
        updates += [_update(ordered[: number + 1]) for number in range(len(ordered))]
    return updates


def _thirds(task_set: TaskSet) -> list[Task]:
    """The second and the last third of each task as updates of 100 words, as in DUC 2007."""
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
                documents=tuple(task.documents[number] for number in third),
                dates=tuple(task.dates[number] for number in third),
                words=100,
            )
            for number, letter in enumerate("abc")
            if (third := order[number * count // 3 : (number + 1) * count // 3])
        ]
        if len(parts) == len(YEARS):
            updates += [_update(parts[:2]), _update(parts)]
    return updates


def _update(parts: Sequence[Task]) -> Task:
    """The last of some tasks, with the documents of those before, which the reader knows.

    A document with the text of an earlier one is left out.
    """
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
