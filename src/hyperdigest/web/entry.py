"""A collection on the shelf: where it stands, how far it is, what was asked of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hyperdigest.read.decode import whole
from hyperdigest.read.names import printable

NAME = 100
"""Most characters of a collection's name."""

Status = Literal["waiting", "reading", "fitting", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading or fitting is: `done` steps of `total` (0: unknown), `left` seconds."""

    stage: str = ""
    done: int = 0
    total: int = 0
    left: float | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """A question that was asked: `query` asks it again, `time` is in seconds since 1970."""

    question: str
    words: int
    query: str
    time: float


@dataclass
class Entry:
    """A collection on the shelf.

    Parameters
    ----------
    id : of letters and digits, hard to guess, part of its address.
    saved : the file of the collection, once it is fitted.
    folder : what is taken away with the entry; None where it is somebody's own file.
    origin : ``saved``, ``paths``, ``upload`` or ``documents``.
    added : when it was put on the shelf, in seconds since 1970.
    version : how often anything of it has changed.
    """

    id: str
    name: str
    saved: Path
    folder: Path | None = None
    origin: str = "saved"
    status: Status = "waiting"
    progress: Progress = field(default_factory=Progress)
    summary: str = ""
    documents: int = 0
    error: str = ""
    warnings: tuple[str, ...] = ()
    history: list[Remembered] = field(default_factory=list)
    added: float = field(default_factory=time.time)
    version: int = 0

    @property
    def ended(self) -> bool:
        """Whether it is ready or failed."""
        return self.status in ("ready", "failed")

    def shown(self) -> dict[str, Any]:
        """The entry as an object of JSON."""
        progress = self.progress
        return {
            "id": self.id,
            "name": self.name,
            "status": self.status,
            "progress": None
            if self.ended
            else {
                "stage": progress.stage,
                "done": progress.done,
                "total": progress.total,
                "seconds_left": progress.left,
            },
            "summary": self.summary,
            "documents": self.documents,
            "error": self.error,
            "warnings": list(self.warnings),
        }


def several(names: Sequence[str]) -> str:
    """What to call a collection of files that has no name of its own."""
    if not names:
        return "nothing"
    more = len(names) - 1
    first = names[0] if not more else short_name(names[0], NAME // 2)
    return f"{first} and {more} more" if more else first


def short_name(name: str, most: int = NAME) -> str:
    """`name` as it can be shown on one line."""
    text = " ".join(printable(whole(name)).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
