"""The properties (MAPI) of a message, a recipient or an attached file in a file of Outlook.

A storage has a stream for each property whose length varies, and one for all others.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Protocol

from hyperdigest.errors import ReadError
from hyperdigest.read.encoding import encoding_of_code_page
from hyperdigest.read.mail.charsets import text_of

PROPERTIES = "__properties_version1.0"
_NAMES = "__nameid_version1.0"
_BINARY, _UNICODE, _BYTES, _TIME = 0x0102, 0x001F, 0x001E, 0x0040
_WHOLE_NUMBERS = {0x0002: 2, 0x0003: 4}
"""The types of properties that are whole numbers, and their lengths in bytes."""

_MESSAGE_CODE_PAGE, _INTERNET_CODE_PAGE = 0x3FFD, 0x3FDE
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_FIRST_NAMED = 0x8000
_CONTROLS = dict.fromkeys((*range(32), 127), " ")


class Storage(Protocol):
    """A storage of a file of Outlook: streams and other storages by their names."""

    def __contains__(self, name: str) -> bool: ...

    def stream(self, name: str) -> bytes:
        """The bytes of a stream; empty if there is none of this name."""

    def storage(self, name: str) -> Storage | None:
        """The storage of a name; None if there is none."""

    def storages(self, prefix: str) -> Iterator[Storage]:
        """The storages whose names begin with a prefix, in order."""


class Properties:
    """The properties in a storage.

    Parameters
    ----------
    storage : where they are.
    header : the length of what precedes them in their stream.
    around : those of the message around this storage, for texts in its encoding.
    """

    def __init__(self, storage: Storage, header: int, around: Properties | None = None) -> None:
        self._storage = storage
        self._fixed: dict[int, tuple[int, bytes]] = {}
        data = storage.stream(PROPERTIES)
        for place in range(header, len(data) - 15, 16):
            kind, number = struct.unpack_from("<HH", data, place)
            self._fixed.setdefault(number, (kind, data[place + 8 : place + 16]))
        page = self.number(_MESSAGE_CODE_PAGE) or self.number(_INTERNET_CODE_PAGE)
        self._charset: str = encoding_of_code_page(page) or (around._charset if around else "")
        of_internet = encoding_of_code_page(self.number(_INTERNET_CODE_PAGE))
        self.internet_charset = of_internet or self._charset

    def text(self, number: int) -> str:
        """A property that is text; empty if there is none."""
        if data := self._stream(number, _UNICODE):
            return data.decode("utf-16-le", "replace").rstrip("\0")
        with suppress(ReadError):
            return text_of(self._stream(number, _BYTES).rstrip(b"\0"), self._charset)
        return ""

    def line(self, *numbers: int) -> str:
        """The first of several properties that has text, on one line."""
        texts = (self.text(number).translate(_CONTROLS) for number in numbers)
        return next(filter(None, (" ".join(text.split()) for text in texts)), "")

    def binary(self, number: int) -> bytes:
        """The bytes of a property; empty if there is none."""
        return self._stream(number, _BINARY)

    def number(self, number: int) -> int:
        """A property that is a whole number; 0 if there is none."""
        kind, value = self._fixed.get(number, (0, b""))
        return int.from_bytes(value[: _WHOLE_NUMBERS.get(kind, 0)], "little")

    def time(self, *numbers: int) -> datetime | None:
        """The first of several properties that is a time."""
        for number in numbers:
            kind, value = self._fixed.get(number, (0, b""))
            units = int.from_bytes(value, "little") if kind == _TIME else 0
            with suppress(OverflowError):
                if units:
                    return _EPOCH + timedelta(microseconds=units // 10)
        return None

    def _stream(self, number: int, kind: int) -> bytes:
        return self._storage.stream(f"__substg1.0_{number:04X}{kind:04X}")


def named_properties(root: Storage) -> dict[int, int]:
    """The numbers of the properties of a file that are named by numbers, by these."""
    names = root.storage(_NAMES)
    data = names.stream(f"__substg1.0_0003{_BINARY:04X}") if names else b""
    found = (struct.unpack_from("<IHH", data, place) for place in range(0, len(data) - 7, 8))
    return {name: _FIRST_NAMED + index for name, kind, index in found if not kind & 1}
