"""A watch over the files of a collection: which were added, changed or removed since it was read.

Files are compared by their times and sizes every few seconds. One that is being written changes
from one look to the next, and is waited for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from hyperdigest.base.json_fields import from_json, read_json, write_json
from hyperdigest.base.text import counted
from hyperdigest.errors import OptionError
from hyperdigest.read.paths import STDIN, Source, expand

FILE = "watch.json"
Mode = Literal["off", "tell", "update"]
MOST_WATCHED = 5000
"""Most files of a collection that are watched."""

MODES: tuple[Mode, ...] = get_args(Mode)
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


@dataclass
class Watch:
    """The watch over the files and folders at `paths`, of which only those in `root` are read.

    Parameters
    ----------
    mode : whether changes are reported, or taken over at once.
    known : the files as they were when they were read.
    last : the files at the last look.
    changes : what has changed since, and does so no more.
    error : why the files are not watched.
    """

    paths: tuple[str, ...]
    root: str = ""
    mode: Mode = "off"
    known: Stamps = field(default_factory=dict)
    last: Stamps | None = None
    changes: Changes = Changes()
    error: str = ""

    @property
    def on(self) -> bool:
        """Whether there is anything to look at."""
        return self.mode != "off" and not self.error

    def switch(self, mode: str) -> None:
        """Set the mode; an OptionError if there is no such one."""
        if mode not in MODES:
            raise OptionError(f"watch is {mode[:40]!r}: choose one of {', '.join(MODES)}")
        self.mode, self.last, self.changes, self.error = mode, None, Changes(), ""

    def look(self, stamps: Stamps) -> bool:
        """Compare the files as they are now; whether there are other changes than before."""
        steady, self.last = stamps == self.last, stamps
        if not steady:
            return False
        before, self.changes = self.changes, difference(self.known, stamps)
        return self.changes != before

    def take(self) -> Changes:
        """The changes, which are known from now on."""
        changes, self.changes = self.changes, Changes()
        for path in changes.removed:
            self.known.pop(path, None)
        now = self.last or {}
        self.known |= {path: now[path] for path in (*changes.added, *changes.changed)}
        return changes

    def save(self, folder: Path) -> None:
        """Write the watch into a folder; a full disk is not an error."""
        content = {name: getattr(self, name) for name in ("paths", "root", "mode", "known")}
        with suppress(OSError):
            write_json(folder / FILE, content)


def load_watch(folder: Path) -> Watch | None:
    """The watch that is saved in a folder; None if there is none, or a damaged one."""
    with suppress(OSError, ValueError):
        watch: Watch = from_json(Watch, read_json(folder / FILE))
        return watch
    return None


def stamps_of(paths: Sequence[str], root: str, most: int) -> Stamps:
    """The files at `paths` as they are now. Raises an OptionError if they are more than `most`.
    A file that cannot be looked at is left out."""
    stamps: Stamps = {}
    for source in expand(paths, Path(root) if root else None):
        if not isinstance(source, Source) or source is STDIN:
            continue
        if len(stamps) >= most:
            raise OptionError(f"there are more than {most} files: they are not watched")
        with suppress(OSError):
            about = os.stat(source.path)  # noqa: PTH116 (links are followed)
            stamps[str(source.path)] = about.st_mtime_ns, about.st_size
    return stamps


def difference(before: Mapping[str, tuple[int, int]], now: Stamps) -> Changes:
    """What has changed from one look at the files to another."""
    return Changes(
        added=tuple(path for path in now if path not in before),
        changed=tuple(path for path in now if before.get(path, now[path]) != now[path]),
        removed=tuple(path for path in before if path not in now),
    )
