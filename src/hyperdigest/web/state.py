"""The folder in which a running app keeps its files, private and locked."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from hyperdigest.base.files import open_locked
from hyperdigest.errors import OutputError

PREFIX = "hyperdigest-app-"
LOCK = "in-use"
PRIVATE = 0o700


class StateFolder:
    """A folder that only this user may open and only this process uses, until it is closed.

    It is `keep`, which is left as it is, or else a temporary one, which is taken away.

    Raises an OutputError if the folder cannot be made, or another app uses it.
    """

    def __init__(self, keep: Path | None = None) -> None:
        self.lasting = keep is not None
        try:
            if keep is None:
                clear_abandoned(Path(tempfile.gettempdir()))
                self.path, self._lock = _temporary()
            else:
                self.path = Path(os.path.realpath(keep))
                self.path.mkdir(PRIVATE, parents=True, exist_ok=True)
                self._lock = open_locked(self.path / LOCK)
        except BlockingIOError as error:
            raise OutputError(
                f"another app keeps its collections in {keep}: stop it, or name another folder"
            ) from error
        except OSError as error:
            raise OutputError(f"cannot keep files in {keep}: {error.strerror}") from error
        self.collections, self.uploads = self.path / "collections", self.path / "uploads"
        for folder in (self.collections, self.uploads):
            folder.mkdir(PRIVATE, exist_ok=True)

    def close(self) -> None:
        """Release the lock, and delete the folder unless it is lasting."""
        if not self.lasting:
            shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _temporary() -> tuple[Path, BinaryIO]:
    """A new folder and its lock; another app that starts may take the folder for abandoned."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        with suppress(BlockingIOError, FileNotFoundError):
            return path, open_locked(path / LOCK)


def clear_abandoned(place: Path) -> None:
    """Delete the folders of this user's apps that were killed."""
    if sys.platform == "win32":
        return
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            about = folder.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
                continue
            with open_locked(folder / LOCK):
                shutil.rmtree(folder, ignore_errors=True)
