"""How the sampler is compiled: once, by numba, kept for the next process.

Kernels allocate nothing, so numba's reference counts are off: kept around every access to an array
of a tuple they cost four fifths of the time. Division by zero gives inf, as in numpy.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.event import Event, Listener, install_listener

from hyperdigest.progress import Progress

F = TypeVar("F", bound=Callable[..., Any])

FAST: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def _sources() -> str:
    """A name for the state of all code that may go into a kernel."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return blake2b(b"".join(file.read_bytes() for file in files), digest_size=8).hexdigest()


SOURCES = _sources()


def kernel(function: F) -> F:
    """Compile what Python calls, and keep it; where nothing can be kept, anew in every process.

    What is kept is named by all sources: numba looks at the file of the kernel alone, and would
    miss a change in what is inlined from another.
    """
    function.__qualname__ = f"{function.__qualname__}_{SOURCES}"
    anew = njit(**FAST)(function)
    try:
        kept = njit(cache=True, **FAST)(function)
    except RuntimeError:
        return cast(F, anew)

    @wraps(function)
    def run(*arguments: Any) -> Any:
        try:
            return kept(*arguments)
        except (OSError, EOFError, pickle.UnpicklingError):
            return (kept if kept.overloads else anew)(*arguments)

    run.folder = kept.stats.cache_path  # type: ignore[attr-defined]
    return cast(F, run)


def routine(function: F) -> F:
    """Compile what kernels call."""
    return cast(F, njit(**FAST)(function))


def inlined(function: F) -> F:
    """Compile as a part of every kernel that calls it."""
    return cast(F, njit(inline="always", **FAST)(function))


def kept_in(function: Callable[..., Any]) -> Path | None:
    """The folder in which a kernel is kept once it is compiled, None where it cannot be."""
    folder = getattr(function, "folder", None)
    return Path(folder) if folder else None


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, in this process or another."""
    folder = kept_in(function)
    return folder is not None and any(folder.glob(f"*{function.__qualname__}*.nbi"))


class _Told(Listener):
    """Tells progress, once, that a kernel begins to be compiled."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._told = False

    def on_start(self, event: Event) -> None:
        if not self._told:
            self._told = True
            self._progress("compiling", 0, 0)

    def on_end(self, event: Event) -> None:
        pass


@contextmanager
def compiling_told(progress: Progress) -> Iterator[None]:
    """Call `progress` with ``"compiling"`` when a kernel of no earlier process can be taken."""
    with install_listener("numba:compile", _Told(progress)):
        yield
