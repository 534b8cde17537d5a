"""Text files: plain text and Markdown, character for character, and JSON lines of documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import Post
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, one_line, read_bytes
from hyperdigest.read.encoding import damage, decode, replace_surrogates
from hyperdigest.read.front_matter import front_matter
from hyperdigest.read.posts.line_threads import LineThreads, word
from hyperdigest.read.several import Entries, Found, Part, Unread

_DATES = ("date", "published", "created", "updated", "modified")
MOST_LINES = 2_000_000
"""Of a plain text: each takes some microseconds to tell what it is."""

LONGEST_RECORD = 32 << 20
"""Characters of a JSON line: its values may need thirty times as much memory."""

_HASHED = re.compile(r"^\ufeff? {0,3}#{1,6}[ \t](.*)$", re.M)
_UNDERLINED = re.compile(r"^\ufeff?([^\s#>*+-].*)\n(?:=+|--+)[ \t]*\r?$", re.M)


def read_text(data: bytes) -> Content:
    """The decoded content of a text file."""
    text = _lines_counted(decode(data))
    return Content(text, "text", notes=damage(data, text))


def read_markdown(data: bytes) -> Content:
    """The decoded content of a Markdown file, markup and all, titled by its front matter or first
    heading."""
    text = _lines_counted(decode(data))
    fields, begins = front_matter(text)
    body = text[begins:]
    headings = [found for found in (_HASHED.search(body), _UNDERLINED.search(body)) if found]
    first = min(headings, key=lambda found: found.start(), default=None)
    heading = first[1].strip().rstrip("#").rstrip() if first else ""
    title = next(iter(fields.get("title", [])), heading)
    authors = authors_of([*fields.get("author", []), *fields.get("authors", [])])
    date = date_of([value for name in _DATES for value in fields.get(name, [])])
    notes = damage(data, text)
    return Content(text, "markdown", title=title, notes=notes, authors=authors, date=date)


def _lines_counted(text: str) -> str:
    """`text` itself. Raises a ReadError where it has too many lines."""
    if text.count("\n") > MOST_LINES:
        raise ReadError(f"has more than {MOST_LINES:,} lines: split it into parts")
    return text


@dataclass(frozen=True, slots=True)
class Record:
    """A document of a JSON line; `key` is its name within the file, `task` that of its task, and
    `notes` are what it says of itself as a post that cannot be true."""

    key: str
    text: str
    title: str
    task: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    post: Post | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line, numbered from 1, that gives no document, and why."""

    number: int
    reason: str


def read_jsonl(data: bytes) -> Iterator[Record | BadLine]:
    """The documents of a file of JSON lines, and its bad lines, in order. A line is an object with
    ``text`` and optional ``name``, ``id``, ``title``, ``authors`` and ``date``, and what posts of
    threads have besides, or an object whose ``documents`` or ``posts`` is a list of such objects.
    """
    every = (value for _, value in _values(data)) if b"reply_to" in data else ()
    threads = LineThreads(one for value in every for one in _objects(value))
    for number, value in _values(data):
        yield from (value,) if isinstance(value, BadLine) else records(value, number, threads)


def records(
    value: Any, number: int, threads: LineThreads | None = None
) -> Iterator[Record | BadLine]:
    """The documents of the JSON value of a line, and what is none in it; in `threads` so far."""
    threads = threads or LineThreads()
    listed, around = _listed(value)
    if listed is None:
        yield _record(value, number, str(number), "", threads, None)
        return
    task = word(value, "name", "id") or str(number)
    for place, document in enumerate(listed, 1):
        yield _record(document, number, str(place), task, threads, around)


def _objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a line that may be documents."""
    listed, _ = _listed(value)
    return [one for one in ([value] if listed is None else listed) if isinstance(one, dict)]


def _listed(value: Any) -> tuple[list[Any] | None, str | None]:
    """The list of documents of a line, if it is one, and the thread that they are in, if any."""
    if not isinstance(value, dict):
        return None, None
    for name in ("documents", "posts"):
        if isinstance(value.get(name), list):
            thread = word(value, "thread", *(("title",) if name == "posts" else ()))
            return value[name], thread if thread or name == "posts" else None
    return None, None


def _values(data: bytes) -> Iterator[tuple[int, Any]]:
    """The number and the JSON value of each line that is not blank, one in memory at a time."""
    text = decode(data).removeprefix("\ufeff")
    start = 0
    for number in count(1):
        end = text.find("\n", start)
        line = text[start:end] if end >= 0 else text[start:]
        if len(line) > LONGEST_RECORD:
            yield number, BadLine(number, f"is longer than {LONGEST_RECORD >> 20} MB: split it")
        elif line.strip():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                value = BadLine(number, "is not JSON")
            yield number, value
        if end < 0:
            return
        start = end + 1


def _record(
    value: Any, number: int, place: str, task: str, threads: LineThreads, around: str | None
) -> Record | BadLine:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str) or not text.strip():
        return BadLine(number, f"has no text in document {place}" if task else "has no text")
    key = word(value, "name", "id") or place
    authors, date = authors_of(_names(value)), date_of([word(value, name) for name in _DATES])
    post, notes = threads.post(value, around)
    title = word(value, "title") or (post.thread if post else "")
    return Record(key, replace_surrogates(text), title, task, authors, date, post, notes)


def _names(value: dict[str, Any]) -> list[str]:
    """The names in the fields of authors, each a text, an object with a name, or a list of such."""
    names = []
    for field in ("authors", "author"):
        found = value.get(field)
        for one in found if isinstance(found, list) else [found]:
            name = one.get("name") if isinstance(one, dict) else one
            names += [replace_surrogates(name)] if isinstance(name, str) else []
    return names


def jsonl_entries(data: bytes) -> Entries:
    """The documents of a file of JSON lines under their names in the file, and its bad lines.
    Raises a ReadError where it has no line."""
    lines = read_jsonl(data)
    first = next(lines, None)
    if first is None:
        raise ReadError("is empty")
    for line in chain([first], lines):
        yield partial(_found, line)


def _found(line: Record | BadLine, _: bool) -> tuple[Found]:
    if isinstance(line, BadLine):
        return (Unread(f"line {line.number}", line.reason),)
    title, authors, date = one_line(line.title), line.authors, line.date
    content = Content(
        line.text, "text", title, authors=authors, date=date, post=line.post, notes=line.notes
    )
    within = (line.task, line.key) if line.task else (line.key,)
    # A mere number is shown with what it counts in.
    return (Part(within, content, 1 + len(within) if line.key.isdecimal() else 1),)


def read_records(path: Path) -> dict[int, Any]:
    """The JSON values of the lines that are not blank, by line from 1; None where there is none.
    Raises a ReadError where the file cannot be read, is too large, or is no text."""
    return values_of_lines(read_bytes(path))


def values_of_lines(data: bytes) -> dict[int, Any]:
    """The JSON values of the lines of a text, as for `read_records`."""
    values = _values(data)
    return {number: None if isinstance(value, BadLine) else value for number, value in values}
