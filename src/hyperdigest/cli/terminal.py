"""What the terminal behind a stream can show, what its user wants of it, and a line said there."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def draws(stream: TextIO | None) -> bool:
    """Whether `stream` is a terminal on which what was drawn can be drawn over."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def colours(stream: TextIO | None) -> bool:
    """Whether `stream` is to be coloured: a terminal is, and nothing else.

    ``NO_COLOR`` forbids it, else ``FORCE_COLOR`` demands it, either by being set to anything.
    """
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or draws(stream)


def say(text: str) -> None:
    """One line on standard error, if there is one; what would steer a terminal is escaped."""
    from hyperdigest.read.names import printable

    if sys.stderr is not None:
        print(printable(text), file=sys.stderr, flush=True)
