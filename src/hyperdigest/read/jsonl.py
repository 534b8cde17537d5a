"""JSON lines: one document a line, or one task a line with its documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hyperdigest.read.decode import decode, whole


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
    """The documents of a file of JSON lines, and its bad lines, in order.

    A line is an object with ``text`` and optional ``name``, ``id`` and ``title``, or an object
    whose ``documents`` is a list of such objects.
    """
    for number, line in enumerate(_lines(decode(data).removeprefix("\ufeff")), 1):
        if line.strip():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                yield BadLine(number, "is not JSON")
            else:
                yield from records(value, number)


def _lines(text: str) -> Iterator[str]:
    """The lines of `text`, one in memory at a time."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def records(value: Any, number: int) -> Iterator[Record | BadLine]:
    """The documents of the JSON value of a line, and what is none in it."""
    if not isinstance(value, dict) or not isinstance(value.get("documents"), list):
        yield _record(value, number, str(number), "")
        return
    task = _word(value, "name", "id") or str(number)
    for place, document in enumerate(value["documents"], 1):
        yield _record(document, number, str(place), task)


def _record(value: Any, number: int, place: str, task: str) -> Record | BadLine:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str) or not text.strip():
        return BadLine(number, f"has no text in document {place}" if task else "has no text")
    key = _word(value, "name", "id") or place
    return Record(key, whole(text), _word(value, "title"), task)


def _word(value: dict[str, Any], *fields: str) -> str:
    """The first of `fields` that holds a word or a number."""
    for field in fields:
        word = value.get(field)
        if isinstance(word, str | int) and str(word).strip():
            return whole(str(word))
    return ""
