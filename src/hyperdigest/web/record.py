"""The record of a collection: its state, its history, and the files that keep both.

A file of the app may hold documents that were uploaded and have no path; their paths are their
names. All other paths in it are absolute, so that the file may be moved.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_type_hints

from hyperdigest.base.json_fields import from_json, read_json, write_json
from hyperdigest.base.text import counted, printable
from hyperdigest.documents import Document
from hyperdigest.errors import StoreError
from hyperdigest.model import Model
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.encoding import replace_surrogates, without_surrogates
from hyperdigest.record import Contents
from hyperdigest.saved import SavedModel
from hyperdigest.split.languages import name_of
from hyperdigest.store.outlined import AskedStore
from hyperdigest.web.errors import RequestError
from hyperdigest.web.notes import Notes
from hyperdigest.web.watch import Watch, load_watch

NAME = 100
"""Most characters of a collection's name."""

Status = Literal["waiting", "reading", "fitting", "ready", "failed"]
Change = Literal["", "adding", "removing", "updating", "recognizing", "completing"]
Scans = tuple[tuple[str, int], ...]
"""Paths of PDFs that are scanned images of text, each with the number of their pages. That of a
file of this machine is absolute, that of an upload its name."""

LAST_TIME = 1e11
"""More seconds since 1970 than a calendar counts."""

NAMED = 3
"""Languages that are named, those of most documents; others are counted together."""

SAVED = "collection.hdig"
ABOUT = "about.json"
HISTORY = "history.jsonl"
FIELDS = ("id", "name", "summary", "documents", "warnings", "added", "named", "scans")
"""The fields of a record that are saved."""

SHOWN = (
    "id", "name", "status", "progress", "summary", "documents", "error", "news", "warnings",
)  # fmt: skip
"""What is shown of it."""


@dataclass(frozen=True, slots=True)
class FitProgress:
    """How far reading or fitting is: `done` steps of `total` (0: unknown), about
    `seconds_left`."""

    stage: str = ""
    done: int = 0
    total: int = 0
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question that was asked: `query` asks it again, `time` is in seconds since 1970."""

    question: str
    words: int
    query: str
    time: float


@dataclass
class Record:
    """A collection of the app and its state.

    Parameters
    ----------
    id : of letters and digits, hard to guess, part of its address.
    saved : the file of the collection, once it is fitted.
    folder : deleted with the record; None if `saved` is a file outside the app's folder.
    changing : the change in progress, during which it is asked as it was before; or empty. It is
        ``completing`` while its first documents can be asked and all are being read.
    error : why it could not be read or changed.
    news, remarks : what the last change has done, and warnings about its files.
    latest : the names of the documents that it added.
    warnings : about all files that were read into it.
    added : when it was added to the registry, in seconds since 1970.
    notes : what readers wrote on its sentences.
    watch : over the files that it was read from, if these are on this machine.
    named : whether its name is chosen, or a folder's, and not made of the names of its files.
    scans : files of which nothing was read, since they are pictures of text.
    again : the job that could read them by machine, where nothing else was read either.
    waiting : jobs whose collection could not be written; the next app does them again.
    version : counts the changes of the record.
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
    latest: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    history: list[PastQuestion] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)
    watch: Watch | None = None
    added: float = field(default_factory=time.time)
    named: bool = True
    scans: Scans = ()
    again: Any = None
    waiting: list[Any] = field(default_factory=list)
    version: int = 0

    @property
    def earlier(self) -> tuple[str, ...]:
        """The warnings from before the last change."""
        return tuple(each for each in self.warnings if each not in self.remarks)

    @property
    def ended(self) -> bool:
        """Whether nothing is being done to it: it is ready, or has failed."""
        return self.status in ("ready", "failed") and not self.changing

    @property
    def idle(self) -> bool:
        """Whether it is ready, and not being changed."""
        return self.status == "ready" and not self.changing

    def check_ready(self) -> None:
        """Raise a RequestError if it cannot be asked."""
        if self.status == "failed":
            raise RequestError(409, f"the collection could not be read: {self.error}")
        if self.status != "ready":
            raise RequestError(409, "the collection is not ready: its documents are being read", 2)

    def remember(self, past: PastQuestion, most: int) -> None:
        """Move or add a question to the end of the history, which keeps `most` questions."""
        others = [each for each in self.history if each.question != past.question]
        self.history[:] = [*others, past][-most:]

    def change(self, how: Change) -> None:
        """Mark the record as waiting for a change, and forget the messages of the last one."""
        self.changing, self.error, self.news, self.remarks, self.latest = how, "", "", (), ()

    def move(self, status: Status) -> None:
        """Set the status, unless the collection is being changed: then it stays ready."""
        if not self.changing:
            self.status = status

    def settle(self, reply: dict[str, Any]) -> None:
        """Take over a reply of the process that read or changed the collection: its last, or that
        about the first documents."""
        if "first" in reply:
            first = reply["first"]
            self.status, self.documents = "ready", first["documents"]
            self.summary, self.warnings = first["summary"], tuple(first["warnings"])
            self.change("completing")
            return
        if "failed" in reply:
            self.move("failed")
            self.error = reply["failed"]
            if self.changing == "completing":
                read = f"only {counted(self.documents, 'document')} could be read"
                self.warnings += (f"{read}: {self.error}" if self.error else read,)
            if self.status == "failed":
                self.scans = from_json(Scans, reply.get("scans", []))
        else:
            ready = reply["ready"]
            self.status = "ready"
            self.summary, self.documents = ready["summary"], ready["documents"]
            if self.changing and not self.named:
                self.name = short_name(ready["name"])
            self.news, self.remarks = ready["news"], tuple(ready["remarks"])
            self.latest = tuple(ready["latest"])
            self.warnings = tuple(ready["warnings"])
            self.scans = from_json(Scans, ready["scans"])
            if self.watch is not None:
                self.watch.known |= {path: tuple(stamp) for path, stamp in ready["files"].items()}
        self.changing, self.progress = "", FitProgress()

    def shown(self) -> dict[str, Any]:
        """The record as an object of JSON; it is not ready for programs before all documents are
        read."""
        shown = {name: getattr(self, name) for name in SHOWN}
        if self.changing == "completing":
            shown["status"] = "reading"
        return shown | {"progress": None if self.ended else asdict(self.progress)}


