"""The files of a folder and of the archives in it, read one after the other and never unpacked.

A path inside an archive only tells what a file is; nothing is ever written to it.
"""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from hyperdigest.errors import ReadError
from hyperdigest.evaluation.datasets.duc.names import Piece, is_release, piece_at
from hyperdigest.read.files import LARGEST, read_bytes
from hyperdigest.read.names import printable

LARGEST_FILE = 8 << 20
"""Most bytes of one document, summary or file of topics; the longest have a few 100,000."""

MOST_FILES = 200_000
"""Most files of an archive."""

DEEPEST = 2
"""Archives inside one another: that of the documents lies in that of the release."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a release, and the path that it, or its archive, has on disk."""

    piece: Piece
    path: Path
    data: bytes


class _Bounded:
    """A stream that ends in an error where it is too long, before memory is spent on it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = LARGEST

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise ReadError(f"unpacks to more than {LARGEST >> 20} MB: it is no release of NIST")
        return data


def entries(files: Iterable[Path], warn: Callable[[str], None]) -> Iterator[Entry]:
    """The pieces of releases among `files` and in archives there, in order.

    What cannot be read is told to `warn`, and the rest is read.
    """
    for path in files:
        piece = piece_at(path.absolute().parts)
        try:
            if is_release(path.name):
                with path.open("rb") as stream:
                    yield from _unpacked(stream, path.absolute().parts, path, 1)
            elif piece:
                yield Entry(piece, path, read_bytes(path))
        except ReadError as error:
            warn(f"skipped {printable(str(path))}: {error}")
        except OSError as error:
            warn(f"skipped {printable(str(path))}: cannot be read: {error.strerror or error}")


def _unpacked(
    stream: BufferedReader, parts: tuple[str, ...], path: Path, depth: int
) -> Iterator[Entry]:
    """The pieces in an archive at `parts`, and in those archives that lie in it."""
    try:
        with closing(_open(stream)) as archive:
            for number, member in enumerate(archive):
                if number == MOST_FILES:
                    raise ReadError(f"holds more than {MOST_FILES} files: it is no release of NIST")
                inside = (*parts, *(part for part in member.name.split("/") if part))
                content = archive.extractfile(member) if member.isreg() else None
                if content is None:
                    continue
                if is_release(inside[-1]) and depth < DEEPEST:
                    yield from _unpacked(cast(BufferedReader, content), inside, path, depth + 1)
                elif (piece := piece_at(inside)) and member.size <= LARGEST_FILE:
                    yield Entry(piece, path, content.read())
    except ReadError:
        raise
    except Exception as error:
        raise ReadError("is a broken archive: get it again") from error


def _open(stream: BufferedReader) -> tarfile.TarFile:
    packed = stream.peek(2)[:2] == b"\x1f\x8b"
    bounded = _Bounded(cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if packed else stream)
    return tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r|")
