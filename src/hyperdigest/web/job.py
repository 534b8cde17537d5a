"""What a fitting process is told, and what it tells: JSON, one object a line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """Documents to read and fit, or a saved collection to add them to, or to remove some from.

    Parameters
    ----------
    output : the file to write.
    folder : where the process works; relative `paths` begin there.
    paths : of documents, as for `Collection.read`.
    documents : texts at hand, each with ``name``, ``text`` and perhaps ``title``.
    skipped : what to tell of files that were left out.
    root : the only folder whose files may be read; nothing where all may.
    named_only : whether the documents have no place on this machine that outlives the fit.
    base : the file of the collection to change; nothing where a new one is fitted.
    own : whether `base` is a file of the app, not of somebody.
    removed : names of documents to remove from it.
    preset, options : as for `Options.preset`, of a new collection.
    memory, seconds : bytes of address space, and seconds of processor, of each process.
    file_seconds : to read one file.
    """

    output: str
    folder: str
    paths: tuple[str, ...] = ()
    documents: tuple[dict[str, str], ...] = ()
    skipped: tuple[str, ...] = ()
    root: str = ""
    named_only: bool = False
    base: str = ""
    own: bool = True
    removed: tuple[str, ...] = ()
    preset: str = "default"
    options: dict[str, Any] = field(default_factory=dict)
    memory: int = 0
    seconds: float = 0.0
    file_seconds: float = 0.0

    def to_json(self) -> bytes:
        """The job as one line."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> Job:
        """The job that `to_json` wrote."""
        told = json.loads(line)
        lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
        return cls(**told | lists)