def several(names: Sequence[str]) -> str:
    """A name for a collection of files that was given none."""
    if not names:
        return "nothing"
    more = len(names) - 1
    first = names[0] if not more else short_name(names[0], NAME // 2)
    return f"{first} and {more} more" if more else first


def short_name(name: str, most: int = NAME) -> str:
    """`name` as it can be shown on one line."""
    text = " ".join(printable(replace_surrogates(name)).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def collection_summary(contents: Contents) -> str:
    """How many documents, in which languages, and how many sentences and topics."""
    documents = counted(contents.documents, "document")
    sentences = counted(contents.sentences, "sentence")
    topics = counted(contents.topics, "topic")
    each = [(number, name_of(code)) for code, number in contents.languages.items()]
    named = each[:NAMED]
    if len(each) > NAMED:
        named.append((sum(number for number, _ in each[NAMED:]), "other languages"))
    listed = ", ".join(f"{number} in {name}" for number, name in named)
    languages = f"in {each[0][1]}" if len(each) == 1 else f"({listed})"
    return f"{documents} {languages}, {sentences}, {topics}"


def save_record(record: Record) -> None:
    """Write a record into its folder. Raises an OSError if there is no room."""
    assert record.folder is not None  # noqa: S101 (only records with one are saved)
    write_json(record.folder / ABOUT, saved_fields(record))
    if record.watch is not None:
        record.watch.save(record.folder)


def saved_fields(record: Record) -> dict[str, Any]:
    """The fields of a record that are saved, by name."""
    return {name: getattr(record, name) for name in FIELDS}


def checked_about(values: Any) -> dict[str, Any]:
    """`saved_fields`, read from JSON. Raises a ValueError if they are of other types."""
    if not isinstance(values, dict) or not {*values, "named", "scans"} >= set(FIELDS):
        raise ValueError("what is saved of the collection is not an object of its fields")
    types, clean = get_type_hints(Record), without_surrogates(values)
    fields = {name: from_json(types[name], clean[name]) for name in FIELDS if name in clean}
    if not fields["id"].isalnum():
        raise ValueError("the id of the collection is not of letters and digits")
    if not all(path and pages > 0 for path, pages in fields.get("scans", ())):
        raise ValueError("the scans of the collection are not paths and numbers")
    _check_time(fields["added"])
    return fields | {"name": short_name(fields["name"])}


def _check_time(seconds: float) -> None:
    """Raise a ValueError if a time, in seconds since 1970, cannot be shown."""
    if not 0 <= seconds < LAST_TIME:
        raise ValueError(f"{seconds} is not a time: it is out of the range of a calendar")


def load_records(place: Path, most: int) -> list[Record]:
    """The records saved in the folders in `place`, the oldest first, with `most` past questions.
    Damaged ones are left out."""
    found = []
    for folder in place.iterdir():
        with suppress(OSError, ValueError, RecursionError):
            values = checked_about(read_json(folder / ABOUT))
            if values["id"] == folder.name and (folder / SAVED).is_file():
                record = Record(saved=folder / SAVED, folder=folder, status="ready", **values)
                record.history[:] = _history(folder / HISTORY)[-most:]
                record.notes, record.watch = Notes.load(folder), load_watch(folder)
                found.append(record)
    return sorted(found, key=lambda record: record.added)


def append_history(folder: Path, asked: Iterable[PastQuestion]) -> None:
    """Append questions to the history file in the folder of a record."""
    with suppress(OSError), (folder / HISTORY).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(each)) + "\n" for each in asked)


def _history(path: Path) -> list[PastQuestion]:
    """The questions in a history file by when each was asked last, without damaged lines."""
    if not path.exists():
        return []
    asked: dict[str, PastQuestion] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError, RecursionError):
            past = from_json(PastQuestion, without_surrogates(json.loads(line)))
            _check_time(past.time)
            asked.pop(past.question, None)
            asked[past.question] = past
    return list(asked.values())


class ManagedModel(SavedModel):
    """The collection in a file of the app; a StoreError does not reveal its path."""

    @contextmanager
    def reading(self) -> Iterator[AskedStore]:
        try:
            with super().reading() as store:
                yield store
        except StoreError as error:
            raise StoreError(str(error).replace(str(self.path), "the collection")) from error

    def placed(self, model: Model) -> Model:
        return _with_paths(
            model, lambda each: each.path if Path(each.path).is_absolute() else each.name
        )


def load_external(path: str | Path, progress: Progress = quiet) -> Model:
    """The model in a file outside the app's folder, with absolute paths of its documents."""
    return _with_paths(
        Model.load(path, progress=progress),
        lambda each: each.path if each.path == "-" else os.path.abspath(each.path),  # noqa: PTH100 (links stay)
    )


def _with_paths(model: Model, placed: Callable[[Document], str]) -> Model:
    documents = tuple(replace(each, path=placed(each)) for each in model.collection.documents)
    return replace(model, collection=replace(model.collection, documents=documents))


def without_paths(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Documents with their names as paths, since they have no place that lasts."""
    return tuple(replace(document, path=document.name) for document in documents)
