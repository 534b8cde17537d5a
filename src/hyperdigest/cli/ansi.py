"""ANSI escape sequences: a digest on a terminal in bold, dim and colours, with links to files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.cli.output import colours, draws
from hyperdigest.render.text import WIDTH, Role, render_text

if TYPE_CHECKING:
    from hyperdigest.documents import Digest

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


def text_renderer() -> Callable[[Digest], str]:
    """What makes a digest text for standard output: as it is, or as a terminal shows it best."""
    if not colours(sys.stdout):
        return partial(render_text, width=width())
    paint = linked if draws(sys.stdout) else coloured
    return partial(render_text, width=width(), paint=paint)


def width() -> int:
    """Columns for a paragraph: those of the terminal, or where there is none always the same."""
    if not draws(sys.stdout):
        return WIDTH
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def coloured(text: str, role: Role) -> str:
    """`text` with the look of its role."""
    return f"\x1b[{_LOOKS[role]}m{text}\x1b[0m"


def linked(text: str, role: Role) -> str:
    """The same, and the path of a file that is there opens it (OSC 8)."""
    shown = coloured(text, role)
    if role != "path" or not _is_file(text):
        return shown
    return f"\x1b]8;;{Path(text).absolute().as_uri()}\x1b\\{shown}\x1b]8;;\x1b\\"


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False
