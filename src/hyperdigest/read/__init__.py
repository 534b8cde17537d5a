"""Read files as documents: text, Markdown, HTML, PDF, office files, e-books, mail, JSON lines."""

from hyperdigest.read.load import Duplicate, NothingReadError, Reading, read_file, read_paths
from hyperdigest.read.options import ReadingOptions
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
