"""What holds of whatever a reader makes of bytes, and of the sentences that are cut of it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import SEVERAL
from hyperdigest.read import read_paths
from hyperdigest.read.content import Content
from hyperdigest.read.formats import entries_at
from hyperdigest.read.isolated import read_content
from hyperdigest.read.several import AttachedFiles, Part, read_entry
from hyperdigest.split.sentences import split

PIPED = "piped"
"""The kind of bytes that come through standard input, whatever they are, JSON lines among them."""


def contents(data: bytes, kind: str) -> list[Content | Document]:
    """What is read of `data`; nothing where a reader says in its own words why not.

    Raises
    ------
    AssertionError
        where a reader failed in a way that it did not foresee.
    """
    if kind == PIPED:
        reading = read_paths(["-"], stdin=io.BytesIO(data))
        for told in reading.warnings:
            told.encode()
            assert "\n" not in told, f"a warning of two lines: {told!r}"
        return list(reading.documents)
    try:
        if kind in SEVERAL:
            return list(_of_entries(data, kind))
        return [read_content(data, kind)]
    except ReadError as error:
        str(error).encode()
        assert not str(error).startswith("is a broken"), f"unforeseen: {error.__cause__!r}"
        return []


def _of_entries(data: bytes, kind: str) -> Iterator[Content]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a file"
        path.write_bytes(data)
        for entry in entries_at(kind, path):
            for item in read_entry(entry, "an entry", AttachedFiles()):
                if isinstance(item, Part):
                    yield item.content
                else:
                    item.reason.encode()
                    assert not item.reason.startswith("is broken ("), f"unforeseen: {item.reason}"


def check(content: Content | Document) -> None:
    """Assert that text, blocks, pages and sentences are what the rest of the program builds on."""
    text = content.text
    text.encode()
    json.dumps(content.title).encode()
    content.title.encode()
    assert "\n" not in content.title, f"a title of two lines: {content.title!r}"
    assert all(0 <= b.start < b.end <= len(text) for b in content.blocks), "block outside the text"
    assert all(a.end <= b.start for a, b in pairwise(content.blocks)), "blocks overlap"
    assert all(a <= b for a, b in pairwise(content.pages)), "pages out of order"
    assert all(0 <= offset <= len(text) for offset in content.pages), "page outside the text"
    assert not content.pages or content.pages[0] == 0, "the first page begins late"
    document = Document(
        "name", "path", text, content.title, content.format, content.blocks, content.pages
    )
    spans = split(document)
    ends = [0, *spans.end.tolist()]
    for start, end, before in zip(spans.start.tolist(), spans.end.tolist(), ends[:-1], strict=True):
        assert before <= start < end <= len(text), "sentence outside the text, or out of order"
        assert text[start:end].strip(), "blank sentence"
        document.place(start)
