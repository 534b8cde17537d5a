"""What an answer depends on, hashed: answers are kept under it, and used for nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import astuple
from functools import cache
from importlib import metadata
from typing import Any

from hyperdigest.batch.tasks import Task
from hyperdigest.read.paths import Skipped, expand
from hyperdigest.signature import code_hash, corpus_hash, version


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
        told = task.ignored, code_hash(), libraries()
        return _hash([self.source(task), asked, *told])

    def source(self, task: Task) -> str:
        """The same for equal documents only."""
        if not task.paths:
            about = [(document.path, document.title) for document in task.documents]
            return _hash([corpus_hash(task.documents), about, task.warnings])
        if task.paths not in self._stamps:
            self._stamps[task.paths] = _hash([self.folder, task.paths, _stamps(task.paths)])
        return self._stamps[task.paths]


@cache
def libraries() -> tuple[tuple[str, str], ...]:
    """The installed versions of what the package requires."""
    required = (r for r in metadata.requires("hyperdigest") or () if "extra ==" not in r)
    names = sorted(re.split(r"[^\w.-]", requirement)[0] for requirement in required)
    return tuple((name, version(name)) for name in names)


def _stamps(paths: tuple[str, ...]) -> list[tuple[Any, ...]]:
    return [_stamp(found) for found in expand(paths)]


def _stamp(found: Any) -> tuple[Any, ...]:
    if isinstance(found, Skipped):
        return found.path, found.reason
    try:
        status = found.path.stat()
    except OSError as error:
        return str(found.path), error.strerror
    return str(found.path), status.st_size, status.st_mtime_ns


def _hash(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()
