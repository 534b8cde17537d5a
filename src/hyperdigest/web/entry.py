"""A collection on the shelf: where it stands, how far it is, what was asked of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hyperdigest.read.decode import whole
from hyperdigest.read.names import printable
from hyperdigest.web.refusals import RefusedError

NAME = 100
"""Most characters of a collection's name."""

Status = Literal["waiting", "reading", "fitting", "ready", "failed"]
Change = Literal["", "adding", "removing"]


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
    changing : what is being done to it while it is asked as it was; nothing most of the time.
    error : why it could not be read, or not be changed.
    news, remarks : what the last change has done, and what to tell of its files.
    warnings : what to tell of all files that were read into it.
    added : when it was put on the shelf, in seconds since 1970.
    version : how often anything of it has changed.
    """

    id: str
    name: str
    saved: Path
    folder: Path | None = None
    status: Status = "waiting"
    changing: Change = ""
    progress: Progress = field(default_factory=Progress)
    summary: str = ""
    documents: int = 0
    error: str = ""
    news: str = ""
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    history: list[Remembered] = field(default_factory=list)
    added: float = field(default_factory=time.time)
    version: int = 0

    @property
    def earlier(self) -> tuple[str, ...]:
        """What was to be told of its files before the last change."""
        return tuple(each for each in self.warnings if each not in self.remarks)

    @property
    def ended(self) -> bool:
        """Whether nothing is being done to it: it is ready, or has failed."""
        return self.status in ("ready", "failed") and not self.changing

    def check_ready(self) -> None:
        """Raise a RefusedError where it cannot be asked."""
        if self.status == "failed":
            raise RefusedError(409, f"the collection could not be read: {self.error}")
        if self.status != "ready":
            raise RefusedError(409, "the collection is not ready: its documents are being read", 2)

    def remember(self, past: Remembered, most: int) -> None:
        """Put a question at the end of the history, of `most` questions, and nowhere else in it."""
        others = [each for each in self.history if each.question != past.question]
        self.history[:] = [*others, past][-most:]

    def change(self, how: Change) -> None:
        """Wait to be changed; what was told of the last change is over."""
        self.changing, self.error, self.news, self.remarks = how, "", "", ()

    def begin(self) -> None:
        """Its turn has come to be read or changed."""
        self.move("reading")
        self.progress = Progress("starting")

    def move(self, status: Status) -> None:
        """Go on to a status, unless it is being changed: then it stays ready, as it was."""
        if not self.changing:
            self.status = status

    def settle(self, told: dict[str, Any]) -> None:
        """Take what the process told at last that read or changed it."""
        if "failed" in told:
            self.move("failed")
            self.error = told["failed"]
        else:
            ready = told["ready"]
            self.status = "ready"
            self.summary, self.documents = ready["summary"], ready["documents"]
            self.news, self.remarks = ready["news"], tuple(ready["remarks"])
            self.warnings = tuple(ready["warnings"])
        self.changing, self.progress = "", Progress()

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
            "news": self.news,
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
