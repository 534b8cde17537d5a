"""What a person sees on standard error while work goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hyperdigest.cli.terminal import draws, say
from hyperdigest.progress import Progress


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Progress on standard error: bars on a terminal, else lines where the work is long.

    What a user may wonder at, such as that another process is waited for, is told at once.
    """
    from hyperdigest.cli.lines import ProgressLines

    if not draws(sys.stderr):
        yield _telling(ProgressLines())
        return
    from hyperdigest.cli.bars import ProgressBars

    bars = ProgressBars()
    try:
        yield _telling(bars)
    finally:
        bars.close()


def _telling(shown: Progress) -> Progress:
    def tell(stage: str, done: int, total: int) -> None:
        if stage in _TOLD:
            say(_TOLD[stage]())
        else:
            shown(stage, done, total)

    return tell


def _compiling() -> str:
    from hyperdigest.topics.kernels import NOWHERE, kernel_folder

    if kernel_folder() is None:
        return f"compiling the sampler, as in every run (about 5 s): {NOWHERE}"
    return "compiling the sampler, once for this installation (about 5 s)"


def _waiting() -> str:
    return "waiting until another process has changed the collection"


_TOLD = {"compiling": _compiling, "waiting": _waiting}


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
