"""Find where parts of a document's text are on a page of its PDF: a box for each line.

The functions have no limits of memory and time, so `hyperdigest.read.pages` and
`hyperdigest.read.page_images.marking` call them in a child process that has.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from hyperdigest.errors import ReadError
from hyperdigest.read.page_match import PageMatch
from hyperdigest.read.pages import Page
from hyperdigest.read.pdf.broken_fonts import is_garbled, restored
from hyperdigest.read.pdf.columns import columns
from hyperdigest.read.pdf.layout import Word
from hyperdigest.read.pdf.pdfium_calls import page_to_draw
from hyperdigest.read.pdf.reader import MOST_CHARACTERS
from hyperdigest.read.pdf.rulings import Rulings, rulings_of, without_struck
from hyperdigest.read.pdf.words import words_of

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points of the page."""

CHANGED = "has changed since it was read: add it again"

TextLines = list[tuple[Word, ...]]
"""The words of each line of a page."""


@contextmanager
def opened_document(data: bytes, pages: int) -> Iterator[pypdfium2.PdfDocument]:
    """The PDF `data` while the block runs. Raises ReadError if it does not have so many pages."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise ReadError(CHANGED) from error
    try:
        if len(document) != pages:
            raise ReadError(CHANGED)
        yield document
    finally:
        document.close()


@contextmanager
def opened_page(document: pypdfium2.PdfDocument, page: Page) -> Iterator[pypdfium2.PdfPage]:
    """A page while the block runs. Raises ReadError if it is broken."""
    try:
        opened = page_to_draw(document, page.number - 1)
    except pypdfium2.PdfiumError as error:
        raise ReadError(f"is broken on page {page.number}") from error
    try:
        yield opened
    finally:
        opened.close()


def boxes_of_stretches(opened: pypdfium2.PdfPage, page: Page) -> list[list[Box] | None]:
    """The boxes of each stretch of a page, one for each line; None if it is not on the page.

    Raises ReadError if the text of the page differs from that of `page`.
    """
    textpage = opened.get_textpage()
    try:
        count = textpage.count_chars()
        if count > MOST_CHARACTERS:
            raise ReadError(f"has more than {MOST_CHARACTERS} characters on page {page.number}")
        words, turns = words_of(textpage.raw, max(count, 0))
        rulings = rulings_of(opened.raw, turns, words)
        clear = restored([without_struck(words, rulings.across)])
        lines, match = _matched(page.text, clear.pages[0], rulings)
        readable = bool(lines) and not clear.unread and not is_garbled(words)
        if not match.alike or (page.boxes and readable):
            raise ReadError(CHANGED)
        found: list[list[Box] | None] = []
        for start, end in page.stretches:
            numbers = match.words_of(start, end)
            boxes = None if numbers is None else _line_boxes(textpage.raw, lines, set(numbers))
            found.append(None if boxes is None else list(boxes))
        return found
    finally:
        textpage.close()


def _matched(text: str, words: Sequence[Word], rulings: Rulings) -> tuple[TextLines, PageMatch]:
    """The lines of a page in the order in which most of `text` is found in them, and the match.

    When the text was read, running heads and feet were removed before the columns were found. Here
    they are unknown, so that the order is also tried without the highest and lowest lines.
    """
    bases = [word.base for word in words if not word.turns]
    highest, lowest = max(bases, default=0.0), min(bases, default=0.0)
    found: list[tuple[TextLines, PageMatch]] = []
    for left_out in ((), (lowest,), (highest,), (highest, lowest)):
        rest = [w for w in words if w.turns or all(abs(w.base - b) >= 1.0 for b in left_out)]
        lines = [line.words for column in columns(rest, 0, rulings) for line in column]
        match = PageMatch(text, [word.text for line in lines for word in line])
        found.append((lines, match))
        if match.share_in_order == 1.0:
            break
    return max(found, key=lambda each: each[1].share_in_order)


def _line_boxes(page: Any, lines: Sequence[Sequence[Word]], wanted: set[int]) -> Iterator[Box]:
    """A box for each run of wanted words on a line, not over wide gaps.

    `wanted` are numbers of words, counted over all lines.
    """
    wide_gap = 2.0  # in heights of a word
    number = 0
    for words in lines:
        run: Box | None = None
        before: Word | None = None
        for word in words:
            if number in wanted:
                box = _word_box(page, word)
                near = before is not None and word.left - before.right < wide_gap * word.height
                if run is not None and near:
                    run = _around(run, box)
                else:
                    if run is not None:
                        yield run
                    run = box
                before = word
            elif run is not None:
                yield run
                run, before = None, None
            number += 1
        if run is not None:
            yield run


def _word_box(page: Any, word: Word) -> Box:
    """The box of a word on the page, whatever the direction of its text."""
    rectangle, boxes = pdfium.FS_RECTF(), []
    for n in range(word.first, word.last + 1):
        if pdfium.FPDFText_IsGenerated(page, n) != 1 and pdfium.FPDFText_GetLooseCharBox(
            page, n, ctypes.byref(rectangle)
        ):
            boxes.append((rectangle.left, rectangle.bottom, rectangle.right, rectangle.top))
    box = boxes[0] if boxes else (0.0, 0.0, 0.0, 0.0)
    for other in boxes[1:]:
        box = _around(box, other)
    return box


def _around(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )
