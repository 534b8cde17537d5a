"""Summaries to score, and references to score them by, from files and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hyperdigest.errors import ReadError
from hyperdigest.evaluation.datasets.jsonl import SUFFIXES, document_cluster
from hyperdigest.read.decode import decode
from hyperdigest.read.files import read_bytes
from hyperdigest.read.names import printable, unique_names
from hyperdigest.read.records import read_records

Warn = Callable[[str], None]
"""Told, in a sentence each, what was left out and why."""


@dataclass(frozen=True, slots=True)
class Reference:
    """References of one task.

    Parameters
    ----------
    name : of the file, or the id of the record.
    texts : one or more.
    cluster : tasks of the same cluster share their documents; empty where nothing is known.
    is_file : the name may have more behind that of the task.
    """

    name: str
    texts: tuple[str, ...]
    cluster: str = ""
    is_file: bool = False


def read_candidates(path: Path, warn: Warn) -> dict[str, dict[str, str]]:
    """The summaries of each system by the name of their task, systems and tasks sorted.

    A folder holds one system, a text file for each task, called as the task and a suffix; or it
    holds a folder, or a file of JSON lines with ``id`` and ``summary``, for each system.

    Raises
    ------
    ReadError
        where there is no such path.
    """
    places = _systems(path, warn)
    names = unique_names([((_name(place),), 1) for place in places])
    return {name: dict(_summaries(place, warn)) for name, place in zip(names, places, strict=True)}


def read_references(path: Path, warn: Warn) -> list[Reference]:
    """The references in a file or a folder: text files, and JSON lines with ``references``.

    Raises
    ------
    ReadError
        where there is no such path.
    """
    found: list[Reference] = []
    for file in _files(path, warn):
        if holds_records(file):
            found += _from_records(file, warn)
        else:
            found += [Reference(file.name, (text,), is_file=True) for text in _text_of(file, warn)]
    return found


def _systems(path: Path, warn: Warn) -> list[Path]:
    """The folders and files that hold one system each."""
    if not path.is_dir():
        return [path]
    inside = _visible(path)
    several = [place for place in inside if place.is_dir() or holds_records(place)]
    for place in inside if several else ():
        if place not in several:
            warn(f"skipped {_shown(place)}: it stands beside systems: move it into a folder")
    return several or [path]


def _summaries(place: Path, warn: Warn) -> Iterator[tuple[str, str]]:
    """(task, summary) of one system, each task once."""
    seen: set[str] = set()
    for file in _files(place, warn):
        found = _records_of(file, warn) if holds_records(file) else _named_text(file, warn)
        for where, task, text in found:
            if task in seen:
                warn(f"skipped {where}: there is another summary of {printable(task)} before it")
            else:
                seen.add(task)
                yield task, text


def _named_text(file: Path, warn: Warn) -> Iterator[tuple[str, str, str]]:
    for text in _text_of(file, warn):
        yield _shown(file), file.stem, text


def _records_of(file: Path, warn: Warn) -> Iterator[tuple[str, str, str]]:
    for where, id, record in _records(file, warn):
        if isinstance(record.get("summary"), str):
            yield where, id, record["summary"]
        else:
            warn(f"skipped {where}: has no summary")


def _from_records(file: Path, warn: Warn) -> Iterator[Reference]:
    for where, id, record in _records(file, warn):
        texts = tuple(text for text in _list(record, "references") if isinstance(text, str))
        if texts:
            yield Reference(id, texts, _cluster(record))
        else:
            warn(f"skipped {where}: has no references")


def _records(file: Path, warn: Warn) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(where, id, record) of the lines that have an id."""
    try:
        values = read_records(file)
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return
    for number, value in values.items():
        id = value.get("id") if isinstance(value, dict) else None
        if isinstance(id, str | int) and str(id):
            yield f"{_shown(file)}, line {number}", str(id), value
        else:
            warn(f"skipped {_shown(file)}, line {number}: is no JSON object with an id")


def _cluster(record: dict[str, Any]) -> str:
    if isinstance(record.get("cluster"), str):
        return str(record["cluster"])
    documents = _list(record, "documents")
    return document_cluster(documents[0]) if documents else ""


def _text_of(file: Path, warn: Warn) -> Iterator[str]:
    """The text of a file, if it can be read; one without words counts, and is named."""
    try:
        text = decode(read_bytes(file))
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return
    if not text.strip():
        warn(f"{_shown(file)} is empty, and counts as a text without words")
    yield text


def _files(place: Path, warn: Warn) -> list[Path]:
    """The file `place`, or the files right in the folder, sorted, hidden ones left out."""
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


def _name(place: Path) -> str:
    """What a system is called: its folder, or its file without the suffix."""
    if place.is_dir():
        return place.resolve().name
    ends = (end for end in (*SUFFIXES, place.suffix) if place.name.lower().endswith(end.lower()))
    return place.name[: len(place.name) - len(next(ends))]


def holds_records(path: Path) -> bool:
    """Whether a file is one of JSON lines, by its name."""
    return path.name.lower().endswith(SUFFIXES)


def _list(record: dict[str, Any], field: str) -> list[Any]:
    value = record.get(field)
    return value if isinstance(value, list) else []


def _shown(path: Path) -> str:
    return printable(str(path))
