"""Read a draft from a file, among them a digest that this program wrote as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hyperdigest.base.text import printable
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import Reading, ReadingOptions, read_paths
from hyperdigest.read.content import LARGEST_TEXT, AnyBlockText, join, read_bytes
from hyperdigest.read.encoding import decode

_HEAD_OF_CSV = "number,sentence,source,title,document,path,place,"
_HEAD_OF_JSON = '{\n  "question": '
_FORMULA = ("'=", "'+", "'-", "'@")
"""How a cell begins that would be a formula without its apostrophe."""


class _Quotation(NamedTuple):
    """What a digest quotes, and of which document and where."""

    text: str
    document: str
    place: str


def read_draft(
    path: Path, options: ReadingOptions, progress: Progress = quiet
) -> tuple[Document, tuple[str, ...]]:
    """The draft in a file, and warnings about it.

    The text of a digest in JSON or CSV is what it quotes, each part with its source below.

    Raises
    ------
    NothingReadError
        if the file cannot be read.
    ReadError
        if it contains several documents.
    """
    if (digest := _digest_at(path)) is not None:
        return digest, ()
    reading: Reading = read_paths([str(path)], options, progress=progress).checked()
    if len(reading.documents) > 1:
        raise ReadError(f"has {len(reading.documents)} documents: give a file with one")
    return reading.documents[0], reading.warnings


def _digest_at(path: Path) -> Document | None:
    """The digest in a file, if that is JSON or CSV of this program."""
    readers = {".json": _of_json, ".csv": _of_csv}
    if path.suffix.lower() not in readers:
        return None
    try:
        data = read_bytes(path)
        if len(data) > LARGEST_TEXT:
            return None
        text = decode(data).removeprefix("\ufeff")
        found = list(dict.fromkeys(readers[path.suffix.lower()](text)))
    except (ReadError, ValueError, TypeError, LookupError, RecursionError, csv.Error):
        return None
    parts: list[AnyBlockText] = [
        part
        for text, document, place in found
        for part in (("quote", text), ("paragraph", f"({document}, {place})"))
    ]
    text, blocks = join(parts)
    return Document(printable(path.name), str(path), text, blocks=blocks) if found else None


def _of_json(text: str) -> Iterator[_Quotation]:
    if not text.startswith(_HEAD_OF_JSON):
        return
    digest: Any = json.loads(text)
    if not str(digest["signature"]).startswith("hyperdigest|"):
        return
    for sentence in digest["sentences"]:
        for quoted in (*sentence.get("context", ()), sentence):
            yield _Quotation(quoted["text"], sentence["document"], sentence["place"])


def _of_csv(text: str) -> Iterator[_Quotation]:
    if not text.startswith(_HEAD_OF_CSV):
        return
    for row in csv.DictReader(io.StringIO(text, newline="")):
        quoted = row["sentence"]
        quoted = quoted[1:] if quoted.startswith(_FORMULA) else quoted
        yield _Quotation(quoted, row["document"], row["place"])
