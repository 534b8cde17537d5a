"""The messages of a mailbox, and the text of each, parsed within limits.

A mailbox is one file, which is divided at lines that begin with "From ".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from hyperdigest.errors import ReadError

LARGEST_MESSAGE = 64 << 20
"""Size limit in bytes: the parser takes about ten times as much memory."""

LONGEST_HEADER = 1 << 18
"""Bytes of a header that are read."""

MOST_BOUNDARIES = 100_000
"""Limit of lines that begin with two dashes, because the parser takes 0.1 ms for each part."""

_MANY_PARAMETERS = re.compile(
    rb"^(content-(?:type|disposition):(?:[^;\n]|\n[ \t])*+(?:;(?:[^;\n]|\n[ \t])*+){4000})"
    rb"(?:[^\n]|\n[ \t])*+",
    re.IGNORECASE | re.MULTILINE,
)
"""A field with thousands of parameters; the parser copies all after each of them."""

_BLANK_LINE = re.compile(rb"\n\r?\n")

_FIELD = rb"[!-9;-~]{1,100}:"
_FROM_LINE = re.compile(rb"\nFrom ([^\n]{0,2000})\n(?=" + _FIELD + rb")")
_SENDER_AND_DAY = re.compile(rb"\S+(?: at \S+)? +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? ")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
HEADER_START = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}(?:From |" + _FIELD + b")")


def parsed(data: bytes) -> Message:
    """The message in `data`; an overlong header is cut. Raises ReadError if it is malicious."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if data.count(b"\n--") > MOST_BOUNDARIES:
        raise ReadError(f"has more than {MOST_BOUNDARIES:,} lines of dashes: it is malicious")
    header_end = _BLANK_LINE.search(data)
    if header_end and header_end.start() > LONGEST_HEADER:
        data = data[: data.rfind(b"\n", 0, LONGEST_HEADER)] + data[header_end.start() :]
    data = _MANY_PARAMETERS.sub(rb"\1", data)
    try:
        return message_from_bytes(data)
    except RecursionError as error:
        raise ReadError("has hundreds of parts inside one another: it is malicious") from error


def messages_in(data: bytes) -> Iterator[tuple[str, int, int]]:
    """What the messages of a mailbox are called in warnings, and where each begins and ends."""
    begin = len(data) - len(data.lstrip(b"\r\n"))
    if not HEADER_START.match(data, begin):
        raise ReadError('is not a mailbox: it does not begin with a line "From ..." and a header')
    starts = [begin]
    for found in _FROM_LINE.finditer(data, begin):
        place = found.start()
        # Inside a message such a line has neither a blank line above nor a day of the week.
        blank_above = data[place - 2 : place].endswith((b"\n", b"\n\r"))
        if blank_above or _SENDER_AND_DAY.match(found[1]):
            starts.append(place + 1)
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), 1):
        yield f"message {number}", start, end


def message_at(data: bytes, start: int, end: int) -> bytes:
    """A message of a mailbox. Raises ReadError if it is too large."""
    if end - start > LARGEST_MESSAGE:
        raise ReadError(f"is larger than {LARGEST_MESSAGE >> 20} MB")
    return _QUOTED_FROM.sub(rb"\1", data[start:end])
