"""Files are written whole or not at all.

Files that one process has to itself, where the system can lock them.
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


def locked(descriptor: int) -> bool:
    """Lock an open file until it is closed or the process ends; False where another has it."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def alone(path: str | Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Have the file at `path` to itself, while the block runs, among processes that ask so.

    Parameters
    ----------
    waiting : called where another process has the file, before waiting for it.
    """
    if sys.platform == "win32":
        yield
        return
    while True:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            if not locked(descriptor):
                waiting()
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _leads_to(path, descriptor):
                yield
                return
        finally:
            os.close(descriptor)


def taken(path: Path) -> BinaryIO:
    """The file at `path`, made where it is missing, which no other process has `taken`.

    Raises
    ------
    BlockingIOError
        where another has it.
    OSError
        where it cannot be opened.
    """
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "rb+")
        try:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _leads_to(path, file.fileno()):
                return file
        except OSError:
            file.close()
            raise
        file.close()


@contextmanager
def made(fresh: Callable[[], Path], mode: int) -> Iterator[Path]:
    """A new, empty file that shows others, while the block runs, that somebody is at work.

    Parameters
    ----------
    fresh : tells a path at which there is nothing, another one each time.
    """
    while True:
        path = fresh()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        shown = _shown(descriptor)
        if not shown:
            os.close(descriptor)
        elif not _leads_to(path, descriptor):
            os.close(descriptor)
            continue
        try:
            yield path
        finally:
            if shown:
                os.close(descriptor)
        return


def clear_abandoned(path: Path) -> None:
    """Take away a file that somebody `made` who has ended since."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            if locked(descriptor):
                path.unlink()
        finally:
            os.close(descriptor)


def _shown(descriptor: int) -> bool:
    """Lock a new file; who takes it for an abandoned one has it but for a moment."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError:
        return False
    return True


def _leads_to(path: str | Path, descriptor: int) -> bool:
    """Whether `path` still leads to an open file, and no other has taken its place."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


TOKEN = 8
"""Bytes of chance in the name of a temporary file."""


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place when the block ends well.

    Where the block raises, `path` stays as it was and nothing is left behind; what a process that
    was killed left behind, the next one that writes to `path` takes away. A link stays one, and
    what it leads to is replaced; a device or a pipe is written to.
    """
    device = _is_device(Path(path))
    target = Path(path if device else os.path.realpath(path))
    folder = Path(tempfile.gettempdir()) if device else target.parent

    def fresh() -> Path:
        return folder / f".{target.name[:40]}.{os.urandom(TOKEN).hex()}"

    with made(fresh, 0o600 if device else 0o666) as temporary:
        try:
            _clear_abandoned(temporary)
            yield temporary
            if device:
                with temporary.open("rb") as written, target.open("wb") as end:
                    shutil.copyfileobj(written, end)
            else:
                _replace(target, temporary)
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


def _replace(target: Path, temporary: Path) -> None:
    with temporary.open("rb") as written:
        os.fsync(written.fileno())
    if target.exists():
        temporary.chmod(target.stat().st_mode)
    temporary.replace(target)


def _clear_abandoned(temporary: Path) -> None:
    """Take away what processes that were killed made in the place of `temporary`."""
    sibling = re.compile(re.escape(temporary.name[: -2 * TOKEN]) + f"[0-9a-f]{{{2 * TOKEN}}}")
    with os.scandir(temporary.parent) as entries:
        found = [entry.name for entry in entries if sibling.fullmatch(entry.name)]
    for other in map(temporary.with_name, found):
        if other != temporary:
            clear_abandoned(other)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()
