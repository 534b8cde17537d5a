"""Progress as bars on a terminal, with the time gone and the time left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Drawn
    from rich.progress import TaskID

PAUSE = 0.3
"""Seconds of work before anything is drawn: what is done by then needs no bar."""


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
        elif time.monotonic() - self._began >= PAUSE:
            self._bars = _started()
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


def _started() -> Drawn:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars
    from rich.progress import TimeRemainingColumn as Left

    columns = (TextColumn("{task.description:>10}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left"), Left())
    bars = Bars(*columns, *times, console=Console(stderr=True), transient=True)
    bars.start()
    return bars
