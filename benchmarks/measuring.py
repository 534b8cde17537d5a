"""What benchmarks share: CPU seconds, peaks of memory, tables, and peers that may be missing."""

from __future__ import annotations

import importlib
import resource
import statistics
import subprocess
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from threadpoolctl import threadpool_limits

T = TypeVar("T")

MISSING = "not installed"


def seconds(work: Callable[[], object], runs: int = 1, warm: bool = True) -> float:
    """Median CPU seconds of `runs` calls, after one that is not counted where `warm`."""
    if warm:
        work()
    return statistics.median(timed(work)[1] for _ in range(runs))


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What `work` gives, and its CPU seconds.

    Linear algebra keeps to one thread, so that cores are compared with cores.
    """
    with threadpool_limits(1):
        start = time.process_time()
        given = work()
        return given, time.process_time() - start


def child_seconds(command: Sequence[object]) -> tuple[float, str]:
    """CPU seconds of a command's process, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, done.stdout.decode()


def peer(name: str) -> ModuleType | None:
    """The module of a peer, None where it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name)
        except ImportError:
            return None


def forget_peak() -> None:
    """Let the peak of this process's memory begin anew (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> float:
    """The most memory this process has held, in GB (Linux)."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024 / 1e9


def short(value: float) -> str:
    """A number in three digits or so."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a Markdown table, row by row as they come."""
    print(f"| {' | '.join(header)} |")
    print(f"|{'---|' * len(header)}", flush=True)
    for row in rows:
        cells = [short(cell) if isinstance(cell, float) else str(cell) for cell in row]
        print(f"| {' | '.join(cells)} |", flush=True)
    print(flush=True)
