"""Where a result goes: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from hyperdigest.errors import OutputError
from hyperdigest.system.files import obstacle, written_whole


def writable(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """`path`, checked before the work and not after it."""
    reason = obstacle(path) if path else ""
    if reason:
        raise OutputError(f"cannot write {path}: {reason}; name another file with -o")
    return path


def write(result: str | bytes, output: Path | None) -> None:
    """Write `result` to `output` or, without one, to standard output.

    A text goes in UTF-8 and has a line end; bytes go as they are, but to no terminal.
    """
    if output is None:
        if isinstance(result, bytes):
            refuse_terminal()
        _print(_encoded(result))
        return
    data = _encoded(result)
    try:
        with written_whole(output) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise OutputError(
            f"cannot write {output}: {error.strerror}; nothing was changed"
        ) from error


def refuse_terminal() -> None:
    """Bytes that are no text are for a file or a pipe."""
    if sys.stdout is not None and sys.stdout.isatty():
        raise OutputError("this format is no text for a terminal: name a file with -o")


def _encoded(result: str | bytes) -> bytes:
    if isinstance(result, bytes):
        return result
    ended = result if result.endswith("\n") else f"{result}\n"
    return ended.encode("utf-8", "backslashreplace")


def _print(data: bytes) -> None:
    """Write to standard output; whoever reads it may stop early."""
    if sys.stdout is None:
        raise OutputError("standard output is closed: name a file with -o")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        abandon()
        if not isinstance(error, BrokenPipeError):
            raise OutputError(
                f"cannot write to standard output: {error.strerror}; name a file with -o"
            ) from error


def abandon() -> None:
    """Send what is left for standard output nowhere, so that nothing fails at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
