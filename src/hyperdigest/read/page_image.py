"""A page of a PDF as an image, with stretches of its text marked on it.

The image is PNG of at most `MOST_PIXELS` pixels and `COLOURS` colours, the same bytes each time.
Nothing here is bounded in memory and time: `hyperdigest.read.pages` asks a bounded process for it.
"""

from __future__ import annotations

import base64
import ctypes
import math
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray
from PIL import Image

from hyperdigest.errors import ReadError
from hyperdigest.read.compressed import unpacked
from hyperdigest.read.content import read_bytes
from hyperdigest.read.page_match import PageMatch
from hyperdigest.read.pages import WIDTH, Page, PageImage
from hyperdigest.read.pdf.layout import Word, columns
from hyperdigest.read.pdf.reader import MOST_CHARACTERS, words_of

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points of the page."""

MOST_PIXELS = 3_000_000
LARGEST_SCALE = 4.0
"""Pixels a point, at most: a page of a few points is not drawn as large as others."""

COLOURS = 64
MARK = 255, 224, 92
"""The colour of a mark, in red, green and blue; what is under it shows as through a marker."""

MARGIN = 1.0
"""Points by which a mark is wider than its words, left and right."""

WIDE_GAP = 2.0
"""Gap between words, in heights of a line, over which no mark goes on."""

CHANGED = "has changed since it was read: add it again to see its pages"


Lines = list[tuple[Word, ...]]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to a request for an image, both values of JSON: a `Page` by the names of its
    fields, with the ``path`` of the PDF and the ``width`` of the image. The reply has the fields of
    a `PageImage`, its bytes in base 64, or the ``reason`` why there is none."""
    path, width = Path(request.pop("path")), request.pop("width")
    lists: dict[str, Any] = {
        name: tuple(map(tuple, request.pop(name))) for name in ("stretches", "boxes")
    }
    try:
        image = page_image(unpacked(read_bytes(path)), Page(**request, **lists), width)
    except ReadError as error:
        return {"reason": str(error)}
    png = base64.b64encode(image.png).decode()
    return {"png": png, "width": image.width, "height": image.height, "spot": image.spot}


def page_image(data: bytes, page: Page, width: int = WIDTH) -> PageImage:
    """The image of a page of the PDF `data`, `width` pixels wide if that is not too much.

    Raises a ReadError where it cannot be drawn, or is not the page that the document was read from.
    """
    with _Opened(data, page) as opened:
        return opened.drawn(opened.boxes(page), page.boxes, width)


def marked_boxes(data: bytes, page: Page) -> list[Box]:
    """Where the stretches of a page stand on it, a box for each line of each; raises as above."""
    with _Opened(data, page) as opened:
        return opened.boxes(page)


class _Opened:
    """A page of an open PDF, which is closed when the block ends."""

    def __init__(self, data: bytes, page: Page) -> None:
        try:
            self._document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise ReadError(CHANGED) from error
        try:
            if len(self._document) != page.pages:
                raise ReadError(CHANGED)
            self._page = self._document[page.number - 1]
        except (pypdfium2.PdfiumError, ReadError) as error:
            self._document.close()
            if isinstance(error, ReadError):
                raise
            raise ReadError(f"is broken on page {page.number}") from error

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self._page.close()
        self._document.close()

    def boxes(self, page: Page) -> list[Box]:
        """The boxes of the stretches of the page."""
        textpage = self._page.get_textpage()
        try:
            count = textpage.count_chars()
            if count > MOST_CHARACTERS:
                raise ReadError(f"has more than {MOST_CHARACTERS} characters on page {page.number}")
            lines, match = _matched(page.text, words_of(textpage.raw, max(count, 0)))
            if not match.alike or (page.boxes and lines):
                raise ReadError(CHANGED)
            found: list[Box] = []
            for start, end in page.stretches:
                numbers = match.words_of(start, end)
                if numbers is None:
                    raise ReadError(CHANGED)
                found += _line_boxes(textpage.raw, lines, set(numbers))
            return found
        finally:
            textpage.close()

    def drawn(self, boxes: Sequence[Box], shown: Sequence[Box], width: int) -> PageImage:
        """The page with boxes marked, in points of the page, and of the page as it is shown."""
        bitmap = self._page.render(scale=_scale(self._page, width), rev_byteorder=True)
        try:
            pixels = bitmap.to_numpy()
            height, width = pixels.shape[:2]
            place = bitmap.get_posconv(self._page)
            marks = np.zeros((height, width), bool)
            spot = None
            scale = height / self._page.get_height()
            corners = [
                (place.to_bitmap(left - MARGIN, bottom), place.to_bitmap(right + MARGIN, top))
                for left, bottom, right, top in boxes
            ]
            corners += [
                (
                    (round(scale * left), round(height - scale * bottom)),
                    (round(scale * right), round(height - scale * top)),
                )
                for left, bottom, right, top in shown
            ]
            for ends in corners:
                (x, x_end), (y, y_end) = (sorted(pair) for pair in zip(*ends, strict=True))
                y, y_end = (min(max(row, 0), height) for row in (y, y_end))
                marks[y:y_end, max(x, 0) : max(x_end, 0)] = True
                spot = spot or (y, y_end)
            return PageImage(_png(pixels, marks), width, height, spot)
        finally:
            bitmap.close()


def _scale(page: pypdfium2.PdfPage, width: int) -> float:
    """Pixels a point."""
    wide, high = page.get_size()
    area = max(wide * high, 1.0)
    longest = max(wide, high, 1.0)
    bounds = width / max(wide, 1.0), math.sqrt(MOST_PIXELS / area), MOST_PIXELS / longest
    return float(min(*bounds, LARGEST_SCALE))


def _png(pixels: NDArray[np.uint8], marks: NDArray[np.bool_]) -> bytes:
    """A PNG file of red, green and blue pixels, with the `marks` in colour."""
    # What is dark stays dark, and what is white takes the colour, as under a marker.
    marked = pixels[marks].astype(np.uint16) * np.array(MARK, np.uint16) // 255
    pixels[marks] = marked.astype(np.uint8)
    file = BytesIO()
    picture = Image.fromarray(pixels).quantize(
        COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _matched(text: str, words: Sequence[Word]) -> tuple[Lines, PageMatch]:
    """The lines of a page in the order in which most of `text` is found in them, and the match.

    A head or foot was left out before the columns were told when the text was read, and may have
    hidden them here.
    """
    bases = [word.base for word in words]
    highest, lowest = max(bases, default=0.0), min(bases, default=0.0)
    found: list[tuple[Lines, PageMatch]] = []
    for left_out in ((), (lowest,), (highest,), (highest, lowest)):
        kept = [word for word in words if all(abs(word.base - base) >= 1.0 for base in left_out)]
        lines = [line.words for column in columns(kept) for line in column]
        match = PageMatch(text, [word.text for line in lines for word in line])
        found.append((lines, match))
        if match.share == 1.0:
            break
    return max(found, key=lambda each: each[1].share)


def _line_boxes(page: Any, lines: Sequence[Sequence[Word]], wanted: set[int]) -> Iterator[Box]:
    """A box for each run of wanted words on a line; words are numbered over all lines."""
    number = 0
    for words in lines:
        run: Box | None = None
        before: Word | None = None
        for word in words:
            if number in wanted:
                box = _word_box(page, word)
                near = before is not None and word.left - before.right < WIDE_GAP * word.height
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
    """The box of a word as it stands on the page, turned or not."""
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
