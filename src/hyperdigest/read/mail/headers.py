"""The header of a message: its fields decoded, who sent it and when, and what its subject is about.

The parser of the standard library parts a message into fields; the words in them are decoded here,
for what old programs wrote there is often not as it should be.
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
"""Characters of a field that are looked at."""

MOST_FIELDS = 1_000
"""Fields that are looked at."""

MOST_REFERENCES = 100

_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]*)\?=(?:\s+(?==\?))?")
_BETWEEN_BYTES = re.compile(b"=([0-9A-Fa-f]{2})")
_IDENTITY = re.compile(r"<([^<>\s]{1,300})>")
_VIA = re.compile(r"\s+(?:via|durch|par)\s+\S.*$", re.IGNORECASE)
_FAMILY_FIRST = re.compile(r"([^\W\d_][\w'’ -]{0,40}), ([^\W\d_][\w.'’ -]{0,40})")
_OFFSET = re.compile(r"\d [+-]\d{4}|\bGMT\b|\bUTC\b")
_TAG = re.compile(r"\s*\[[^\[\]]{1,40}\]\s*")
_ANSWERS = re.compile(
    r"\s*(?:re|aw|antw|antwort|sv|vs|odp|rép|ré|ref|res|r|ynt|υ?απ|απ|отв|ha|回复|回覆|答复|返信|답장)"
    r"(?:\s?[\[(]\d{1,3}[\])]|\^\d{1,3})?\s?[:：]\s*",
    re.IGNORECASE,
)
_FORWARDS = re.compile(
    r"\s*(?:fwd?|wg|vb|vl|doorst|tr|rv|enc|i|pd|fs|ilt|πρθ|пересл|转发|轉寄|転送|전달)\s?[:：]\s*",
    re.IGNORECASE,
)
_FORWARDED = re.compile(r"\s*\(fwd\)\s*$", re.IGNORECASE)


class Header:
    """The fields of a message, the first of each name, decoded when they are asked for."""

    def __init__(self, message: Message) -> None:
        self._values: dict[str, list[str]] = {}
        for _, (name, value) in zip(range(MOST_FIELDS), message.raw_items(), strict=False):
            self._values.setdefault(name.lower(), []).append(str(value)[:LONGEST_FIELD])

    def raw(self, name: str) -> str:
        """The first field of a name as it stands in the message; empty where there is none."""
        return next(iter(self._values.get(name, [])), "")

    def text(self, name: str) -> str:
        """The first field of a name, decoded, on one line."""
        return decoded(self.raw(name))

    @property
    def sender(self) -> tuple[str, str]:
        """The name of who wrote the message, and the address; each empty where it is not told."""
        for field in ("from", "sender", "reply-to"):
            name, address = _parsed(self.raw(field))
            if name or address:
                return name, address
        return "", ""

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote the message, by name, or by address where no name is told."""
        name, address = self.sender
        return authors_of([name]) or ((address,) if address else ())

    def date(self, given: str = "") -> tuple[str, float]:
        """The day on which the message was sent, where it was sent, and when, in seconds; empty and
        0 where neither its field, nor the post offices on its way, nor what is `given` tells it."""
        received = [value.rpartition(";")[2] for value in self._values.get("received", [])]
        sent = [*self._values.get("date", []), *self._values.get("resent-date", [])]
        for value in (*sent, *reversed(received), given):
            if (found := _date(decoded(value)))[0]:
                return found
        return "", 0.0

    def day(self) -> tuple[str, float]:
        """The day of a header that stands in a text, as a program writes it for people, and when it
        began, in seconds; empty and 0 where it tells none."""
        value = self.text("date")
        if _OFFSET.search(value) and (found := _date(value))[0]:
            return found
        day = written_day(value)
        first = first_day(day)
        return day, datetime.fromisoformat(f"{first}T00:00:00+00:00").timestamp() if day else 0.0

    @property
    def identity(self) -> str:
        """The identity of the message; empty where it has none."""
        return next(iter(_IDENTITY.findall(self.raw("message-id"))), "")

    @property
    def references(self) -> tuple[str, ...]:
        """The identities of the messages that this one answers, the nearest last."""
        found = _IDENTITY.findall(self.raw("references"))
        nearest = _IDENTITY.findall(self.raw("in-reply-to"))[:1]
        both = dict.fromkeys([*found[:1], *found[-MOST_REFERENCES:]])
        if nearest:
            both.pop(nearest[0], None)
        return tuple(dict.fromkeys([*both, *nearest]))


def decoded(field: str) -> str:
    """A field on one line, its encoded words decoded (RFC 2047); a broken one stays as it is."""
    pieces: list[str] = []
    held: list[tuple[str, bytes]] = []  # words of one encoding: a letter may stand in two of them
    end = 0
    for word in _WORD.finditer(field):
        if held and (word.start() > end or held[0][0] != word[1].lower()):
            pieces.append(_joined(held))
            held = []
        pieces.append(_plain(field[end : word.start()]))
        data = _bytes(word[2], word[3])
        if data is None:
            pieces.append(word[0])
        else:
            held.append((word[1].lower(), data))
        end = word.end()
    pieces += [_joined(held) if held else "", _plain(field[end:])]
    return " ".join("".join(pieces).split())


def _joined(words: Iterable[tuple[str, bytes]]) -> str:
    [(charset, first), *others] = words
    try:
        return text_of(b"".join([first, *(data for _, data in others)]), charset.partition("*")[0])
    except ReadError:
        return ""


def _bytes(way: str, coded: str) -> bytes | None:
    data = coded.encode("ascii", "replace")
    if way in "qQ":
        plain = data.replace(b"_", b" ")
        return _BETWEEN_BYTES.sub(lambda found: bytes([int(found[1], 16)]), plain)
    try:
        return binascii.a2b_base64(data + b"=" * (-len(data) % 4))
    except binascii.Error:
        return None


def _plain(text: str) -> str:
    """What stands outside of encoded words: letters in an encoding that nothing names, perhaps."""
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
    name = _VIA.sub("", decoded(name)).strip(" \"'")
    if turned := _FAMILY_FIRST.fullmatch(name):
        name = f"{turned[2]} {turned[1]}"
    return ("" if "@" in name else name), decoded(address)


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
    """A subject without what answers, forwards and lists write before it, and whether it answers.

    >>> bare_subject("Re: [bridges] AW: The ferry")
    ('The ferry', True)
    """
    rest, answers = _FORWARDED.sub("", subject), False
    while True:
        found = _ANSWERS.match(rest)
        answers = answers or found is not None
        found = found or _FORWARDS.match(rest) or _TAG.match(rest)
        if found is None or not (rest[found.end() :].strip() or answers):
            return rest.strip(), answers
        rest = rest[found.end() :]


def forwards(subject: str) -> bool:
    """Whether a subject says first of all that something is forwarded.

    >>> forwards("[bridges] WG: The ferry"), forwards("Re: Fwd: The ferry")
    (True, False)
    """
    while found := _TAG.match(subject):
        subject = subject[found.end() :]
    return bool(_FORWARDS.match(subject) or _FORWARDED.search(subject))
