"""What a batch is asked: a question and its documents, one JSON object a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hyperdigest.budget.units import overridden
from hyperdigest.documents import Document
from hyperdigest.errors import HyperdigestError, ReadError
from hyperdigest.options import named_options
from hyperdigest.read.decode import whole
from hyperdigest.read.duplicates import drop_duplicates
from hyperdigest.read.files import read_stream
from hyperdigest.read.jsonl import BadLine, records
from hyperdigest.read.names import printable, unique_names
from hyperdigest.read.records import read_records, values_of_lines
from hyperdigest.wishes import NAMES, NOTHING, Wishes

OWN_FIELDS = frozenset({"id", "question", "paths", "documents", "preset", *NAMES})
"""The fields of a line that are no parameters."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question to documents, which are found at `paths` or given as `documents`.

    Parameters
    ----------
    id : what its answer goes by.
    paths : as for `Collection.read`, or one saved collection.
    preset : of the parameters that `changes` do not name; None is that of a saved collection, or
        else ``default``.
    warnings : what is known already, to be told in the digest.
    wishes : sentences to hold or to bar, and what was asked and read before.
    ignored : what to tell in the digest of options of earlier versions.
    """

    id: str | int
    question: str
    paths: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    preset: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    wishes: Wishes = NOTHING
    ignored: tuple[str, ...] = ()


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
        lines = read_records(Path(path)) if str(path) != "-" else _standard_input()
        if not lines:
            raise ReadError("holds no task: give one JSON object a line")
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    common = {"preset": preset, **(changes or {})}
    return [_line(value, number, str(path), common) for number, value in lines.items()]


def _standard_input() -> dict[int, Any]:
    if sys.stdin is None:
        raise ReadError("is standard input, and closed: pipe tasks into it")
    return values_of_lines(read_stream(sys.stdin.buffer))


def _line(value: Any, number: int, path: str, common: Mapping[str, Any]) -> Task | BadTask:
    if not isinstance(value, dict):
        return BadTask(number, f"line {number}: is no JSON object")
    id = value.get("id", number)
    if isinstance(id, bool) or not isinstance(id, str | int):
        return BadTask(number, f"line {number}: has the id {id!r}: give text or a whole number")
    try:
        return _task(id if isinstance(id, int) else whole(id), value, number, path, common)
    except HyperdigestError as error:
        return BadTask(id, f"line {number}: {error}")


def _task(
    id: str | int, value: dict[str, Any], number: int, path: str, common: Mapping[str, Any]
) -> Task:
    question = value.get("question")
    if not isinstance(question, str):
        raise ReadError("has no question")
    if ("paths" in value) == ("documents" in value):
        raise ReadError("must have either paths or documents")
    ignored: list[str] = []
    preset, changes = _settings(value, common, ignored.append)
    question, wishes = whole(question), Wishes.of(value)
    settings = preset, changes
    if "paths" in value:
        paths = _paths(value["paths"])
        return Task(id, question, paths, (), *settings, (), wishes, tuple(ignored))
    documents, warnings = _documents(value, number, path)
    return Task(id, question, (), documents, *settings, warnings, wishes, tuple(ignored))


def _settings(
    value: dict[str, Any], common: Mapping[str, Any], tell: Callable[[str], None]
) -> tuple[str | None, dict[str, Any]]:
    """The preset of a line and the parameters that it changes; `tell` hears of ignored ones."""
    given = {name: each for name, each in value.items() if name not in OWN_FIELDS}
    changes = overridden(common, named_options(given, tell=tell))
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
        Document(name, path, record.text, record.title)
        for name, record in zip(names, good, strict=True)
    )
    if not documents:
        raise ReadError("has no document with text")
    return documents, (*skipped, *(copy.told for copy in repeated))
