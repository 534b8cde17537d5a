"""The journal of a batch: a file next to the output to which digests are appended.

The first line identifies the file; each other one has the key of a task and its digest. If a
process is killed, at most the last line is incomplete, and the next process continues after the
last complete line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from hyperdigest.base.files import open_locked
from hyperdigest.errors import OutputError

HEAD = b'{"journal": "hyperdigest batch", "format": 1}\n'
_LINE = re.compile(rb'\{"key": "([0-9a-f]{64})", "digest": (.*)\}\n', re.S)


def journal_path(output: Path) -> Path:
    """The path of the journal of the batch that is written to `output`."""
    return output.with_name(f"{output.name}.partial")


class Journal:
    """The digests of tasks that are done, by key, each as one line of JSON in a file."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self.path = path
        self._file = file
        self._slices: dict[str, tuple[int, int]] = {}
        self._end = 0
        first = self._file.readline()
        if first != HEAD and not HEAD.startswith(first):
            raise OutputError(
                f"{self.path} exists and is no journal of a batch: remove it, or name another file"
                " with -o"
            )
        if first == HEAD:
            self._end = len(HEAD)
            with suppress(ValueError):
                for line in self._file:
                    match = _LINE.fullmatch(line)
                    if not match or not isinstance(json.loads(match[2]), dict):
                        break
                    self._add_slice(match[1].decode(), line)
        self._file.truncate(self._end)

    def __contains__(self, key: str) -> bool:
        return key in self._slices

    def __len__(self) -> int:
        return len(self._slices)

    def begin(self) -> None:
        """Write the first line, if it is missing."""
        if not self._end:
            self._append(HEAD)
            self._end = len(HEAD)

    def add(self, key: str, digest: str) -> None:
        """Write a digest to the file, for the next run if this process is killed."""
        line = f'{{"key": "{key}", "digest": {digest}}}\n'.encode()
        self._append(line)
        self._add_slice(key, line)

    def digest(self, key: str) -> str:
        """The digest of a key."""
        start, end = self._slices[key]
        self._file.seek(start)
        return self._file.read(end - start).decode()

    def _append(self, line: bytes) -> None:
        try:
            self._file.seek(self._end)
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _add_slice(self, key: str, line: bytes) -> None:
        start = self._end + line.index(b'"digest": ') + len(b'"digest": ')
        self._end += len(line)
        self._slices[key] = start, self._end - len(b"}\n")


@contextmanager
def open_journal(output: Path) -> Iterator[Journal]:
    """The journal of the batch that is written to `output`, locked for this process.

    It is removed after a block without an exception; otherwise it remains if it contains a digest.
    Raises OutputError if it cannot be written, another process has locked it, or the file is no
    journal.
    """
    path = journal_path(output)
    try:
        file = open_locked(path)
    except BlockingIOError as error:
        raise OutputError(
            f"another batch is writing to {output}: wait for it, or name another file with -o"
        ) from error
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        journal = Journal(file, path)
        try:
            journal.begin()
            yield journal
        except BaseException:
            if not len(journal):
                path.unlink()
            raise
        path.unlink()
    finally:
        with suppress(OSError):
            file.close()


def _unwritable(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or error
    return OutputError(
        f"cannot write {path}: {reason}; free some disk space, or name another file with -o"
    )
