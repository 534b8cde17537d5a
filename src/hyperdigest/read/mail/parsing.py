"""Parse the text of a message within limits, by the parser of the standard library."""

from __future__ import annotations

import re
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
