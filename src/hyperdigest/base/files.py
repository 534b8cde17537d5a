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
"""Random bytes in the name of a temporary file."""


@contextmanager
def atomic_write(path: str | Path) -> Iterator[Path]:
    """A temporary file beside `path` that replaces it when the block ends without an error.

    Where the block raises, `path` stays as it was and nothing is left behind. What a killed
    process left behind is removed by the next one that writes to `path`. A symbolic link stays
    one, and its target is replaced; a device or a pipe is written to.
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
                with temporary.open("rb") as written, target.open("wb") as end:
                    shutil.copyfileobj(written, end)
            else:
                with temporary.open("rb") as written:
                    os.fsync(written.fileno())
                if target.exists():
                    temporary.chmod(target.stat().st_mode)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def obstacle(path: Path) -> str:
    """Why a file cannot be written at `path`, as far as can be known before; empty if it can."""
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
    """Hold the lock of the file at `path` while the block runs. Where another process holds it,
    `waiting` is called before waiting for it."""
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
    """The file at `path`, created where it is missing, locked until it is closed.

    Raises a BlockingIOError where another process holds the lock, and another OSError where the
    file cannot be opened.
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
    """A new, empty file whose lock shows, while the block runs, that it is not abandoned. `fresh`
    gives a path at which there is nothing, another one each time."""
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
    """Lock an open file until it is closed; False where that cannot be done."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def leads_to(path: str | Path, descriptor: int) -> bool:
    """Whether `path` still leads to an open file, and no other has taken its place."""
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
