"""Files of several documents: read entry by entry, so that a bad entry loses no other.

The reader of such a file gives its entries: the messages of a mailbox, the lines of a file. Each is
read by itself, and gives documents, or reasons why there are none. An isolated process reads the
entries and reports them in portions, so that a mailbox of 200 MB does not become one message. If
the process fails, the entries are read one by one, and the one at fault is skipped. Before it reads
a file that is attached to an entry, the process reports that too: if it fails then, this file alone
is skipped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from hyperdigest.base.isolation import Report
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, content_of, row_of

PORTION = 1 << 20
"""Characters of text after which the process reports a portion."""

MOST_ENTRIES = 256
"""Entries of a portion at most; so many are read one by one if a portion fails."""

PORTION_SECONDS = 1.0
"""Seconds after which the process reports a portion."""

MOST_FAILURES = 100
"""How often the reading of a file may fail before its attached files are left out, and how often
after that before the rest of it is."""

MOST_WAITED = 100.0
"""Seconds that all failures may take together, with the same consequences."""

ATTACHED_SECONDS = 60.0
"""Seconds after which no more attached files of an entry are read."""


@dataclass(frozen=True, slots=True)
class Part:
    """A document in a file.

    `within` are the names that lead to it, such as those of a message and of a file attached to it.
    The document is named by the last `shown` of them, or more; None is all, after that of the file.
    """

    within: tuple[str, ...]
    content: Content
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of a file that gives no document, such as ``line 3``, and the reason."""

    label: str
    reason: str


Found = Part | Unread


