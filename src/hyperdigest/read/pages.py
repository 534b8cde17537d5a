"""Pages of documents as images, drawn by a process that is bounded in memory and time."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Self

from hyperdigest.base.children import BoundedChild, Bounds
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError, WorkerEndedError

Span = tuple[int, int]
"""A stretch of a text: its start and its end, in characters."""

WIDTH = 1000
"""Pixels of the width of an image, unless it is told another."""

SECONDS = 20.0
"""That drawing a page may take."""

BOUNDS = Bounds(seconds=SECONDS)
TOO_MUCH = "needs more memory than there is for drawing a page"


@dataclass(frozen=True, slots=True)
class Page:
    """What a document says of one of its pages.

    Parameters
    ----------
    number : of the page, from 1.
    pages : how many the document has.
    text : what the document has of the page.
    stretches : what to mark of that text.
    boxes : what to mark of a page that has no text, as left, bottom, right and top in points of the
        page as it is shown.
    """

    number: int
    pages: int
    text: str
    stretches: tuple[Span, ...] = ()
    boxes: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """An image of a page, as the bytes of a PNG file, with its width and height in pixels.

    `spot` is the first mark on it, as the rows of pixels where it begins and ends, if there is one.
    """

    png: bytes
    width: int
    height: int
    spot: tuple[int, int] | None = None


class PageDrawer:
    """Draws pages, one at a time, by a process that starts with the first and ends with `close`."""

    def __init__(self, bounds: Bounds = BOUNDS) -> None:
        self._bounds = bounds
        self._child = BoundedChild("hyperdigest.read.page_image:answer", bounds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def draw(self, path: Path, page: Page, width: int = WIDTH) -> PageImage:
        """The image of a page of the PDF at `path`, `width` pixels wide if that is not too much.
        Raises a ReadError where it cannot be drawn, or the file is not what was read."""
        try:
            reply = self._child.ask(asdict(page) | {"path": str(path), "width": width})
        except TimeoutError as error:
            raise ReadError(f"takes more than {self._bounds.seconds:g} s to draw a page") from error
        except (MemoryError, WorkerEndedError) as error:
            raise ReadError(TOO_MUCH) from error
        if "reason" in reply:
            raise ReadError(reply["reason"])
        png, spot = base64.b64decode(reply["png"]), reply["spot"]
        return PageImage(png, reply["width"], reply["height"], tuple(spot) if spot else None)

    def close(self) -> None:
        """End the process."""
        self._child.close()


def has_pages(document: Document) -> bool:
    """Whether the pages of a document can be drawn, if its file is still there."""
    return document.format == "pdf" and bool(document.pages)


def pages_of(document: Document, start: int, end: int) -> list[int]:
    """The numbers, from 1, of the pages on which the text from `start` to `end` stands."""
    first, last = document.page(start) or 0, document.page(max(start, end - 1)) or 0
    numbers = range(max(first, 1), last + 1)
    return [n for n in numbers if _within(document, n, ((start, end),))]


def page_of(document: Document, number: int, stretches: Iterable[Span] = ()) -> Page:
    """What a document says of the page `number`, with the part of each stretch of the document's
    text that stands there."""
    begin, end = page_span(document, number)
    found = _within(document, number, stretches)
    if document.recognized_lines(begin, end):
        boxes = [_part_of_line(document, begin + one, begin + other) for one, other in found]
        return Page(number, len(document.pages), "", boxes=tuple(chain.from_iterable(boxes)))
    return Page(number, len(document.pages), document.text[begin:end], found)


def page_span(document: Document, number: int) -> Span:
    """Where the text of a page begins and ends in that of its document."""
    ends = (*document.pages[1:], len(document.text))
    return document.pages[number - 1], ends[number - 1]


def _part_of_line(
    document: Document, start: int, end: int
) -> list[tuple[float, float, float, float]]:
    """Where a stretch stands on a page that was read by machine: of a line that is in it in part,
    as much as its share of the characters."""
    boxes = []
    for line in document.recognized_lines(start, end):
        width = (line.right - line.left) / max(line.end - line.start, 1)
        left = line.left + width * (max(start, line.start) - line.start)
        right = line.left + width * (min(end, line.end) - line.start)
        boxes.append((left, line.bottom, right, line.top))
    return boxes


def _within(document: Document, number: int, stretches: Iterable[Span]) -> tuple[Span, ...]:
    """The parts of stretches that stand on a page, counted from where its text begins."""
    begin, end = page_span(document, number)
    cut = ((max(one, begin), min(other, end)) for one, other in stretches)
    return tuple(
        (one - begin, other - begin) for one, other in cut if document.text[one:other].strip()
    )
