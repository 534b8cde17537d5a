"""Files are written whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hyperdigest.system.locks import clear_abandoned, made

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
