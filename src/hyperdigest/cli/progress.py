"""Progress on standard error: bars on a terminal, else lines of text; and a stopwatch."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hyperdigest.cli.output import draws, say
from hyperdigest.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Drawn
    from rich.progress import TaskID

BAR_PAUSE = 0.3
"""Seconds of work before anything is drawn: what is done by then needs no bar."""

SHARE = 0.1
"""Of the work, from one line to the next."""

LINE_PAUSE, PATIENCE = 10.0, 60.0
"""Fewest and most seconds from one line to the next, as far as anything is done in between."""


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Progress on standard error: bars on a terminal, else lines where the work is long. What a
    user may wonder at, such as that another process is waited for, is told at once."""
    bars = ProgressBars() if draws(sys.stderr) else None
    shown = bars or ProgressLines()

    def tell(stage: str, done: int, total: int) -> None:
        if stage == "compiling":
            from hyperdigest.topics.hdp import NO_CACHE_FOLDER, kernel_folder

            how = "once for this installation (about 5 s)"
            if kernel_folder() is None:
                how = f"as in every run (about 5 s): {NO_CACHE_FOLDER}"
            say(f"compiling the sampler, {how}")
        elif stage == "waiting":
            say("waiting until another process has changed the collection")
        else:
            shown(stage, done, total)

    try:
        yield tell
    finally:
        if bars:
            bars.close()


class ProgressBars:
    """A bar for each stage, all gone without a trace when they are closed."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._stages: dict[str, tuple[int, int]] = {}
        self._bars: Drawn | None = None
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, done: int, total: int) -> None:
        """See `hyperdigest.progress.Progress`."""
        self._stages[stage] = done, total
        if self._bars is not None:
            self._draw(self._bars, stage)
        elif time.monotonic() - self._began >= BAR_PAUSE:
            self._bars = started_bars()
            for known in self._stages:
                self._draw(self._bars, known)

    def close(self) -> None:
        """Take the bars from the terminal."""
        if self._bars is not None:
            self._bars.stop()

    def _draw(self, bars: Drawn, stage: str) -> None:
        done, total = self._stages[stage]
        if stage not in self._tasks:
            self._tasks[stage] = bars.add_task(stage, total=total or None)
        bars.update(self._tasks[stage], completed=done, total=total or None)


def started_bars() -> Drawn:
    """Bars on standard error, drawn from now on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars
    from rich.progress import TimeRemainingColumn as Left

    columns = (TextColumn("{task.description:>10}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left"), Left())
    bars = Bars(*columns, *times, console=Console(stderr=True), transient=True)
    bars.start()
    return bars


class ProgressLines:
    """A line for every tenth of the work, or every minute; none for work of a few seconds. The time
    that is left is told as if the rest went at the pace so far."""

    def __init__(self) -> None:
        self._stage = ""
        self._began = self._told_at = self._told = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """See `hyperdigest.progress.Progress`."""
        now = time.monotonic()
        if stage != self._stage or done == 0:
            self._stage, self._began, self._told_at, self._told = stage, now, now, 0.0
            return
        if done >= total:
            return
        share, silent = done / total, now - self._told_at
        if silent >= PATIENCE or (silent >= LINE_PAUSE and share - self._told >= SHARE):
            self._told, self._told_at = share, now
            left = (now - self._began) * (total - done) / done
            time_left = f"{left:.0f} s"
            if left >= 100:
                time_left = f"{left / 60:.0f} min" if left < 6000 else f"{left / 3600:.1f} h"
            say(f"{self._stage}: {done:,} of {total:,} ({share:.0%}), about {time_left} left")


class Stopwatch:
    """Wall and processor seconds since it was made, those of processes started included."""

    def __init__(self) -> None:
        self._wall, self._processor = time.perf_counter(), sum(os.times()[:4])

    def __str__(self) -> str:
        wall = time.perf_counter() - self._wall
        processor = sum(os.times()[:4]) - self._processor
        return f"{wall:.1f} s ({processor:.1f} s of processor)"
