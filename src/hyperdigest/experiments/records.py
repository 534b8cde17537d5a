"""Scores kept on disk, one file for each cluster of tasks, so that none is computed twice."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hyperdigest.documents import Document
from hyperdigest.evaluation.tasks import Task
from hyperdigest.system.files import written_whole

Scores = dict[str, float]


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
    return _hash(_parts(task))


def _hash(parts: Iterable[str]) -> str:
    hasher = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()[:16]


def _parts(task: Task) -> Iterable[str]:
    yield from (task.question, str(task.words), *task.dates)
    yield from (task.language, task.unit, repr(task.answers))
    yield _documents_hash(task.documents)
    for summaries in (task.references, task.peers):
        yield str(len(summaries))
        yield from (part for s in summaries for part in (s.author, s.text))


@lru_cache(maxsize=4)
def _documents_hash(documents: tuple[Document, ...]) -> str:
    """A name for all documents, kept for the next tasks that share them."""
    return _hash(repr(_content(document)) for document in documents)


def _content(document: Document) -> tuple[Any, ...]:
    return tuple(getattr(document, f.name) for f in fields(document) if f.name != "path")


def record_path(folder: Path, set_name: str, cluster: str) -> Path:
    """Where the records of a cluster lie; names that no folder may have are spelt out."""
    parts = [_file_name(part) for part in set_name.split("/")]
    return folder.joinpath(*parts, f"{_file_name(cluster)}.json")


def _file_name(name: str) -> str:
    spelt = quote(name, safe=" ()+,=@~").replace(".", "%2E") or "%"
    return spelt if len(spelt) <= 100 else f"{spelt[:80]}-{sha256(name.encode()).hexdigest()[:16]}"


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write the records of a cluster, whole or not at all, in an order of their own."""
    ordered = sorted(records, key=lambda record: record.key)
    lines = ",\n".join(map(_line, ordered))
    body = f"[\n{lines}\n]"
    checksum = sha256(body.encode()).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        temporary.write_text(f'{{"sha256": "{checksum}", "records": {body}}}\n', encoding="utf-8")


def _line(record: Record) -> str:
    return json.dumps(vars(record) | {"key": vars(record.key)}, sort_keys=True)


def read_records(path: Path) -> tuple[dict[Key, Record], str]:
    """The records in a file, and a warning where there is a file that cannot be trusted."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}, ""
    except (OSError, UnicodeDecodeError):
        return {}, _damaged(path)
    head, separator, rest = text.partition(', "records": ')
    body = rest.removesuffix("}\n")
    if not separator or head != f'{{"sha256": "{sha256(body.encode()).hexdigest()}"':
        return {}, _damaged(path)
    found = [_record(**fields_of) for fields_of in json.loads(body)]
    return {record.key: record for record in found}, ""


def _record(key: dict[str, str], chosen: list[int], **others: Any) -> Record:
    return Record(Key(**key), tuple(chosen), **others)


def _damaged(path: Path) -> str:
    return f"the scores in {path.parent.name}/{path.name} were damaged and are computed anew"
