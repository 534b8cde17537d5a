"""Files are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place when the block ends well.

    Where the block raises, `path` stays as it was and nothing is left behind. A link stays one,
    and what it leads to is replaced; a device or a pipe is written to.
    """
    device = _is_device(Path(path))
    target = Path(path if device else os.path.realpath(path))
    folder = None if device else target.parent
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=folder)
    os.close(handle)
    temporary = Path(name)
    try:
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
    temporary.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
    temporary.replace(target)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
