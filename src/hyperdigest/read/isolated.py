"""Files read, and read in isolated processes: one that hangs or crashes its reader is skipped.

A file becomes an `UnnamedDocument`, for names depend on all files, or a reason why it is skipped.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Timer
from typing import Any, BinaryIO

from hyperdigest.base.processes import (
    chunks_by_size,
    end_with_parent,
    jobs_for_size,
    json_writer,
    parallel_map,
)
from hyperdigest.base.text import printable
from hyperdigest.documents import Block
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.read.content import Content, one_line, read_bytes, read_stream
from hyperdigest.read.formats import kind_of, reader, sniff
from hyperdigest.read.paths import STDIN, Skipped, Source, skip
from hyperdigest.read.text import BadLine, read_jsonl

STDIN_NAME = "standard input"
CRASHED = "ended the process that read it, perhaps for want of memory: split it into parts"


@dataclass(frozen=True, slots=True)
class UnnamedDocument:
    """A document before it is named: by the last `shown` of `parts`, or more of them."""

    parts: tuple[str, ...]
    shown: int
    path: str
    content: Content


_TUPLES = ("pages", "notes", "page_labels", "authors")
Found = list[UnnamedDocument | Skipped]


def holds_one(source: Source) -> bool:
    """Whether a source is a file of one document."""
    return source is not STDIN and kind_of(source.path.name) != "jsonl"


def read_one(source: Source) -> UnnamedDocument | Skipped:
    """What a file of one document gives."""
    try:
        content = read_content(read_bytes(source.path), kind_of(source.path.name))
    except ReadError as error:
        return skip(source.path, str(error))
    except MemoryError:
        return skip(source.path, "needs more memory than there is: split it")
    return UnnamedDocument(source.path.parts, source.shown, str(source.path), content)


def read_several(source: Source, stdin: BinaryIO | None) -> Iterator[UnnamedDocument | Skipped]:
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
            yield UnnamedDocument((STDIN_NAME,), source.shown, path, read_content(data, kind))
    except ReadError as error:
        yield skip(path, str(error))


def read_content(data: bytes, kind: str) -> Content:
    """What the reader of a kind of file makes of `data`; nothing is printed on the way. Raises a
    ReadError whatever goes wrong in the reader."""
    if not data:
        raise ReadError("is empty")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            content = reader(kind)(data)
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


def read_in_processes(
    files: Sequence[Source], jobs: int | None
) -> Generator[UnnamedDocument | Skipped]:
    """The content of each file of one document, in order; one that crashes is skipped."""
    jobs = jobs_for_size(jobs, sum(map(_size, files)))
    chunks = deque(chunks_by_size(files, _size))
    while chunks:
        try:
            with closing(parallel_map(read_chunk, tuple(chunks), jobs)) as results:
                for found in results:
                    chunks.popleft()
                    yield from found
        except WorkerEndedError:
            yield from _survivors(chunks.popleft(), jobs)


def _survivors(chunk: list[Source], jobs: int | None) -> Found:
    """What files give that may have ended a process: halved until those that do stand alone."""
    try:
        return [item for found in parallel_map(read_chunk, [chunk], jobs) for item in found]
    except WorkerEndedError:
        if len(chunk) == 1:
            return [skip(chunk[0].path, CRASHED)]
        middle = len(chunk) // 2
        return _survivors(chunk[:middle], jobs) + _survivors(chunk[middle:], jobs)


def read_chunk(chunk: list[Source]) -> Found:
    return [read_one(source) for source in chunk]


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except (OSError, ValueError):
        return 0


def read_with_time_limit(
    files: Sequence[Source], seconds: float
) -> Generator[UnnamedDocument | Skipped]:
    """What each file of one document gives, in order; one that takes longer is skipped."""
    command = [sys.executable, "-P", "-c", "from hyperdigest.read.isolated import serve; serve()"]
    process: Popen[bytes] | None = None
    try:
        for source in files:
            if process is None or process.returncode is not None:
                process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)  # noqa: S603
            reply = _ask(process, source, seconds)
            if "reason" in reply:
                yield skip(source.path, reply["reason"])
                continue
            fields = reply["content"]
            fields |= {name: tuple(fields[name]) for name in _TUPLES}
            fields["blocks"] = tuple(Block(**block) for block in fields["blocks"])
            content = Content(**fields)
            yield UnnamedDocument(source.path.parts, source.shown, str(source.path), content)
    finally:
        if process is not None:
            _end(process)


def _ask(process: Popen[bytes], source: Source, seconds: float) -> dict[str, Any]:
    """The reply of the process about a file; where it crashes or takes longer it is ended."""
    assert process.stdin and process.stdout  # noqa: S101 (both are pipes)
    reply: dict[str, Any] = {"reason": CRASHED}

    def end() -> None:
        reply["reason"] = f"took more than {seconds:g} s to read: split it into parts"
        process.kill()

    timer = Timer(seconds, end)
    timer.start()
    try:
        process.stdin.write(json.dumps(str(source.path)).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except OSError:
        line = b""
    finally:
        timer.cancel()
    if line.endswith(b"\n"):
        return dict(json.loads(line))
    _end(process)
    return reply


def serve() -> None:
    """Read files until standard input ends: a path a line in, what the file gives a line out."""
    reply = json_writer()
    end_with_parent()
    for line in sys.stdin.buffer:
        found = read_one(Source(Path(json.loads(line))))
        if isinstance(found, Skipped):
            reply({"reason": found.reason})
        else:
            reply({"content": asdict(found.content)})


def _end(process: Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()
