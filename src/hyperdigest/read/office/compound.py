"""Compound files (OLE), in which Outlook keeps a message: storages of named streams.

`olefile` reads them. What it trusts is checked first, so that a broken file takes no more time and
memory than its size allows: the sizes of the tables, and that no part of the file is read twice.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from olefile import OleFileIO

from hyperdigest.errors import ReadError

BROKEN = "is incomplete or broken: get it again"

_STORAGE, _STREAM = 1, 2
_SECTOR_SIZES = {9: 512, 12: 4096}
_ERRORS = (OSError, ValueError, IndexError, TypeError, OverflowError, RecursionError, struct.error)
"""Errors that olefile raises for a broken file."""


class _File(OleFileIO):  # type: ignore[misc]
    """A file of which at most as many bytes are read as it has."""

    def __init__(self, data: bytes) -> None:
        self.unread = len(data)
        super().__init__(data)

    def _check_duplicate_stream(self, *_: Any) -> None:
        """Do not compare each stream with all others, which takes quadratic time."""

    def stream(self, entry: Any) -> bytes:
        self.unread -= entry.size
        if self.unread < 0:
            raise ReadError(BROKEN)
        try:
            found: bytes = self._open(entry.isectStart, entry.size).read()
        except _ERRORS as error:
            raise ReadError(BROKEN) from error
        return found


class Storage:
    """A storage: streams and other storages by their names."""

    def __init__(self, file: _File, entry: Any) -> None:
        self._file = file
        self._entries = {kid.name: kid for kid in entry.kids}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def stream(self, name: str) -> bytes:
        """The bytes of a stream; empty if there is none of this name."""
        entry = self._entries.get(name)
        return self._file.stream(entry) if entry and entry.entry_type == _STREAM else b""

    def storage(self, name: str) -> Storage | None:
        """The storage of a name; None if there is none."""
        entry = self._entries.get(name)
        return Storage(self._file, entry) if entry and entry.entry_type == _STORAGE else None

    def storages(self, prefix: str) -> Iterator[Storage]:
        """The storages whose names begin with a prefix, sorted by name."""
        for name in sorted(self._entries):
            if name.startswith(prefix) and (found := self.storage(name)):
                yield found


def open_compound(data: bytes) -> Storage:
    """The root of a compound file. Raises ReadError if it is broken."""
    try:
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        tables = struct.unpack_from("<I", data, 44) + struct.unpack_from("<I", data, 64)
        sector = _SECTOR_SIZES.get(shift)
        if sector is None or mini_shift != 6 or max(tables) > len(data) // sector:
            raise ReadError(BROKEN)
        file = _File(data)
        if file.root.size > len(data):
            raise ReadError(BROKEN)
    except _ERRORS as error:
        raise ReadError(BROKEN) from error
    return Storage(file, file.root)
