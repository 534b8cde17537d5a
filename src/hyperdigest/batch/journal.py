"""The journal of a batch: answers are appended to a file beside the output until all are there.

The first line says what the file is; each other one holds the key of a task and its digest. A
process that is killed leaves at most the last line torn, and the next one goes on behind the last
line that is whole.
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
    """Where the answers of a batch are kept while it runs."""
    return output.with_name(f"{output.name}.partial")


class Journal:
    """The digests at hand, as JSON of one line each, by key; they stay on disk."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self.path = path
        self._file = file
        self._places: dict[str, tuple[int, int]] = {}
        self._end = 0
        first = self._file.readline()
        if first != HEAD and not HEAD.startswith(first):
            raise OutputError(
                f"{self.path} is in the way and no journal of a batch: remove it, or name another"
                " file with -o"
            )
        if first == HEAD:
            self._end = len(HEAD)
            with suppress(ValueError):
                for line in self._file:
                    whole = _LINE.fullmatch(line)
                    if not whole or not isinstance(json.loads(whole[2]), dict):
                        break
                    self._remember(whole[1].decode(), line)
        self._file.truncate(self._end)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def begin(self) -> None:
        """Say what the file is, where it does not yet."""
        if not self._end:
            self._append(HEAD)
            self._end = len(HEAD)

    def add(self, key: str, digest: str) -> None:
        """Keep a digest; it is there for the next run, whatever happens to this process."""
        line = f'{{"key": "{key}", "digest": {digest}}}\n'.encode()
        self._append(line)
        self._remember(key, line)

    def digest(self, key: str) -> str:
        """The digest kept under `key`."""
        start, end = self._places[key]
        self._file.seek(start)
        return self._file.read(end - start).decode()

    def _append(self, line: bytes) -> None:
        try:
            self._file.seek(self._end)
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _remember(self, key: str, line: bytes) -> None:
        start = self._end + line.index(b'"digest": ') + len(b'"digest": ')
        self._end += len(line)
        self._places[key] = start, self._end - len(b"}\n")


@contextmanager
def open_journal(output: Path) -> Iterator[Journal]:
    """The journal of the batch that is written to `output`, for this process alone.

    It is removed when the block ends well, and otherwise kept where it holds an answer.

    Raises an OutputError where it cannot be written, another process has it, or the file is
    something else.
    """
    path = journal_path(output)
    try:
        file = open_locked(path)
    except BlockingIOError as error:
        raise OutputError(
            f"another batch writes to {output} at this moment: wait for it, or name another file"
            " with -o"
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
    return OutputError(f"cannot write {path}: {reason}; make room, or name another file with -o")
