"""The parts of a message (MIME): those that are its body, and the files that are attached."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field
from email.message import Message

from hyperdigest.read.mail.headers import decoded

MOST_PARTS = 1_000
"""Parts of a message that are looked at."""

DEEPEST = 20
"""Parts inside one another that are looked at."""

PLAIN, PAGE, MESSAGE = "text/plain", "text/html", "message/rfc822"

_LEFT_OUT = re.compile(
    r"image/|audio/|video/|font/|text/(?:calendar|x?-?vcard|directory|rfc822-headers|enriched|css)"
    r"|application/(?:ics|pgp-|x?-?pkcs7|ms-tnef|vnd\.ms-tnef|octet-stream-signature|x-apple)"
    r"|message/(?!rfc822)|multipart/"
)
"""Types that hold no documents: pictures, calendars, cards, signatures, reports on delivery."""

_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_WORDS = re.compile(rb"[A-Za-z]+ [A-Za-z]+ [A-Za-z]")
_FOLDERS = re.compile(r".*[/\\:]", re.DOTALL)
_LONGEST_NAME = 80


@dataclass(slots=True)
class Parts:
    """The pieces of a body, each the parts of a type that say the same, and what is attached;
    whether there is more that was not looked at."""

    body: list[dict[str, list[Message]]] = field(default_factory=list)
    attached: list[Message] = field(default_factory=list)
    more: bool = False


def parts_of(message: Message) -> Parts:
    """The parts of a message, in order; too many, and too deep ones, are left out."""
    found = Parts()
    stack: list[tuple[Message, dict[str, list[Message]] | None, int]] = [(message, None, 0)]
    for _ in range(MOST_PARTS):
        if not stack:
            break
        part, same, depth = stack.pop()
        kind = type_of(part)
        if kind.startswith("multipart/") and part.is_multipart():
            if kind == "multipart/alternative" and same is None:
                same = {}
                found.body.append(same)
            if depth < DEEPEST:
                stack += [(each, same, depth + 1) for each in reversed(inside(part))]
            else:
                found.more = True
        elif kind in (PLAIN, PAGE) and not _is_file(part):
            if same is None:
                found.body.append({kind: [part]})
            else:
                same.setdefault(kind, []).append(part)
        elif not _LEFT_OUT.match(kind):
            found.attached.append(part)
        elif kind.startswith("multipart/"):  # in name only: what it holds is no parts
            found.body.append({PLAIN: [part]})
    found.more = found.more or bool(stack)
    return found


def type_of(part: Message) -> str:
    """The type of a part, such as ``text/plain``."""
    try:
        return part.get_content_type()
    except (ValueError, TypeError, IndexError, LookupError):
        return PLAIN


def parameter(part: Message, name: str) -> str:
    """What the type of a part says besides, such as its ``charset``; empty where nothing."""
    try:
        found = part.get_param(name)
    except (ValueError, TypeError, IndexError, LookupError):
        return ""
    return str(found[2] if isinstance(found, tuple) else found or "").strip().lower()


def file_name(part: Message) -> str:
    """What a file that is attached is called, without folders; empty where it has no name."""
    try:
        name = part.get_filename()
    except (ValueError, TypeError, IndexError, LookupError):
        name = None
    plain = _FOLDERS.sub("", decoded(name or ""))
    return plain if len(plain) <= _LONGEST_NAME else f"{plain[:40]}...{plain[-30:]}"


def _is_file(part: Message) -> bool:
    try:
        apart = part.get_content_disposition() == "attachment"
    except (ValueError, TypeError, IndexError, LookupError):
        apart = False
    return apart or bool(file_name(part))


def inside(part: Message) -> list[Message]:
    """The parts of a part, or the message that it holds."""
    held: object = part.get_payload() if part.is_multipart() else []
    parts = held[:MOST_PARTS] if isinstance(held, list) else []
    return [each for each in parts if isinstance(each, Message)]


def payload(part: Message) -> bytes:
    """The bytes of a part that is none of several, decoded as far as they can be."""
    if part.is_multipart():
        return b""
    coded = str(part.get("content-transfer-encoding", "")).strip().lower() == "base64"
    if coded:  # is decoded here, damaged or not
        del part["content-transfer-encoding"]
    try:
        found = part.get_payload(decode=True)
    except (ValueError, TypeError, IndexError, LookupError):
        return b""
    data = found if isinstance(found, bytes) else b""
    if not coded or _WORDS.search(data, 0, 2_000):
        return data
    letters = _NO_BASE64.sub(b"", data)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
