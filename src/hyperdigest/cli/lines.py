"""Progress as lines of text, for whoever reads standard error later or through a pipe."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from hyperdigest.cli.terminal import say

SHARE = 0.1
"""Of the work, from one line to the next."""

PAUSE, PATIENCE = 10.0, 60.0
"""Fewest and most seconds from one line to the next, as far as anything is done in between."""


@dataclass
class ProgressLines:
    """A line for every tenth of the work, or every minute; none for work of a few seconds.

    The time that is left is told as if the rest went at the pace so far.
    """

    _stage: str = ""
    _began: float = 0.0
    _told_at: float = 0.0
    _told: float = field(default=0.0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        """See `hyperdigest.progress.Progress`."""
        now = time.monotonic()
        if stage != self._stage or done == 0:
            self._stage, self._began, self._told_at, self._told = stage, now, now, 0.0
        elif done < total:
            self._tell(done, total, now)

    def _tell(self, done: int, total: int, now: float) -> None:
        share, silent = done / total, now - self._told_at
        if silent >= PATIENCE or (silent >= PAUSE and share - self._told >= SHARE):
            self._told, self._told_at = share, now
            left = (now - self._began) * (total - done) / done
            say(f"{self._stage}: {done:,} of {total:,} ({share:.0%}), {_time(left)} left")


def _time(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 100:
        return f"about {seconds:.0f} s"
    if seconds < 100 * 60:
        return f"about {seconds / 60:.0f} min"
    return f"about {seconds / 3600:.1f} h"
