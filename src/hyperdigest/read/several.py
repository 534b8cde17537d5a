"""Files that hold several documents: read entry by entry, so that a bad one loses no other.

A reader of such a file gives its entries: the messages of a mailbox, the lines of a file. Each is
read by itself, and gives documents, or reasons why there are none. An isolated process reads them
in portions, for what is made of a mailbox of 200 MB must not be one reply. If it fails, the entries
are read one by one, and the one that ended it is read in short, or skipped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.replies import content_of, row_of

PORTION = 1 << 20
"""Characters of text, after which the process replies what it has."""

MOST_ENTRIES = 256
"""Entries of a portion; of one that failed so many are read one by one."""

LONGEST = 1.0
"""Seconds, after which the process replies what it has."""

MOST_FAILURES = 12
"""Portions of a file that may fail: each may take all the time that a file has."""


@dataclass(frozen=True, slots=True)
class Part:
    """A document in a file, by the names that lead to it there, such as a message and a file that
    is attached to it. Its name is the last `shown` of the names, or more of them; None for all of
    them behind the name of the file."""

    within: tuple[str, ...]
    content: Content
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """What gives no document in a file, such as ``line 3``, and why."""

    label: str
    reason: str


Found = Part | Unread


Entry = Callable[[bool], Iterable[Found]]
"""Reads a stretch of a file and gives what is in it; where its argument is false without what may
take much time or memory, such as files that are attached. It may raise a ReadError."""

Entries = Iterator[Entry]


def read_entry(entry: Entry, label: str, whole: bool = True) -> list[Found]:
    """What is in an entry; whatever goes wrong in it is the reason why it gives no document."""
    try:
        return list(entry(whole))
    except ReadError as error:
        return [Unread(label, str(error))]
    except (MemoryError, ImportError):
        raise
    except Exception as error:
        return [Unread(label, f"is broken ({type(error).__name__})")]


def label_of(noun: str, number: int) -> str:
    """How an entry is called, numbered from 1; empty where a file has just one."""
    return f"{noun} {number}" if noun else ""


class Portions:
    """The side of the process: the entries of one file at a time, retained between requests."""

    def __init__(self, opened: Callable[[str, str], Entries]) -> None:
        self._opened = opened
        self._file: tuple[str, str] | None = None
        self._entries: Entries = iter(())
        self._number = 0

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """What the entries of a file from a number on give, and the number of the next, or None.
        An entry is read `alone` for a doubt that it ends the process, or not `whole` for more."""
        alone, whole = request["alone"], request["whole"]
        items: list[list[dict[str, Any]]] = []
        size, until = 0, time.monotonic() + LONGEST
        try:
            self._go_to((request["path"], request["kind"]), request["first"])
            for entry in self._entries:
                self._number += 1
                found = read_entry(entry, label_of(request["noun"], self._number), whole)
                items.append([_row(item) for item in found])
                size += sum(len(item.content.text) for item in found if isinstance(item, Part))
                full = len(items) >= MOST_ENTRIES or size > PORTION or time.monotonic() > until
                if alone or full:
                    return {"items": items, "next": self._number}
        except ReadError as error:
            self._file = None
            return {"items": items, "next": None, "reason": str(error)}
        self._file = None
        return {"items": items, "next": None}

    def _go_to(self, file: tuple[str, str], number: int) -> None:
        if self._file != file or self._number != number:
            self._file, self._entries = file, self._opened(*file)
            self._number = sum(1 for _ in zip(range(number), self._entries, strict=False))


def portions(
    ask: Callable[[dict[str, Any]], dict[str, Any]], file: dict[str, str]
) -> Generator[Sequence[Found]]:
    """What each entry of a file gives, by a process that `ask` calls. `file` has its ``path``, its
    ``kind``, and as ``noun`` what an entry of it is called, if it may have several. Raises a
    ReadError if the file cannot be read at all, or not to its end."""
    first: int | None = 0
    alone = failures = 0  # entries that are still to be read one by one
    whole = True
    while first is not None:
        try:
            reply = ask({**file, "first": first, "alone": alone > 0, "whole": whole})
        except ReadError as error:
            failures += 1
            if not alone:
                alone = MOST_ENTRIES
            elif whole:
                whole = False
            else:
                yield [Unread(label_of(file["noun"], first + 1), str(error))]
                first, whole = first + 1, True
            if failures == MOST_FAILURES:
                lost = label_of(file["noun"], first + 1)
                raise ReadError(f"is left out from {lost} on: {error}") from error
            continue
        for items in reply["items"]:
            yield [_found(item) for item in items]
        if reply.get("reason"):
            raise ReadError(reply["reason"])
        first, alone, whole = reply["next"], max(0, alone - 1), True


def told_apart(entries: Iterable[Sequence[Found]]) -> Iterator[Sequence[Found]]:
    """The same entries; a name that an earlier entry has is followed by a number."""
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
