"""Read the rows of a data dump of a question-and-answer site, one in memory at a time.

Such a file is ``<posts><row Id="1" .../><row .../></posts>``. Each row is parsed separately, so
that a broken one does not affect the others. A file with a document type is refused.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import os
import re
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast
from xml.parsers import expat

from hyperdigest.errors import ReadError
from hyperdigest.read.compressed import BROKEN
from hyperdigest.read.content import BUFFER, LARGEST

Attributes = dict[str, str]

DUMPED = frozenset({"users", "comments", "votes", "tags", "badges", "posthistory", "postlinks"})
"""The root elements of the other files of a dump, besides that of the posts."""

LONGEST_ROW = 4 << 20
"""Limit in bytes; a post of the sites that publish dumps has at most about 200,000."""

LONGEST_HEAD = 1 << 14
"""Bytes from the start of the file in which the root element, and its first row, must begin."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ROW = re.compile(rb"<row(?=[\s/>])")
_ROOT = re.compile(rb"<(?:!DOCTYPE\s+)?([A-Za-z][\w.:-]*)", re.I)
_DOCUMENT_TYPE = re.compile(rb"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.I | re.S)
_DECLARATION = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.I)
_BEFORE_ROOT = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.S)
_END_OF_FILE = re.compile(rb"</[A-Za-z][\w.-]*>\s*(?:<!--.*?-->\s*)*\Z", re.S)
_ID = re.compile(rb'\bId\s*=\s*"(-?\d{1,18})"')
_INVALID_CHARACTER = re.compile(
    "[^\t\n\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    r"|&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|d[89a-f][0-9a-f]{2}|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]));",
    re.I,
)
"""Characters that XML does not allow, written directly or as references."""


class DocumentTypeError(ReadError):
    """A file declares a document type, which may define harmful entities."""

    def __init__(self) -> None:
        super().__init__("declares a document type, which data dumps do not: remove it")


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, numbered from 1, that cannot be read, and the reason; `id` is its Id, if known."""

    number: int
    reason: str
    id: str = ""


def root_of(head: bytes) -> str:
    """The name of the root element of a file that begins with `head`, or that of its document type
    if no element follows.

    In lower case; empty if the file does not begin as XML does.
    """
    if head.startswith(_UTF_16):
        head = head[2:].replace(b"\0", b"")
    start = _after_comments(head, 0)
    declared = _DOCUMENT_TYPE.match(head, start)
    found = _ROOT.match(head, _after_comments(head, declared.end())) if declared else None
    found = found or _ROOT.match(head, start)
    return found[1].decode().lower() if found else ""


def _after_comments(head: bytes, start: int) -> int:
    before = _BEFORE_ROOT.match(head, start)
    return before.end() if before else start


def head_in(path: Path) -> bytes:
    """The first bytes of a file, decompressed if its name ends in ``.gz``; empty if it cannot be
    read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with closing(_opened(path)) as file:
            return file.read(LONGEST_HEAD)
    except (*BROKEN, ValueError):
        return b""


def root_in(path: Path) -> str:
    """The name of the root element of a file, as of `root_of`; empty if it cannot be read."""
    return root_of(head_in(path))


def beside(path: Path, what: str) -> Path | None:
    """The file of the same dump as `path` that has ``users``, ``comments`` or ``posts``, if any.

    It is in the same folder: ``Users.xml`` beside ``Posts.xml``, ``site-Users.xml`` beside
    ``site-Posts.xml``. The file of the posts may have any name.
    """
    own = root_in(path)
    parallel = re.sub(own, what.capitalize(), path.name, flags=re.I) if own else ""
    plain = f"{what.capitalize()}.xml"
    named = (path.parent / name for name in dict.fromkeys((parallel, plain, f"{plain}.gz")) if name)
    others = chain.from_iterable(sorted(path.parent.glob(f"*.xml{end}")) for end in ("", ".gz"))
    for found in chain(named, others if what == "posts" else ()):
        if root_in(found) == what and _in_one_folder(found, path):
            return found
    return None


