"""Decompress files, by gzip, bzip2 or xz, within the size limits for all compressed files."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import BinaryIO, cast

from hyperdigest.errors import ReadError

SUFFIXES = (".gz", ".bz2", ".xz")
"""The ends of the names of compressed files."""

_NAMES = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\0": "xz"}
"""How a file is compressed, by its first bytes."""

HEAD = 6
"""So many of the first bytes tell whether a file is compressed."""

BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError)
"""Errors that are raised while a broken file is decompressed."""

MOST_UNPACKED = 256 << 20
"""Limit of the decompressed size of a file, or of all entries of an office file, in bytes."""

MOST_RATIO = 200
"""Limit of the decompressed size over the compressed, above `FREE` bytes."""

FREE = 16 << 20
"""Decompressed bytes that any file may have, whatever the ratio."""


def most_unpacked(size: int, limit: int | None = None) -> int:
    """How many bytes a file of `size` bytes may decompress to, never more than `limit`, by default
    `MOST_UNPACKED`; a larger result may be a decompression bomb."""
    return min(limit or MOST_UNPACKED, max(FREE, MOST_RATIO * size))


def name_of(head: bytes) -> str:
    """How a file with these first bytes is compressed, such as ``gzip``; empty if it is not."""
    return next((name for begin, name in _NAMES.items() if head.startswith(begin)), "")


def opened(file: BinaryIO) -> BinaryIO:
    """The decompressed content of `file`, or itself if it is not compressed."""
    name = name_of(file.read(HEAD))
    file.seek(0)
    if name == "gzip":
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if name == "bzip2":
        return cast(BinaryIO, bz2.BZ2File(file))
    return cast(BinaryIO, lzma.LZMAFile(file)) if name == "xz" else file


def unpacked(data: bytes) -> bytes:
    """`data` decompressed; unchanged if it is not compressed, as browsers save some ``.gz`` files.

    Raises ReadError if it is broken, or decompresses to more than `most_unpacked`.
    """
    if not (name := name_of(data)):
        return data
    most = most_unpacked(len(data))
    found = bytearray()
    try:
        with opened(io.BytesIO(data)) as file:
            while chunk := file.read(1 << 18):
                found += chunk
                if len(found) > most:
                    raise ReadError(
                        f"unpacks to more than {most >> 20} MB: it may be a decompression bomb"
                    )
    except BROKEN as error:
        raise ReadError(f"is an incomplete or broken {name} file: get it again") from error
    return bytes(found)
