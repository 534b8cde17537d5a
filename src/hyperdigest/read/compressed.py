"""Files packed by gzip, unpacked within the bounds of all that is packed."""

from __future__ import annotations

import gzip
import io
import zlib

from hyperdigest.errors import ReadError

MAGIC = b"\x1f\x8b"
MOST_UNPACKED = 256 << 20
"""Most bytes of a packed file, or of all entries of an archive together, unpacked."""

MOST_RATIO = 200
"""Most bytes unpacked for each byte packed, of what has more than `FREE` bytes unpacked."""

FREE = 16 << 20

_STEP = 1 << 18


def most_unpacked(data: bytes) -> int:
    """How many bytes `data` may unpack to; what has more may be made to fill the memory."""
    return min(MOST_UNPACKED, max(FREE, MOST_RATIO * len(data)))


def unpacked(data: bytes) -> bytes:
    """The bytes that `data` packs; what is not packed, as browsers leave files, as it is. Raises a
    ReadError where it is broken, or unpacks to more than the bounds."""
    if not data.startswith(MAGIC):
        return data
    most = most_unpacked(data)
    found = bytearray()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while part := file.read(_STEP):
                found += part
                if len(found) > most:
                    raise ReadError(f"unpacks to more than {most >> 20} MB: it may be a bomb")
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError("is broken: it is no whole gzip file, get it again") from error
    return bytes(found)
