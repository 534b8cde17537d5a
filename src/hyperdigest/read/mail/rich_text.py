"""The body of a message in RTF, which Outlook compresses, and in which it may wrap HTML or text."""

from __future__ import annotations

from compressed_rtf import decompress

from hyperdigest.errors import ReadError
from hyperdigest.read.mail.body import LARGEST_BODY, Body, body_of_blocks, html_body, plain_body
from hyperdigest.read.office.rtf import read_rtf
from hyperdigest.read.office.rtf_wrapped import wrapped_in

LARGEST_COMPRESSED = LARGEST_BODY // 2
"""Size limit of a compressed body, in bytes: it may become eight times as large."""

_MARKS = (b"LZFu", b"MELA")
_MARK_PLACE = 8


def rtf_body(data: bytes, subject: str = "") -> Body:
    """The body of a part in RTF. Raises ReadError if it is broken, or too large."""
    if data[_MARK_PLACE:].startswith(_MARKS):
        data = _decompressed(data)
    kind, text = wrapped_in(data)
    if kind == "html":
        return html_body(text.encode(), "utf-8", subject)
    if kind == "text":
        return plain_body(text.encode(), "utf-8", subject)
    content = read_rtf(data)
    blocks = ((b.kind, content.text[b.start : b.end], b.level, 0) for b in content.blocks)
    return body_of_blocks(blocks, subject)


def _decompressed(data: bytes) -> bytes:
    if len(data) > LARGEST_COMPRESSED:
        raise ReadError(f"has a text of more than {LARGEST_COMPRESSED >> 20} MB, compressed")
    try:
        found: bytes = decompress(data)
    except Exception as error:  # the library raises nothing more exact
        raise ReadError("has a damaged text: save it as HTML or plain text") from error
    return found
