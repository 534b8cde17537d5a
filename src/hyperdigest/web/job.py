"""What a fitting process is told, and what it tells: JSON, one object a line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """Documents to read and fit.

    Parameters
    ----------
    output : the file to write.
    folder : where the process works; relative `paths` begin there.
    paths : of documents, as for `Collection.read`.
    documents : texts at hand, each with ``name``, ``text`` and perhaps ``title``.
    root : the only folder whose files may be read; nothing where all may.
    named_only : whether the documents have no place on this machine that outlives the fit.
    preset, options : as for `Options.preset`.
    memory, seconds : bytes of address space, and seconds of processor, of each process.
    file_seconds : to read one file.
    """

    output: str
    folder: str
    paths: tuple[str, ...] = ()
    documents: tuple[dict[str, str], ...] = ()
    root: str = ""
    named_only: bool = False
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
        paths, documents = tuple(told.pop("paths")), tuple(told.pop("documents"))
        return cls(paths=paths, documents=documents, **told)
