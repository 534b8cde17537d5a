"""Summaries of systems and references, read from files and paired by the names of tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hyperdigest.base.text import printable, unique_names
from hyperdigest.errors import ReadError
from hyperdigest.read.content import read_bytes
from hyperdigest.read.encoding import decode, replace_surrogates
from hyperdigest.read.text import read_records

SUFFIXES = (".jsonl", ".jsonl.gz")
"""The suffixes of files of JSON lines."""

Warn = Callable[[str], None]
"""Called with a sentence for everything left out."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One or more references of a task.

    `name` is the name of the file or the id of the record; the name of a file may be that of the
    task and more. Tasks of the same `cluster` share their documents; it is empty if unknown.
    """

    name: str
    texts: tuple[str, ...]
    cluster: str = ""
    is_file: bool = False


def read_candidates(path: Path, warn: Warn) -> dict[str, dict[str, str]]:
    """The summaries of each system by the name of their task, systems and tasks sorted.

    A folder contains one system, with a text file for each task, named TASK.SUFFIX; or it contains
    a folder, or a file of JSON lines with ``id`` and ``summary``, for each system. Raises ReadError
    if the path does not exist.
    """
    inside = _visible(path) if path.is_dir() else []
    places = [place for place in inside if place.is_dir() or is_jsonl(place)]
    for place in inside if places else ():
        if place not in places:
            warn(f"skipped {_shown(place)}: it is next to systems: move it into a folder")
    places = places or [path]
    names = unique_names([((_name(place),), 1) for place in places])
    return {name: _summaries(place, warn) for name, place in zip(names, places, strict=True)}


def read_references(path: Path, warn: Warn) -> list[Reference]:
    """The references in a file or a folder: text files, and JSON lines with ``references``.

    Raises ReadError if the path does not exist.
    """
    found: list[Reference] = []
    for file in _files(path, warn):
        if not is_jsonl(file):
            text = _text_of(file, warn)
            found += [] if text is None else [Reference(file.name, (text,), is_file=True)]
            continue
        for where, id, record in _records(file, warn):
            texts = tuple(text for text in _list(record, "references") if isinstance(text, str))
            cluster = record.get("cluster")
            if not isinstance(cluster, str):
                documents = _list(record, "documents")
                cluster = document_cluster(documents[0]) if documents else ""
            if texts:
                found.append(Reference(id, texts, cluster))
            else:
                warn(f"skipped {where}: has no references")
    return found


def _summaries(place: Path, warn: Warn) -> dict[str, str]:
    """The summaries of one system by task; the first of each task counts."""
    found: dict[str, str] = {}
    for file in _files(place, warn):
        given: Iterable[tuple[str, str, Any]]
        if is_jsonl(file):
            given = ((place, id, it.get("summary")) for place, id, it in _records(file, warn))
        else:
            whole = _text_of(file, warn)
            given = [] if whole is None else [(_shown(file), file.stem, whole)]
        for shown, task, text in given:
            if not isinstance(text, str):
                warn(f"skipped {shown}: has no summary")
            elif task in found:
                warn(f"skipped {shown}: there is another summary of {printable(task)} before it")
            else:
                found[task] = text
    return found


def json_lines(file: Path, warn: Warn) -> dict[int, Any]:
    """The values in a file of JSON lines by line; none, and a warning, if it cannot be read."""
    try:
        return read_records(file)
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return {}


def _records(file: Path, warn: Warn) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(file and line, id, record) of the lines with an id."""
    for number, value in json_lines(file, warn).items():
        id = value.get("id") if isinstance(value, dict) else None
        if isinstance(id, str | int) and str(id):
            yield f"{_shown(file)}, line {number}", str(id), value
        else:
            warn(f"skipped {_shown(file)}, line {number}: is no JSON object with an id")


def _text_of(file: Path, warn: Warn) -> str | None:
    """The text of a file, None if it cannot be read; an empty text counts, with a warning."""
    try:
        text = decode(read_bytes(file))
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return None
    if not text.strip():
        warn(f"{_shown(file)} is empty, and counts as a text without words")
    return text


def _files(place: Path, warn: Warn) -> list[Path]:
    """The file `place`, or the files directly in the folder, sorted, without hidden ones."""
    if not place.is_dir():
        if not place.exists():
            raise ReadError(f"{_shown(place)} does not exist: give a file or a folder of summaries")
        return [place]
    inside = _visible(place)
    for folder in (path for path in inside if path.is_dir()):
        warn(f"skipped {_shown(folder)}: is a folder, where files were looked for")
    return [path for path in inside if not path.is_dir()]


def _visible(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise ReadError(f"{_shown(folder)} cannot be read: {error.strerror}") from error


def document_cluster(document: Any) -> str:
    """The id of a document up to its last hyphen: the same for tasks that share documents."""
    id = text_of(document.get("id")) if isinstance(document, dict) else ""
    return id.rpartition("-")[0] or id


def text_of(value: Any) -> str:
    """A string or an integer in JSON as a stripped text; empty for any other value."""
    return raw_text(str(value) if type(value) is int else value).strip()


def raw_text(value: Any) -> str:
    """A string in JSON with lone surrogates replaced; empty for any other value."""
    return replace_surrogates(value) if isinstance(value, str) else ""


def _name(place: Path) -> str:
    """The name of a system: that of its folder, or of its file without the suffix."""
    if place.is_dir():
        return place.resolve().name
    ends = (end for end in (*SUFFIXES, place.suffix) if place.name.lower().endswith(end.lower()))
    return place.name[: len(place.name) - len(next(ends))]


def is_jsonl(path: Path) -> bool:
    """Whether a file contains JSON lines, by its name."""
    return path.name.lower().endswith(SUFFIXES)


def _list(record: dict[str, Any], field: str) -> list[Any]:
    value = record.get(field)
    return value if isinstance(value, list) else []


def _shown(path: Path) -> str:
    return printable(str(path))


def pair(
    tasks: Collection[str], references: Sequence[Reference]
) -> tuple[dict[str, Reference], list[str]]:
    """All references of each task that has any, and the names of references of no task.

    A record belongs to the task with its id, and a file to the task with its name, with or without
    the parts after a dot. If that matches several tasks, the longest name counts.
    """
    found: dict[str, list[Reference]] = {}
    unused = []
    for reference in references:
        parts = reference.name.split(".") if reference.is_file else [reference.name]
        names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        task = next((name for name in names if name in tasks), None)
        if task is None:
            unused.append(reference.name)
        else:
            found.setdefault(task, []).append(reference)
    paired = {}
    for task, parts_of_task in found.items():
        cluster = next((part.cluster for part in parts_of_task if part.cluster), task)
        texts = tuple(text for part in parts_of_task for text in part.texts)
        paired[task] = Reference(task, texts, cluster)
    return paired, unused
