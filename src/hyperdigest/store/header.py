"""What the first bytes of a file say: whether it is a saved collection, of which format, whole."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from pathlib import Path

from hyperdigest.errors import OptionError, StoreError

APPLICATION_ID = 0x48444947
FORMAT_VERSION = 4
FORMER_VERSION = 3
"""The oldest format that is read; what is written has `FORMAT_VERSION`."""


def is_store(path: str | Path) -> bool:
    """Whether `path` is a file that says it is a saved collection, or is named like one."""
    if Path(path).suffix == ".hdig":
        return True
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            return False
        with Path(path).open("rb") as file:
            return _application_id(file.read(100)) == APPLICATION_ID
    except (OSError, ValueError):
        return False


def saved_among(paths: Iterable[str]) -> str | None:
    """The saved collection that `paths` name, if they do.

    Raises
    ------
    OptionError
        where they name anything besides.
    """
    paths = list(paths)
    saved = [path for path in paths if is_store(path)]
    if saved and len(paths) > 1:
        raise OptionError(f"{saved[0]} is a saved collection: name it alone, without other paths")
    return saved[0] if saved else None


def check_header(path: Path) -> None:
    """Raise a StoreError unless `path` is a whole file of a format that is read here."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise StoreError(f"cannot open {path}: it is not a regular file")
        with path.open("rb") as file:
            header = file.read(100)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", error)
        raise StoreError(f"cannot open {path}: {reason}") from error
    if _application_id(header) != APPLICATION_ID:
        raise StoreError(f"{path} is not a saved collection: make one with `hyperdigest fit`")
    version = int.from_bytes(header[60:64], "big")
    if version < FORMER_VERSION:
        raise StoreError(
            f"{path} has format {version}, older than {FORMER_VERSION}: fit the documents again"
        )
    if version > FORMAT_VERSION:
        raise StoreError(
            f"{path} has format {version}, newer than {FORMAT_VERSION}: upgrade hyperdigest"
        )
    page = int.from_bytes(header[16:18], "big")
    expected = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
    if about.st_size < expected:
        raise StoreError(
            f"{path} is truncated ({about.st_size} of {expected} bytes): copy it again or fit again"
        )


def _application_id(header: bytes) -> int | None:
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return None
    return int.from_bytes(header[68:72], "big")
