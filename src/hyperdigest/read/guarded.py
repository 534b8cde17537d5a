"""Files read by another process within a time: one that hangs or ends it takes no other with it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from threading import Timer
from typing import Any

from hyperdigest.documents import Block
from hyperdigest.read.apart import DEADLY
from hyperdigest.read.content import Content
from hyperdigest.read.names import printable
from hyperdigest.read.paths import Skipped, Source
from hyperdigest.read.sources import Nameless


def read_guarded(files: Sequence[Source], seconds: float) -> Generator[Nameless | Skipped]:
    """What each file of one document gives, in order; one that takes longer is skipped.

    Parameters
    ----------
    seconds : that the reading of one file may take.
    """
    reader = _Reader(seconds)
    try:
        for source in files:
            yield reader.read(source)
    finally:
        reader.close()


class _Reader:
    """A process that reads one file after the other, started anew where it had to be ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, source: Source) -> Nameless | Skipped:
        """What a file gives, or why nothing."""
        if self._process is None:
            self._process = _started()
        process = self._process
        late = False

        def end() -> None:
            nonlocal late
            late = True
            process.kill()

        timer = Timer(self._seconds, end)
        timer.start()
        try:
            told = _conversation(process, source)
        finally:
            timer.cancel()
        if told is None:
            self.close()
            slow = f"took more than {self._seconds:g} s to read: split it into parts"
            told = {"reason": slow if late else DEADLY}
        if "reason" in told:
            return Skipped(printable(str(source.path)), told["reason"])
        content = content_of(told["content"])
        return Nameless(source.path.parts, source.shown, str(source.path), content)

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()
        self._process = None


def content_of(told: dict[str, Any]) -> Content:
    """The content that was told as JSON."""
    blocks = tuple(Block(*block) for block in told.pop("blocks"))
    pages, notes = tuple(told.pop("pages")), tuple(told.pop("notes"))
    return Content(blocks=blocks, pages=pages, notes=notes, **told)


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "hyperdigest.read.guarded_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _conversation(process: subprocess.Popen[bytes], source: Source) -> dict[str, Any] | None:
    """What the process tells of a file; None where it ended."""
    assert process.stdin and process.stdout  # noqa: S101 (both are pipes)
    try:
        process.stdin.write(json.dumps(str(source.path)).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except OSError:
        return None
    if not line.endswith(b"\n"):
        return None
    told: dict[str, Any] = json.loads(line)
    return told
