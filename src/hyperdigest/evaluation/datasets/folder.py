"""The files of a data folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.read.names import printable


def files_below(folder: Path, warn: Callable[[str], None]) -> list[Path]:
    """The file `folder` itself, or all files in it at any depth, sorted, hidden ones left out.

    Links to files are followed, links to folders are not. A folder that cannot be read is told to
    `warn`.

    Raises
    ------
    OptionError
        where there is no such file or folder.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise OptionError(f"there is no file or folder {printable(str(folder))}")

    def tell(error: OSError) -> None:
        warn(f"skipped {printable(str(error.filename))}: cannot be read: {error.strerror}")

    found: list[Path] = []
    for top, folders, names in os.walk(folder, onerror=tell):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(top, name) for name in names if not name.startswith(".")]
    files = (path for path in found if os.path.isfile(path))  # noqa: PTH113 (False, not an error)
    return sorted(files, key=lambda path: path.parts)