class AttachedFiles:
    """Says of each file attached to an entry, as one after the other is come upon, if it is read.

    Parameters
    ----------
    report : called with the number of each file, from 0, before it is read, and with None after.
    refused : the reasons why files are not read, by number; that under ``rest`` is for all others.
    """

    def __init__(
        self,
        report: Callable[[int | None], object] = bool,
        refused: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._report = report
        self._refused = refused
        self._count = 0
        self._until = time.monotonic() + ATTACHED_SECONDS

    @contextmanager
    def next(self) -> Iterator[None]:
        """The block reads the next file. Raises a ReadError if that is not to be read."""
        number, self._count = self._count, self._count + 1
        if reason := self._refused.get(str(number)) or self._refused.get("rest"):
            raise ReadError(reason)
        if time.monotonic() > self._until:
            raise ReadError(f"is left out: the files before it took {ATTACHED_SECONDS:g} s")
        self._report(number)
        try:
            yield
        except ReadError:
            self._report(None)
            raise
        self._report(None)


Entry = Callable[[AttachedFiles], Iterable[Found]]
"""Reads a part of a file and gives what is in it; asks before it reads a file that is attached.
It may raise a ReadError."""

Entries = Iterator[Entry]

Call = Callable[[dict[str, Any], Report], dict[str, Any]]
"""Calls an isolated process with a request and a function that receives its reports."""


def read_entry(entry: Entry, label: str, files: AttachedFiles) -> list[Found]:
    """What is in an entry; an error becomes the reason why it gives no more."""
    found: list[Found] = []
    try:
        found.extend(entry(files))
    except ReadError as error:
        found.append(Unread(label, str(error)))
    except (MemoryError, ImportError):
        raise
    except Exception as error:
        found.append(Unread(label, f"is broken ({type(error).__name__})"))
    return found


def label_of(noun: str, number: int) -> str:
    """The name of an entry in messages, numbered from 1; empty if a file has just one entry."""
    return f"{noun} {number}" if noun else ""


def report_entries(
    opened: Callable[[], Entries], request: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Report what the entries of a file give, in portions, in an isolated process. The reply is a
    reason why the file cannot be read to its end, if there is one.

    The request has the number of the ``first`` entry, from 0, the number of entries from there on
    that are reported one by one (``single``), and which attached files are ``refused``, as for
    `AttachedFiles`: those under a number are files of the first entry. A report is a portion, or
    what `AttachedFiles` reports on the files of the entry after it.
    """
    first, single, refused = request["first"], request["single"], request["refused"]
    portion: list[Any] = []
    size, until = 0, 0.0

    def send() -> None:
        nonlocal portion, size, until
        report(portion)
        portion, size, until = [], 0, time.monotonic() + PORTION_SECONDS

    def report_file(number: int | None) -> None:
        if portion:
            send()
        report(number)

    send()
    try:
        for number, entry in islice(enumerate(opened(), 1), first, None):
            files = AttachedFiles(report_file, refused)
            found = read_entry(entry, label_of(request["noun"], number), files)
            refused = {"rest": refused["rest"]} if "rest" in refused else {}
            portion.append([_row(item) for item in found])
            size += sum(len(item.content.text) for item in found if isinstance(item, Part))
            full = len(portion) >= MOST_ENTRIES or size > PORTION or time.monotonic() > until
            if full or number <= first + single:
                send()
    except ReadError as error:
        send()
        return {"reason": str(error)}
    send()
    return {}


def request_entries(call: Call, file: dict[str, Any]) -> Generator[Sequence[Found]]:
    """What each entry of a file gives, read by an isolated process. `file` has its ``path``, its
    ``kind``, the ``noun`` for an entry, if it may have several, and ``options``. Raises a ReadError
    if the file cannot be read at all, or not to its end."""
    first = single = failures = 0
    waited = 0.0
    refused: dict[str, str] = {}
    while True:
        found: list[list[Found]] = []
        begun: int | None = None  # the attached file that is read now
        since = time.monotonic()

        def take(message: Any, found: list[list[Found]] = found) -> None:
            nonlocal begun, since
            if isinstance(message, list):
                since = time.monotonic()
                found += ([_found(row) for row in rows] for rows in message)
            else:
                begun = message

        request = {**file, "first": first, "single": single, "refused": refused}
        try:
            reply = call(request, take)
        except ReadError as error:
            failure = str(error)
        else:
            yield from found
            if "reason" in reply:
                raise ReadError(reply["reason"])
            return
        yield from found
        first, single = first + len(found), single - len(found)
        failures, waited = failures + 1, waited + time.monotonic() - since
        rest = {"rest": refused["rest"]} if "rest" in refused else {}
        if found:
            refused = rest
        if begun is not None:
            refused = {**refused, str(begun): failure}
        elif not first and not file["noun"]:  # to open the file fails
            raise ReadError(failure)
        elif single <= 0:  # some entry of a portion is at fault
            single = MOST_ENTRIES
        else:
            yield [Unread(label_of(file["noun"], first + 1), failure)]
            first, refused = first + 1, rest
        if failures > MOST_FAILURES or waited > MOST_WAITED:
            if rest:
                lost = label_of(file["noun"], first + 1)
                raise ReadError(f"is left out from {lost} on: {failure}")
            refused = {**refused, "rest": f"is left out, because files before it failed: {failure}"}
            failures, waited = 0, 0.0


def with_distinct_names(entries: Iterable[Sequence[Found]]) -> Iterator[Sequence[Found]]:
    """The same entries; a number is added to a name that an earlier entry has."""
    taken: set[str] = set()
    last: Counter[str] = Counter()
    for items in entries:
        name = next(
            (item.within[0] for item in items if isinstance(item, Part) and item.within), ""
        )
        own = name
        while own in taken:
            last[name] += 1
            own = f"{name} ({last[name] + 1})"
        taken.update([own] if own else [])
        yield items if own == name else [_renamed(item, own) for item in items]


def _renamed(item: Found, name: str) -> Found:
    return replace(item, within=(name, *item.within[1:])) if isinstance(item, Part) else item


def _row(item: Found) -> dict[str, Any]:
    if isinstance(item, Unread):
        return {"label": item.label, "reason": item.reason}
    return {"within": item.within, "shown": item.shown, "content": row_of(item.content)}


def _found(row: dict[str, Any]) -> Found:
    if "reason" in row:
        return Unread(row["label"], row["reason"])
    return Part(tuple(row["within"]), content_of(row["content"]), row["shown"])
