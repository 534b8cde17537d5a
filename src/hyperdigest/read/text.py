"""Text files: plain text and Markdown, character for character, and JSON lines of documents."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, read_bytes, read_stream
from hyperdigest.read.encoding import damage, decode, replace_surrogates

MOST_LINES = 2_000_000
"""Of a plain text: each takes some microseconds to tell what it is."""

LONGEST_RECORD = 32 << 20
"""Characters of a JSON line: its values may need thirty times as much memory."""

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_FRONT_TITLE = re.compile(r"^title[ \t]*:(.*)$", re.M | re.I)
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
    front = _FRONT_MATTER.match(text)
    named = front and _FRONT_TITLE.search(front[1])
    body = text[front.end() :] if front else text
    headings = [found for found in (_HASHED.search(body), _UNDERLINED.search(body)) if found]
    first = min(headings, key=lambda found: found.start(), default=None)
    if named:
        title = named[1].strip().strip("\"'")
    else:
        title = first[1].strip().rstrip("#").rstrip() if first else ""
    return Content(text, "markdown", title=title, notes=damage(data, text))


def _lines_counted(text: str) -> str:
    """`text` itself. Raises a ReadError where it has too many lines."""
    if text.count("\n") > MOST_LINES:
        raise ReadError(f"has more than {MOST_LINES:,} lines: split it into parts")
    return text


@dataclass(frozen=True, slots=True)
class Record:
    """A document of a JSON line; `key` is its name within the file, `task` that of its task."""

    key: str
    text: str
    title: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line, numbered from 1, that gives no document, and why."""

    number: int
    reason: str


def read_jsonl(data: bytes) -> Iterator[Record | BadLine]:
    """The documents of a file of JSON lines, and its bad lines, in order. A line is an object with
    ``text`` and optional ``name``, ``id`` and ``title``, or an object whose ``documents`` is a list
    of such objects."""
    for number, value in _values(data):
        yield from (value,) if isinstance(value, BadLine) else records(value, number)


def records(value: Any, number: int) -> Iterator[Record | BadLine]:
    """The documents of the JSON value of a line, and what is none in it."""
    if not isinstance(value, dict) or not isinstance(value.get("documents"), list):
        yield _record(value, number, str(number), "")
        return
    task = _word(value, "name", "id") or str(number)
    for place, document in enumerate(value["documents"], 1):
        yield _record(document, number, str(place), task)


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


def _record(value: Any, number: int, place: str, task: str) -> Record | BadLine:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str) or not text.strip():
        return BadLine(number, f"has no text in document {place}" if task else "has no text")
    key = _word(value, "name", "id") or place
    return Record(key, replace_surrogates(text), _word(value, "title"), task)


def _word(value: dict[str, Any], *fields: str) -> str:
    """The first of `fields` that holds a word or a number."""
    for field in fields:
        word = value.get(field)
        if isinstance(word, str | int) and str(word).strip():
            return replace_surrogates(str(word))
    return ""


def read_records(path: Path) -> dict[int, Any]:
    """The JSON values of the lines that are not blank, by line from 1; None where there is none.
    Raises a ReadError where the file cannot be read, is too large, or is no text."""
    data = read_bytes(path)
    if path.suffix.lower() == ".gz":
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
                data = read_stream(file)  # type: ignore[arg-type]
        except (OSError, EOFError, zlib.error) as error:
            raise ReadError("is a broken gzip file: get it again") from error
    return values_of_lines(data)


def values_of_lines(data: bytes) -> dict[int, Any]:
    """The JSON values of the lines of a text, as for `read_records`."""
    values = _values(data)
    return {number: None if isinstance(value, BadLine) else value for number, value in values}
