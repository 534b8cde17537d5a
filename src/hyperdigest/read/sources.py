"""What a path gives: documents without names as yet, or why there is none."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, one_line
from hyperdigest.read.files import read_bytes, read_stream
from hyperdigest.read.formats import kind_of, reader, sniff
from hyperdigest.read.jsonl import BadLine, Record, read_jsonl
from hyperdigest.read.names import printable
from hyperdigest.read.paths import STDIN, Skipped, Source

STDIN_NAME = "standard input"


@dataclass(frozen=True, slots=True)
class Nameless:
    """A document before it is named; the last `shown` of `parts` or more will name it."""

    parts: tuple[str, ...]
    shown: int
    path: str
    content: Content


def holds_one(source: Source) -> bool:
    """Whether a source is a file of one document."""
    return source is not STDIN and kind_of(source.path.name) != "jsonl"


def read_one(source: Source) -> Nameless | Skipped:
    """What a file of one document gives."""
    try:
        content = read_content(read_bytes(source.path), kind_of(source.path.name))
    except ReadError as error:
        return Skipped(printable(str(source.path)), str(error))
    except MemoryError:
        return Skipped(printable(str(source.path)), "needs more memory than there is: split it")
    return Nameless(source.path.parts, source.shown, str(source.path), content)


def read_several(source: Source, stdin: BinaryIO | None) -> Iterator[Nameless | Skipped]:
    """What JSON lines give, one after the other, or standard input, whatever it holds."""
    path = str(source.path)
    try:
        if source is not STDIN:
            yield from _read_lines(read_bytes(source.path), source.path.parts, path)
            return
        data = _read_stdin(stdin)
        kind = sniff(data)
        if kind == "jsonl":
            yield from _read_lines(data, (STDIN_NAME,), path)
        else:
            yield Nameless((STDIN_NAME,), source.shown, path, read_content(data, kind))
    except ReadError as error:
        yield Skipped(printable(path), str(error))


def read_content(data: bytes, kind: str) -> Content:
    """What the reader of a kind of file makes of `data`; nothing is printed on the way.

    Raises
    ------
    ReadError
        whatever goes wrong in the reader.
    """
    if not data:
        raise ReadError("is empty")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            content = reader(kind)(data)
    except (ReadError, MemoryError):
        raise
    except ImportError as error:
        raise ReadError(
            f"needs {error.name}, which is missing: install hyperdigest again"
        ) from error
    except Exception as error:
        raise ReadError(f"is a broken {kind} file ({type(error).__name__})") from error
    if not content.text.removeprefix("\ufeff").strip():
        raise ReadError("has no text")
    return replace(content, title=one_line(content.title))


def _read_stdin(stdin: BinaryIO | None) -> bytes:
    if stdin is None and sys.stdin is None:
        raise ReadError("is standard input, and closed: pipe a document into it")
    return read_stream(stdin or sys.stdin.buffer)


def _read_lines(data: bytes, parts: tuple[str, ...], path: str) -> Iterator[Nameless | Skipped]:
    empty = True
    for line in read_jsonl(data):
        empty = False
        if isinstance(line, BadLine):
            yield Skipped(f"{printable(path)}, line {line.number}", line.reason)
        else:
            content = Content(line.text, "text", one_line(line.title))
            yield Nameless(*_place(line, parts), path, content)
    if empty:
        raise ReadError("is empty")


def _place(record: Record, parts: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """Where a record stands; a mere number is shown with what it counts in."""
    within = (record.task, record.key) if record.task else (record.key,)
    return (*parts, *within), 1 + len(within) if record.key.isdecimal() else 1
