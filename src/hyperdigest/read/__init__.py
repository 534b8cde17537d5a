"""Read files as documents: text, Markdown, HTML, PDF, office files, e-books, mail, JSON lines."""

from hyperdigest.read.load import Duplicate, Reading, nothing_read, read_file, read_paths
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import Skipped

__all__ = [
    "Duplicate",
    "Reading",
    "ReadingOptions",
    "Skipped",
    "nothing_read",
    "read_file",
    "read_paths",
]
