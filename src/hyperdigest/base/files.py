"""Atomic writes and file locks: a file is written whole or not at all, and by one process.

Locks are those of ``flock``; on Windows there are none.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

RANDOM_BYTES = 8
"""Random bytes in the names of temporary files."""


@contextmanager
def atomic_write(path: str | Path) -> Iterator[Path]:
    """A temporary file beside `path` that replaces it when the block ends without an error.

    If the block raises, `path` is unchanged and the temporary file is removed. Temporary files of
    killed processes are removed by the next write to `path`. If `path` is a symbolic link, its
    target is replaced; a device or a pipe is written to.
    """
    device = _is_device(Path(path))
    target = Path(path if device else os.path.realpath(path))
    folder = Path(tempfile.gettempdir()) if device else target.parent

    def fresh() -> Path:
        return folder / f".{target.name[:40]}.{os.urandom(RANDOM_BYTES).hex()}"

    with new_locked_file(fresh, 0o600 if device else 0o666) as temporary:
        try:
            _remove_abandoned(temporary)
            yield temporary
            if device:
                with temporary.open("rb") as written, target.open("wb") as output:
                    shutil.copyfileobj(written, output)
            else:
                with temporary.open("rb") as written:
                    os.fsync(written.fileno())
                if target.exists():
                    temporary.chmod(target.stat().st_mode)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def obstacle(path: Path) -> str:
    """Why a file cannot be written at `path`, as far as can be checked; empty if it can."""
    folder = path.parent
    if path.is_dir():
        return "it is a folder"
    if not folder.is_dir():
        return f"there is no folder {folder}"
    if not _is_device(path) and not os.access(folder, os.W_OK):
        return f"folder {folder} may not be written to"
    return ""


@contextmanager
def file_lock(path: str | Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Lock the file at `path` while the block runs; calls `waiting` if it has to wait for that."""
    if sys.platform == "win32":
        yield
        return
    while True:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            if not _lock(descriptor):
                waiting()
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if leads_to(path, descriptor):
                yield
                return
        finally:
            os.close(descriptor)


def open_locked(path: Path) -> BinaryIO:
    """The file at `path`, created if it is missing, locked until it is closed.

    Raises BlockingIOError if another process has locked it, and another OSError if it cannot be
    opened.
    """
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "rb+")
        try:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if leads_to(path, file.fileno()):
                return file
        except OSError:
            file.close()
            raise
        file.close()


@contextmanager
def new_locked_file(fresh: Callable[[], Path], mode: int) -> Iterator[Path]:
    """A new, empty file that is locked while the block runs, to show that it is in use.

    `fresh` returns a new path for each call, at which there is no file.
    """
    while True:
        path = fresh()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        locked = _lock(descriptor, wait=True)
        if not locked:
            os.close(descriptor)
        elif not leads_to(path, descriptor):
            os.close(descriptor)
            continue
        try:
            yield path
        finally:
            if locked:
                os.close(descriptor)
        return


def _lock(descriptor: int, *, wait: bool = False) -> bool:
    """Lock an open file until it is closed; returns False if that is impossible."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def leads_to(path: str | Path, descriptor: int) -> bool:
    """Whether `path` still leads to the open file, and not to another one or none."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _remove_abandoned(temporary: Path) -> None:
    """Remove the temporary files of the same target whose processes have ended."""
    random = 2 * RANDOM_BYTES
    sibling = re.compile(re.escape(temporary.name[:-random]) + f"[0-9a-f]{{{random}}}")
    with os.scandir(temporary.parent) as entries:
        found = [entry.name for entry in entries if sibling.fullmatch(entry.name)]
    for other in map(temporary.with_name, found):
        if other != temporary:
            with suppress(OSError):
                descriptor = os.open(other, os.O_RDONLY)
                try:
                    if _lock(descriptor):
                        other.unlink()
                finally:
                    os.close(descriptor)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()
