"""Saved web pages (MHTML): a message whose parts are a page, its frames, pictures and styles.

The document is the page, and below it the frames, each read as a page of its own.
"""

from __future__ import annotations

from dataclasses import replace
from email.message import Message

from hyperdigest.base.addresses import web_address
from hyperdigest.errors import ReadError
from hyperdigest.read.content import MOST_DROPPED, Content, Dropped
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.mail.charsets import text_of
from hyperdigest.read.mail.headers import Header
from hyperdigest.read.mail.parsing import LARGEST_MESSAGE, parsed
from hyperdigest.read.mail.part import HTML, parameter, payload, type_of
from hyperdigest.read.mail.parts import parts_of

_PAGES = (HTML, "application/xhtml+xml")


def read_mhtml(data: bytes) -> Content:
    """The text of a saved page. Its address is that from which it was saved, its date, if it states
    none, the day on which it was."""
    if len(data) > LARGEST_MESSAGE:
        raise ReadError(
            f"is larger than {LARGEST_MESSAGE >> 20} MB: save the page without pictures"
        )
    message = parsed(data)
    parts = parts_of(message)
    found = [part for pieces in parts.body for part in pieces.get(HTML, [])]
    found += [part for part in parts.attached if type_of(part) in _PAGES]
    if not found:
        raise ReadError("is not a saved web page: it has no part in HTML")
    start = _identity(parameter(message, "start"))
    found.sort(key=lambda part: not start or _identity(str(part.get("content-id", ""))) != start)
    first = _page(found[0])
    whole = _joined(first, found[1:])
    header = Header(message)
    places = (found[0].get("content-location"), header.raw("snapshot-content-location"))
    address = next(filter(None, (web_address(str(place)) for place in places)), first.address)
    return replace(
        whole,
        title=first.title or header.text("subject"),
        date=first.date or header.date()[0],
        address=address,
    )


def _identity(given: str) -> str:
    return given.strip(" <>").lower()


def _page(part: Message) -> Content:
    data, charset = payload(part), parameter(part, "charset")
    return read_html(text_of(data, charset).encode() if charset else data)


def _joined(first: Content, parts: list[Message]) -> Content:
    """A page with the text of its frames below it; a text that several of them have is there once.

    A frame that cannot be read is noted.
    """
    pages, notes = [first], list(first.notes)
    for part in parts:
        try:
            pages.append(frame := _page(part))
            notes += frame.notes
        except ReadError as error:
            notes.append(f"lacks the text of a frame, which {error}")
    offset, blocks = 0, []
    texts: dict[str, None] = {}
    for page in pages:
        if page.text.strip() and page.text not in texts:
            blocks += [replace(b, start=b.start + offset, end=b.end + offset) for b in page.blocks]
            offset += len(page.text) + len("\n\n")
            texts[page.text] = None
    dropped = [page.dropped for page in pages]
    shown = tuple(text for each in dropped for text in each.texts)[:MOST_DROPPED]
    return replace(
        first,
        text="\n\n".join(texts),
        blocks=tuple(blocks),
        notes=tuple(notes),
        dropped=Dropped(sum(d.blocks for d in dropped), sum(d.words for d in dropped), shown),
    )
