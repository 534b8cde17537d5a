"""Which files a client may name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.read.names import printable
from hyperdigest.read.paths import Skipped, expand

Stamp = tuple[tuple[str, int, int], ...]
"""(path, time of change in ns, bytes) of each file; -1 where they cannot be known."""


@dataclass(frozen=True, slots=True)
class Places:
    """The files below `root`, links followed, or all files where there is no root.

    Relative paths start at the root, or else in the current directory; ``~`` is the user's home.
    """

    root: Path | None = None

    def whole(self, path: str) -> str:
        """`path` as an absolute one.

        Raises
        ------
        OptionError
            where it is empty, is no path, or leads out of the root.
        """
        if not path.strip() or "\0" in path:
            raise OptionError(f"{printable(path)!r} is no path: name a file or folder")
        named = os.path.expanduser(path)  # noqa: PTH111 (a home that is not known is left as it is)
        whole = os.path.normpath(os.path.join(self.root or Path.cwd(), named))  # noqa: PTH118
        if not self._holds(whole):
            raise OptionError(
                f"{printable(path)} is outside of {self.root}: name files and folders below it"
            )
        return whole

    def found(self, paths: Sequence[str]) -> tuple[list[str], Stamp, tuple[str, ...]]:
        """The paths to read, the state of the files there, and warnings of those kept from sight.

        Raises
        ------
        OptionError
            as for `whole`.
        """
        wholes = [self.whole(path) for path in paths]
        sources = expand(wholes)
        stamp = tuple(_state(str(source.path)) for source in sources)
        out = [s for s in sources if not isinstance(s, Skipped) and not self._holds(str(s.path))]
        if not out:
            return wholes, stamp, ()
        kept = [str(source.path) for source in sources if source not in out]
        told = tuple(f"left out {printable(str(s.path))}: it leads out of the root" for s in out)
        if not kept:
            raise OptionError(f"nothing to read: {told[0]}")
        return kept, stamp, told

    def _holds(self, whole: str) -> bool:
        return self.root is None or Path(os.path.realpath(whole)).is_relative_to(self.root)


def _state(path: str) -> tuple[str, int, int]:
    try:
        state = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return path, -1, -1
    return path, state.st_mtime_ns, state.st_size
