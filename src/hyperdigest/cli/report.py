"""What a person sees on standard error while work goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hyperdigest.progress import Progress, quiet


@contextmanager
def progress_bars(otherwise: Progress = quiet) -> Iterator[Progress]:
    """Progress drawn as bars where standard error is a terminal; what a user may wonder at is told.

    Parameters
    ----------
    otherwise : who is told of the progress where there is no terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield _telling(otherwise)
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:>10}"), BarColumn(), TextColumn("{task.completed}"))
    bars = Bars(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    tasks: dict[str, TaskID] = {}

    def draw(stage: str, done: int, total: int) -> None:
        if stage in _TOLD:
            bars.console.out(_TOLD[stage](), highlight=False)
            return
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=total or None)
        bars.update(tasks[stage], completed=done, total=total or None)

    with bars:
        yield draw


def _telling(otherwise: Progress) -> Progress:
    def tell(stage: str, done: int, total: int) -> None:
        if stage in _TOLD:
            say(_TOLD[stage]())
        else:
            otherwise(stage, done, total)

    return tell


def _compiling() -> str:
    from hyperdigest.topics.kernels import NOWHERE, kernel_folder

    if kernel_folder() is None:
        return f"compiling the sampler, as in every run (about 5 s): {NOWHERE}"
    return "compiling the sampler, once for this installation (about 5 s)"


def _waiting() -> str:
    return "waiting until another process has changed the collection"


_TOLD = {"compiling": _compiling, "waiting": _waiting}


def say(text: str) -> None:
    """One line on standard error, if there is one; what would steer a terminal is escaped."""
    from hyperdigest.read.names import printable

    if sys.stderr is not None:
        print(printable(text), file=sys.stderr, flush=True)


class Stopwatch:
    """Wall and processor seconds since it was made, those of processes started included."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._processor = _processor()

    def __str__(self) -> str:
        wall = time.perf_counter() - self._wall
        processor = _processor() - self._processor
        return f"{wall:.1f} s ({processor:.1f} s of processor)"


def _processor() -> float:
    return sum(os.times()[:4])
