"""Saved collections as the app reads them, its own files and somebody's.

A file of the app may have documents that lie nowhere, since they were sent; their paths are their
names. All others have whole paths there, so that the file may be moved.

A collection on the shelf: where it stands, how far it is, what was asked of it.

What a collection holds, as its readers count it.

Collections and their histories in files, for an app that is told to keep them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hyperdigest.base.files import atomic_write
from hyperdigest.base.text import counted, printable
from hyperdigest.documents import Document
from hyperdigest.errors import StoreError
from hyperdigest.model import Model
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.split.languages import name_of
from hyperdigest.web.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = 100
"""Most characters of a collection's name."""

Status = Literal["waiting", "reading", "fitting", "ready", "failed"]
Change = Literal["", "adding", "removing"]


@dataclass(frozen=True, slots=True)
class FitProgress:
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
    progress: FitProgress = field(default_factory=FitProgress)
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
        self.progress = FitProgress("starting")

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
        self.changing, self.progress = "", FitProgress()

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
    text = " ".join(printable(replace_surrogates(name)).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


NAMED = 3
"""Languages that are named, those of most documents; others are counted together."""


def holdings(model: Model) -> str:
    """How many documents, in which languages, and how many sentences and topics."""
    collection = model.collection
    documents = counted(len(collection.documents), "document")
    sentences = counted(len(collection.split.sentences), "sentence")
    topics = counted(model.topics.best.n_topics, "topic")
    return f"{documents}{_spoken(collection.language_counts)}, {sentences}, {topics}"


def _spoken(languages: Mapping[str, int]) -> str:
    if len(languages) == 1:
        return f" in {name_of(next(iter(languages)))}"
    each = [(number, name_of(code)) for code, number in languages.items()]
    told = each[:NAMED]
    if len(each) > NAMED:
        told.append((sum(number for number, _ in each[NAMED:]), "other languages"))
    return f" ({', '.join(f'{number} in {name}' for number, name in told)})"


ABOUT = "about.json"
HISTORY = "history.jsonl"
FIELDS = ("id", "name", "summary", "documents", "warnings", "added")


def keep(entry: Entry) -> None:
    """Write what is known of a ready entry into its folder, where there is room."""
    assert entry.folder is not None  # noqa: S101 (only entries with one are kept)
    with suppress(OSError), atomic_write(entry.folder / ABOUT) as file:
        about = {name: getattr(entry, name) for name in FIELDS}
        file.write_text(json.dumps(about), encoding="utf-8")


def keep_questions(folder: Path, asked: Iterable[Remembered]) -> None:
    """Add questions to the file of a history in the folder of an entry."""
    with suppress(OSError), (folder / HISTORY).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(each)) + "\n" for each in asked)


def keep_no_question(entry: Entry) -> None:
    """Take the file of an entry's history away."""
    if entry.folder is not None:
        (entry.folder / HISTORY).unlink(missing_ok=True)


def kept(place: Path, saved: str, most: int) -> list[Entry]:
    """The entries kept in the folders in `place`, the oldest first; what is damaged is left alone.

    Parameters
    ----------
    saved : name of the file of a collection.
    most : questions of a history.
    """
    found = []
    for folder in place.iterdir():
        with suppress(OSError, ValueError, TypeError, KeyError):
            about: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            values = {name: about[name] for name in FIELDS}
            values["warnings"] = tuple(values["warnings"])
            if values["id"] == folder.name and (folder / saved).is_file():
                entry = Entry(saved=folder / saved, folder=folder, status="ready", **values)
                entry.history[:] = _history(folder / HISTORY)[-most:]
                found.append(entry)
    return sorted(found, key=lambda entry: entry.added)


def _history(path: Path) -> list[Remembered]:
    """The questions in a file, each where it was asked last; half a line is left out."""
    if not path.exists():
        return []
    asked: dict[str, Remembered] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(ValueError, TypeError):
            past = Remembered(**json.loads(line))
            asked.pop(past.question, None)
            asked[past.question] = past
    return list(asked.values())


def load_own(path: str | Path, progress: Progress = quiet) -> Model:
    """The model in a file of the app; a StoreError does not tell where that lies."""
    try:
        model = Model.load(path, progress=progress)
    except StoreError as error:
        raise StoreError(str(error).replace(str(path), "the collection")) from error
    placed = (d if Path(d.path).is_absolute() else _nowhere(d) for d in model.collection.documents)
    return _with(model, placed)


def load_given(path: str | Path, progress: Progress = quiet) -> Model:
    """The model in somebody's file, to be saved elsewhere: the paths of its documents are whole."""
    model = Model.load(path, progress=progress)
    return _with(model, map(_whole, model.collection.documents))


def without_paths(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Documents that are nowhere: their paths are their names."""
    return tuple(map(_nowhere, documents))


def _nowhere(document: Document) -> Document:
    return replace(document, path=document.name)


def _whole(document: Document) -> Document:
    if document.path == "-":
        return document
    return replace(document, path=os.path.abspath(document.path))  # noqa: PTH100 (links stay)


def _with(model: Model, documents: Iterable[Document]) -> Model:
    collection = replace(model.collection, documents=tuple(documents))
    return Model(collection, model.options, model.topics, model.history)
