"""A watch over the files of a collection: which were added, changed or removed since it was read.

Files are compared by their times and sizes every few seconds. One that is being written changes
from one look to the next, and is waited for.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from hyperdigest.base.json_fields import from_json, read_json, write_json
from hyperdigest.errors import OptionError
from hyperdigest.read.changes import Changes, Stamps, difference

FILE = "watch.json"
Mode = Literal["off", "tell", "update"]
MOST_WATCHED = 5000
"""Most files of a collection that are watched."""

MODES: tuple[Mode, ...] = get_args(Mode)


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
    changes: Changes = field(default_factory=Changes)
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
        """Write the watch into a folder. Raises an OSError if there is no room."""
        content = {name: getattr(self, name) for name in ("paths", "root", "mode", "known")}
        write_json(folder / FILE, content)


def load_watch(folder: Path) -> Watch | None:
    """The watch that is saved in a folder; None if there is none, or a damaged one."""
    with suppress(OSError, ValueError):
        watch: Watch = from_json(Watch, read_json(folder / FILE))
        return watch
    return None
