"""Task sets: questions with documents and reference summaries, read from a data folder.

A set is a file of JSON lines with a task in each line, or a DUC campaign in the layout of NIST. A
folder of documents can be a task without references.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hyperdigest.base.text import printable, unique_names
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError, ReadError
from hyperdigest.evaluation.files import (
    SUFFIXES,
    Warn,
    document_cluster,
    json_lines,
    raw_text,
    text_of,
)
from hyperdigest.experiments.data.duc import DUC_SETS, Release, duc_sets
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.model import Collection
from hyperdigest.progress import Progress
from hyperdigest.question import check_text
from hyperdigest.read.load import drop_duplicates


def files_below(folder: Path, warn: Warn) -> list[Path]:
    """The file `folder` itself, or all files in it at any depth, sorted, without hidden ones.

    Links to files are followed, links to folders are not. `warn` gets a message for each folder
    that cannot be read. Raises OptionError if there is no such file or folder.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise OptionError(f"there is no file or folder {printable(str(folder))}")

    def warn_of(error: OSError) -> None:
        warn(f"skipped {printable(str(error.filename))}: cannot be read: {error.strerror}")

    found: list[Path] = []
    for top, folders, names in os.walk(folder, onerror=warn_of):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(top, name) for name in names if not name.startswith(".")]
    files = (path for path in found if os.path.isfile(path))  # noqa: PTH113 (False, not an error)
    return sorted(files, key=lambda path: path.parts)


DEFAULT_WORDS = 250
"""The budget of a task without one: the length of the summaries of DUC 2005 to 2007."""

GENERAL = " (general)"
"""The end of the name of a set whose questions ask for no particular content."""

_GENERAL_IDS = re.compile(r"squality-.*-q1|qmsum-.*-g[0-9]*", re.DOTALL)


def read_task_sets(path: Path, name: str, warn: Warn) -> list[TaskSet]:
    """The tasks of a file as the set `name`, and those with general questions as a second set.

    A file in which no line has a ``query`` contains something else and gives no set. `warn` gets a
    message for each line or file that cannot be read; the rest is read.
    """
    values = json_lines(path, warn)
    if not any(isinstance(value, dict) and "query" in value for value in values.values()):
        return []
    tasks: dict[str, Task] = {}
    for number, value in values.items():
        try:
            task = _task(value, number, path)
            if task.id in tasks:
                raise ReadError(f"has the id {task.id!r} of an earlier line: give it its own")
            tasks[task.id] = task
        except ReadError as error:
            warn(f"skipped {printable(str(path))}, line {number}: {error}")
    sets: dict[str, list[Task]] = {name: [], name + GENERAL: []}
    for task in tasks.values():
        sets[name + GENERAL if _GENERAL_IDS.fullmatch(task.id) else name].append(task)
    return [TaskSet(called, tuple(found)) for called, found in sets.items() if found]


def _task(value: Any, number: int, path: Path) -> Task:
    """The task in a line of a file. Raises ReadError if a part of it is missing."""
    if not isinstance(value, dict):
        raise ReadError("is no JSON object")
    question = text_of(value.get("query"))
    if not question:
        raise ReadError("has no query")
    references = _list(value, "references")
    summaries = tuple(
        Summary(f"R{n}", text) for n, text in enumerate(map(text_of, references), 1) if text
    )
    if not summaries:
        raise ReadError("has no references")
    words = value.get("budget_words", DEFAULT_WORDS)
    if not isinstance(words, int) or isinstance(words, bool) or words < 1:
        raise ReadError(f"has budget_words {words!r}: give a whole number from 1")
    documents = _documents(_list(value, "documents"), path)
    id = text_of(value.get("id")) or str(number)
    cluster = document_cluster(value["documents"][0]) or id
    return Task(id, cluster, question, documents, ("",) * len(documents), summaries, words)


