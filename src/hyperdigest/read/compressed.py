"""Decompress gzip files, within the size limits for all compressed files."""

from __future__ import annotations

import gzip
import io
import zlib

from hyperdigest.errors import ReadError

MAGIC = b"\x1f\x8b"
MOST_UNPACKED = 256 << 20
"""Limit of the decompressed size of a file, or of all entries of an archive, in bytes."""

MOST_RATIO = 200
"""Limit of the decompressed size over the compressed, above `FREE` bytes."""

FREE = 16 << 20
"""Decompressed bytes that any file may have, whatever the ratio."""


def most_unpacked(data: bytes) -> int:
    """How many bytes `data` may decompress to; a larger result may be a decompression bomb."""
    return min(MOST_UNPACKED, max(FREE, MOST_RATIO * len(data)))


def unpacked(data: bytes) -> bytes:
    """`data` decompressed; unchanged if it is not gzip, as browsers save some ``.gz`` files.

    Raises ReadError if it is broken, or decompresses to more than `most_unpacked`.
    """
    if not data.startswith(MAGIC):
        return data
    most = most_unpacked(data)
    found = bytearray()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while chunk := file.read(1 << 18):
                found += chunk
                if len(found) > most:
                    raise ReadError(
                        f"unpacks to more than {most >> 20} MB: it may be a decompression bomb"
                    )
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError("is an incomplete or broken gzip file: get it again") from error
    return bytes(found)
