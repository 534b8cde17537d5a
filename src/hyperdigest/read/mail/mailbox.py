"""The messages in a mailbox that is one file: it is divided at lines that begin with "From "."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.errors import ReadError
from hyperdigest.read.mail.parsing import LARGEST_MESSAGE

_FIELD = rb"[!-9;-~]{1,100}:"
_FROM_LINE = re.compile(rb"\nFrom ([^\n]{0,2000})\n(?=" + _FIELD + rb")")
_SENDER_AND_DAY = re.compile(rb"\S+(?: at \S+)? +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? ")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
HEADER_START = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}(?:From |" + _FIELD + b")")


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
