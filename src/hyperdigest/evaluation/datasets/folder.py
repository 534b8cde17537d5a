"""The files of a data folder."""

from __future__ import annotations

from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.read.names import printable


def files_below(folder: Path) -> list[Path]:
    """The file `folder` itself, or all files in it at any depth, sorted, hidden ones left out.

    Raises
    ------
    OptionError
        where there is no such file or folder.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise OptionError(f"there is no file or folder {printable(str(folder))}")
    found = [path for path in folder.rglob("*") if path.is_file()]
    hidden = {path for path in found if _is_hidden(path.relative_to(folder))}
    return sorted((path for path in found if path not in hidden), key=lambda path: path.parts)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
