"""What native code prints is kept out of results."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def standard_output_kept_clean() -> Iterator[None]:
    """What native code prints to standard output goes to standard error.

    The solver of the exact selection prints a line now and then whatever its options say; it
    would spoil a digest that is written to standard output.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    _flush_native()
    try:
        kept = os.dup(1)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        _flush_native()
        os.dup2(kept, 1)
        os.close(kept)


def _flush_native() -> None:
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).fflush(None)
