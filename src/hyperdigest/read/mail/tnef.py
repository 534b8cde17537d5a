"""The form in which Exchange wraps a message for other Outlooks (TNEF, ``winmail.dat``): the same
properties as in a file of Outlook, in a stream of attributes, read here as storages of those."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import TNEF

_PROPERTIES, _NAMES = "__properties_version1.0", "__nameid_version1.0"
_HEADERS = {"message": 32, "file": 8, "inner": 24}
"""Bytes before the properties in a stream of Outlook."""

_MESSAGE_PROPERTIES, _FILE_BEGINS, _FILE_PROPERTIES = 0x69003, 0x69002, 0x69005
_CODE_PAGE = 0x69007
_SINGLE = {0x18004: "0037001E", 0x2800C: "1000001E", 0x18010: "3704001E", 0x6800F: "37010102"}
"""Attributes that are one property each: subject, body, name and content of a file."""

_BEGINS = 6
"""Bytes before the first attribute."""

_LEVELS = (1, 2)
"""The first byte of an attribute: whether it is of the message or of a file."""

_FIXED = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16}
"""The types of properties of a fixed length, and these in bytes."""

_VARYING, _SEVERAL, _FIRST_NAMED = (0x1E, 0x1F, 0x0D, 0x0102), 0x1000, 0x8000
_CLASS_LENGTH = 16
"""Bytes of an object before its content: what class it has."""


@dataclass(slots=True)
class TnefStorage:
    """A message, or an attached file: its streams, and the storages in it, by their names in a file
    of Outlook."""

    streams: dict[str, bytes] = field(default_factory=dict)
    inner: dict[str, TnefStorage] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.streams

    def stream(self, name: str) -> bytes:
        """The bytes of a stream; empty if there is none of this name."""
        return self.streams.get(name, b"")

    def storage(self, name: str) -> TnefStorage | None:
        """The storage of a name, which may be a message in a stream; None if there is none."""
        content = self.stream(name)[_CLASS_LENGTH:]
        return open_tnef(content, "inner") if content.startswith(TNEF) else self.inner.get(name)

    def storages(self, prefix: str) -> Iterator[TnefStorage]:
        """The storages whose names begin with a prefix, in order."""
        for name, found in self.inner.items():
            if name.startswith(prefix):
                yield found


def open_tnef(data: bytes, kind: str = "message") -> TnefStorage:
    """The message in `data`. Raises ReadError if it is broken."""
    message = TnefStorage({_PROPERTIES: bytes(_HEADERS[kind])})
    current = message
    try:
        for number, value in _attributes(data):
            if number == _FILE_BEGINS:
                current = TnefStorage({_PROPERTIES: bytes(_HEADERS["file"])})
                message.inner[f"__attach_version1.0_{len(message.inner):08}"] = current
            elif number in (_MESSAGE_PROPERTIES, _FILE_PROPERTIES):
                _add_properties(message if number == _MESSAGE_PROPERTIES else current, value)
            elif number == _CODE_PAGE:
                _add_fixed(message, 3, 0x3FFD, value[:4])
            elif name := _SINGLE.get(number):
                current.streams.setdefault(f"__substg1.0_{name}", value)
    except (struct.error, IndexError) as error:
        raise ReadError("is a message of Outlook (TNEF) that is broken: get it again") from error
    names = TnefStorage({"__substg1.0_00030102": message.streams.pop(_NAMES, b"")})
    message.inner[_NAMES] = names
    return message


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbers and values of the attributes. Raises IndexError if they are broken, or none."""
    place = _BEGINS
    while place + 9 <= len(data) and data[place] in _LEVELS:
        number, length = struct.unpack_from("<II", data, place + 1)
        place += 9
        if place + length > len(data):
            raise IndexError
        yield number, data[place : place + length]
        place += length + 2
    if place == _BEGINS:
        raise IndexError


def _add_properties(storage: TnefStorage, data: bytes) -> None:
    """Add properties that are written one after the other, after their number."""
    place = 4
    for _ in range(*struct.unpack_from("<I", data)):
        kind, number = struct.unpack_from("<HH", data, place)
        place += 4
        if number >= _FIRST_NAMED:
            place = _add_name(storage, number, data, place)
        kind, several = kind & ~_SEVERAL, kind & _SEVERAL
        count = 1
        if several or kind in _VARYING:
            (count,) = struct.unpack_from("<I", data, place)
            place += 4
        if kind in _FIXED:
            if not several:
                _add_fixed(storage, kind, number, data[place : place + 8])
            place += _FIXED[kind] * count
            continue
        if kind not in _VARYING:
            raise IndexError
        for _ in range(count):
            (length,) = struct.unpack_from("<I", data, place)
            value = data[place + 4 : place + 4 + length]
            storage.streams[f"__substg1.0_{number:04X}{kind:04X}"] = value
            place += 4 + length + -length % 4


def _add_fixed(storage: TnefStorage, kind: int, number: int, value: bytes) -> None:
    storage.streams[_PROPERTIES] += struct.pack("<HHI8s", kind, number, 6, value)


def _add_name(storage: TnefStorage, number: int, data: bytes, place: int) -> int:
    """Add the name of a named property, if it is a number, and give the place after it."""
    kind, name = (int(each) for each in struct.unpack_from("<II", data, place + 16))
    if kind:  # a text, of which `name` is the length
        return place + 24 + name + -name % 4
    entry = struct.pack("<IHH", name, 0, number - _FIRST_NAMED)
    storage.streams[_NAMES] = storage.stream(_NAMES) + entry
    return place + 24
