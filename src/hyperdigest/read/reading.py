"""Paths to documents: what could be read, what could not and why, what is there twice."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.content import Content
from hyperdigest.read.duplicates import Duplicate, drop_duplicates
from hyperdigest.read.files import read_bytes, read_stream
from hyperdigest.read.formats import kind_of, reader, sniff
from hyperdigest.read.jsonl import BadLine, Record, read_jsonl
from hyperdigest.read.names import printable, unique_names
from hyperdigest.read.paths import STDIN, Skipped, Source, expand

STDIN_NAME = "standard input"

NAMED = 3
"""How many of the files that could not be read an error names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that came of the paths given.

    Parameters
    ----------
    documents : those that say something new, in the order of the paths; folders sorted by name.
    skipped : what could not be read.
    duplicates : documents left out because an earlier one has the same text up to white space.
    notes : sentences for the user, on documents read in part.
    """

    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    """A document before it is named; the last `shown` of `parts` or more will name it."""

    parts: tuple[str, ...]
    shown: int
    path: str
    content: Content


def read_paths(
    paths: Sequence[str | Path], *, stdin: BinaryIO | None = None, progress: Progress = quiet
) -> Reading:
    """The documents in `paths`: files, folders, globs, JSON lines, and ``-`` for standard input.

    A file that cannot be read is skipped with the reason, and the rest is read.

    Parameters
    ----------
    paths : a path may be given twice, or lie in a folder that is given too; it is read once.
    stdin : what ``-`` reads, by default the standard input of the process.
    progress : told ``reading`` after every file.
    """
    sources = expand(paths)
    read: list[_Read] = []
    skipped: list[Skipped] = []
    for done, source in enumerate(sources, 1):
        for item in _read_source(source, stdin):
            if isinstance(item, Skipped):
                skipped.append(item)
            else:
                read.append(item)
        progress("reading", done, len(sources))
    names = unique_names([(item.parts, item.shown) for item in read])
    named = list(zip(names, read, strict=True))
    documents, duplicates = drop_duplicates(
        _document(name, item.path, item.content) for name, item in named
    )
    notes = tuple(f"{name} {note}" for name, item in named for note in item.content.notes)
    return Reading(documents, tuple(skipped), duplicates, notes)


def read_file(path: str | Path, name: str | None = None) -> Document:
    """The document in one file, called `name` or, without one, as the file.

    Raises
    ------
    ReadError
        where the file is missing, broken, protected, too large or without text, and where it
        holds several documents (JSON lines), which `read_paths` reads.
    """
    path = Path(path)
    try:
        if kind_of(path.name) == "jsonl":
            raise ReadError("may hold several documents: read it with read_paths")
        content = read_content(read_bytes(path), kind_of(path.name))
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    return _document(name or printable(path.name), str(path), content)


def nothing_read(skipped: Sequence[Skipped]) -> str:
    """Why no document could be read, and what to give instead."""
    reasons = [f"{file.path} {file.reason}" for file in skipped[:NAMED]]
    if len(skipped) > NAMED:
        reasons.append(f"and {len(skipped) - NAMED} more")
    return (
        f"no document could be read ({'; '.join(reasons) or 'no path was given'}): give files or"
        " folders of txt, md, html, pdf, docx, epub or jsonl"
    )


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
    except ReadError:
        raise
    except ImportError as error:
        raise ReadError(
            f"needs {error.name}, which is missing: install hyperdigest again"
        ) from error
    except Exception as error:
        raise ReadError(f"is a broken {kind} file ({type(error).__name__})") from error
    if not content.text.removeprefix("\ufeff").strip():
        raise ReadError("has no text")
    return content


def _read_source(source: Source | Skipped, stdin: BinaryIO | None) -> Iterator[_Read | Skipped]:
    if isinstance(source, Skipped):
        yield source
        return
    path = str(source.path)
    try:
        if source is STDIN:
            parts: tuple[str, ...] = (STDIN_NAME,)
            data = _read_stdin(stdin)
            kind = sniff(data)
        else:
            parts = source.path.parts
            data = read_bytes(source.path)
            kind = kind_of(source.path.name)
        if kind == "jsonl":
            yield from _read_lines(data, parts, path)
        else:
            yield _Read(parts, source.shown, path, read_content(data, kind))
    except ReadError as error:
        yield Skipped(printable(path), str(error))


def _read_stdin(stdin: BinaryIO | None) -> bytes:
    if stdin is None and sys.stdin is None:
        raise ReadError("is standard input, and closed: pipe a document into it")
    return read_stream(stdin or sys.stdin.buffer)


def _read_lines(data: bytes, parts: tuple[str, ...], path: str) -> Iterator[_Read | Skipped]:
    lines = read_jsonl(data)
    if not lines:
        raise ReadError("is empty")
    for line in lines:
        if isinstance(line, BadLine):
            yield Skipped(f"{printable(path)}, line {line.number}", line.reason)
        else:
            yield _Read(*_place(line, parts), path, Content(line.text, "text", line.title))


def _place(record: Record, parts: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """Where a record stands; a mere number is shown with what it counts in."""
    within = (record.task, record.key) if record.task else (record.key,)
    return (*parts, *within), 1 + len(within) if record.key.isdecimal() else 1


def _document(name: str, path: str, content: Content) -> Document:
    return Document(
        name, path, content.text, content.title, content.format, content.blocks, content.pages
    )