def _in_one_folder(found: Path, path: Path) -> bool:
    """Whether a file is in the folder of `path`, also after following symbolic links."""
    folder = os.path.realpath(path.parent)
    return os.path.dirname(os.path.realpath(found)) == folder  # noqa: PTH120


def rows(path: Path) -> Iterator[Attributes | BadRow]:
    """The attributes of each row, and a `BadRow` for each that cannot be read, in order.

    Raises ReadError if the file cannot be read, is not UTF-8, or declares a document type; after
    the last row, if the file is incomplete or has more than `LARGEST` bytes.
    """
    number, piece, broken = 0, b"", ""
    try:
        with closing(_opened(path)) as file:
            for number, piece in enumerate(_pieces(file), 1):
                if _DECLARATION.search(piece):
                    raise DocumentTypeError
                if piece:
                    yield _parsed(piece, number)
    except BROKEN as error:
        broken = getattr(error, "strerror", None) or "its compression is broken"
        if not number:
            raise ReadError(f"cannot be read: {broken}") from error
    if not piece:
        raise ReadError(
            f"is larger than {LARGEST >> 20} MB: its first {number - 1:,} rows are read"
        )
    if broken or not _END_OF_FILE.search(piece[-(1 << 12) :]):
        raise ReadError(f"is incomplete: it ends in row {number:,}; the rows before are read")


def _opened(path: Path) -> IO[bytes]:
    openers: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
    return cast(IO[bytes], openers.get(path.suffix.lower(), open)(path, "rb"))


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The bytes from the start of each row to that of the next, cut in a row that is too long.

    An empty piece marks the end of reading in a file of more than `LARGEST` bytes.
    """
    buffer, total, began = bytearray(), 0, False
    while chunk := file.read(BUFFER):
        searched = max(1, len(buffer) - len(b"<row "))
        buffer += chunk
        total += len(chunk)
        if not began:
            first = _ROW.search(buffer)
            if first is None and len(buffer) <= LONGEST_HEAD:
                continue
            _check_head(bytes(buffer[: first.start() if first else LONGEST_HEAD]))
            if first is None:
                raise ReadError("has no row near its start, as a data dump has")
            del buffer[: first.start()]
            began, searched = True, 1
        start = 0
        for following in _ROW.finditer(buffer, searched):
            yield bytes(buffer[start : following.start()])
            start = following.start()
        del buffer[:start]
        del buffer[LONGEST_ROW + 1 :]
        if total > LARGEST:
            yield b""
            return
    if not began:
        _check_head(bytes(buffer))
        raise ReadError("has no rows")
    yield bytes(buffer)


def _check_head(head: bytes) -> None:
    if head.startswith(_UTF_16) or b"\0" in head:
        raise ReadError("is not UTF-8, as data dumps are: save it as UTF-8")
    if _DECLARATION.search(head):
        raise DocumentTypeError


def _parsed(piece: bytes, number: int) -> Attributes | BadRow:
    """The attributes of the row at the start of a piece."""
    found_id = _ID.search(piece[:1000])
    row_id = found_id[1].decode() if found_id else ""
    if len(piece) > LONGEST_ROW:
        return BadRow(number, f"is longer than {LONGEST_ROW >> 20} MB", row_id)
    closed = max(piece.rfind(b"/>") + 2, piece.rfind(b"</row>") + 6)
    row = piece[: max(closed, 6)]
    found = _attributes(row)
    if found is None:
        without_invalid = _INVALID_CHARACTER.sub("", row.decode("utf-8", "replace"))
        found = _attributes(without_invalid.encode())
    return BadRow(number, "is not XML", row_id) if found is None else found


def _attributes(row: bytes) -> Attributes | None:
    """The attributes of an element; None if it is not well-formed."""
    found: list[Attributes] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda _, attributes: found.append(attributes)
    try:
        parser.Parse(row, True)
    except expat.ExpatError:
        return None
    return found[0] if found else None
