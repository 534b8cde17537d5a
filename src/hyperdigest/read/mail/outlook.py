"""Files of Outlook (msg, oft), and winmail.dat, as messages of other programs: header and parts.

So all else is done as for other mail. What is no mail, such as an appointment, a task or a contact,
is a message whose body begins with what it says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from email.utils import format_datetime, quote
from mimetypes import MimeTypes

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import TNEF
from hyperdigest.read.mail.headers import family_name_last
from hyperdigest.read.mail.parsing import LONGEST_HEADER, parsed
from hyperdigest.read.mail.part import (
    DEEPEST_MESSAGE,
    EXTERNAL,
    HTML,
    LONGEST_NOTICE,
    MESSAGE,
    PLAIN,
    RTF,
    type_of,
)
from hyperdigest.read.mail.properties import PROPERTIES, Properties, Storage, named_properties
from hyperdigest.read.mail.tnef import open_tnef
from hyperdigest.read.office.compound import open_compound

_TOP_HEADER, _INNER_HEADER, _FILE_HEADER = 32, 24, 8
"""Bytes before the properties of a message, of one that is attached to another, and of a file."""

_SUBJECT, _BODY, _REPORT_TEXT, _HTML, _RTF = 0x0037, 0x1000, 0x1001, 0x1013, 0x1009
_CLASS, _HEADERS = 0x001A, 0x007D
_HEADERS_TITLE = re.compile(r"\s*(?:Microsoft Mail Internet Headers[^\n]*\n)?")
_SENDER_NAMES, _SENDER_ADDRESSES = (0x0042, 0x0C1A), (0x5D02, 0x5D01, 0x0065, 0x0C1F)
_PLAIN_NAME = re.compile(r"[\w '’-]+")
_TIMES = (0x0039, 0x0E06, 0x3007)
"""When a message was sent, delivered and made."""

_IDENTITIES = {"Message-ID": 0x1035, "In-Reply-To": 0x1042, "References": 0x1039}
_TAKEN_OVER = ("From", "Sender", "Reply-To", "Date", "Received", *_IDENTITIES)
"""Fields of the header that the message was sent with, where Outlook has kept it."""

_FILE, _METHOD, _FILE_TYPE, _FILE_NAMES = 0x3701, 0x3705, 0x370E, (0x3707, 0x3704, 0x3001)
_LINKED, _EMBEDDED = (2, 3, 4, 7), 5
"""How a file is attached: as a link to a place, or as a message."""

_DETAILS: dict[str, tuple[tuple[str, tuple[int, ...]], ...]] = {
    "IPM.Appointment": (
        ("Start", (0x820D, 0x0060)),
        ("End", (0x820E, 0x0061)),
        ("Recurrence", (0x8232,)),
        ("Location", (0x8208,)),
        ("Attendees", (0x0E04,)),
    ),
    "IPM.Task": (("Start", (0x8104,)), ("Due", (0x8105,)), ("Completed", (0x810F,))),
    "IPM.Contact": (
        ("Name", (0x3001,)),
        ("Company", (0x3A16,)),
        ("Department", (0x3A18,)),
        ("Title", (0x3A17,)),
        *(("Mail", (number,)) for number in (0x8083, 0x8093, 0x80A3)),
        ("Telephone", (0x3A08,)),
        ("Mobile", (0x3A1C,)),
        ("Telephone at home", (0x3A09,)),
        ("Address", (0x801B, 0x3A15)),
        ("Address at home", (0x801A,)),
    ),
}
"""What an item that is no mail says of itself: a label, and the properties that may have it."""

_DETAILS["IPM.Schedule.Meeting"] = _DETAILS["IPM.Appointment"]


def outlook_message(data: bytes) -> Message:
    """The message in a file of Outlook. Raises ReadError if the file is broken, or is another."""
    root: Storage = open_tnef(data) if data.startswith(TNEF) else open_compound(data)
    if PROPERTIES not in root:
        raise ReadError("has no message of Outlook: it is broken, or a file of another kind")
    return _Reader(named_properties(root)).message(root, _TOP_HEADER)


class _Reader:
    """Reads messages; `named` are the numbers of named properties."""

    def __init__(self, named: dict[int, int]) -> None:
        self._named = named
        self._types = MimeTypes()

    def message(
        self, storage: Storage, header: int, around: Properties | None = None, depth: int = 1
    ) -> Message:
        """The message in a storage; one that is attached deeper than such are read is empty."""
        found = Message()
        if depth > DEEPEST_MESSAGE:
            return found
        about = Properties(storage, header, around)
        _add_header(found, about)
        kind = about.line(_CLASS)
        details = "; ".join(self._details(about, kind))
        found["Content-Type"] = "multipart/mixed"
        if details:
            found.attach(_text_part(PLAIN, details))
        attached = storage.storages("__attach_version1.0_")
        files = [self._file(each, about, depth) for each in attached]
        if not any(type_of(each).startswith("multipart/") for each in files):
            found.attach(_body(about))
        for each in files:
            found.attach(each)
        return found

    def _details(self, about: Properties, kind: str) -> Iterator[str]:
        form = "%Y-%m-%d" if kind.startswith("IPM.Task") else "%Y-%m-%d %H:%M UTC"
        for prefix, details in _DETAILS.items():
            for label, numbers in details if kind.startswith(prefix) else ():
                known = [self._named.get(number, number) for number in numbers]
                if time := about.time(*known):
                    yield f"{label}: {time:{form}}"
                elif text := about.line(*known):
                    yield f"{label}: {text.replace(';', ',')}"

    def _file(self, storage: Storage, message: Properties, depth: int) -> Message:
        """The part of an attached file, or message."""
        about = Properties(storage, _FILE_HEADER, message)
        name, method = about.line(*_FILE_NAMES), about.number(_METHOD)
        inner = storage.storage(f"__substg1.0_{_FILE:04X}000D")
        kind = about.line(_FILE_TYPE) or self._types.guess_type(name)[0]
        if method == _EMBEDDED and inner:
            part = _part(MESSAGE)
            part.attach(self.message(inner, _INNER_HEADER, message, depth + 1))
        elif method in _LINKED:
            part = _part(EXTERNAL)
        else:
            data = about.binary(_FILE)
            if kind and kind.startswith("multipart/"):  # a signed message, with its body
                return parsed(data)
            part = _part(kind or "application/octet-stream", data)
        part.add_header("Content-Disposition", "attachment", filename=name)
        return part


def _add_header(message: Message, about: Properties) -> None:
    """Add the fields of the header that a message was sent with, or what Outlook says instead."""
    sent = HeaderParser().parsestr(_HEADERS_TITLE.sub("", about.text(_HEADERS)[:LONGEST_HEADER], 1))
    fields = [(name, str(value)) for name in _TAKEN_OVER for value in sent.get_all(name, [])]
    given = {name for name, _ in fields}
    fields.append(("Subject", about.line(_SUBJECT) or str(sent.get("Subject", ""))))
    fields.append(("From", "" if "From" in given else _sender(about)))
    if not given & {"Date", "Received"} and (time := about.time(*_TIMES)):
        fields.append(("Date", format_datetime(time)))
    fields += [(name, about.line(n)) for name, n in _IDENTITIES.items() if name not in given]
    for name, value in fields:
        if value:
            message[name] = value


def _sender(about: Properties) -> str:
    """The name and the address of the sender, without those that only Exchange understands."""
    name = about.line(*_SENDER_NAMES)
    lines = (about.line(number) for number in _SENDER_ADDRESSES)
    address = next((line for line in lines if "@" in line), "")
    if not address:
        return f'"{quote(family_name_last(name))}"' if name else ""
    if not name or "@" in name:
        return address
    return f"{name} <{address}>" if _PLAIN_NAME.fullmatch(name) else f'"{quote(name)}" <{address}>'


def _body(about: Properties) -> Message:
    """The body of a message: HTML, from which Outlook makes the plain text; else that, and if it is
    short RTF, which may have more."""
    if page := about.text(_HTML):
        return _text_part(HTML, page)
    if data := about.binary(_HTML):
        return _part(HTML, data, charset=about.internet_charset)
    plain = about.text(_BODY) or about.text(_REPORT_TEXT)
    body = _part("multipart/alternative")
    body.attach(_text_part(PLAIN, plain))
    if len(plain) <= LONGEST_NOTICE and (data := about.binary(_RTF)):
        body.attach(_part(RTF, data))
    return body


def _text_part(kind: str, text: str) -> Message:
    return _part(kind, text.encode("utf-8", "replace"), charset="utf-8")


def _part(kind: str, data: bytes | None = None, charset: str = "") -> Message:
    part = Message()
    part["Content-Type"] = f'{kind}; charset="{charset}"' if charset else kind
    if data is not None:
        part.set_payload(data)
    return part
