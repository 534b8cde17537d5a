"""The MIME parts of a message: those of its body, and the attached files."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field
from email.message import Message

from hyperdigest.errors import ReadError
from hyperdigest.read.mail.headers import LONGEST_FIELD, decoded

MOST_PARTS = 1_000
"""Parts of a message that are read."""

DEEPEST_PART = 20
"""Levels of parts inside one another that are read."""

DEEPEST_MESSAGE = 3
"""How many levels of messages inside one another are read."""

LONGEST_NOTICE = 300
"""Characters of a plain text that may be a notice for programs that cannot show the other form."""

PLAIN, HTML, RTF, MESSAGE = "text/plain", "text/html", "text/rtf", "message/rfc822"
EXTERNAL = "message/external-body"
_TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")

_LEFT_OUT = re.compile(
    r"image/|audio/|video/|font/|text/(?:calendar|x?-?vcard|directory|rfc822-headers|enriched|css)"
    r"|application/(?:ics|pgp-|x?-?pkcs7|octet-stream-signature|x-apple)"
    r"|message/(?!rfc822|external-body)|multipart/"
)
"""Types without documents: pictures, calendars, cards, signatures, delivery reports."""

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_WORDS = re.compile(rb"[A-Za-z]+ [A-Za-z]+ [A-Za-z]")


@dataclass(slots=True)
class Parts:
    """The parts of a message.

    Parameters
    ----------
    body : the pieces of its body, each given as alternative parts by type.
    attached : the parts that are attached files.
    more : the parts that are not read, because there are too many or too deep.
    """

    body: list[dict[str, list[Message]]] = field(default_factory=list)
    attached: list[Message] = field(default_factory=list)
    more: list[Message] = field(default_factory=list)


def parts_of(message: Message) -> Parts:
    """The parts of a message, in order, up to `MOST_PARTS` and `DEEPEST_PART`."""
    found = Parts()
    stack: list[tuple[Message, dict[str, list[Message]] | None, int]] = [(message, None, 0)]
    for _ in range(MOST_PARTS):
        if not stack:
            break
        part, alternatives, depth = stack.pop()
        kind = type_of(part)
        if kind.startswith("multipart/") and part.is_multipart():
            if kind == "multipart/alternative" and alternatives is None:
                alternatives = {}
                found.body.append(alternatives)
            if depth < DEEPEST_PART:
                stack += [(each, alternatives, depth + 1) for each in reversed(inside(part))]
            else:
                found.more += inside(part)
        elif kind in (PLAIN, HTML, RTF) and not _is_file(part):
            if alternatives is None:
                found.body.append({kind: [part]})
            else:
                alternatives.setdefault(kind, []).append(part)
        elif inner := _opened(part):
            has_body = any(map(_has_text, found.body))
            stack += [(p, None, depth + 1) for p in reversed(inner) if _is_file(p) or not has_body]
        elif not _LEFT_OUT.match(kind):
            found.attached.append(part)
        elif kind.startswith("multipart/"):  # wrongly: its content is a single text
            found.body.append({PLAIN: [part]})
    found.more += [part for part, _, _ in reversed(stack)]
    return found


def is_tnef(part: Message) -> bool:
    """Whether a part is what Exchange wraps for other Outlooks."""
    return type_of(part) in _TNEF or file_name(part).lower() == "winmail.dat"


def _opened(part: Message) -> list[Message]:
    """The parts that are wrapped in a part; none if it is another, or broken."""
    if not is_tnef(part):
        return []
    from hyperdigest.read.mail.outlook import outlook_message

    try:
        return inside(outlook_message(payload(part)))
    except ReadError:
        return []


def _has_text(alternatives: dict[str, list[Message]]) -> bool:
    return any(str(part.get_payload()).strip() for each in alternatives.values() for part in each)


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


def _is_file(part: Message) -> bool:
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
