"""Task sets as JSON lines: one task a line, with its documents and reference summaries."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.tasks import Summary, Task, TaskSet
from hyperdigest.read.decode import whole
from hyperdigest.read.duplicates import drop_duplicates
from hyperdigest.read.names import printable, unique_names
from hyperdigest.read.records import read_records

SUFFIXES = (".jsonl", ".jsonl.gz")

DEFAULT_WORDS = 250
"""Most words of a summary where ``budget_words`` is missing: the length of DUC 2005 to 2007."""

GENERAL = " (general)"
"""What the name of a set ends in whose questions ask for no content in particular."""

_GENERAL_IDS = re.compile(r"squality-.*-q1|qmsum-.*-g[0-9]*", re.DOTALL)


class _BadTaskError(Exception):
    """What a line lacks to be a task."""


def read_task_sets(path: Path, name: str, warn: Callable[[str], None]) -> list[TaskSet]:
    """The tasks of a file as the set `name`, and those with general questions as one of their own.

    A file in which no line has a ``query`` holds something else and gives no set. A line, or a
    file, that cannot be read is told to `warn`, and the rest is read.
    """
    try:
        values = read_records(path)
    except ReadError as error:
        warn(f"skipped {printable(str(path))}: {error}")
        return []
    if not any(isinstance(value, dict) and "query" in value for value in values.values()):
        return []
    tasks: dict[str, Task] = {}
    for number, value in values.items():
        try:
            task = _task(value, number, path)
            if task.id in tasks:
                raise _BadTaskError(f"has the id {task.id!r} of an earlier line: give it its own")
            tasks[task.id] = task
        except _BadTaskError as bad:
            warn(f"skipped {printable(str(path))}, line {number}: {bad}")
    return _sets(name, list(tasks.values()))


def _sets(name: str, tasks: list[Task]) -> list[TaskSet]:
    general = tuple(task for task in tasks if _GENERAL_IDS.fullmatch(task.id))
    others = tuple(task for task in tasks if not _GENERAL_IDS.fullmatch(task.id))
    both = (TaskSet(name, others), TaskSet(name + GENERAL, general))
    return [found for found in both if found.tasks]


def _task(value: Any, number: int, path: Path) -> Task:
    if not isinstance(value, dict):
        raise _BadTaskError("is no JSON object")
    question = _text(value.get("query"))
    if not question:
        raise _BadTaskError("has no query")
    references = _list(value, "references")
    summaries = tuple(
        Summary(f"R{n}", text) for n, text in enumerate(map(_text, references), 1) if text
    )
    if not summaries:
        raise _BadTaskError("has no references")
    words = value.get("budget_words", DEFAULT_WORDS)
    if not isinstance(words, int) or isinstance(words, bool) or words < 1:
        raise _BadTaskError(f"has budget_words {words!r}: give a whole number from 1")
    documents = _documents(_list(value, "documents"), path)
    id = _text(value.get("id")) or str(number)
    cluster = document_cluster(value["documents"][0]) or id
    return Task(id, cluster, question, documents, ("",) * len(documents), summaries, words)


def _documents(values: list[Any], path: Path) -> tuple[Document, ...]:
    """The documents that hold text, each text once, under names of their own."""
    given = [
        (_text(value.get("id")) or str(number), _text(value.get("title")), text)
        for number, value in enumerate(values, 1)
        if isinstance(value, dict) and (text := _raw(value.get("text"))).strip()
    ]
    names = unique_names([((id,), 1) for id, _, _ in given])
    documents, _ = drop_duplicates(
        Document(name, str(path), text, title)
        for name, (_, title, text) in zip(names, given, strict=True)
    )
    if not documents:
        raise _BadTaskError("has no document with text")
    return documents


def document_cluster(document: Any) -> str:
    """The id of a document up to its last hyphen, as tasks share it that share documents."""
    id = _text(document.get("id")) if isinstance(document, dict) else ""
    return id.rpartition("-")[0] or id


def _list(value: dict[str, Any], field: str) -> list[Any]:
    found = value.get(field)
    if not isinstance(found, list):
        raise _BadTaskError(f"has no list of {field}")
    return found


def _text(value: Any) -> str:
    return _raw(str(value) if type(value) is int else value).strip()


def _raw(value: Any) -> str:
    return whole(value) if isinstance(value, str) else ""
