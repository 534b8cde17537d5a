"""The tasks of a batch: read from JSON lines, keyed by hash, grouped by collection.

A key is a hash of all that an answer depends on. Tasks of a group share a collection, which is
read and fitted once.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from hyperdigest.base.text import printable, unique_names
from hyperdigest.base.versions import code_hash, version
from hyperdigest.constraints import CONSTRAINTS, NO_CONSTRAINTS, Constraints
from hyperdigest.documents import Document, corpus_hash
from hyperdigest.errors import HyperdigestError, OptionError, ReadError
from hyperdigest.options import FITTED_STAGES, Options, named_options, overridden
from hyperdigest.question import Question
from hyperdigest.read.content import read_stream
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.load import drop_duplicates, duplicate_warnings
from hyperdigest.read.paths import Skipped, Source, expand
from hyperdigest.read.text import BadLine, read_records, records, values_of_lines
from hyperdigest.store.finding import saved_among

TASK_FIELDS = frozenset({"id", "question", "paths", "documents", "preset", *CONSTRAINTS})
"""The fields of a line that are no parameters."""

MOST_TASKS_OF_SAVED = 32
"""The most tasks of a group if the collection is saved, so that other groups can load it too."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question to documents, which are at `paths` or given as `documents`.

    Parameters
    ----------
    id : of its line in the output.
    paths : as for `Collection.read`, or one saved collection.
    preset : of the parameters that `changes` do not set; None for the parameters of the saved
        collection, or the preset ``default``.
    changes : parameters by name.
    warnings : about its documents, for the digest.
    wishes : the constraints of the question.
    """

    id: str | int
    question: str
    paths: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    preset: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    wishes: Constraints = NO_CONSTRAINTS

    @property
    def asked(self) -> Question:
        """The question with its constraints and options."""
        return Question.of(self.question, self.wishes, self.preset, self.changes)


@dataclass(frozen=True, slots=True)
class BadTask:
    """A line that is no valid task, and the reason."""

    id: str | int
    reason: str


def read_tasks(
    path: str | Path, preset: str | None = None, changes: Mapping[str, Any] | None = None
) -> list[Task | BadTask]:
    """The tasks of a file of JSON lines, or of standard input (``-``), in their order.

    Parameters
    ----------
    preset, changes : the preset and the parameters of tasks that do not set them.

    Raises
    ------
    ReadError
        if the file cannot be read, has no line, or has two tasks with one id, be it text or a
        number: both would be written under one name.
    """
    try:
        if str(path) != "-":
            lines = read_records(Path(path))
        elif sys.stdin is None:
            raise ReadError("is standard input, which is closed: pipe tasks into it")
        else:
            lines = values_of_lines(read_stream(sys.stdin.buffer))
        if not lines:
            raise ReadError("contains no task: give one JSON object a line")
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    common = {"preset": preset, **(changes or {})}
    tasks = {number: _line(value, number, str(path), common) for number, value in lines.items()}
    first: dict[str, int] = {}
    for number, task in tasks.items():
        earlier = first.setdefault(str(task.id), number)
        if earlier != number:
            ids = " and ".join(dict.fromkeys(f"{each.id!r:.80}" for each in (tasks[earlier], task)))
            raise ReadError(
                f"{printable(str(path))} has the id {ids} in the lines {earlier} and {number}: give"
                " each task another id, or none (it then is its line number)"
            )
    return list(tasks.values())


def _line(value: Any, number: int, path: str, common: Mapping[str, Any]) -> Task | BadTask:
    if not isinstance(value, dict):
        return BadTask(number, f"line {number}: is no JSON object: give an object with a question")
    id = value.get("id", number)
    if isinstance(id, bool) or not isinstance(id, str | int):
        return BadTask(number, f"line {number}: has the id {id!r}: give text or a whole number")
    if isinstance(id, str):
        id = replace_surrogates(id)
    try:
        question = value.get("question")
        if not isinstance(question, str):
            raise ReadError("has no question: give it as text")
        if ("paths" in value) == ("documents" in value):
            given = "both paths and documents" if "paths" in value else "no paths and no documents"
            raise ReadError(f"has {given}: give one of them")
        preset, changes = _settings(value, common)
        wishes = Constraints.of(value)
        paths = _paths(value["paths"]) if "paths" in value else ()
        documents, warnings = ((), ()) if paths else _documents(value, number, path)
    except HyperdigestError as error:
        return BadTask(id, f"line {number}: {error}")
    text = replace_surrogates(question)
    return Task(id, text, paths, documents, preset, changes, warnings, wishes)


def _settings(
    value: dict[str, Any], common: Mapping[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    """The preset of a line and its parameters by name, with those common to all lines."""
    given = {name: each for name, each in value.items() if name not in TASK_FIELDS}
    changes = overridden(common, named_options(given))
    preset = changes.pop("preset")
    preset = value.get("preset", preset)
    if preset is not None and not isinstance(preset, str):
        raise ReadError(f"has the preset {preset!r}: give a name")
    for name in ("embedding_model", "tokenizer"):
        place = changes.get(name)
        if place and isinstance(place, str) and Path(place).exists():
            changes[name] = str(Path(place).absolute())
    return preset, changes


def _paths(value: Any) -> tuple[str, ...]:
    paths = [value] if isinstance(value, str) else value
    if not isinstance(paths, list) or not paths or not all(isinstance(p, str) for p in paths):
        raise ReadError(f"has the paths {value!r:.80}: give a list of names of files or folders")
    if "-" in paths:
        raise ReadError("has the path '-', but a task cannot read standard input: name a file")
    return tuple(paths)


def _documents(
    value: dict[str, Any], number: int, path: str
) -> tuple[tuple[Document, ...], tuple[str, ...]]:
    """The documents of a line that have text, without duplicates, and warnings about the others."""
    if not isinstance(value["documents"], list):
        raise ReadError("has documents that are no list: give a list of objects with a text")
    found = list(records(value, number))
    good = [record for record in found if not isinstance(record, BadLine)]
    skipped = [f"skipped a document: {bad.reason}" for bad in found if isinstance(bad, BadLine)]
    names = unique_names([((record.key,), 1) for record in good])
    documents, repeated = drop_duplicates(
        Document(name, path, record.text, record.title, authors=record.authors, date=record.date)
        for name, record in zip(names, good, strict=True)
    )
    if not documents:
        raise ReadError("has no document with text: give a list of objects with a text")
    return documents, (*skipped, *duplicate_warnings(repeated))


class Keys:
    """The keys of tasks, whose relative paths start in `folder`.

    The key of a file has its size and modification time, which are read once for each path.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._stamps: dict[tuple[str, ...], str] = {}

    def task(self, task: Task) -> str:
        """SHA-256 of all that the digest of a task depends on."""
        asked = [task.question, task.preset, sorted(task.changes.items()), astuple(task.wishes)]
        return _hash([self.source(task), asked, code_hash(), libraries()])

    def source(self, task: Task) -> str:
        """SHA-256 of the documents of a task."""
        if not task.paths:
            about = [(document.path, document.title) for document in task.documents]
            return _hash([corpus_hash(task.documents), about, task.warnings])
        if task.paths not in self._stamps:
            stamps = list(map(_stamp, expand(task.paths)))
            self._stamps[task.paths] = _hash([self.folder, task.paths, stamps])
        return self._stamps[task.paths]


