"""A text, where it comes from, and what a reader is told of its places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter

from hyperdigest.base.addresses import text_link, web_address
from hyperdigest.base.names import credited
from hyperdigest.base.readable import readable, uncovered
from hyperdigest.base.slices import printed_number
from hyperdigest.base.text import (
    displayed,
    line,
    line_number,
    ordinal,
    visible,
    without_half_emphasis,
)
from hyperdigest.dates import Dated, dated
from hyperdigest.documents.parts import Block, Place, Post, RecognizedLine

SLIDE_FORMATS = frozenset({"pptx", "odp"})
"""Formats whose pages are slides."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text, where it comes from, and its metadata.

    Parameters
    ----------
    name : the name of the document in digests; unique in a collection.
    path : the path of its file from the current directory; ``-`` for standard input.
    text : the decoded content (txt, md) or the extracted text (all other formats).
    title : the title that the document has, or an empty string.
    format : ``text``, ``markdown``, ``html``, ``pdf`` or another of the table of formats, or that
        of a plugin.
    blocks : the parts that the format marks; empty if the splitter has to find them.
    pages : offset in `text` at which each page (PDF) or slide begins; empty in other formats.
    page_labels : the number printed on each page, such as ``iv``; empty if it is not known.
    authors : the authors that the document names; may be empty.
    date : when it was published or last changed, as ``2026``, ``2026-11`` or ``2026-11-22``; or an
        empty string.
    recognized : the lines of pages without text that were read by text recognition, in order.
    scanned : the numbers, from 1, of pages without text that were not recognized.
    post : its metadata as a post in a thread; None if it is not a post.
    modified : the day on which its file was last changed, as ``2026-11-22``; or an empty string.
    address : the web address that it states; or an empty string.
    places : its named places, such as rows of a sheet, in order; empty if its places are pages,
        lines or paragraphs.
    """

    name: str
    path: str
    text: str
    title: str = ""
    format: str = "text"
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    page_labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    recognized: tuple[RecognizedLine, ...] = ()
    scanned: tuple[int, ...] = ()
    post: Post | None = None
    modified: str = ""
    address: str = ""
    places: tuple[Place, ...] = ()

    @property
    def web_address(self) -> str:
        """The web address that it states, or its path if that is one; else an empty string."""
        return web_address(self.address) or web_address(self.path)

    def link(self, start: int, end: int) -> str:
        """A link to a slice of the text on the web; empty if the document has no web address."""
        address = self.web_address
        if not address:
            return ""
        if self.format == "pdf":
            return f"{address.partition('#')[0]}#page={self.page(start) or 1}"
        text = self.text[start:end]
        return text_link(address, self.displayed(start, end) if self.format == "markdown" else text)

    @property
    def dated(self) -> Dated:
        """Its date, else the date in its name, else that of its file; and which of them it is."""
        return dated(self.date, self.name, self.modified)

    @property
    def label(self) -> str:
        """Its title on one line, or its name if it has none."""
        return line(self.title) or visible(self.name)

    @property
    def credit(self) -> str:
        """Its authors and its date, as far as known: ``Ada Lovelace, 1843-10``."""
        return line(credited(self.authors, self.dated.stated))

    def page(self, offset: int) -> int | None:
        """The number, from 1, of the page with the character at `offset`; None without pages."""
        return bisect_right(self.pages, offset) if self.pages else None

    def page_label(self, offset: int) -> str | None:
        """The label of the page with the character at `offset`; None if pages have no labels."""
        page = self.page(offset)
        return self.page_labels[page - 1] if page and self.page_labels else None

    def page_name(self, page: int) -> str:
        """The label of a page, and its number, from 1, in brackets if that differs."""
        label = self.page_labels[page - 1] if self.page_labels else ""
        return f"{label} ({ordinal(page)})" if label not in ("", f"{page}") else f"{page}"

    def displayed(self, start: int, end: int) -> str:
        """A slice of the text on one line, to be shown to a reader.

        It is without the markup of its format; in plain text, hyphenated words are joined.
        """
        text = self.text[start:end]
        if self.format == "text":
            text = uncovered(readable(self.text)[start:end], text)
        elif self.format == "markdown":
            text = without_half_emphasis(self.text, start, end)
        return displayed(text, self.format)

    def block_at(self, offset: int) -> Block | None:
        """The block with the character at `offset`; None if it is in none or has none."""
        number = bisect_right(self.blocks, offset, key=attrgetter("start")) - 1
        return None if number < 0 or offset >= self.blocks[number].end else self.blocks[number]

    def recognized_lines(self, start: int, end: int) -> tuple[RecognizedLine, ...]:
        """The lines read by text recognition that overlap the text from `start` to `end`."""
        first = bisect_right(self.recognized, start, key=lambda line: line.end)
        last = bisect_left(self.recognized, end, key=lambda line: line.start)
        return self.recognized[first:last]

    def _named_place(self, offset: int) -> Place:
        """The named place of the character at `offset`; one without a name if there is none."""
        number = bisect_right(self.places, offset, key=lambda place: place.start)
        return self.places[max(number - 1, 0)] if self.places else Place(0, "")

    def authors_at(self, offset: int) -> tuple[str, ...]:
        """Who says what stands at `offset`: its speaker, else the authors of the document."""
        speaker = self._named_place(offset).speaker
        return (speaker,) if speaker else self.authors

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks in it, in the order of their first words."""
        return tuple(filter(None, dict.fromkeys(place.speaker for place in self.places)))

    def place(self, offset: int) -> str:
        """Where the character at `offset` is, for a reader: the page or slide, and a named place
        with its speaker; else the line or paragraph.

        A page has its label, and its number in brackets if that differs.
        """
        page, place = self.page(offset), self._named_place(offset)
        unit = "slide" if self.format in SLIDE_FORMATS else "p."
        on_page = f"{unit} {self.page_name(page)}" if page else ""
        if page or self.places:
            return ", ".join(filter(None, (on_page, place.name, place.speaker)))
        if self.format in ("text", "markdown"):
            return f"line {line_number(self.text, offset)}"
        return f"par. {max(1, bisect_right(self.blocks, offset, key=attrgetter('start')))}"

    def stated_place(self, start: int, end: int) -> str:
        """The place of a slice of the text, and whether it was read by machine."""
        place = self.place(start)
        return f"{place}, read by machine" if self.recognized_lines(start, end) else place


def step_number(document: Document | None, start: int, ordinal: int, kind: str) -> str:
    """The number of an item that begins at `start`, as printed, or else, of a step, its ordinal
    with a dot; empty without either.

    A step is of that kind, or its block is. Where all steps of Markdown have the number 1, its
    readers see their ordinals.
    """
    printed = printed_number(document.text, start) if document else ""
    if printed and not (document and document.format == "markdown" and printed in ("1.", "1)")):
        return printed
    block = document.block_at(start) if document else None
    is_step = printed or kind == "step" or (block is not None and block.kind == "step")
    return f"{ordinal}{printed[-1:] or '.'}" if ordinal and is_step else printed
