"""The bytes of a file, where it is one and not too large."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import BinaryIO

from hyperdigest.errors import ReadError

LARGEST = 512 << 20
"""Most bytes of a file that is read."""

PART = 1 << 16
"""Bytes read at a time; between them an interruption is heard."""


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file.

    Raises
    ------
    ReadError
        where there is no such file, it may not be read, or it is too large.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ReadError("is not a regular file: save it as one, or pipe it and give -")
        with path.open("rb") as file:
            return read_stream(file)
    except FileNotFoundError as error:
        raise ReadError("does not exist") from error
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror}") from error


def read_stream(stream: BinaryIO) -> bytes:
    """All bytes of `stream`.

    Raises
    ------
    ReadError
        where there are too many.
    """
    data = bytearray()
    while part := stream.read(PART):
        data += part
        if len(data) > LARGEST:
            raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
    return bytes(data)
