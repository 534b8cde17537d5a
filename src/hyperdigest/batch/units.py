"""Tasks put together so that a collection is read and fitted once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hyperdigest.batch.keys import Keys
from hyperdigest.batch.tasks import Task
from hyperdigest.errors import OptionError
from hyperdigest.options import Options
from hyperdigest.signature import code_hash
from hyperdigest.store import saved_among

MOST = 32
"""Most tasks of a unit where the collection is saved, and others can open it too."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Tasks about one collection, by key: what a process does in one go.

    Parameters
    ----------
    model : what tells the fitted collection from others.
    options : those that it is fitted with; None where it is saved.
    folder : the directory that paths are seen from.
    code : hash of the code that is to do the work.
    """

    model: str
    options: Options | None
    tasks: tuple[tuple[str, Task], ...]
    folder: str
    code: str

    def alone(self) -> Iterator[Unit]:
        """A unit for each of the tasks."""
        return (replace(self, tasks=(task,)) for task in self.tasks)


def make_units(tasks: Mapping[str, Task], keys: Keys) -> tuple[list[Unit], dict[str, str]]:
    """The units of tasks by key, in their order, and why others cannot be in any, by key."""
    groups: dict[tuple[object, ...], list[tuple[str, Task]]] = {}
    options: dict[tuple[object, ...], Options | None] = {}
    failures = {}
    for key, task in tasks.items():
        try:
            fit = None if saved_among(task.paths) else _options(task)
        except OptionError as error:
            failures[key] = str(error)
            continue
        group = keys.source(task), *_model(key, task, fit)
        groups.setdefault(group, []).append((key, task))
        options.setdefault(group, fit)
    units = [
        Unit(repr(group), options[group], part, keys.folder, code_hash())
        for group, members in groups.items()
        for part in _parts(members, len(members) if options[group] else MOST)
    ]
    return units, failures


def _options(task: Task) -> Options:
    return Options.preset(task.preset or "default", **task.changes)


def _model(key: str, task: Task, options: Options | None) -> tuple[object, ...]:
    """What tells the models of the same documents apart: what they are fitted with, and a focus.

    Where there is a focus, only the documents that match the question are fitted.
    """
    if options is None:
        return (bool(task.changes.get("focus")),)
    if options.focus:
        return (key,)
    return options.samples, *options.stage("split", "topics").values()


def _parts(members: list[tuple[str, Task]], most: int) -> Iterator[tuple[tuple[str, Task], ...]]:
    for start in range(0, len(members), most):
        yield tuple(members[start : start + most])
