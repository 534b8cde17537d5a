"""Files read so that none takes the run: plain text here, all else in bounded child processes.

A file becomes an `UnnamedDocument`, for names depend on all files, or a reason why it is skipped.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import UTC, datetime
from functools import partial
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from hyperdigest.base.children import MEMORY, BoundedChild, Bounds, ChildPool
from hyperdigest.base.processes import jobs_for_size
from hyperdigest.base.text import printable
from hyperdigest.documents import Block, Post, RecognizedLine
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.read.content import (
    LARGEST_TEXT,
    Content,
    NoTextError,
    one_line,
    read_bytes,
    read_stream,
)
from hyperdigest.read.formats import kind_of, reader, sniff
from hyperdigest.read.paths import STDIN, Skipped, Source, skip
from hyperdigest.read.text import BadLine, read_jsonl

STDIN_NAME = "standard input"
CRASHED = "ended the process that read it, perhaps for want of memory: split it into parts"
TOO_MUCH = "needs more memory than a file may have: split it into parts"

Recognized = dict[int, list[Any]]
"""The words that were recognized on scanned pages of a PDF, by the numbers of the pages."""

PLAIN = frozenset({"text", "markdown"})
"""Kinds that this process reads itself: their text is their content, and code of C decodes it."""

LEAST_MEMORY = 192 << 20
"""Bytes of address space of each child process, where several share `MEMORY`."""


_ANSWER = "hyperdigest.read.isolated:answer"


@dataclass(frozen=True, slots=True)
class UnnamedDocument:
    """A document before it is named: by the last `shown` of `parts`, or more of them."""

    parts: tuple[str, ...]
    shown: int
    path: str
    content: Content


def holds_one(source: Source) -> bool:
    """Whether a source is a file of one document."""
    return source is not STDIN and kind_of(source.path.name) != "jsonl"


def read_one(source: Source) -> UnnamedDocument | Skipped:
    """What a file of one document gives, read by this process."""
    try:
        content = read_content(read_bytes(source.path), kind_of(source.path.name))
    except ReadError as error:
        return skip(source.path, str(error))
    except MemoryError:
        return skip(source.path, TOO_MUCH)
    return _unnamed(source, content)


def _unnamed(source: Source, content: Content) -> UnnamedDocument:
    dated = replace(content, modified=modified(source.path))
    return UnnamedDocument(source.path.parts, source.shown, str(source.path), dated)


def modified(path: Path) -> str:
    """The day on which a file was last changed, in UTC; empty where that cannot be told."""
    try:
        return f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%d}"
    except (OSError, ValueError, OverflowError):
        return ""


def read_several(
    source: Source, stdin: BinaryIO | None, seconds: float
) -> Iterator[UnnamedDocument | Skipped]:
    """What JSON lines give, one after the other, or standard input, whatever it holds."""
    path = str(source.path)
    try:
        if source is not STDIN:
            yield from _read_lines(read_bytes(source.path), source.path.parts, path)
            return
        if stdin is None and sys.stdin is None:
            raise ReadError("is standard input, and closed: pipe a document into it")
        data = read_stream(stdin or sys.stdin.buffer)
        kind = sniff(data)
        if kind == "jsonl":
            yield from _read_lines(data, (STDIN_NAME,), path)
        else:
            content = read_content(data, kind) if kind in PLAIN else read_apart(data, kind, seconds)
            yield UnnamedDocument((STDIN_NAME,), source.shown, path, content)
    except ReadError as error:
        yield skip(path, str(error))
    except MemoryError:
        yield skip(path, TOO_MUCH)


def read_content(data: bytes, kind: str, **known: Any) -> Content:
    """What the reader of a kind of file makes of `data`, and of what is `known` besides; nothing is
    printed on the way. Raises a ReadError whatever goes wrong in the reader."""
    if not data:
        raise ReadError("is empty")
    if kind in PLAIN and len(data) > LARGEST_TEXT:
        raise ReadError(f"is a text of more than {LARGEST_TEXT >> 20} MB: split it into parts")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            content = reader(kind)(data, **known)
    except (ReadError, MemoryError):
        raise
    except ImportError as error:
        missing = f"needs {error.name}, which is missing: install hyperdigest again"
        raise ReadError(missing) from error
    except Exception as error:
        raise ReadError(f"is a broken {kind} file ({type(error).__name__})") from error
    if not content.text.removeprefix("\ufeff").strip():
        raise ReadError("has no text")
    return replace(content, title=one_line(content.title))


def _read_lines(
    data: bytes, parts: tuple[str, ...], path: str
) -> Iterator[UnnamedDocument | Skipped]:
    empty = True
    for line in read_jsonl(data):
        empty = False
        if isinstance(line, BadLine):
            yield Skipped(f"{printable(path)}, line {line.number}", line.reason)
        else:
            title, authors, date = one_line(line.title), line.authors, line.date
            content = Content(line.text, "text", title, authors=authors, date=date)
            within = (line.task, line.key) if line.task else (line.key,)
            # A mere number is shown with what it counts in.
            shown = 1 + len(within) if line.key.isdecimal() else 1
            yield UnnamedDocument((*parts, *within), shown, path, content)
    if empty:
        raise ReadError("is empty")


def read_files(
    files: Sequence[Source], jobs: int | None, seconds: float
) -> Generator[tuple[int, UnnamedDocument | Skipped]]:
    """The number of each file of one document, and what it gives.

    Files that are no plain text are read by child processes, `jobs` of them where there is much to
    read, which share `MEMORY`; each file may take so many `seconds`. One that needs more than a
    share of the memory is read again at the end, alone, with all of it.
    """
    apart = [n for n, file in enumerate(files) if kind_of(file.path.name) not in PLAIN]
    wanted = jobs_for_size(jobs, sum(_size(files[n]) for n in apart)) or cpu_count() or 1
    count = min(wanted, MEMORY // LEAST_MEMORY, len(apart)) or 1
    again: list[int] = []
    with ChildPool(_ANSWER, count, Bounds(MEMORY // count, seconds)) as pool:
        found = {n: pool.submit(partial(_read_by, source=files[n])) for n in apart}
        for n, file in enumerate(files):
            item = found.pop(n).result() if n in found else read_one(file)
            if count > 1 and isinstance(item, Skipped) and item.reason in (CRASHED, TOO_MUCH):
                again.append(n)
            else:
                yield n, item
    with _child(seconds) as child:
        for n in again:
            yield n, _read_by(child, files[n])


def read_apart(data: bytes | Path, kind: str, seconds: float) -> Content:
    """What a child process makes of a file, or of bytes, of a kind. Raises a ReadError where it
    cannot be read, or not within the bounds."""
    if isinstance(data, Path):
        with _child(seconds) as child:
            return _content_by(child, data, kind)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "standard input"
        path.write_bytes(data)
        return read_apart(path, kind, seconds)


def _child(seconds: float) -> BoundedChild:
    return BoundedChild(_ANSWER, Bounds(MEMORY, seconds))


def _read_by(child: BoundedChild, source: Source) -> UnnamedDocument | Skipped:
    """What a child process makes of a file."""
    try:
        return _unnamed(source, _content_by(child, source.path, kind_of(source.path.name)))
    except NoTextError as error:
        return skip(source.path, str(error), error.scanned)
    except ReadError as error:
        return skip(source.path, str(error))


def read_recognized(source: Source, recognized: Recognized, seconds: float) -> Content:
    """A PDF read again, with what was `recognized` on its scanned pages; raises as `read_apart`."""
    with _child(seconds) as child:
        return _content_by(child, source.path, "pdf", recognized)


def _content_by(
    child: BoundedChild, path: Path, kind: str, recognized: Recognized | None = None
) -> Content:
    request = {"path": str(path), "kind": kind}
    try:
        reply = child.ask(request | ({"recognized": recognized} if recognized else {}))
    except TimeoutError as error:
        raise ReadError(f"{error} to read: split it into parts") from error
    except MemoryError as error:
        raise ReadError(TOO_MUCH) from error
    except WorkerEndedError as error:
        raise ReadError(CRASHED) from error
    if "reason" in reply:
        scanned = reply.get("scanned")
        raise NoTextError(reply["reason"], scanned) if scanned else ReadError(reply["reason"])
    known: dict[str, Any] = {
        n: tuple(value) if isinstance(value, list) else value for n, value in reply.items()
    }
    known["blocks"] = tuple(Block(*row) for row in known["blocks"])
    known["recognized"] = tuple(RecognizedLine(*row) for row in known["recognized"])
    known["post"] = Post(**known["post"]) if known["post"] else None
    return Content(**known)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What a child process replies about the file at a path, of a kind: its content, or a reason
    why there is none. What was ``recognized`` on pages of a PDF is known by their numbers."""
    found = request.get("recognized")
    known = {"recognized": {int(page): found[page] for page in found}} if found else {}
    try:
        content = read_content(read_bytes(Path(request["path"])), request["kind"], **known)
    except NoTextError as error:
        return {"reason": str(error), "scanned": error.scanned}
    except ReadError as error:
        return {"reason": str(error)}
    reply = {field.name: getattr(content, field.name) for field in fields(content)}
    reply["blocks"] = [astuple(block) for block in content.blocks]
    reply["recognized"] = [astuple(line) for line in content.recognized]
    return reply | {"post": asdict(content.post) if content.post else None}


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except (OSError, ValueError):
        return 0
