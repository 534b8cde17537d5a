"""What has changed in files since they were read, by their times and sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.base.text import counted
from hyperdigest.errors import OptionError
from hyperdigest.read.paths import PART, STDIN, Source, expand

Stamps = dict[str, tuple[int, int]]
"""The time of the last change, in nanoseconds, and the size of files by their paths."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths of the files that were added, changed and removed since a collection was read."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    @property
    def message(self) -> str:
        """How many files there are of each kind."""
        kinds = (("added", self.added), ("changed", self.changed), ("removed", self.removed))
        number = sum(len(paths) for _, paths in kinds)
        parts = ", ".join(f"{len(paths)} {kind}" for kind, paths in kinds if paths)
        return f"{counted(number, 'file')} changed on the disk: {parts}"


def stamps_of(paths: Sequence[str], root: str, most: int) -> Stamps:
    """The files at `paths`, and those read as parts of them, as they are now. Raises an OptionError
    if they are more than `most`. A file that cannot be looked at is left out."""
    stamps: Stamps = {}
    for source in expand(paths, Path(root) if root else None):
        if not isinstance(source, Source):
            if source.reason != PART:
                continue
            source = Source(Path(source.path))
        if source is STDIN:
            continue
        if len(stamps) >= most:
            raise OptionError(f"there are more than {most} files: they are not watched")
        with suppress(OSError):
            stamps[str(source.path)] = source.stamp()
    return stamps


def difference(before: Mapping[str, tuple[int, int]], now: Stamps) -> Changes:
    """What has changed from one look at the files to another."""
    return Changes(
        added=tuple(path for path in now if path not in before),
        changed=tuple(path for path in now if before.get(path, now[path]) != now[path]),
        removed=tuple(path for path in before if path not in now),
    )
