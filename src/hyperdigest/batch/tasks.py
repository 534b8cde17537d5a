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
from hyperdigest.read.load import drop_duplicates
from hyperdigest.read.paths import Skipped, Source, expand
from hyperdigest.read.text import BadLine, read_records, records, values_of_lines
from hyperdigest.store.file import saved_among

OWN_FIELDS = frozenset({"id", "question", "paths", "documents", "preset", *CONSTRAINTS})
"""The fields of a line that are no parameters."""

MOST = 32
"""Most tasks of a group where the collection is saved, and others can open it too."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question to documents, which are found at `paths` or given as `documents`.

    Its answer goes by `id`. `paths` are as for `Collection.read`, or one saved collection. `preset`
    is that of the parameters that `changes` do not name; None is that of a saved collection, or
    else ``default``. `warnings` are known already, to be told in the digest. `wishes` are sentences
    to hold or to bar, and what was asked and read before.
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
    """A line that is no task, and why."""

    id: str | int
    reason: str


def read_tasks(
    path: str | Path, preset: str | None = None, changes: Mapping[str, Any] | None = None
) -> list[Task | BadTask]:
    """The tasks of a file of JSON lines, or of standard input (``-``), in their order.

    Parameters
    ----------
    preset, changes : what holds for all tasks, but where a task says otherwise.

    Raises
    ------
    ReadError
        where the file cannot be read, or holds no line.
    """
    try:
        if str(path) != "-":
            lines = read_records(Path(path))
        elif sys.stdin is None:
            raise ReadError("is standard input, and closed: pipe tasks into it")
        else:
            lines = values_of_lines(read_stream(sys.stdin.buffer))
        if not lines:
            raise ReadError("holds no task: give one JSON object a line")
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    common = {"preset": preset, **(changes or {})}
    return [_line(value, number, str(path), common) for number, value in lines.items()]


def _line(value: Any, number: int, path: str, common: Mapping[str, Any]) -> Task | BadTask:
    if not isinstance(value, dict):
        return BadTask(number, f"line {number}: is no JSON object")
    id = value.get("id", number)
    if isinstance(id, bool) or not isinstance(id, str | int):
        return BadTask(number, f"line {number}: has the id {id!r}: give text or a whole number")
    if isinstance(id, str):
        id = replace_surrogates(id)
    try:
        question = value.get("question")
        if not isinstance(question, str):
            raise ReadError("has no question")
        if ("paths" in value) == ("documents" in value):
            raise ReadError("must have either paths or documents")
        preset, changes = _settings(value, common)
        wishes = Constraints.of(value)
        paths = _paths(value["paths"]) if "paths" in value else ()
        documents, warnings = ((), ()) if paths else _documents(value, number, path)
    except HyperdigestError as error:
        return BadTask(value.get("id", number), f"line {number}: {error}")
    text = replace_surrogates(question)
    return Task(id, text, paths, documents, preset, changes, warnings, wishes)


def _settings(
    value: dict[str, Any], common: Mapping[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    """The preset of a line and the parameters that it changes."""
    given = {name: each for name, each in value.items() if name not in OWN_FIELDS}
    changes = overridden(common, named_options(given))
    preset = changes.pop("preset")
    preset = value.get("preset", preset)
    if preset is not None and not isinstance(preset, str):
        raise ReadError(f"has the preset {preset!r}: give a name")
    model, tokenizer = changes.get("embedding_model"), changes.get("tokenizer")
    if model and isinstance(model, str):
        changes["embedding_model"] = str(Path(model).absolute())
    if tokenizer and isinstance(tokenizer, str) and Path(tokenizer).exists():
        changes["tokenizer"] = str(Path(tokenizer).absolute())
    return preset, changes


def _paths(value: Any) -> tuple[str, ...]:
    paths = [value] if isinstance(value, str) else value
    if not isinstance(paths, list) or not paths or not all(isinstance(p, str) for p in paths):
        raise ReadError("has paths that are no list of names")
    if "-" in paths:
        raise ReadError("has the path '-': a task cannot read standard input")
    return tuple(paths)


def _documents(
    value: dict[str, Any], number: int, path: str
) -> tuple[tuple[Document, ...], tuple[str, ...]]:
    """The documents of a line that hold text, each text once, and warnings of the others."""
    if not isinstance(value["documents"], list):
        raise ReadError("has documents that are no list of objects")
    found = list(records(value, number))
    good = [record for record in found if not isinstance(record, BadLine)]
    skipped = [f"skipped a document: {bad.reason}" for bad in found if isinstance(bad, BadLine)]
    names = unique_names([((record.key,), 1) for record in good])
    documents, repeated = drop_duplicates(
        Document(name, path, record.text, record.title, authors=record.authors, date=record.date)
        for name, record in zip(names, good, strict=True)
    )
    if not documents:
        raise ReadError("has no document with text")
    return documents, (*skipped, *(copy.message for copy in repeated))


class Keys:
    """The keys of tasks whose paths are seen from `folder`; each path is looked at once.

    Files count by their size and the time of their last change.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._stamps: dict[tuple[str, ...], str] = {}

    def task(self, task: Task) -> str:
        """SHA-256 of all that the digest of a task follows from."""
        asked = [task.question, task.preset, sorted(task.changes.items()), astuple(task.wishes)]
        return _hash([self.source(task), asked, code_hash(), libraries()])

    def source(self, task: Task) -> str:
        """The same for equal documents only."""
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
        status = found.path.stat()
    except OSError as error:
        return str(found.path), error.strerror
    return str(found.path), status.st_size, status.st_mtime_ns


def _hash(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks about one collection, by key, that a process does in one go.

    `model` tells the fitted collection from others, and `options` are those it is fitted with; None
    where it is saved. Paths are seen from `folder`, and `code` is the hash of the code to do this.
    """

    model: str
    options: Options | None
    tasks: tuple[tuple[str, Task], ...]
    folder: str
    code: str


def group_tasks(tasks: Mapping[str, Task], keys: Keys) -> tuple[list[TaskGroup], dict[str, str]]:
    """The tasks by key in groups, in their order, and why others can be in none, by key."""
    members: dict[tuple[object, ...], list[tuple[str, Task]]] = {}
    options: dict[tuple[object, ...], Options | None] = {}
    failures = {}
    for key, task in tasks.items():
        try:
            fit = None if saved_among(task.paths) else task.asked.fitting_options()
        except OptionError as error:
            failures[key] = str(error)
            continue
        # Models of the same documents differ by what they are fitted with. Where there is a focus,
        # only the documents that match the question are fitted.
        apart: tuple[object, ...] = (key,)
        if fit is None:
            apart = (bool(task.changes.get("focus")),)
        elif not fit.focus:
            apart = fit.samples, *fit.stage(*FITTED_STAGES).values()
        model = keys.source(task), *apart
        members.setdefault(model, []).append((key, task))
        options.setdefault(model, fit)
    groups = []
    for model, same in members.items():
        most = len(same) if options[model] else MOST
        for start in range(0, len(same), most):
            part = tuple(same[start : start + most])
            groups.append(TaskGroup(repr(model), options[model], part, keys.folder, code_hash()))
    return groups, failures
