"""Files to documents: text, Markdown, web pages, PDF, Word, e-books and JSON lines."""

from hyperdigest.read.duplicates import Duplicate
from hyperdigest.read.paths import Skipped
from hyperdigest.read.reading import Reading, nothing_read, read_file, read_paths

__all__ = ["Duplicate", "Reading", "Skipped", "nothing_read", "read_file", "read_paths"]