@cache
def libraries() -> tuple[tuple[str, str], ...]:
    """The installed versions of what the package requires."""
    return tuple((name, version(name)) for name in sorted(required()))


def required() -> list[str]:
    """The names of the distributions that the package requires."""
    needed = (need for need in metadata.requires("hyperdigest") or () if "extra ==" not in need)
    return [re.split(r"[^\w.-]", need, maxsplit=1)[0] for need in needed]


def _stamp(found: Source | Skipped) -> tuple[Any, ...]:
    if isinstance(found, Skipped):
        return found.path, found.reason
    try:
        return str(found.path), *found.stamp()
    except OSError as error:
        return str(found.path), error.strerror


def _hash(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks about one collection that one process does.

    Parameters
    ----------
    model : the same for tasks with the same fitted collection.
    options : those to fit it with; None if it is saved.
    tasks : with their keys.
    folder : where relative paths start.
    code : the hash of the code that must do the tasks.
    """

    model: str
    options: Options | None
    tasks: tuple[tuple[str, Task], ...]
    folder: str
    code: str


def group_tasks(tasks: Mapping[str, Task], keys: Keys) -> tuple[list[TaskGroup], dict[str, str]]:
    """The tasks in groups, in their order, and the reasons of tasks with wrong options, by key."""
    members: dict[tuple[object, ...], list[tuple[str, Task]]] = {}
    options: dict[tuple[object, ...], Options | None] = {}
    failures = {}
    for key, task in tasks.items():
        try:
            fit = None if saved_among(task.paths) else task.asked.fitting_options()
        except OptionError as error:
            failures[key] = str(error)
            continue
        # Models of the same documents differ by their options. With a focus, only the documents
        # that match the question are fitted, so that each task has its own model.
        options_key: tuple[object, ...] = (key,)
        if fit is None:
            options_key = ()
        elif not fit.focus:
            options_key = fit.samples, *fit.stage(*FITTED_STAGES).values()
        model = keys.source(task), *options_key
        members.setdefault(model, []).append((key, task))
        options.setdefault(model, fit)
    groups = []
    for model, tasks_of_model in members.items():
        most = len(tasks_of_model) if options[model] else MOST_TASKS_OF_SAVED
        for start in range(0, len(tasks_of_model), most):
            part = tuple(tasks_of_model[start : start + most])
            groups.append(TaskGroup(repr(model), options[model], part, keys.folder, code_hash()))
    return groups, failures
