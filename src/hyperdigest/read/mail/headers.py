"""The header of a message: its decoded fields, its sender and date, and its bare subject.

The parser of the standard library separates the fields. Their words are decoded here, because the
headers of old programs often violate the standards.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.message import Message
from email.utils import mktime_tz, parseaddr, parsedate_tz

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of, first_day
from hyperdigest.errors import ReadError
from hyperdigest.read.mail.charsets import text_of
from hyperdigest.read.mail.dates import written_day

LONGEST_FIELD = 10_000
"""Characters of a field that are read."""

MOST_FIELDS = 1_000
"""Fields that are read."""

_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]*)\?=(?:\s+(?==\?))?")
_ESCAPED_BYTE = re.compile(b"=([0-9A-Fa-f]{2})")
_IDENTITY = re.compile(r"<([^<>\s]{1,300})>")
_VIA = re.compile(r"\s+(?:via|durch|par)\s+\S.*$", re.IGNORECASE)
_FAMILY_NAME_FIRST = re.compile(r"([^\W\d_][\w'’ -]{0,40}), ([^\W\d_][\w.'’ -]{0,40})")
_TIME_ZONE = re.compile(r"\d [+-]\d{4}|\bGMT\b|\bUTC\b")
_LIST_TAG = re.compile(r"\s*\[[^\[\]]{1,40}\]\s*")
_REPLY_PREFIX = re.compile(
    r"\s*(?:re|aw|antw|antwort|sv|vs|odp|rép|ré|ref|res|r|ynt|υ?απ|απ|отв|ha|回复|回覆|答复|返信|답장)"
    r"(?:\s?[\[(]\d{1,3}[\])]|\^\d{1,3})?\s?[:：]\s*",
    re.IGNORECASE,
)
_FORWARD_PREFIX = re.compile(
    r"\s*(?:fwd?|wg|vb|vl|doorst|tr|rv|enc|i|pd|fs|ilt|πρθ|пересл|转发|轉寄|転送|전달)\s?[:：]\s*",
    re.IGNORECASE,
)
_FORWARD_SUFFIX = re.compile(r"\s*\(fwd\)\s*$", re.IGNORECASE)


class Header:
    """The header fields of a message, decoded when they are read."""

    def __init__(self, message: Message) -> None:
        self._values: dict[str, list[str]] = {}
        for _, (name, value) in zip(range(MOST_FIELDS), message.raw_items(), strict=False):
            self._values.setdefault(name.lower(), []).append(str(value)[:LONGEST_FIELD])

    def raw(self, name: str) -> str:
        """The first field of a name, not decoded; empty if there is none."""
        return next(iter(self._values.get(name, [])), "")

    def text(self, name: str) -> str:
        """The first field of a name, decoded, on one line."""
        return decoded(self.raw(name))

    @property
    def sender(self) -> tuple[str, str]:
        """The name and the address of the author; each empty if it is missing."""
        for field in ("from", "sender", "reply-to"):
            name, address = _parsed(self.raw(field))
            if name or address:
                return name, address
        return "", ""

    @property
    def authors(self) -> tuple[str, ...]:
        """The name of the author, or the address if there is no name."""
        name, address = self.sender
        return authors_of([name]) or ((address,) if address else ())

    def date(self, given: str = "") -> tuple[str, float]:
        """The day of sending, in the sender's time zone, and the time in seconds since 1970.

        Taken from the date fields, the servers on the way (Received), or the line `given`; empty
        and 0 if none of them has a date.
        """
        received = [value.rpartition(";")[2] for value in self._values.get("received", [])]
        sent = [*self._values.get("date", []), *self._values.get("resent-date", [])]
        for value in (*sent, *reversed(received), given):
            if (found := _date(decoded(value)))[0]:
                return found
        return "", 0.0

    def day(self) -> tuple[str, float]:
        """The day of an embedded header, written for people, and its start in seconds since 1970.

        Empty and 0 if it has no date.
        """
        value = self.text("date")
        if _TIME_ZONE.search(value) and (found := _date(value))[0]:
            return found
        day = written_day(value)
        first = first_day(day)
        return day, datetime.fromisoformat(f"{first}T00:00:00+00:00").timestamp() if day else 0.0

    @property
    def identity(self) -> str:
        """The message's id; empty if it has none."""
        return next(iter(_IDENTITY.findall(self.raw("message-id"))), "")

    @property
    def references(self) -> tuple[str, ...]:
        """The ids of the messages that this one replies to, the direct one last."""
        found = _IDENTITY.findall(self.raw("references"))
        direct = _IDENTITY.findall(self.raw("in-reply-to"))[:1]
        both = dict.fromkeys([*found[:1], *found[-100:]])
        if direct:
            both.pop(direct[0], None)
        return tuple(dict.fromkeys([*both, *direct]))


