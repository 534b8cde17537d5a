"""Records of scores on disk, one file for each group of tasks.

A record is stored under everything that its score depends on, the code included, so that no score
is computed twice. The seconds of processor time that each system took are in files of their own,
because the scores are the same at every run and the seconds are not.
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


@dataclass(frozen=True, order=True)
class RecordKey:
    """What a score depends on.

    `system` is the repr of the system with its parameters, `eligible` the rule for the sentences
    it may pick, and `signature` how it was scored. `code` is the hash of the project's files, and
    `input` the hash of the question, documents, references, peers and budget of the task.
    """

    task: str
    system: str
    eligible: str
    signature: str
    code: str
    input: str


@dataclass(frozen=True)
class ScoreRecord:
    """What a system wrote for a task, and its scores or the reason of its failure.

    `chosen` has the sentences in the order picked; it is empty if the data has the summary. `words`
    is the number of whitespace-separated words of `text`.
    """

    key: RecordKey
    chosen: tuple[int, ...] = ()
    text: str = ""
    words: int = 0
    scores: Scores | None = None
    failure: str = ""


def task_hash(task: Task) -> str:
    """A hash of everything in a task that scores depend on."""
    parts = [task.question, str(task.words), *task.dates, task.language, task.unit]
    parts += [repr(task.parts)] if task.parts else []
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
    """A hash of documents without their paths, cached for the next tasks that share them."""
    names = [field.name for field in fields(Document) if field.name != "path"]
    return _hash(repr(tuple(getattr(document, n) for n in names)) for document in documents)


def record_path(folder: Path, set_name: str, cluster: str) -> Path:
    """The file of the records of a cluster; characters that are special in paths are quoted."""
    parts = []
    for name in (*set_name.split("/"), cluster):
        quoted = quote(name, safe=" ()+,=@~").replace(".", "%2E") or "%"
        short = f"{quoted[:80]}-{sha256(name.encode()).hexdigest()[:16]}"
        parts.append(quoted if len(quoted) <= 100 else short)
    return folder.joinpath(*parts[:-1], f"{parts[-1]}.json")


def read_records(path: Path) -> tuple[dict[RecordKey, ScoreRecord], str]:
    """The records in a file, and a warning if the file is damaged: then there are none.

    Records of failures are left out, so that these are tried again.
    """
    damaged = f"the scores in {path.parent.name}/{path.name} were damaged and are computed again"
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
        ScoreRecord(
            **values | {"key": RecordKey(**values["key"]), "chosen": tuple(values["chosen"])}
        )
        for values in json.loads(body)
    ]
    return {record.key: record for record in found if not record.failure}, ""


class RecordFile:
    """The records of a group of tasks, written every few seconds while records are added.

    It is a context manager: leaving it, also by an exception, writes what is not on disk yet.
    `path` is the file of the records and `timings` the file of their seconds.
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

    def add(self, record: ScoreRecord, seconds: float) -> None:
        """Add a record that took some seconds of processor time."""
        self.records[record.key] = record
        self._seconds[f"{record.key.system} {record.key.task}"] = seconds
        if time.monotonic() - self._written_at > 5.0:
            self._write()

    def _write(self) -> None:
        """Write the records, and add their seconds to the file of timings; if it is damaged,
        it starts again.

        The time of work that systems share (splitting, topics) counts for the first of them.
        """
        if not self._seconds:
            return
        ordered = sorted(self.records.values(), key=lambda record: record.key)
        lines = ",\n".join(
            json.dumps(vars(record) | {"key": vars(record.key)}, sort_keys=True)
            for record in ordered
        )
        body = f"[\n{lines}\n]"
        checksum = sha256(body.encode()).hexdigest()
        _write_text(self._path, f'{{"sha256": "{checksum}", "records": {body}}}\n')
        try:
            seconds: dict[str, float] = dict(json.loads(self._timings.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            seconds = {}
        seconds |= {name: round(took, 4) for name, took in self._seconds.items()}
        _write_text(self._timings, f"{json.dumps(seconds, indent=0, sort_keys=True)}\n")
        self._seconds.clear()
        self._written_at = time.monotonic()


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
