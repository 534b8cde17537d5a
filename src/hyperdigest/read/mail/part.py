"""A MIME part of a message: its type, its name, its bytes and what is in it."""

from __future__ import annotations

import binascii
import re
from email.message import Message

from hyperdigest.read.mail.headers import LONGEST_FIELD, decoded

DEEPEST_MESSAGE = 3
"""How many levels of messages inside one another are read."""

LONGEST_NOTICE = 300
"""Characters of a plain text that may be a notice for programs that cannot show the other form."""

PLAIN, HTML, RTF, MESSAGE = "text/plain", "text/html", "text/rtf", "message/rfc822"
EXTERNAL = "message/external-body"

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_WORDS = re.compile(rb"[A-Za-z]+ [A-Za-z]+ [A-Za-z]")


def type_of(part: Message) -> str:
    """The media type of a part, such as ``text/plain``."""
    try:
        return part.get_content_type()
    except (ValueError, TypeError, IndexError, LookupError):
        return PLAIN


def parameter(part: Message, name: str) -> str:
    """A parameter of the media type of a part, such as its ``charset``; empty if missing."""
    try:
        found = part.get_param(name)
    except (ValueError, TypeError, IndexError, LookupError):
        return ""
    return str(found[2] if isinstance(found, tuple) else found or "").strip().lower()


def file_name(part: Message) -> str:
    """The name of an attached file without folders, shortened if it is long; empty if missing."""
    try:
        name = part.get_filename()
    except (ValueError, TypeError, IndexError, LookupError):
        name = None
    plain = re.split(r"[/\\:]", decoded((name or "")[-LONGEST_FIELD:]))[-1]
    return plain if len(plain) <= 80 else f"{plain[:40]}...{plain[-30:]}"


def is_file(part: Message) -> bool:
    """Whether a part is an attached file, or has the name of one."""
    try:
        apart = part.get_content_disposition() == "attachment"
    except (ValueError, TypeError, IndexError, LookupError):
        apart = False
    return apart or bool(file_name(part))


def inside(part: Message) -> list[Message]:
    """The parts inside a part, or the message that it contains."""
    found: object = part.get_payload() if part.is_multipart() else []
    parts = found if isinstance(found, list) else []
    return [each for each in parts if isinstance(each, Message)]


def payload(part: Message) -> bytes:
    """The decoded bytes of a part without inner parts; damaged base64 is decoded where possible."""
    if part.is_multipart():
        return b""
    coded = str(part.get("content-transfer-encoding", "")).strip().lower() == "base64"
    if coded:  # decoded below, because the standard library rejects damaged base64
        del part["content-transfer-encoding"]
    try:
        found = part.get_payload(decode=True)
    except (ValueError, TypeError, IndexError, LookupError):
        return b""
    data = found if isinstance(found, bytes) else b""
    if not coded or _WORDS.search(data, 0, 2_000):
        return data
    letters = _NOT_BASE64.sub(b"", data)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
