"""A splitter: every line is a sentence."""

import re
from collections.abc import Iterator

from hyperdigest.plugins import Document

_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")


def split_lines(document: Document) -> Iterator[tuple[int, int, str]]:
    """Each line that is not blank, as prose, so that it may be picked."""
    for line in _LINE.finditer(document.text):
        yield line.start(), line.end(), "prose"
