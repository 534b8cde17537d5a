"""The files that a file includes: those of its folder or below it, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hyperdigest.base.text import counted, printable, some_names
from hyperdigest.errors import ReadError
from hyperdigest.read.content import LARGEST_TEXT, read_bytes
from hyperdigest.read.paths import outside

MOST_INCLUDED = 1_000

_MISSING = "not found beside it"
_OUTSIDE = "outside of its folder, which is not read"
REFUSED = "that cannot be read, or are too many"
LACKS_PART = "of which only a part is included that is not found"
"""Why a file was left out; the beginning of the reason is a number of files."""


class IncludedFiles:
    """Finds and reads the files that a file includes, and remembers which were left out.

    Parameters
    ----------
    path : that of the main file; None if there is none, and so no other file.
    largest : so many characters all of them may have.

    `folder` is that of the main file.
    """

    def __init__(self, path: Path | None, largest: int = LARGEST_TEXT) -> None:
        self.folder = path.parent if path else None
        self._left = largest
        self._count = 0
        self._left_out: dict[str, dict[str, None]] = {
            why: {} for why in (_MISSING, _OUTSIDE, REFUSED, LACKS_PART)
        }

    def find(self, given: str, names: Sequence[str], folders: Iterable[Path]) -> Path | None:
        """The file that is included as `given`: the first of these names that is one in one of some
        folders; None, and that is remembered, if there is none."""
        leads_out = False
        for folder in dict.fromkeys(folders):
            for name in names:
                path = folder / name
                if self.folder is None or outside(path, self.folder):
                    leads_out = True
                elif path.is_file():
                    return path
        self.leave_out(given, _OUTSIDE if leads_out else _MISSING)
        return None

    def beside(self, name: str) -> Path | None:
        """The file of a name in the folder of the main file, if there is one."""
        path = self.folder / name if self.folder else None
        return path if path and not outside(path, path.parent) and path.is_file() else None

    def text(self, path: Path, given: str, decoded: Callable[[bytes], str]) -> str | None:
        """The text of a file that was found; None, and that is remembered, if it cannot be read, or
        files were too many or too large."""
        try:
            text = decoded(read_bytes(path))
        except ReadError:
            text = None
        self._count += 1
        self._left -= len(text or "")
        if text is not None and self._count <= MOST_INCLUDED and self._left >= 0:
            return text
        self.leave_out(given, REFUSED)
        return None

    def leave_out(self, given: str, why: str) -> None:
        """Remember that a file was left out."""
        self._left_out[why][given] = None

    def shown(self, path: Path) -> str:
        """The name of a file in places: its path below the folder of the main file."""
        return printable(path.relative_to(self.folder).as_posix() if self.folder else path.name)

    def notes(self) -> tuple[str, ...]:
        """Messages about the files that were left out."""
        return tuple(
            f"includes {counted(len(names), 'file')} {why}: {some_names(list(names))}"
            for why, names in self._left_out.items()
            if names
        )
