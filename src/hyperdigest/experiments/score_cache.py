"""Scores kept on disk, one file for each group of tasks, so that none is computed twice.

A score is kept under everything that it depends on, the code included. The seconds of processor
that each system took are kept in files beside, as the scores are the same at every run and the
seconds are not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Self
from urllib.parse import quote

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import Document
from hyperdigest.experiments.data.tasks import Task

Scores = dict[str, float]
AT_MOST_LOST = 5.0
"""Seconds of work that are lost when the process is killed."""


@dataclass(frozen=True, order=True)
class Key:
    """What a score depends on.

    Parameters
    ----------
    system : its repr, which holds its parameters.
    eligible : which sentences it might pick.
    signature : how it was scored.
    code : hash of the files of this project that made it.
    input : hash of the question, documents, references, peers and budget of the task.
    """

    task: str
    system: str
    eligible: str
    signature: str
    code: str
    input: str


@dataclass(frozen=True)
class Record:
    """What a system wrote for a task, and how it scored; or why it failed.

    Parameters
    ----------
    chosen : the sentences in the order picked; empty where the data brought the summary.
    words : whitespace-separated words of `text`.
    """

    key: Key
    chosen: tuple[int, ...] = ()
    text: str = ""
    words: int = 0
    scores: Scores | None = None
    failure: str = ""


def task_hash(task: Task) -> str:
    """A name for everything in a task that scores depend on."""
    parts = [task.question, str(task.words), *task.dates, task.language, task.unit]
    parts += [repr(task.answers), _documents_hash(task.documents)]
    for summaries in (task.references, task.peers):
        parts.append(str(len(summaries)))
        parts += [part for s in summaries for part in (s.author, s.text)]
    return _hash(parts)


def _hash(parts: Iterable[str]) -> str:
    hasher = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()[:16]


@lru_cache(maxsize=4)
def _documents_hash(documents: tuple[Document, ...]) -> str:
    """A name for all documents but their paths, kept for the next tasks that share them."""
    names = [field.name for field in fields(Document) if field.name != "path"]
    return _hash(repr(tuple(getattr(document, n) for n in names)) for document in documents)


def record_path(folder: Path, set_name: str, cluster: str) -> Path:
    """Where the records of a cluster lie; names that no folder may have are spelt out."""
    *parts, last = map(_file_name, (*set_name.split("/"), cluster))
    return folder.joinpath(*parts, f"{last}.json")


def _file_name(name: str) -> str:
    spelt = quote(name, safe=" ()+,=@~").replace(".", "%2E") or "%"
    return spelt if len(spelt) <= 100 else f"{spelt[:80]}-{sha256(name.encode()).hexdigest()[:16]}"


def read_records(path: Path) -> tuple[dict[Key, Record], str]:
    """The records in a file that are no failures: those are tried again; and a warning, if any.

    A file that cannot be trusted has none.
    """
    damaged = f"the scores in {path.parent.name}/{path.name} were damaged and are computed anew"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}, ""
    except (OSError, UnicodeDecodeError):
        return {}, damaged
    head, separator, rest = text.partition(', "records": ')
    body = rest.removesuffix("}\n")
    if not separator or head != f'{{"sha256": "{sha256(body.encode()).hexdigest()}"':
        return {}, damaged
    found = [
        Record(**values | {"key": Key(**values["key"]), "chosen": tuple(values["chosen"])})
        for values in json.loads(body)
    ]
    return {record.key: record for record in found if not record.failure}, ""


class ScoreFile:
    """The records of a group while they grow, written every few seconds and at the end.

    It is a context manager: leaving it, also by an error, writes what is not on disk yet. `path`
    and `timings` are the files of the records and of the seconds of processor they took.
    """

    def __init__(self, path: Path, timings: Path) -> None:
        self.records, _ = read_records(path)
        self._path, self._timings = path, timings
        self._seconds: dict[str, float] = {}
        self._written_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()

    def add(self, record: Record, seconds: float) -> None:
        """Add a record that took some seconds of processor."""
        self.records[record.key] = record
        self._seconds[f"{record.key.system} {record.key.task}"] = seconds
        if time.monotonic() - self._written_at > AT_MOST_LOST:
            self._write()

    def _write(self) -> None:
        if self._seconds:
            self._write_records()
            self._write_seconds()
        self._written_at = time.monotonic()

    def _write_records(self) -> None:
        ordered = sorted(self.records.values(), key=lambda record: record.key)
        lines = ",\n".join(
            json.dumps(vars(record) | {"key": vars(record.key)}, sort_keys=True)
            for record in ordered
        )
        body = f"[\n{lines}\n]"
        checksum = sha256(body.encode()).hexdigest()
        _write_whole(self._path, f'{{"sha256": "{checksum}", "records": {body}}}\n')

    def _write_seconds(self) -> None:
        """Add to the seconds kept in the file; where it was damaged it begins anew.

        What systems share (splitting, topics) counts for the first that asked for it.
        """
        try:
            kept: dict[str, float] = dict(json.loads(self._timings.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            kept = {}
        kept |= {name: round(took, 4) for name, took in self._seconds.items()}
        _write_whole(self._timings, f"{json.dumps(kept, indent=0, sort_keys=True)}\n")
        self._seconds.clear()


def _write_whole(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
