"""Output: a result to standard output or to a file, and lines for people to standard error.

A digest on a terminal is bold, dim and coloured by ANSI escape sequences, with links to files.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from hyperdigest.base.files import atomic_write, obstacle
from hyperdigest.errors import OutputError

if TYPE_CHECKING:
    from hyperdigest.documents import Digest
    from hyperdigest.model import Model
    from hyperdigest.render.text import Role


_LOOKS: dict[Role, str] = {
    "question": "1",
    "citation": "36",
    "heading": "1",
    "path": "36",
    "usage": "32",
    "warning": "33",
    "signature": "2",
}
"""Numbers of ``Select Graphic Rendition``, which keep to the colours the terminal's user chose."""

NARROWEST, WIDEST = 20, 100
"""Columns between which paragraphs follow the width of the terminal; longer lines read badly."""


def check_writable(path: Path) -> None:
    """Raise an OutputError, before the work and not after it, where `path` cannot be written."""
    if reason := obstacle(path):
        raise OutputError(f"cannot write {path}: {reason}; name another file with -o")


def write(result: str | bytes, output: Path | None) -> None:
    """Write `result` to `output` or, without one, to standard output. A text goes in UTF-8 and has
    a line end; bytes go as they are, but to no terminal."""
    if isinstance(result, str):
        ended = result if result.endswith("\n") else f"{result}\n"
        data = ended.encode("utf-8", "backslashreplace")
    else:
        data = result
    if output is None:
        if isinstance(result, bytes):
            refuse_terminal()
        _print(data)
        return
    try:
        with atomic_write(output) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        told = f"cannot write {output}: {error.strerror}; nothing was changed"
        raise OutputError(told) from error


def refuse_terminal() -> None:
    """Bytes that are no text are for a file or a pipe."""
    if sys.stdout is not None and sys.stdout.isatty():
        raise OutputError("this format is no text for a terminal: name a file with -o")


def write_json_summary(format: str, summary: dict[str, Any]) -> None:
    """`summary` to standard output where `format` is ``json``; else nothing."""
    if format == "json":
        from hyperdigest.base.text import dumped

        write(dumped(summary), None)


def collection_summary(model: Model, saved: Path) -> dict[str, Any]:
    """A saved collection: where it is, how much it holds, what its reading left to tell."""
    collection = model.collection
    return {
        "collection": str(saved),
        "documents": len(collection.documents),
        "languages": collection.language_counts,
        "sentences": len(collection.split.sentences),
        "tokens": len(collection.split.terms),
        "topics": model.topics.best.n_topics,
        "corpus": collection.corpus_hash,
        "warnings": list(collection.warnings),
    }


def say(text: str) -> None:
    """One line on standard error, if there is one; what would steer a terminal is escaped."""
    from hyperdigest.base.text import printable

    if sys.stderr is not None:
        print(printable(text), file=sys.stderr, flush=True)


LONGEST_MISTAKE = 1000
"""Most characters of a mistake; of a longer one the middle is left out, which is what was given."""


def say_mistake(text: str) -> None:
    """What was wrong, and what to do, on one line of standard error."""
    if len(text) > LONGEST_MISTAKE:
        text = f"{text[: LONGEST_MISTAKE // 2]} … {text[-LONGEST_MISTAKE // 3 :]}"
    say(f"hyperdigest: {text}")


def warn(warnings: Iterable[str]) -> None:
    """Say each of the warnings."""
    for warning in warnings:
        say(f"warning: {warning}")


def draws(stream: TextIO | None) -> bool:
    """Whether `stream` is a terminal on which what was drawn can be drawn over."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def colours(stream: TextIO | None) -> bool:
    """Whether `stream` is to be coloured: a terminal is, and nothing else. ``NO_COLOR`` forbids it,
    else ``FORCE_COLOR`` demands it, either by being set to anything."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or draws(stream)


def _print(data: bytes) -> None:
    """Write to standard output; whoever reads it may stop early."""
    if sys.stdout is None:
        raise OutputError("standard output is closed: name a file with -o")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        abandon()
        told = f"cannot write to standard output: {error.strerror}; name a file with -o"
        if not isinstance(error, BrokenPipeError):
            raise OutputError(told) from error


def text_renderer() -> Callable[[Digest], str]:
    """What makes a digest text for standard output: as it is, or as a terminal shows it best.
    Paragraphs are as broad as the terminal, and where there is none always the same."""
    from hyperdigest.render.text import WIDTH, plain, render_text

    width, paint = WIDTH, coloured if colours(sys.stdout) else plain
    if draws(sys.stdout):
        width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
        paint = linked if paint is coloured else plain
    return partial(render_text, width=width, paint=paint)


def coloured(text: str, role: Role) -> str:
    """`text` with the look of its role."""
    return f"\x1b[{_LOOKS[role]}m{text}\x1b[0m"


def linked(text: str, role: Role) -> str:
    """The same, and the path of a file that is there opens it (OSC 8)."""
    shown = coloured(text, role)
    with suppress(OSError, ValueError):
        if role == "path" and Path(text).is_file():
            return f"\x1b]8;;{Path(text).absolute().as_uri()}\x1b\\{shown}\x1b]8;;\x1b\\"
    return shown


def abandon() -> None:
    """Send what is left for standard output nowhere, so that nothing fails at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
