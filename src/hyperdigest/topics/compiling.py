"""Compile the sampler with numba, once, and cache it for later processes.

Kernels allocate nothing, so that numba's reference counting is switched off: at every access to an
array in a tuple, it would take four fifths of the time. Division by zero gives inf, as in numpy.
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

Function = TypeVar("Function", bound=Callable[..., Any])

FAST: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

_SOURCE_BYTES = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
SOURCE_HASH = blake2b(_SOURCE_BYTES, digest_size=8).hexdigest()
"""A hash of all code that may be compiled into a kernel."""


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, cached if a cache folder can be written.

    Its name in the cache contains a hash of all sources, because numba checks only the kernel's own
    file, and would miss a change of a function inlined from another file.
    """
    function.__qualname__ = f"{function.__qualname__}_{SOURCE_HASH}"
    uncached = njit(**FAST)(function)
    try:
        cached = njit(cache=True, **FAST)(function)
    except RuntimeError:
        return cast(Function, uncached)

    @wraps(function)
    def run(*arguments: Any) -> Any:
        try:
            return cached(*arguments)
        except (OSError, EOFError, pickle.UnpicklingError):
            return (cached if cached.overloads else uncached)(*arguments)

    run.folder = cached.stats.cache_path  # type: ignore[attr-defined]
    return cast(Function, run)


routine: Callable[[Function], Function] = njit(**FAST)
"""Compile a function that kernels call."""

inlined: Callable[[Function], Function] = njit(inline="always", **FAST)
"""Compile a function into every kernel that calls it."""


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """The folder in which a kernel is cached when it is compiled; None if none is writable."""
    folder = getattr(function, "folder", None)
    return Path(folder) if folder else None


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled and cached, by this process or another."""
    folder = cache_folder(function)
    return folder is not None and any(folder.glob(f"*{function.__qualname__}*.nbi"))


class _CompilationListener(Listener):
    """Reports once that the compilation of a kernel begins."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._reported = False

    def on_start(self, event: Event) -> None:
        if not self._reported:
            self._reported = True
            self._progress("compiling", 0, 0)

    def on_end(self, event: Event) -> None:
        pass


@contextmanager
def report_compilation(progress: Progress) -> Iterator[None]:
    """Call `progress` with ``"compiling"`` when a kernel has to be compiled."""
    with install_listener("numba:compile", _CompilationListener(progress)):
        yield
