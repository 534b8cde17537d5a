"""Mail as documents: messages and mailboxes, and the files that are attached.

A mailbox is cut into messages where lines begin with "From ", and each is read by itself. The text
of a document is what a reader sees of the message: who sent it, when and on what, then its body.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from functools import partial
from typing import Any

from hyperdigest.documents import Block
from hyperdigest.errors import ReadError
from hyperdigest.read.compressed import unpacked
from hyperdigest.read.content import BY_MACHINE, Content, Envelope, one_line
from hyperdigest.read.formats import PACKED, SEVERAL, is_known, kind_of
from hyperdigest.read.isolated import read_content
from hyperdigest.read.mail.body import Body, held_body, html_body, plain_body
from hyperdigest.read.mail.forwards import Held
from hyperdigest.read.mail.headers import Header, bare_subject
from hyperdigest.read.mail.parts import (
    DEEPEST as DEEPEST_PART,
)
from hyperdigest.read.mail.parts import (
    MESSAGE,
    MOST_PARTS,
    PAGE,
    PLAIN,
    file_name,
    inside,
    parameter,
    parts_of,
    payload,
    type_of,
)
from hyperdigest.read.paths import NOTHING_NEW, UNKNOWN
from hyperdigest.read.several import Entries, Found, Part, Unread

LARGEST = 64 << 20
"""Bytes of a message that is read; the parser needs some ten times as much memory."""

MOST_ATTACHED = 100
"""Files attached to a message that are read."""

DEEPEST = 3
"""Messages inside one another that are read."""

TOO_MANY = (
    f"has more than {MOST_PARTS:,} parts, or parts more than {DEEPEST_PART} inside one another: the"
    " others are left out"
)

LONGEST_HEAD = 1 << 18
"""Bytes of a header that are looked at."""

MOST_MARKS = 100_000
"""Lines that begin with two dashes: the parser takes a tenth of a millisecond for each part."""

SHORT = 300
"""Characters of a plain text that may be a mere notice that there is a page as well."""

FULLER = 4
"""How many times as long a page is that holds more than such a notice."""

LONGEST_NAME = 60

_FIELD = rb"[!-9;-~]{1,100}:"
_BEGINS = re.compile(rb"\nFrom ([^\n]{0,2000})\n(?=" + _FIELD + rb")")
_DATED = re.compile(rb"\S+(?: at \S+)? +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? ")
_MASKED = re.compile(rb"^>(>*From )", re.MULTILINE)
_POSTMARK = re.compile(r"From \S+(?: at \S+)?\s+(.{1,200})")
_BLANK = re.compile(rb"\n\r?\n")
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}(?:From |" + _FIELD + b")")

_KINDS = {
    PLAIN: "text",
    PAGE: "html",
    "application/pdf": "pdf",
    "application/rtf": "rtf",
    "text/rtf": "rtf",
    "text/markdown": "markdown",
    "application/epub+zip": "epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.presentation": "odp",
}
"""The kinds of files that are attached under names that tell none."""


def mbox_entries(data: bytes) -> Entries:
    """The messages of a mailbox, in order. Raises a ReadError where it holds none."""
    data = data.lstrip(b"\r\n") if data.startswith((b"\r", b"\n")) else data
    if not _HEAD.match(data):
        raise ReadError('is no mailbox: it does not begin with a line "From ..." and a header')
    starts = [0]
    for found in _BEGINS.finditer(data):
        place = found.start()
        # In a message such a line may stand too, but not below a blank line, nor with a day.
        if data[place - 2 : place].endswith((b"\n", b"\n\r")) or _DATED.match(found[1]):
            starts.append(place + 1)
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), 1):
        yield partial(_in_mailbox, data, start, end, f"message {number}")


def eml_entries(data: bytes) -> Entries:
    """The one message of a file."""
    if not _HEAD.match(data):
        raise ReadError("is no message: it does not begin with a header")
    yield partial(_alone, data)


def _in_mailbox(data: bytes, start: int, end: int, label: str, whole: bool) -> Iterator[Found]:
    if end - start > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB")
    message = _Message(_MASKED.sub(rb"\1", data[start:end]))
    yield from _read(message, label, (message.name or label,), whole)


def _alone(data: bytes, whole: bool) -> Iterator[Found]:
    if len(data) > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB: save what is attached by itself")
    yield from _read(_Message(data), "", (), whole)


def _parsed(data: bytes) -> Message:
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if data.count(b"\n--") > MOST_MARKS:
        raise ReadError(f"has more than {MOST_MARKS:,} lines that may part it: it is made to harm")
    head = _BLANK.search(data)
    if head and head.start() > LONGEST_HEAD:
        data = data[: data.rfind(b"\n", 0, LONGEST_HEAD)] + data[head.start() :]
    try:
        return message_from_bytes(data)
    except RecursionError as error:
        raise ReadError("has hundreds of parts inside one another: it is made to harm") from error


class _Message:
    """A message that is parsed, its header, and its `name` in a mailbox: its day and its author, or
    what it is about; empty where it tells none of them."""

    def __init__(self, given: bytes | Message) -> None:
        if isinstance(given, bytes):
            given = _parsed(given)
        self.message = given
        self.header = Header(self.message)
        postmark = _POSTMARK.match(self.message.get_unixfrom() or "")
        self.day, self.sent = self.header.date(postmark[1] if postmark else "")
        self.subject = one_line(self.header.text("subject"))
        who = next(iter(self.header.authors), self.subject)
        self.name = one_line(f"{self.day} {who}")[:LONGEST_NAME].strip()


def _read(
    one: _Message, label: str, within: tuple[str, ...], whole: bool, depth: int = 1
) -> Iterator[Found]:
    """The documents that a message holds: itself, the messages that stand in its text, and what is
    attached if it is read `whole`."""
    header, parts = one.header, parts_of(one.message)
    bodies = [_body(same, one.subject) for same in parts.body]
    bare, answers = bare_subject(one.subject)
    text, blocks = _whole_text(header, bodies, heading=not answers)
    inner = _numbered(_inner(one, bodies, parts.attached if whole else [], label, within, depth))
    first = next(inner, None)
    if any(body.blocks for body in bodies):
        envelope = Envelope(header.identity, header.references, bare, answers, one.sent)
        about: dict[str, Any] = {"authors": header.authors, "date": one.day, "envelope": envelope}
        yield Part(within, Content(text, "mail", one.subject, blocks, **about))
    elif first is None and not parts.attached and not parts.more:
        yield Unread(label, NOTHING_NEW)
    if parts.more:
        yield Unread(label, TOO_MANY)
    if first is not None:
        yield first
    yield from inner


def _numbered(items: Iterable[Found]) -> Iterator[Found]:
    """The same items, the documents that are called alike told apart by numbers."""
    again: Counter[tuple[str, ...]] = Counter()
    for found in items:
        if isinstance(found, Part):
            *above, name = found.within
            again[found.within] += 1
            if (times := again[found.within]) > 1:
                found = replace(found, within=(*above, f"{name} ({times})"))
        yield found


def _inner(
    one: _Message,
    bodies: Iterable[Body],
    attached: Iterable[Message],
    label: str,
    within: tuple[str, ...],
    depth: int,
) -> Iterator[Found]:
    """The documents in a message that are not its own."""
    identity = one.header.identity
    for held in (held for body in bodies for held in body.held):
        yield from _held(held, identity, within, depth)
    for number, part in enumerate(attached, 1):
        if number > MOST_ATTACHED:
            more = f"has more than {MOST_ATTACHED} files attached: the others are left out"
            yield Unread(label, more)
            return
        for found in _attached(part, number, label, within, depth):
            if isinstance(found, Unread) or found.content.format == "mail":
                yield found
            else:
                own = found.content
                authors, date = own.authors or one.header.authors, own.date or one.day
                yield Part(found.within, replace(own, authors=authors, date=date))


def _held(held: Held, identity: str, within: tuple[str, ...], depth: int) -> Iterator[Found]:
    """The documents of a message that stands in the text of another, which has an `identity`: as
    deep as messages may lie in one another."""
    header, body = held.header, held_body(held)
    day, sent = header.day()
    subject = one_line(header.text("subject"))
    bare, answers = bare_subject(subject)
    who = next(iter(header.authors), subject or "forwarded message")
    names = (*within, one_line(f"{day} {who}")[:LONGEST_NAME].strip())
    if body.blocks:
        envelope = Envelope(header.identity or identity, header.references, bare, answers, sent)
        about: dict[str, Any] = {"authors": header.authors, "date": day, "envelope": envelope}
        place = -1 if answers or not subject else body.text.find(subject)
        titles = () if place < 0 else (Block(place, place + len(subject), "heading"),)
        in_header = place < sum(len(line) + 1 for line in held.lines[: held.top])
        blocks = (*titles, *body.blocks) if in_header else body.blocks
        yield Part(names, Content(body.text, "mail", subject, blocks, **about))
    if depth < DEEPEST:
        for inner in body.held:
            yield from _held(inner, header.identity or identity, names, depth + 1)


def _body(same: dict[str, list[Message]], subject: str) -> Body:
    """A piece of a body, of parts that say the same in several ways."""
    plain = _joined([_plain(part, subject) for part in same.get(PLAIN, [])])
    if PAGE not in same or len(plain.text) > SHORT:
        return plain
    try:
        pages = (html_body(payload(p), parameter(p, "charset"), subject) for p in same[PAGE])
        page = _joined(list(pages))
    except ReadError:
        if not plain.text.strip():
            raise
        return plain
    is_notice = len(page.text) > FULLER * len(plain.text)
    says_more = bool(page.blocks or page.held) and not (plain.blocks or plain.held)
    return page if is_notice or says_more else plain


def _plain(part: Message, subject: str) -> Body:
    flowed = parameter(part, "format") == "flowed"
    joined = parameter(part, "delsp") == "yes"
    charset = parameter(part, "charset")
    return plain_body(payload(part), charset, subject, flowed=flowed, joined=joined)


def _whole_text(
    header: Header, bodies: list[Body], *, heading: bool
) -> tuple[str, tuple[Block, ...]]:
    """The text of a message and its blocks: those of its body, and its subject if it is a `heading`
    and not repeated from the message that is answered."""
    fields = [(name, header.text(name.lower())) for name in ("From", "Date", "Subject")]
    head = "\n".join(f"{name}: {value}" for name, value in fields if value)
    subject = fields[-1][1]
    titles = (Block(len(head) - len(subject), len(head), "heading"),) if subject and heading else ()
    whole = _joined([Body(head, titles), *bodies])
    return whole.text, whole.blocks


def _joined(bodies: list[Body]) -> Body:
    """Bodies one blank line apart."""
    texts: list[str] = []
    blocks: list[Block] = []
    held: list[Held] = []
    offset = 0
    for body in bodies:
        held += body.held
        if body.text.strip():
            texts.append(body.text)
            blocks += [Block(b.start + offset, b.end + offset, b.kind) for b in body.blocks]
            offset += len(body.text) + len("\n\n")
    return Body("\n\n".join(texts), tuple(blocks), tuple(held))


def _attached(
    part: Message, number: int, label: str, within: tuple[str, ...], depth: int
) -> Iterator[Found]:
    """What a file that is attached to a message holds."""
    name, kind = file_name(part), type_of(part)
    label = ", ".join(filter(None, (label, name or f"file {number}")))
    if kind == MESSAGE and (held := inside(part)):
        yield from _inside(held[0], number, label, within, depth)
        return
    known = kind_of(name) if is_known(name) else _KINDS.get(kind, "")
    try:
        if known == "eml":
            yield from _inside(payload(part), number, label, within, depth)
        elif not known or known in SEVERAL:
            yield Unread(label, UNKNOWN)
        else:
            data = payload(part)
            content = read_content(unpacked(data) if name.lower().endswith(PACKED) else data, known)
            told = tuple(map(_once_saved, content.notes))
            content = replace(content, scanned=(), notes=told)
            yield Part((*within, name or f"file {number}"), content)
    except ReadError as error:
        yield Unread(label, _once_saved(str(error)))


def _once_saved(told: str) -> str:
    """What is told of a file that is attached, whose pages are not read by machine."""
    return told.replace(BY_MACHINE, f"{BY_MACHINE} after saving it as a file of its own")


def _inside(
    given: bytes | Message, number: int, label: str, within: tuple[str, ...], depth: int
) -> Iterator[Found]:
    if depth >= DEEPEST:
        yield Unread(label, f"lies more than {DEEPEST} messages deep, and is left out")
        return
    message = _Message(given)
    names = (*within, message.name or f"message {number}")
    yield from _read(message, label, names, True, depth + 1)
