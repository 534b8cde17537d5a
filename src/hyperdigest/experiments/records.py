"""Records of scores on disk, one file for each group of tasks.

A record is stored under everything that its score depends on, the code included, so that no score
is computed twice.
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
    """

    def __init__(self, path: Path) -> None:
        self.records, _ = read_records(path)
        self._path, self._unwritten = path, False
        self._written_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._unwritten:
            self._write()

    def add(self, record: ScoreRecord) -> None:
        """Add a record."""
        self.records[record.key] = record
        self._unwritten = True
        if time.monotonic() - self._written_at > 5.0:
            self._write()

    def _write(self) -> None:
        ordered = sorted(self.records.values(), key=lambda record: record.key)
        lines = ",\n".join(
            json.dumps(vars(record) | {"key": vars(record.key)}, sort_keys=True)
            for record in ordered
        )
        body = f"[\n{lines}\n]"
        checksum = sha256(body.encode()).hexdigest()
        text = f'{{"sha256": "{checksum}", "records": {body}}}\n'
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(self._path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        self._unwritten = False
        self._written_at = time.monotonic()
