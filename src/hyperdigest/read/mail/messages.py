"""Mail as documents: messages (eml, msg), mailboxes (mbox, Maildir), and attached files.

Each message of a mailbox is read separately. The text of a document is what a reader sees of the
message: sender, date, subject and body.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from email.message import Message
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hyperdigest.base.text import counted, printable, some_names
from hyperdigest.documents import Block
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import ARCHIVES, COMPOUND, MEDIA_TYPES, SEVERAL, TNEF
from hyperdigest.read.archive_folders import files_of, unpack_in_child
from hyperdigest.read.compressed import SUFFIXES, unpacked
from hyperdigest.read.content import WITH_OCR, Content, Envelope, one_line, read_bytes
from hyperdigest.read.encoding import decode
from hyperdigest.read.formats import entries_of, is_known, kind_at, kind_of, sniff
from hyperdigest.read.isolated import read_content
from hyperdigest.read.mail.bodies import bodies_of, whole_text
from hyperdigest.read.mail.body import Body, embedded_body
from hyperdigest.read.mail.forwards import EmbeddedMessage
from hyperdigest.read.mail.headers import Header, bare_subject
from hyperdigest.read.mail.parsing import (
    HEADER_START,
    LARGEST_MESSAGE,
    message_at,
    messages_in,
    parsed,
)
from hyperdigest.read.mail.part import (
    DEEPEST_MESSAGE,
    EXTERNAL,
    MESSAGE,
    file_name,
    inside,
    payload,
    type_of,
)
from hyperdigest.read.mail.parts import DEEPEST_PART, MOST_PARTS, is_tnef, parts_of
from hyperdigest.read.maildir import message_files
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import NOTHING_NEW, UNSUPPORTED, Skipped, Source
from hyperdigest.read.several import AttachedFiles, Entries, Found, Part, Unread, read_entry

_FROM_LINE_DATE = re.compile(r"From \S+(?: at \S+)?\s+(.{1,200})")
_FRAME = re.compile(rb"\s{0,10}(\d{1,9})[ \t]*\r?\n")
"""The line above a message of Apple Mail (emlx): its length, as a list of properties follows it."""

_TOO_DEEP = f"is nested more than {DEEPEST_MESSAGE} messages deep, and left out"
_OF_SEVERAL = "may contain several documents: save it, and give it as another file"


def mbox_entries(data: bytes) -> Entries:
    """The messages of a mailbox, in order. Raises ReadError if it does not begin with one."""
    data = _narrow(data)
    for name, start, end in messages_in(data):
        yield partial(_in_mailbox, data, start, end, name, name, (), 0)


def maildir_entries(path: Path) -> Entries:
    """The messages of a Maildir, in the order in which they came."""
    for file in message_files(path):
        yield partial(_in_maildir, file)


def eml_entries(data: bytes) -> Entries:
    """The single message of a file, which may also be one of Apple Mail."""
    data = _without_frame(data)
    if not HEADER_START.match(data):
        raise ReadError("is not a mail message: it does not begin with a header")
    yield partial(_single, data)


def msg_entries(data: bytes) -> Entries:
    """The single message of a file of Outlook, or what a file with such a name is instead."""
    kind = "msg" if data.startswith(COMPOUND) else sniff(data)
    if kind == "eml":
        yield from eml_entries(data)
    elif kind == "msg":
        yield partial(_single, data)
    elif kind in ("html", "rtf"):
        yield lambda _: [Part((), read_content(data, kind))]
    else:
        raise ReadError("is not a message of Outlook, nor another message")


def _without_frame(data: bytes) -> bytes:
    """A message in UTF-8, without what Apple Mail writes around it."""
    if frame := _FRAME.match(data):
        data = data[frame.end() : frame.end() + int(frame[1])]
    return _narrow(data)


def _narrow(data: bytes) -> bytes:
    """A message or mailbox in UTF-8, if some program saved the whole of it in UTF-16 or UTF-32."""
    if b"\0" not in data[:100]:
        return data
    with suppress(ReadError):
        return decode(data).removeprefix("\ufeff").encode(errors="replace")
    return data


def _in_mailbox(
    data: bytes,
    start: int,
    end: int,
    name: str,
    label: str,
    within: tuple[str, ...],
    depth: int,
    files: AttachedFiles,
) -> Iterator[Found]:
    message = _Message(message_at(data, start, end))
    yield from _read(message, label, (*within, message.name or name), files, depth + 1)


def _in_maildir(path: Path, files: AttachedFiles) -> Iterator[Found]:
    label = printable(path.name)
    try:
        if path.is_symlink():
            raise ReadError("is a link, which is not followed")
        data = unpacked(read_bytes(path))
        if len(data) > LARGEST_MESSAGE:
            raise ReadError(f"is larger than {LARGEST_MESSAGE >> 20} MB")
        if not data:
            raise ReadError("is empty")
        message = _Message(data)
    except ReadError as error:
        yield Unread(label, str(error))
    else:
        yield from _read(message, label, (message.name or label,), files)


def _single(data: bytes, files: AttachedFiles) -> Iterator[Found]:
    if len(data) > LARGEST_MESSAGE and not data.startswith(COMPOUND):
        raise ReadError(
            f"is larger than {LARGEST_MESSAGE >> 20} MB: save attached files separately"
        )
    yield from _read(_Message(data), "", (), files)


def _message_in(data: bytes) -> Message:
    """The message in a file. Raises ReadError if it is broken."""
    if not data.startswith((COMPOUND, TNEF)):
        return parsed(_without_frame(data))
    from hyperdigest.read.mail.outlook import outlook_message

    return outlook_message(data)


class _Message:
    """A parsed message with its header.

    `name` is its name in a mailbox, day and author or subject; empty if all are missing.
    """

    def __init__(self, given: bytes | Message) -> None:
        if isinstance(given, bytes):
            given = _message_in(given)
        self.message = given
        self.header = Header(self.message)
        dated = _FROM_LINE_DATE.match(self.message.get_unixfrom() or "")
        self.day, self.sent = self.header.date(dated[1] if dated else "")
        self.subject = one_line(self.header.text("subject"))
        self.name = _name(self.day, next(iter(self.header.authors), self.subject))


def _name(day: str, author: str) -> str:
    """The name of a message: its day and its author or subject, cut after 60 characters."""
    return one_line(f"{day} {author}")[:60].strip()


def _read(
    one: _Message, label: str, within: tuple[str, ...], files: AttachedFiles, depth: int = 1
) -> Iterator[Found]:
    """The documents of a message: itself, the messages embedded in it, and its files.

    `within` are the names that lead to the message in its file, `depth` is its level in others.
    """
    header, parts = one.header, parts_of(one.message)
    bodies, problems = bodies_of(parts.body, one.subject, label)
    bare, answers = bare_subject(one.subject)
    text, blocks, footers = whole_text(header, bodies, heading=not answers)
    inner = _numbered(_inner(one, bodies, parts.attached, files, label, within, depth))
    first = next(inner, None)
    if any(body.blocks for body in bodies):
        envelope = Envelope(header.identity, header.references, bare, answers, one.sent)
        about: dict[str, Any] = {"authors": header.authors, "date": one.day, "envelope": envelope}
        yield Part(within, Content(text, "mail", one.subject, blocks, footers=footers, **about))
    elif first is None and not parts.attached and not parts.more and not problems:
        yield Unread(label, NOTHING_NEW)
    yield from problems
    if parts.more:
        limits = f"{MOST_PARTS:,} parts, or parts more than {DEEPEST_PART} inside one another"
        names = some_names([file_name(part) or type_of(part) for part in parts.more])
        left_out = f"{counted(len(parts.more), 'part')} left out: {names}"
        yield Unread(label, f"has more than {limits}: {left_out}")
    if first is not None:
        yield first
    yield from inner


def _numbered(items: Iterable[Found]) -> Iterator[Found]:
    """The same items; a document with the name of an earlier one gets a number after it."""
    counts: Counter[tuple[str, ...]] = Counter()
    for found in items:
        if isinstance(found, Part):
            *above, name = found.within
            counts[found.within] += 1
            if (count := counts[found.within]) > 1:
                found = replace(found, within=(*above, f"{name} ({count})"))
        yield found


def _inner(
    one: _Message,
    bodies: Iterable[Body],
    attached: Iterable[Message],
    files: AttachedFiles,
    label: str,
    within: tuple[str, ...],
    depth: int,
) -> Iterator[Found]:
    """The documents in a message besides itself: embedded messages and attached files."""
    identity = one.header.identity
    for message in (message for body in bodies for message in body.embedded):
        yield from _embedded(message, identity, within, depth)
    for number, part in enumerate(attached, 1):
        read = partial(_attached, part, number, label, within, depth)
        for found in read_entry(read, _label(label, f"file {number}"), files):
            if isinstance(found, Unread) or found.content.format == "mail":
                yield found
            else:
                own = found.content
                authors, date = own.authors or one.header.authors, own.date or one.day
                yield Part(found.within, replace(own, authors=authors, date=date))


def _embedded(
    message: EmbeddedMessage, identity: str, within: tuple[str, ...], depth: int
) -> Iterator[Found]:
    """The documents of an embedded message, and of messages embedded in it.

    `identity` is that of the message around it, for a message without an id.
    """
    header, body = message.header, embedded_body(message)
    day, sent = header.day()
    subject = one_line(header.text("subject"))
    bare, answers = bare_subject(subject)
    names = (*within, _name(day, next(iter(header.authors), subject or "forwarded message")))
    if body.blocks:
        envelope = Envelope(header.identity or identity, header.references, bare, answers, sent)
        about: dict[str, Any] = {"authors": header.authors, "date": day, "envelope": envelope}
        place = -1 if answers or not subject else body.text.find(subject)
        titles = () if place < 0 else (Block(place, place + len(subject), "heading"),)
        in_header = place < sum(len(line) + 1 for line in message.lines[: message.top])
        blocks = (*titles, *body.blocks) if in_header else body.blocks
        about["footers"] = body.footers
        yield Part(names, Content(body.text, "mail", subject, blocks, **about))
    if depth < DEEPEST_MESSAGE:
        for inner in body.embedded:
            yield from _embedded(inner, header.identity or identity, names, depth + 1)


def _attached(
    part: Message,
    number: int,
    label: str,
    within: tuple[str, ...],
    depth: int,
    files: AttachedFiles,
) -> Iterator[Found]:
    """The documents of an attached file."""
    name, media_type = file_name(part), type_of(part)
    label = _label(label, name or f"file {number}")
    if media_type == MESSAGE and (messages := inside(part)):
        yield from _attached_message(messages[0], number, files, label, within, depth)
        return
    if reason := _not_read(part):
        yield Unread(label, reason)
        return
    kind = kind_of(name) if is_known(name) else MEDIA_TYPES.get(media_type, "")
    name = name or f"file {number}"
    if kind in ARCHIVES:
        yield from _in_archive(payload(part), name, label.removesuffix(name), within, depth, files)
    else:
        packed = name.lower().endswith(SUFFIXES)
        data = partial(_payload, part, packed=packed)
        yield from _file(data, kind, name, number, label, within, depth, files)


def _payload(part: Message, *, packed: bool) -> bytes:
    return unpacked(payload(part)) if packed else payload(part)


def _file(
    data: Callable[[], bytes],
    kind: str,
    name: str,
    number: int,
    label: str,
    within: tuple[str, ...],
    depth: int,
    files: AttachedFiles,
) -> Iterator[Found]:
    """The documents of a file of some kind, attached to a message or in an attached archive."""
    try:
        if kind == "posts":
            read = data()
            kind, data = sniff(read), lambda: read
        if kind in ("eml", "msg"):
            yield from _attached_message(data(), number, files, label, within, depth)
        elif kind == "mbox":
            yield from _attached_mailbox(_narrow(data()), files, label, (*within, name), depth)
        elif kind == "jsonl":
            for entry in entries_of(kind, data()):
                yield from _inside(read_entry(entry, "", files), label, (*within, name))
        elif not kind or kind == "image":
            yield Unread(label, UNSUPPORTED)
        elif kind in SEVERAL and kind not in MEDIA_TYPES.values():
            yield Unread(label, _OF_SEVERAL)
        else:
            with files.next():
                content = read_content(data(), kind)
            notes = tuple(map(_to_save_first, content.notes))
            yield Part((*within, name), replace(content, scanned=(), notes=notes))
    except ReadError as error:
        yield Unread(label, _to_save_first(str(error)))


def _inside(items: Iterable[Found], label: str, within: tuple[str, ...]) -> Iterator[Found]:
    """What an entry of an attached file gives, with the names that lead to that file."""
    for each in items:
        if isinstance(each, Unread):
            yield Unread(_label(label, each.label), each.reason)
        else:
            yield Part((*within, *each.within), each.content)


def _attached_mailbox(
    data: bytes, files: AttachedFiles, label: str, within: tuple[str, ...], depth: int
) -> Iterator[Found]:
    if depth >= DEEPEST_MESSAGE:
        raise ReadError(_TOO_DEEP)
    for name, start, end in messages_in(data):
        read = partial(_in_mailbox, data, start, end, name, _label(label, name), within, depth)
        yield from read_entry(read, _label(label, name), files)


def _in_archive(
    data: bytes, name: str, around: str, within: tuple[str, ...], depth: int, files: AttachedFiles
) -> Iterator[Found]:
    """The documents of the files in an attached archive, which are unpacked to a folder. `around`
    is what stands before the names of files in messages."""
    with TemporaryDirectory() as folder:
        archive, target = Path(folder, "archive"), Path(folder, "files")
        archive.write_bytes(data)
        target.mkdir()
        with files.next():
            source = Source(archive, inside=Path(name))
            unpacking = ReadingOptions(archive_files=MOST_PARTS)
            found = files_of(source, target, unpack_in_child, unpacking)
        for number, each in enumerate(found, 1):
            if isinstance(each, Skipped):
                yield Unread(around + each.path, each.reason)
                continue
            label, (*folders, last) = around + printable(str(each.named)), each.named.parts
            given = (partial(read_bytes, each.path), kind_at(each.path), last, number, label)
            read = partial(_file, *given, (*within, *folders), depth)
            yield from read_entry(read, label, files)


def _not_read(part: Message) -> str:
    """Why an attached file is not read; empty for others."""
    if type_of(part) == EXTERNAL:
        return "is only a link to a file: get it, and give it as another file"
    if is_tnef(part):
        return (
            "is a message in a form of Outlook (TNEF) that is broken: save it there as .msg, or ask"
            " its sender for plain text or HTML"
        )
    return ""


def _label(around: str, name: str) -> str:
    """The name of an attached file in messages, after that of the message."""
    return f"{around}, {name}" if around else name


def _to_save_first(message: str) -> str:
    """`message` about an attached file, which has to be saved before OCR can read it."""
    return message.replace(WITH_OCR, f"{WITH_OCR} after saving it as a separate file")


def _attached_message(
    given: bytes | Message,
    number: int,
    files: AttachedFiles,
    label: str,
    within: tuple[str, ...],
    depth: int,
) -> Iterator[Found]:
    if depth >= DEEPEST_MESSAGE:
        yield Unread(label, _TOO_DEEP)
        return
    message = _Message(given)
    names = (*within, message.name or f"message {number}")
    yield from _read(message, label, names, files, depth + 1)
