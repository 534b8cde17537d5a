"""Files of several documents: read entry by entry, so that a bad entry loses no other.

The reader of such a file gives its entries: the messages of a mailbox, the lines of a file. Each is
read by itself, and gives documents, or reasons why there are none. An isolated process reads the
entries and reports them in portions, so that a mailbox of 200 MB does not become one message. If
the process fails, the entries are read one by one; the one at fault is read in short, or skipped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from hyperdigest.base.isolation import Report
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.replies import content_of, row_of

PORTION = 1 << 20
"""Characters of text after which the process reports a portion."""

MOST_ENTRIES = 256
"""Entries of a portion at most; so many are read one by one if a portion fails."""

PORTION_SECONDS = 1.0
"""Seconds after which the process reports a portion."""

MOST_FAILURES = 12
"""How often the reading of a file may fail; each time it may take all the time that a file has."""


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


Entry = Callable[[bool], Iterable[Found]]
"""Reads a part of a file and gives what is in it; if its argument is false, without what may take
much time or memory, such as attached files. It may raise a ReadError."""

Entries = Iterator[Entry]

Call = Callable[[dict[str, Any], Report], dict[str, Any]]
"""Calls an isolated process with a request and a function that receives its reports."""


def read_entry(entry: Entry, label: str, whole: bool = True) -> list[Found]:
    """What is in an entry; an error becomes the reason why it gives no document."""
    try:
        return list(entry(whole))
    except ReadError as error:
        return [Unread(label, str(error))]
    except (MemoryError, ImportError):
        raise
    except Exception as error:
        return [Unread(label, f"is broken ({type(error).__name__})")]


def label_of(noun: str, number: int) -> str:
    """The name of an entry in messages, numbered from 1; empty if a file has just one entry."""
    return f"{noun} {number}" if noun else ""


def report_entries(
    opened: Callable[[], Entries], request: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Report what the entries of a file give, in portions, in an isolated process. The reply is a
    reason why the file cannot be read to its end, if there is one.

    The request has the number of the ``first`` entry, from 0, the number of entries from there on
    that are reported one by one (``single``), and whether the first is read in ``short``.
    """
    first, single = request["first"], request["single"]
    portion: list[Any] = []
    size, until = 0, time.monotonic() + PORTION_SECONDS
    try:
        for number, entry in islice(enumerate(opened(), 1), first, None):
            whole = not (request["short"] and number == first + 1)
            found = read_entry(entry, label_of(request["noun"], number), whole)
            portion.append([_row(item) for item in found])
            size += sum(len(item.content.text) for item in found if isinstance(item, Part))
            full = len(portion) >= MOST_ENTRIES or size > PORTION or time.monotonic() > until
            if full or number <= first + single:
                report(portion)
                portion, size, until = [], 0, time.monotonic() + PORTION_SECONDS
    except ReadError as error:
        report(portion)
        return {"reason": str(error)}
    report(portion)
    return {}


def request_entries(call: Call, file: dict[str, str]) -> Generator[Sequence[Found]]:
    """What each entry of a file gives, read by an isolated process. `file` has its ``path``, its
    ``kind``, and the ``noun`` for an entry, if it may have several. Raises a ReadError if the file
    cannot be read at all, or not to its end."""
    first = single = 0
    short = False
    for _ in range(MOST_FAILURES):
        found: list[list[Found]] = []

        def take(portion: list[Any], found: list[list[Found]] = found) -> None:
            found += ([_found(row) for row in rows] for rows in portion)

        try:
            reply = call({**file, "first": first, "single": single, "short": short}, take)
        except ReadError as error:
            failure = error
        else:
            yield from found
            if "reason" in reply:
                raise ReadError(reply["reason"])
            return
        yield from found
        first, single = first + len(found), single - len(found)
        if single <= 0:  # some entry of a portion is at fault
            single, short = MOST_ENTRIES, False
        elif found or not short:
            short = True
        else:
            yield [Unread(label_of(file["noun"], first + 1), str(failure))]
            first, short = first + 1, False
    lost = label_of(file["noun"], first + 1)
    raise ReadError(f"is left out from {lost} on: {failure}") from failure


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
