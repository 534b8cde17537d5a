"""The rows of a data dump of a question-and-answer site, one in memory at a time.

Such a file is ``<posts><row Id="1" .../><row .../></posts>``. Each row is parsed alone, so that a
broken one costs no other, and no document type is ever read: what declares one is refused.
"""

from __future__ import annotations

import gzip
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, cast
from xml.parsers import expat

from hyperdigest.errors import ReadError
from hyperdigest.read.content import BUFFER, LARGEST

Attributes = dict[str, str]

DUMPED = frozenset({"users", "comments", "votes", "tags", "badges", "posthistory", "postlinks"})
"""The first elements of the files of a dump beside that of the posts."""

LONGEST_ROW = 4 << 20
"""Bytes of a row; a post of the sites that publish dumps has at most some 200,000."""

LONGEST_HEAD = 1 << 14
"""Bytes in which the first element has to begin."""

LONGEST_END = 1 << 12
"""Bytes in which the file has to end behind its last row."""

_ROW = re.compile(rb"<row(?=[\s/>])")
_ROOT = re.compile(rb"<(?:!DOCTYPE\s+)?([A-Za-z][\w.-]*)")
_BEFORE_ROOT = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.S)
_CLOSED = re.compile(rb"</[A-Za-z][\w.-]*>\s*(?:<!--.*?-->\s*)*\Z", re.S)
_ID = re.compile(rb'\bId\s*=\s*"(-?\d{1,18})"')
_NO_CHARACTER = re.compile(
    "[^\t\n\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    r"|&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|d[89a-f][0-9a-f]{2}|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]));",
    re.I,
)
"""Characters that XML does not have, as they are and as references."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, numbered from 1, that says nothing, and why; `id` is what it says it is, if known."""

    number: int
    reason: str
    id: str = ""

    @property
    def place(self) -> str:
        """Where it stands, for a reader."""
        return f"row {self.number}" + (f" (Id {self.id})" if self.id else "")


def root_of(head: bytes) -> str:
    """The name of the first element of a file that begins with `head`, or of its document type, in
    lower case; empty where it does not begin as XML does."""
    before = _BEFORE_ROOT.match(head)
    found = _ROOT.match(head, before.end() if before else 0)
    return found[1].decode().lower() if found else ""


def root_in(path: Path) -> str:
    """The name of the first element of a file, unpacked where its name ends in ``.gz``, in lower
    case; empty where it cannot be read or does not begin as XML does."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return ""
        with closing(_opened(path)) as file:
            return root_of(file.read(LONGEST_HEAD))
    except (OSError, EOFError, ValueError, zlib.error):
        return ""


def beside(path: Path, what: str) -> Path | None:
    """The file of a dump in the folder of `path` that has ``users``, ``comments`` or ``posts``, if
    one is there: ``Users.xml`` beside ``Posts.xml``, ``site-Users.xml`` beside ``site-Posts.xml``;
    posts may be called by any name.
    """
    own = root_in(path)
    alike = re.sub(own, what.capitalize(), path.name, flags=re.I) if own else ""
    plain = f"{what.capitalize()}.xml"
    named = (path.parent / name for name in dict.fromkeys((alike, plain, f"{plain}.gz")) if name)
    others = chain.from_iterable(sorted(path.parent.glob(f"*.xml{end}")) for end in ("", ".gz"))
    for found in chain(named, others if what == "posts" else ()):
        if root_in(found) == what and _in_one_folder(found, path):
            return found
    return None


def _in_one_folder(found: Path, path: Path) -> bool:
    """Whether a link does not lead from the folder of `path` elsewhere."""
    folder = os.path.realpath(path.parent)
    return os.path.dirname(os.path.realpath(found)) == folder  # noqa: PTH120


def rows(path: Path) -> Iterator[Attributes | BadRow]:
    """The attributes of each row, and the rows that cannot be read, in order.

    Raises a ReadError where the file cannot be read, is no UTF-8, or declares a document type, and
    behind the last row that was read where it breaks off, or has more than `LARGEST` bytes.
    """
    number, piece, broken = 0, b"", ""
    try:
        with closing(_opened(path)) as file:
            for number, piece in enumerate(_pieces(file), 1):
                if piece:
                    yield _parsed(piece, number)
    except (OSError, EOFError, zlib.error) as error:
        broken = getattr(error, "strerror", None) or "its packing is broken"
        if not number:
            raise ReadError(f"cannot be read: {broken}") from error
    if not piece:
        raise ReadError(
            f"is larger than {LARGEST >> 20} MB: its first {number - 1:,} rows are read"
        )
    if broken or not _CLOSED.search(piece[-LONGEST_END:]):
        raise ReadError(f"breaks off in row {number:,}: what stands before is read")


def _opened(path: Path) -> IO[bytes]:
    packed = path.suffix.lower() == ".gz"
    return cast(IO[bytes], gzip.open(path)) if packed else path.open("rb")


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The file from the beginning of each row to that of the next; of an endless row a part. An
    empty piece stands for what is beyond `LARGEST`."""
    buffer, total, began = bytearray(), 0, False
    while part := file.read(BUFFER):
        searched = max(1, len(buffer) - len(b"<row "))
        buffer += part
        total += len(part)
        if not began:
            first = _ROW.search(buffer)
            if first is None and len(buffer) <= LONGEST_HEAD:
                continue
            _check_head(bytes(buffer[: first.start() if first else LONGEST_HEAD]))
            if first is None:
                raise ReadError("has no row where a dump has its first")
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
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in head:
        raise ReadError("is no UTF-8, as dumps are: save it as UTF-8")
    if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
        raise ReadError("declares a document type, which no dump does: remove it")


def _parsed(piece: bytes, number: int) -> Attributes | BadRow:
    """The attributes of the row with which a piece begins."""
    named = _ID.search(piece[:1000])
    known = named[1].decode() if named else ""
    if len(piece) > LONGEST_ROW:
        return BadRow(number, f"is longer than {LONGEST_ROW >> 20} MB", known)
    closed = max(piece.rfind(b"/>") + 2, piece.rfind(b"</row>") + 6)
    row = piece[: max(closed, 6)]
    found = _attributes(row)
    if found is None:
        # What no XML may hold is left out, and the row tried again.
        found = _attributes(_NO_CHARACTER.sub("", row.decode("utf-8", "replace")).encode())
    return BadRow(number, "is not XML", known) if found is None else found


def _attributes(row: bytes) -> Attributes | None:
    """The attributes of an element; None where it is not well-formed."""
    found: list[Attributes] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda _, attributes: found.append(attributes)
    try:
        parser.Parse(row, True)
    except expat.ExpatError:
        return None
    return found[0] if found else None
