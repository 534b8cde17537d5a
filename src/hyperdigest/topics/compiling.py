"""Compilation of the sampler by numba, once, and cached for the next process.

Kernels allocate nothing, so numba's reference counting is off: done at every access to an array of
a tuple, it takes four fifths of the time. Division by zero gives inf, as in numpy.
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

_CODE = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
SOURCES = blake2b(_CODE, digest_size=8).hexdigest()
"""A hash of all code that may go into a kernel."""


def kernel(function: F) -> F:
    """Compile a function that Python calls, with a cache; without one where none can be written.

    The name in the cache holds a hash of all sources, because numba looks at the file of the kernel
    alone and would miss a change in a function that is inlined from another file.
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


routine: Callable[[F], F] = njit(**FAST)
"""Compile a function that kernels call."""

inlined: Callable[[F], F] = njit(inline="always", **FAST)
"""Compile a function as a part of every kernel that calls it."""


def kept_in(function: Callable[..., Any]) -> Path | None:
    """The folder in which a kernel is cached once it is compiled, None where it cannot be."""
    folder = getattr(function, "folder", None)
    return Path(folder) if folder else None


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, in this process or another."""
    folder = kept_in(function)
    return folder is not None and any(folder.glob(f"*{function.__qualname__}*.nbi"))


class _CompilationListener(Listener):
    """Reports to progress, once, that the compilation of a kernel begins."""

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