def _documents(values: list[Any], path: Path) -> tuple[Document, ...]:
    """The documents that have text, each text once, with unique names."""
    given = [
        (text_of(value.get("id")) or str(number), text_of(value.get("title")), text)
        for number, value in enumerate(values, 1)
        if isinstance(value, dict) and (text := raw_text(value.get("text"))).strip()
    ]
    names = unique_names([((id,), 1) for id, _, _ in given])
    documents, _ = drop_duplicates(
        Document(name, str(path), text, title)
        for name, (_, title, text) in zip(names, given, strict=True)
    )
    if not documents:
        raise ReadError("has no document with text")
    return documents


def _list(value: dict[str, Any], field: str) -> list[Any]:
    found = value.get(field)
    if not isinstance(found, list):
        raise ReadError(f"has no list of {field}")
    return found


def load_sets(
    folder: str | Path, names: Sequence[str] = (), *, warn: Warn = warnings.warn
) -> list[TaskSet]:
    """The task sets in a folder, at any depth, or in one file, sorted by name.

    `names` are the sets to load, in this order; all if it is empty. `warn` gets a sentence for
    everything left out. Raises OptionError if the folder does not exist or contains no set, or none
    of a name in `names`. A set of DUC with a missing piece is not loaded; the exception, or else a
    warning, names the piece.
    """
    folder = Path(folder)
    files, place = files_below(folder, warn), printable(str(folder))
    lines = _json_lines(files, folder, warn)
    wanted = {*(names or lines), *(name.removesuffix(GENERAL) for name in names)}
    here = sorted(wanted & set(lines))
    found = [tasks for name in here for tasks in read_task_sets(lines[name], name, warn)]
    missing: dict[str, str] = {}
    if not names or any(name.removesuffix(GENERAL) not in lines for name in names):
        campaigns, missing = duc_sets(files, place, warn)
        found += [campaign for campaign in campaigns if campaign.name not in lines]
    sets = {tasks.name: tasks for tasks in sorted(found, key=lambda tasks: tasks.name)}
    for name in names:
        if name not in sets:
            contents = f"{place} contains {', '.join(sorted({*sets, *lines})) or 'none'}"
            reason = missing.get(name)
            if not reason and name in DUC_SETS:
                reason = Release(name).missing(place)
            raise OptionError(reason or f"there is no set {name!r}: {contents}")
    if not sets:
        raise OptionError(
            "; ".join(missing.values())
            or f"{place} contains no task set: looked for JSON lines with queries (*.jsonl,"
            " *.jsonl.gz) and for DUC 2005 to 2007 (documents, duc200X_topics.sgml, ROUGE/models),"
            " packed or not"
        )
    for message in () if names else missing.values():
        warn(message)
    return [sets[name] for name in names or sets]


def _json_lines(files: Sequence[Path], folder: Path, warn: Warn) -> dict[str, Path]:
    """The files of JSON lines by the name of their set, e.g. ``squality/dev``."""
    named: dict[str, Path] = {}
    for path in files:
        place = path.name if path == folder else path.relative_to(folder).as_posix()
        suffix = next((s for s in SUFFIXES if place.lower().endswith(s)), "")
        name = printable(place.removesuffix(place[-len(suffix) :])) if suffix else ""
        if name in named:
            warn(f"skipped {printable(str(path))}: there is {named[name].name} beside it")
        elif name:
            named[name] = path
    return named


QUESTION_OF_PAPER = (
    "Describe the challenges faced by the European Union related to migration from Subsaharian"
    " Africa and the Middle East. What policies are implemented by the members of the European"
    " Union to address these challenges?"
)


def document_task(folder: Path, question: str, warn: Warn, progress: Progress) -> TaskSet:
    """A task of the documents in a folder with a question, or the paper's question if it is empty.

    Raises EmptyCollectionError if no document could be read.
    """
    question = question or QUESTION_OF_PAPER
    check_text(question)
    collection = Collection.read(folder, progress=progress)
    for warning in collection.warnings:
        warn(warning)
    documents = tuple(collection.documents)
    name = "documents"
    task = Task(name, name, question, documents, ("",) * len(documents), (), DEFAULT_WORDS)
    return TaskSet(name, (task,))
