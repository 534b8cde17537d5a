"""Read files as documents: text, Markdown, HTML, PDF, office files, e-books, mail, JSON lines.

What reads is loaded when it is first used: a saved collection is asked without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hyperdigest.read.options import ReadingOptions

if TYPE_CHECKING:
    from hyperdigest.read.load import Duplicate, NothingReadError, Reading, read_file, read_paths
    from hyperdigest.read.paths import Skipped

__all__ = [
    "Duplicate",
    "NothingReadError",
    "Reading",
    "ReadingOptions",
    "Skipped",
    "read_file",
    "read_paths",
]

_HOMES = {
    **dict.fromkeys(
        ("Duplicate", "NothingReadError", "Reading", "read_file", "read_paths"), "load"
    ),
    "Skipped": "paths",
}


def __getattr__(name: str) -> Any:
    """Load a public name that reads."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hyperdigest.read' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.read.{_HOMES[name]}"), name)
