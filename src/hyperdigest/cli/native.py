"""What native code prints is kept out of results, and no file stands where it prints to."""

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


def take_closed_streams() -> None:
    """Put something in the place of standard streams that are closed, lest an opened file is.

    Standard input stays known to be closed, standard output takes nothing, and standard error
    everything: libraries flush both, and write to the latter, unasked.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _flush_native() -> None:
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).fflush(None)
