"""Pages of PDF documents as images, drawn by a isolated process with limits of memory and time."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Self

from hyperdigest.base.isolation import IsolatedProcess, ProcessLimits
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError, WorkerEndedError

Span = tuple[int, int]
"""The start and end of a part of a text, in characters."""

WIDTH = 1000
"""Default width of an image, in pixels."""

LIMITS = ProcessLimits(seconds=20.0)
"""Limits for drawing one page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to draw, and what to mark on it.

    Parameters
    ----------
    number : page number, from 1.
    pages : number of pages of the document.
    text : the document's text of the page.
    stretches : the parts of that text to mark.
    boxes : what to mark on a page without text: left, bottom, right and top, in points of the page
        as it is shown.
    """

    number: int
    pages: int
    text: str
    stretches: tuple[Span, ...] = ()
    boxes: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """An image of a page: the bytes of a PNG file, and its width and height in pixels.

    `spot` are the rows of pixels at which the first mark begins and ends, if there is a mark.
    """

    png: bytes
    width: int
    height: int
    spot: tuple[int, int] | None = None


class PageDrawer:
    """Draws pages, one at a time, in an isolated process that runs until `close`."""

    def __init__(self, limits: ProcessLimits = LIMITS) -> None:
        self._limits = limits
        self._process = IsolatedProcess("hyperdigest.read.page_images.image:draw_in_child", limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def draw(self, path: Path, page: Page, width: int = WIDTH) -> PageImage:
        """The image of a page of the PDF at `path`, at most `width` pixels wide.

        Raises ReadError if the page cannot be drawn, or the file has changed since it was read.
        """
        try:
            reply = self._process.call(asdict(page) | {"path": str(path), "width": width})
        except TimeoutError as error:
            raise ReadError(f"takes more than {self._limits.seconds:g} s to draw a page") from error
        except (MemoryError, WorkerEndedError) as error:
            raise ReadError("needs more memory to draw a page than a page may use") from error
        if "reason" in reply:
            raise ReadError(reply["reason"])
        png, spot = base64.b64decode(reply["png"]), reply["spot"]
        return PageImage(png, reply["width"], reply["height"], tuple(spot) if spot else None)

    def close(self) -> None:
        """End the isolated process."""
        self._process.close()


def has_pages(document: Document) -> bool:
    """Whether the pages of a document can be drawn, provided that its file still exists."""
    return document.format in ("pdf", "image") and bool(document.pages)


def pages_of(document: Document, start: int, end: int) -> list[int]:
    """The numbers, from 1, of the pages that contain text between `start` and `end`."""
    first, last = document.page(start) or 0, document.page(max(start, end - 1)) or 0
    numbers = range(max(first, 1), last + 1)
    return [n for n in numbers if _within(document, n, ((start, end),))]


def page_of(document: Document, number: int, stretches: Iterable[Span] = ()) -> Page:
    """The page `number` of a document, with the parts on it of `stretches` of the text to mark."""
    begin, end = page_span(document, number)
    found = _within(document, number, stretches)
    if document.recognized_lines(begin, end):
        boxes = [_part_of_line(document, begin + one, begin + other) for one, other in found]
        return Page(number, len(document.pages), "", boxes=tuple(chain.from_iterable(boxes)))
    return Page(number, len(document.pages), document.text[begin:end], found)


def page_span(document: Document, number: int) -> Span:
    """The start and end of a page's text in that of its document."""
    ends = (*document.pages[1:], len(document.text))
    return document.pages[number - 1], ends[number - 1]


def _part_of_line(
    document: Document, start: int, end: int
) -> list[tuple[float, float, float, float]]:
    """The boxes of a stretch of text that OCR recognized: one for each line.

    The box of a partial line is cut in proportion to the number of its characters.
    """
    boxes = []
    for line in document.recognized_lines(start, end):
        width = (line.right - line.left) / max(line.end - line.start, 1)
        left = line.left + width * (max(start, line.start) - line.start)
        right = line.left + width * (min(end, line.end) - line.start)
        boxes.append((left, line.bottom, right, line.top))
    return boxes


def _within(document: Document, number: int, stretches: Iterable[Span]) -> tuple[Span, ...]:
    """The parts of `stretches` on a page, as offsets into the text of the page."""
    begin, end = page_span(document, number)
    cut = ((max(one, begin), min(other, end)) for one, other in stretches)
    return tuple(
        (one - begin, other - begin) for one, other in cut if document.text[one:other].strip()
    )
