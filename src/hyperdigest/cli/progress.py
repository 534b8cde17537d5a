"""Progress on standard error: bars on a terminal, else lines of text; and a stopwatch."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hyperdigest.cli.output import can_redraw, say
from hyperdigest.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Drawn
    from rich.progress import TaskID

BAR_PAUSE = 0.3
"""Seconds of work before bars are drawn; shorter work has none."""

LINE_SHARE = 0.1
"""The share of the work between two lines."""

SHORTEST_PAUSE, LONGEST_PAUSE = 10.0, 60.0
"""The fewest seconds between two lines, and the most, if some work is done meanwhile."""


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Show progress on standard error: bars on a terminal, else lines if the work is long.

    That the sampler is compiled, or another process is waited for, is printed at once.
    """
    bars = ProgressBars() if can_redraw(sys.stderr) else None
    display = bars or ProgressLines()

    def show(stage: str, done: int, total: int) -> None:
        if stage == "compiling":
            from hyperdigest.topics.hdp import NO_CACHE_FOLDER, kernel_folder

            how = "once for this installation (about 5 s)"
            if kernel_folder() is None:
                how = f"as in every run (about 5 s): {NO_CACHE_FOLDER}"
            say(f"compiling the sampler, {how}")
        elif stage == "waiting":
            say("waiting until another process has changed the collection")
        else:
            display(stage, done, total)

    try:
        yield show
    finally:
        if bars:
            bars.close()


class ProgressBars:
    """A bar for each stage; closing removes all bars from the terminal."""

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
        """Remove the bars from the terminal."""
        if self._bars is not None:
            self._bars.stop()

    def _draw(self, bars: Drawn, stage: str) -> None:
        done, total = self._stages[stage]
        if stage not in self._tasks:
            self._tasks[stage] = bars.add_task(stage, total=total or None)
        bars.update(self._tasks[stage], completed=done, total=total or None)


def started_bars() -> Drawn:
    """Start to draw bars on standard error."""
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
    """A line for every tenth of the work, or every minute; none for work of a few seconds.

    The remaining time is estimated from the mean speed so far.
    """

    def __init__(self) -> None:
        self._stage = ""
        self._began = self._last_time = self._last_share = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """See `hyperdigest.progress.Progress`."""
        now = time.monotonic()
        if stage != self._stage or done == 0:
            self._stage, self._began, self._last_time, self._last_share = stage, now, now, 0.0
            return
        if done >= total:
            return
        share, pause = done / total, now - self._last_time
        enough_done = pause >= SHORTEST_PAUSE and share - self._last_share >= LINE_SHARE
        if pause >= LONGEST_PAUSE or enough_done:
            self._last_share, self._last_time = share, now
            left = (now - self._began) * (total - done) / done
            time_left = f"{left:.0f} s"
            if left >= 100:
                time_left = f"{left / 60:.0f} min" if left < 6000 else f"{left / 3600:.1f} h"
            say(f"{self._stage}: {done:,} of {total:,} ({share:.0%}), about {time_left} left")


class Stopwatch:
    """Wall and CPU seconds since it was made, including those of child processes."""

    def __init__(self) -> None:
        self._wall, self._processor = time.perf_counter(), sum(os.times()[:4])

    def __str__(self) -> str:
        wall = time.perf_counter() - self._wall
        processor = sum(os.times()[:4]) - self._processor
        return f"{wall:.1f} s ({processor:.1f} s of CPU)"
