"""Reading of files: plain text by this process, all else by isolated processes.

A file gives documents without a name, since names depend on all files, or a reason why not.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from hyperdigest.base.isolation import MEMORY, IsolatedPool, IsolatedProcess, ProcessLimits, Report
from hyperdigest.base.parallel import jobs_for_size
from hyperdigest.base.text import printable
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.file_formats import ARCHIVES, BY_KIND, BY_PATH, PLAIN, SEVERAL
from hyperdigest.read.archive_folders import unpacked_archives
from hyperdigest.read.content import (
    LARGEST_TEXT,
    Content,
    NoTextError,
    content_of,
    one_line,
    read_bytes,
    read_stream,
    row_of,
)
from hyperdigest.read.formats import entries_at, entries_of, errors_told, kind_at, reader, sniff
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import STDIN, Skipped, Source, skip
from hyperdigest.read.several import (
    AttachedFiles,
    Found,
    Part,
    Unread,
    label_of,
    read_entry,
    report_entries,
    request_entries,
    with_distinct_names,
)

STDIN_NAME = "standard input"
CRASHED = "ended the process that read it, perhaps for want of memory: split it into parts"
TOO_MUCH = "needs more memory than a file may have: split it into parts"

Recognized = dict[int, list[Any]]
"""The words that were recognized on scanned pages of a PDF, by the numbers of the pages."""

MOST_ENDS = 2_000_000
"""Limit of the ends of sentences of a document: one takes some microseconds and 700 bytes."""

_ENDS = (*(mark + space for mark in ".?!" for space in " \n"), *"。！？")

_TIME = re.compile(r"\d:\d")
_BEGINNING = 20_000
"""Characters at the beginning of a transcript: there is a time in them."""

LEAST_MEMORY = 192 << 20
"""Bytes of address space of each isolated process, if several share `MEMORY`."""

_READ_IN_CHILD = "hyperdigest.read.isolated:read_in_child"


@dataclass(frozen=True, slots=True)
class UnnamedDocument:
    """A document before it is named, by the last `shown` of `parts`, or more of them.

    `modified` is the day on which its file was last changed.
    """

    parts: tuple[str, ...]
    shown: int
    path: str
    content: Content
    modified: str


Item = UnnamedDocument | Skipped
"""What a file, or an entry of a file, gives."""


def _items(source: Source, found: Iterable[Found]) -> Iterator[Item]:
    """What was found in a file, under names that begin with that of the file."""
    path = str(source.named)
    parts = (STDIN_NAME,) if source is STDIN else source.named.parts
    day = "" if source is STDIN else modified(source.path)
    for item in found:
        if isinstance(item, Unread):
            label = f", {item.label}" if item.label else ""
            yield Skipped(f"{printable(path)}{label}", item.reason)
        else:
            shown = source.shown + len(item.within) if item.shown is None else item.shown
            yield UnnamedDocument((*parts, *item.within), shown, path, item.content, day)


def modified(path: Path) -> str:
    """The day on which a file was last changed, in UTC; empty if that is unknown."""
    try:
        return f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%d}"
    except (OSError, ValueError, OverflowError):
        return ""


def read_stdin(stdin: BinaryIO | None, options: ReadingOptions) -> list[Item]:
    """What standard input gives, whatever is in it."""
    try:
        if stdin is None and sys.stdin is None:
            raise ReadError("is standard input, and closed: pipe a document into it")
        data = read_stream(stdin or sys.stdin.buffer)
        kind = sniff(data)
        if kind in PLAIN:
            return _read_here(data, kind, STDIN, options)
        with TemporaryDirectory() as folder:
            suffix = BY_KIND[kind].suffixes[0] if kind in ARCHIVES else ""
            path = Path(folder) / (STDIN_NAME + suffix)
            path.write_bytes(data)
            if kind in ARCHIVES:
                return _read_archive(Source(path, inside=Path(STDIN_NAME)), options)
            with _isolated(options.seconds) as process:
                return _read_by(process, STDIN, path, kind, options)
    except ReadError as error:
        return [skip(STDIN.path, str(error))]
    except MemoryError:
        return [skip(STDIN.path, TOO_MUCH)]


def _read_archive(archive: Source, options: ReadingOptions) -> list[Item]:
    """What the files in an archive give."""
    with unpacked_archives([archive], options) as sources:
        files = [each for each in sources if isinstance(each, Source)]
        read = [item for _, items in read_files(files, options) for item in items]
    return [*read, *(each for each in sources if isinstance(each, Skipped))]


def _read_here(data: bytes, kind: str, source: Source, options: ReadingOptions) -> list[Item]:
    """What a file of a plain kind gives, read by this process."""
    if kind not in SEVERAL:
        return list(_items(source, [Part((), read_content(data, kind))]))
    noun = SEVERAL[kind]
    numbered = enumerate(entries_of(kind, data, **_chosen(kind, options)), 1)
    found = (
        item
        for n, entry in numbered
        for item in read_entry(entry, label_of(noun, n), AttachedFiles())
    )
    return list(_items(source, found))


def _chosen(kind: str, options: ReadingOptions) -> dict[str, Any]:
    """The options of reading that the entries of a kind of file depend on, by name."""
    return {name: getattr(options, name) for name in BY_KIND[kind].options}


def read_content(data: bytes, kind: str, **known: Any) -> Content:
    """Read the bytes of a file of some kind; `known` are further arguments of its reader.

    Warnings of libraries are not printed. Raises ReadError for any error of the reader.
    """
    if not data:
        raise ReadError("is empty")
    if kind in PLAIN and len(data) > LARGEST_TEXT:
        raise ReadError(f"is a text of more than {LARGEST_TEXT >> 20} MB: split it into parts")
    with errors_told(kind), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        content = reader(kind)(data, **known)
    if not content.text.removeprefix("\ufeff").strip():
        raise ReadError("has no text")
    if len(content.text) > MOST_ENDS and sum(map(content.text.count, _ENDS)) > MOST_ENDS:
        raise ReadError(f"has more than {MOST_ENDS:,} ends of sentences: split it into parts")
    return replace(_with_turns(content), title=one_line(content.title))


def _with_turns(content: Content) -> Content:
    """A transcript with its turns as blocks and places; other content as it is. Only a text with a
    time can be one: for others, the module that finds turns is not imported."""
    if content.places or not _TIME.search(content.text, 0, _BEGINNING):
        return content
    from hyperdigest.read.speech.transcripts import transcript_in

    blocks, places = transcript_in(content)
    return replace(content, blocks=blocks, places=places) if places else content


def read_files(
    files: Sequence[Source], options: ReadingOptions
) -> Generator[tuple[int, list[Item]]]:
    """The number of each file, and what it gives.

    Files that are no plain text are read by isolated processes, several if there is much to read,
    which share `MEMORY`. One that needs more than a share of the memory is read again at the end,
    by one process with all of it.
    """
    apart = [n for n, file in enumerate(files) if kind_at(file.path) not in PLAIN]
    wanted = jobs_for_size(options.jobs, sum(_size(files[n]) for n in apart)) or cpu_count() or 1
    count = min(wanted, MEMORY // LEAST_MEMORY, len(apart)) or 1
    again: list[int] = []
    with IsolatedPool(
        _READ_IN_CHILD, count, ProcessLimits(MEMORY // count, options.seconds)
    ) as pool:
        found = {
            n: pool.submit(partial(_read_file_by, source=files[n], options=options)) for n in apart
        }
        for n, file in enumerate(files):
            items = found.pop(n).result() if n in found else _read_file(file, options)
            if count > 1 and any(map(_lacked_memory, items)):
                again.append(n)
            else:
                yield n, items
    with _isolated(options.seconds) as process:
        for n in again:
            yield n, _read_file_by(process, files[n], options)


def _lacked_memory(item: Item) -> bool:
    return isinstance(item, Skipped) and item.reason in (CRASHED, TOO_MUCH)


def _read_file(source: Source, options: ReadingOptions) -> list[Item]:
    """What a file of a plain kind gives, or why it gives nothing."""
    try:
        return _read_here(read_bytes(source.path), kind_at(source.path), source, options)
    except ReadError as error:
        return [skip(source.named, str(error))]
    except MemoryError:
        return [skip(source.named, TOO_MUCH)]


def _read_file_by(process: IsolatedProcess, source: Source, options: ReadingOptions) -> list[Item]:
    return _read_by(process, source, source.path, kind_at(source.path), options)


def _read_by(
    process: IsolatedProcess, source: Source, path: Path, kind: str, options: ReadingOptions
) -> list[Item]:
    """What a process makes of the file at a path, or why it makes nothing of it."""
    found: list[Item] = []
    try:
        if kind not in SEVERAL:
            return list(_items(source, [Part((), _content_by(process, path, kind))]))
        file: dict[str, Any] = {"path": str(path), "kind": kind, "noun": SEVERAL[kind]}
        file["options"] = _chosen(kind, options)
        for entry in with_distinct_names(request_entries(partial(_call, process), file)):
            found += _items(source, entry)
    except NoTextError as error:
        found.append(skip(source.named, str(error), error.scanned))
    except ReadError as error:
        found.append(skip(source.named, str(error)))
    return found


def read_isolated(
    path: Path, kind: str, seconds: float, recognized: Recognized | None = None
) -> Content:
    """Read a file by an isolated process; `recognized` are the words of a PDF's scanned pages.

    Raises ReadError if the file cannot be read, or not within the limits.
    """
    with _isolated(seconds) as process:
        return _content_by(process, path, kind, recognized)


def _isolated(seconds: float) -> IsolatedProcess:
    return IsolatedProcess(_READ_IN_CHILD, ProcessLimits(MEMORY, seconds))


def _content_by(
    process: IsolatedProcess, path: Path, kind: str, recognized: Recognized | None = None
) -> Content:
    request = {"path": str(path), "kind": kind}
    reply = _call(process, request | ({"recognized": recognized} if recognized else {}))
    if "reason" in reply:
        scanned = reply.get("scanned")
        raise NoTextError(reply["reason"], scanned) if scanned else ReadError(reply["reason"])
    return content_of(reply)


def _call(
    process: IsolatedProcess, request: dict[str, Any], report: Report | None = None
) -> dict[str, Any]:
    """The reply of a process. Raises a ReadError if it exceeds its limits, or ends."""
    try:
        reply: dict[str, Any] = process.call(request, report)
    except TimeoutError as error:
        raise ReadError(f"{error} to read: split it into parts") from error
    except MemoryError as error:
        raise ReadError(TOO_MUCH) from error
    except WorkerEndedError as error:
        raise ReadError(CRASHED) from error
    return reply


def read_in_child(request: dict[str, Any], report: Report | None = None) -> dict[str, Any]:
    """Read the file of a request, in the isolated process; the reply is its content or the reason
    why there is none.

    A request has the ``path`` and ``kind`` of a file, and for a PDF the words ``recognized`` on its
    pages, by their numbers; for a file of several documents the options of reading that its kind
    depends on. The entries of a file of several documents are reported one by one.
    """
    path, kind = Path(request["path"]), request["kind"]
    if report:
        options = request.get("options", {})
        return report_entries(partial(entries_at, kind, path, **options), request, report)
    known: dict[str, Any] = {"path": path} if kind in BY_PATH else {}
    if found := request.get("recognized"):
        known["recognized"] = {int(page): found[page] for page in found}
    try:
        content = read_content(read_bytes(path), kind, **known)
    except NoTextError as error:
        return {"reason": str(error), "scanned": error.scanned}
    except ReadError as error:
        return {"reason": str(error)}
    return row_of(content)


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except (OSError, ValueError):
        return 0
