"""PDF files that are made to harm: a few kilobytes that unpack to gigabytes."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterable, Iterator

from hyperdigest.errors import ReadError

MOST_INFLATED = 32 << 20
"""Bytes that a PDF may unpack to, however small it is; a page needs up to eighty times as much."""

MOST_TIMES = 40
"""Times its own size that a larger PDF may unpack to."""

MOST_READ = 2
"""Times the size of a PDF that its streams in base 85 may add up to, which lie side by side."""

BLANK = 8
"""Zeros and ones of the blank parts of pictures that count as one byte."""

DEEPEST = 3
"""Times that a stream packed again is unpacked."""

_STEP = 1 << 18
_STREAM = re.compile(rb"stream[^\r\n]{0,80}(?:\r\n?|\n)")
_FILTERS = 400
"""Bytes before a stream that name its filters."""


def check_inflation(data: bytes) -> None:
    """Refuse a PDF whose streams unpack to far more than its size, before memory is spent on it.

    Raises
    ------
    ReadError
        where they unpack to more than `MOST_INFLATED` bytes and `MOST_TIMES` the size of `data`,
        or overlap so that it would take hours to know.
    """
    most = max(MOST_INFLATED, MOST_TIMES * len(data))
    inflated = ascii_read = 0
    for stream in _STREAM.finditer(data):
        start, packed = stream.end(), memoryview(data)
        if b"85Decode" in data[max(0, stream.start() - _FILTERS) : stream.start()]:
            end = _ascii_end(data, start)
            ascii_read += end - start
            if ascii_read > MOST_READ * len(data):
                raise ReadError("has streams that overlap: it is made to harm")
            start, packed = 0, memoryview(_from_ascii(data[start:end]))
        for size in _sizes(packed, start):
            inflated += size
            if inflated > most:
                raise ReadError(f"unpacks to more than {most >> 20} MB: it is made to harm")


def _sizes(data: memoryview, start: int) -> Iterator[int]:
    """What the stream that starts at `start` unpacks to, piece by piece and layer by layer."""
    if not _is_packed(data[start : start + 2]):
        return
    for layers in range(1, DEEPEST + 1):
        pieces = _inflate(data[n : n + _STEP] for n in range(start, len(data), _STEP))
        for _ in range(1, layers):
            pieces = _inflate(pieces)
        packed_again = False
        for number, piece in enumerate(pieces):
            packed_again |= number == 0 and _is_packed(piece[:2])
            blank = piece.count(0) + piece.count(0xFF)
            yield len(piece) - blank + blank // BLANK
        if not packed_again:
            return


def _inflate(pieces: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    unpacked = zlib.decompressobj()
    try:
        for piece in pieces:
            while piece and not unpacked.eof:
                yield unpacked.decompress(piece, _STEP)
                piece = unpacked.unconsumed_tail
            if unpacked.eof:
                return
    except zlib.error:
        return


def _is_packed(head: bytes | memoryview) -> bool:
    """Whether bytes begin as those of zlib do."""
    return len(head) == 2 and head[0] & 0x0F == 8 and int.from_bytes(head) % 31 == 0


def _ascii_end(data: bytes, start: int) -> int:
    """Where a stream of text ends: at its own mark, or at that of any stream."""
    ends = (data.find(mark, start) for mark in (b"~>", b"endstream"))
    return min((end for end in ends if end >= 0), default=len(data))


def _from_ascii(text: bytes) -> bytes:
    """The bytes that stand in base 85."""
    try:
        return base64.a85decode(text)
    except ValueError:
        return b""
