"""The body of a message: of its forms in plain text, HTML and RTF the one that says most.

Outlook compresses RTF, which may wrap HTML or text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.message import Message

from compressed_rtf import decompress

from hyperdigest.documents import Block
from hyperdigest.errors import ReadError
from hyperdigest.read.mail.body import LARGEST_BODY, Body, body_of_blocks, html_body, plain_body
from hyperdigest.read.mail.forwards import EmbeddedMessage
from hyperdigest.read.mail.headers import Header
from hyperdigest.read.mail.part import HTML, LONGEST_NOTICE, PLAIN, RTF, parameter, payload
from hyperdigest.read.office.rtf import read_rtf
from hyperdigest.read.office.rtf_wrapped import wrapped_in
from hyperdigest.read.several import Unread

LARGEST_COMPRESSED = LARGEST_BODY // 2
"""Size limit of a compressed body, in bytes: it may become eight times as large."""

_MARKS = (b"LZFu", b"MELA")
_MARK_PLACE = 8


def bodies_of(
    pieces: Iterable[dict[str, list[Message]]], subject: str, label: str
) -> tuple[list[Body], list[Unread]]:
    """The pieces of the body of a message, and the reasons why others cannot be read."""
    bodies: list[Body] = []
    problems: list[Unread] = []
    for alternatives in pieces:
        try:
            bodies.append(_body(alternatives, subject))
        except ReadError as error:
            problems.append(Unread(label, str(error)))
    return bodies, problems


def _body(alternatives: dict[str, list[Message]], subject: str) -> Body:
    """One piece of a body, given as alternative parts by type.

    Plain text is preferred to HTML or RTF, unless it is short and the other has four times as much
    text, or the only blocks: then the plain text is a notice for programs that show only that.
    """
    plain = join_bodies([_plain(part, subject) for part in alternatives.get(PLAIN, [])])
    if not {HTML, RTF} & alternatives.keys() or len(plain.text) > LONGEST_NOTICE:
        return plain
    try:
        page = join_bodies(list(_pages(alternatives, subject)))
    except ReadError:
        if not plain.text.strip():
            raise
        return plain
    is_longer = len(page.text) > 4 * len(plain.text)
    has_more = bool(page.blocks or page.embedded) and not (plain.blocks or plain.embedded)
    return page if is_longer or has_more else plain


def _pages(alternatives: dict[str, list[Message]], subject: str) -> Iterator[Body]:
    """The body in HTML, or in RTF if there is no HTML."""
    for part in alternatives.get(HTML, []):
        yield html_body(payload(part), parameter(part, "charset"), subject)
    for part in alternatives.get(RTF, []) if HTML not in alternatives else ():
        yield _rtf_body(payload(part), subject)


def _plain(part: Message, subject: str) -> Body:
    flowed = parameter(part, "format") == "flowed"
    joined = parameter(part, "delsp") == "yes"
    charset = parameter(part, "charset")
    return plain_body(payload(part), charset, subject, flowed=flowed, joined=joined)


def _rtf_body(data: bytes, subject: str = "") -> Body:
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


def whole_text(
    header: Header, bodies: list[Body], *, heading: bool
) -> tuple[str, tuple[Block, ...], tuple[Block, ...]]:
    """The text of a message, its blocks and its footers.

    The blocks are those of its bodies, and its subject if `heading`.
    """
    fields = [(name, header.text(name.lower())) for name in ("From", "Date", "Subject")]
    head = "\n".join(f"{name}: {value}" for name, value in fields if value)
    subject = fields[-1][1]
    titles = (Block(len(head) - len(subject), len(head), "heading"),) if subject and heading else ()
    whole = join_bodies([Body(head, titles), *bodies])
    return whole.text, whole.blocks, whole.footers


def join_bodies(bodies: list[Body]) -> Body:
    """The bodies joined by blank lines."""
    texts: list[str] = []
    blocks: list[Block] = []
    footers: list[Block] = []
    embedded: list[EmbeddedMessage] = []
    offset = 0
    for body in bodies:
        embedded += body.embedded
        if body.text.strip():
            texts.append(body.text)
            for found, own in ((blocks, body.blocks), (footers, body.footers)):
                found += [replace(b, start=b.start + offset, end=b.end + offset) for b in own]
            offset += len(body.text) + len("\n\n")
    return Body("\n\n".join(texts), tuple(blocks), tuple(embedded), tuple(footers))