def decoded(field: str) -> str:
    """A field on one line, its encoded words decoded (RFC 2047); broken words are unchanged."""
    pieces: list[str] = []
    # Adjacent words of one encoding are decoded together: a character may be split between them.
    run: list[tuple[str, bytes]] = []
    end = 0
    for word in _ENCODED_WORD.finditer(field):
        if run and (word.start() > end or run[0][0] != word[1].lower()):
            pieces.append(_joined(run))
            run = []
        pieces.append(_plain(field[end : word.start()]))
        data = _bytes(word[2], word[3])
        if data is None:
            pieces.append(word[0])
        else:
            run.append((word[1].lower(), data))
        end = word.end()
    pieces += [_joined(run) if run else "", _plain(field[end:])]
    return " ".join("".join(pieces).split())


def _joined(words: Iterable[tuple[str, bytes]]) -> str:
    """The text of encoded words of one charset."""
    [(charset, first), *others] = words
    try:
        return text_of(b"".join([first, *(data for _, data in others)]), charset.partition("*")[0])
    except ReadError:
        return ""


def _bytes(encoding: str, text: str) -> bytes | None:
    """The bytes of an encoded word in quoted-printable (Q) or base64 (B); None if it is broken."""
    data = text.encode("ascii", "replace")
    if encoding in "qQ":
        plain = data.replace(b"_", b" ")
        return _ESCAPED_BYTE.sub(lambda found: bytes([int(found[1], 16)]), plain)
    try:
        return binascii.a2b_base64(data + b"=" * (-len(data) % 4))
    except binascii.Error:
        return None


def _plain(text: str) -> str:
    """Text outside of encoded words; raw bytes in it are decoded in the encoding that fits."""
    if text.isascii():
        return text
    try:
        return text_of(text.encode("ascii", "surrogateescape"), "")
    except (UnicodeEncodeError, ReadError):
        return text.encode("utf-8", "replace").decode()


def _parsed(field: str) -> tuple[str, str]:
    try:
        name, address = parseaddr(" ".join(field.split()))
    except (ValueError, IndexError, TypeError, RecursionError):
        return "", ""
    name = family_name_last(_VIA.sub("", decoded(name)).strip(" \"'"))
    return ("" if "@" in name else name), decoded(address)


def family_name_last(name: str) -> str:
    """A name in the order in which it is spoken.

    >>> family_name_last("Berg, Anna")
    'Anna Berg'
    """
    parts = _FAMILY_NAME_FIRST.fullmatch(name)
    return f"{parts[2]} {parts[1]}" if parts else name


def _date(value: str) -> tuple[str, float]:
    try:
        found = parsedate_tz(value[:200])
        if found is None:
            return "", 0.0
        year, month, day = found[:3]
        written = date_of([f"{year:04}-{month:02}-{day:02}"])
        if not written:
            return "", 0.0
        try:
            return written, float(mktime_tz((*found[:9], found[9] or 0)))
        except (ValueError, OverflowError):
            return written, datetime(year, month, day, tzinfo=UTC).timestamp()
    except (ValueError, IndexError, TypeError, OverflowError, RecursionError):
        return "", 0.0


def bare_subject(subject: str) -> tuple[str, bool]:
    """A subject without the prefixes of replies, forwards and lists, and whether it is a reply.

    >>> bare_subject("Re: [bridges] AW: The ferry")
    ('The ferry', True)
    """
    rest, answers = _FORWARD_SUFFIX.sub("", subject), False
    while True:
        found = _REPLY_PREFIX.match(rest)
        answers = answers or found is not None
        found = found or _FORWARD_PREFIX.match(rest) or _LIST_TAG.match(rest)
        if found is None or not (rest[found.end() :].strip() or answers):
            return rest.strip(), answers
        rest = rest[found.end() :]


def forwards(subject: str) -> bool:
    """Whether the first prefix of a subject, list tags aside, says that a message is forwarded.

    >>> forwards("[bridges] WG: The ferry"), forwards("Re: Fwd: The ferry")
    (True, False)
    """
    while found := _LIST_TAG.match(subject):
        subject = subject[found.end() :]
    return bool(_FORWARD_PREFIX.match(subject) or _FORWARD_SUFFIX.search(subject))
