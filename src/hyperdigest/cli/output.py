"""Output: results go to standard output or to a file, and messages to standard error.

A digest on a terminal is formatted by ANSI escape sequences, with links to files.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from hyperdigest.base.files import atomic_write, obstacle
from hyperdigest.errors import OutputError

if TYPE_CHECKING:
    from hyperdigest.digest import Digest
    from hyperdigest.record import Contents
    from hyperdigest.render.text_quotes import Role


_LOOKS: dict[Role, str] = {
    "question": "1",
    "citation": "36",
    "context": "2",
    "term": "1",
    "heading": "1",
    "path": "36",
    "usage": "32",
    "warning": "33",
    "signature": "2",
}
"""Parameters of ``Select Graphic Rendition`` by role; colours are those of the terminal's theme."""

NARROWEST, WIDEST = 20, 100
"""The least and the most columns of a paragraph, whatever the width of the terminal."""


def check_writable(path: Path) -> None:
    """Raise OutputError if `path` cannot be written; called before the result is computed."""
    if reason := obstacle(path):
        raise OutputError(f"cannot write {path}: {reason}; name another file with -o")


def check_folder(path: Path) -> None:
    """Raise OutputError if files cannot be written to the folder `path`, which may be missing."""
    if path.is_dir():
        reason = "" if os.access(path, os.W_OK) else "it may not be written to"
    else:
        reason = "it is a file" if path.exists() else obstacle(path)
    if reason:
        raise OutputError(f"cannot write to the folder {path}: {reason}; name another one")


def write(result: str | bytes, output: Path | None) -> None:
    """Write `result` to the file `output`, or to standard output if it is None.

    Text is written in UTF-8 and ends with a line end. Raises OutputError if the result cannot be
    written, or if it is bytes and standard output is a terminal.
    """
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
        message = f"cannot write {output}: {error.strerror}; nothing was changed"
        raise OutputError(message) from error


def refuse_terminal() -> None:
    """Raise OutputError if standard output is a terminal, which cannot show a binary format."""
    if sys.stdout is not None and sys.stdout.isatty():
        raise OutputError("a terminal cannot show this format: name a file with -o")


def write_json_summary(format: str, summary: dict[str, Any]) -> None:
    """Write `summary` to standard output if `format` is ``json``."""
    if format == "json":
        from hyperdigest.base.text import dumped

        write(dumped(summary), None)


def collection_summary(contents: Contents, saved: Path) -> dict[str, Any]:
    """The file, the size and the warnings of a saved collection, as JSON values."""
    return {"collection": str(saved), **asdict(contents)}


def say(text: str) -> None:
    """Print one line to standard error, if it is open; control characters are escaped."""
    from hyperdigest.base.text import printable

    if sys.stderr is not None:
        print(printable(text), file=sys.stderr, flush=True)


def say_error(text: str) -> None:
    """Print an error message to standard error, on one line."""
    from hyperdigest.base.text import error_message

    say(f"hyperdigest: {error_message(text)}")


def warn(warnings: Iterable[str]) -> None:
    """Print warnings to standard error, a line each."""
    for warning in warnings:
        say(f"warning: {warning}")


def can_redraw(stream: TextIO | None) -> bool:
    """Whether `stream` is a terminal that can move the cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def uses_colours(stream: TextIO | None) -> bool:
    """Whether output to `stream` is coloured, by default if it is a terminal.

    It never is if the environment variable ``NO_COLOR`` is set, and always if ``FORCE_COLOR`` is
    set and ``NO_COLOR`` is not.
    """
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or can_redraw(stream)


def _print(data: bytes) -> None:
    """Write to standard output. Raises BrokenPipeError if its reader has closed it."""
    if sys.stdout is None:
        raise OutputError("standard output is closed: name a file with -o")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        discard_stdout()
        message = f"cannot write to standard output: {error.strerror}; name a file with -o"
        if not isinstance(error, BrokenPipeError):
            raise OutputError(message) from error


def text_renderer() -> Callable[[Digest], str]:
    """A function that renders a digest as text for standard output.

    On a terminal, paragraphs are as wide as it is, with colours and links; elsewhere the text is
    always the same.
    """
    from hyperdigest.render.text import WIDTH, render_text
    from hyperdigest.render.text_quotes import plain

    width, paint = WIDTH, coloured if uses_colours(sys.stdout) else plain
    if can_redraw(sys.stdout):
        width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
        paint = linked if paint is coloured else plain
    return partial(render_text, width=width, paint=paint)


def coloured(text: str, role: Role) -> str:
    """`text` in the colour of its role."""
    return f"\x1b[{_LOOKS[role]}m{text}\x1b[0m"


def linked(text: str, role: Role) -> str:
    """`text` in the colour of its role; the path of an existing file is a link to it (OSC 8)."""
    shown = coloured(text, role)
    with suppress(OSError, ValueError):
        if role == "path" and Path(text).is_file():
            return f"\x1b]8;;{Path(text).absolute().as_uri()}\x1b\\{shown}\x1b]8;;\x1b\\"
    return shown


def discard_stdout() -> None:
    """Discard further output to standard output, so that no error occurs when it is flushed."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
