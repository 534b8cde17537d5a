"""How the sampler is compiled: once, by numba, kept for the next process.

Kernels allocate nothing, so numba's reference counts are off: kept around every access to an array
of a tuple they cost four fifths of the time. Division by zero gives inf, as in numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

FAST: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def kernel(function: F) -> F:
    """Compile what Python calls; where no cache can be written, anew in every process."""
    try:
        return cast(F, njit(cache=True, **FAST)(function))
    except RuntimeError:
        return cast(F, njit(**FAST)(function))


def routine(function: F) -> F:
    """Compile what kernels call."""
    return cast(F, njit(**FAST)(function))


def inlined(function: F) -> F:
    """Compile as a part of every kernel that calls it."""
    return cast(F, njit(inline="always", **FAST)(function))
