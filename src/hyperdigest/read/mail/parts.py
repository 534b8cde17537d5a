"""The MIME parts of a message: those of its body, and the attached files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.message import Message

from hyperdigest.errors import ReadError
from hyperdigest.read.mail.outlook import outlook_message
from hyperdigest.read.mail.part import (
    HTML,
    PLAIN,
    RTF,
    file_name,
    inside,
    is_file,
    payload,
    type_of,
)

MOST_PARTS = 1_000
"""Parts of a message that are read."""

DEEPEST_PART = 20
"""Levels of parts inside one another that are read."""

_TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")

_LEFT_OUT = re.compile(
    r"image/|audio/|video/|font/|text/(?:calendar|x?-?vcard|directory|rfc822-headers|enriched|css)"
    r"|application/(?:ics|pgp-|x?-?pkcs7|octet-stream-signature|x-apple)"
    r"|message/(?!rfc822|external-body)|multipart/"
)
"""Types without documents: pictures, calendars, cards, signatures, delivery reports."""


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
        elif kind in (PLAIN, HTML, RTF) and not is_file(part):
            if alternatives is None:
                found.body.append({kind: [part]})
            else:
                alternatives.setdefault(kind, []).append(part)
        elif inner := _opened(part):
            has_body = any(map(_has_text, found.body))
            stack += [(p, None, depth + 1) for p in reversed(inner) if is_file(p) or not has_body]
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
    try:
        return inside(outlook_message(payload(part)))
    except ReadError:
        return []


def _has_text(alternatives: dict[str, list[Message]]) -> bool:
    return any(str(part.get_payload()).strip() for each in alternatives.values() for part in each)
