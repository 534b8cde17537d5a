"""Draw a page of a PDF as a PNG image, with parts of its text marked on it.

The same page gives the same bytes each time. The functions have no limits of memory and time, so
`hyperdigest.read.pages` calls them in a child process that has.
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
from hyperdigest.read.pdf.broken_fonts import is_garbled, restored
from hyperdigest.read.pdf.drawing import page_to_draw
from hyperdigest.read.pdf.layout import Word, columns
from hyperdigest.read.pdf.reader import MOST_CHARACTERS
from hyperdigest.read.pdf.words import words_of

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points of the page."""

MOST_PIXELS = 3_000_000
CHANGED = "has changed since it was read: add it again to see its pages"

TextLines = list[tuple[Word, ...]]
"""The words of each line of a page."""


def draw_in_child(request: dict[str, Any]) -> dict[str, Any]:
    """Reply to a request for an image; request and reply are JSON values.

    The request has the fields of a `Page`, the ``path`` of the PDF and the ``width`` of the image.
    The reply has the fields of a `PageImage`, its bytes in base 64, or the ``reason`` of a failure.
    """
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
    """The image of a page of the PDF `data`, at most `width` pixels wide.

    Raises ReadError if the page cannot be drawn, or its text differs from that of `page`.
    """
    with _Opened(data, page) as opened:
        return opened.drawn(opened.boxes(page), page.boxes, width)


def marked_boxes(data: bytes, page: Page) -> list[Box]:
    """The boxes of a page's stretches, one for each line of each. Raises as `page_image`."""
    with _Opened(data, page) as opened:
        return opened.boxes(page)


class _Opened:
    """A page of an open PDF; a context manager that closes both."""

    def __init__(self, data: bytes, page: Page) -> None:
        try:
            self._document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise ReadError(CHANGED) from error
        try:
            if len(self._document) != page.pages:
                raise ReadError(CHANGED)
            self._page = page_to_draw(self._document, page.number - 1)
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
            words = words_of(textpage.raw, max(count, 0))
            clear = restored([words])
            lines, match = _matched(page.text, clear.pages[0])
            readable = bool(lines) and not clear.unread and not is_garbled(words)
            if not match.alike or (page.boxes and readable):
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
        """The image of the page with marks.

        `boxes` are in points of the page, `shown` in points of the page as it is shown.
        """
        margin = 1.0  # points by which a mark is wider than its words, left and right
        bitmap = self._page.render(scale=_scale(self._page, width), rev_byteorder=True)
        try:
            pixels = bitmap.to_numpy()
            height, width = pixels.shape[:2]
            place = bitmap.get_posconv(self._page)
            marks = np.zeros((height, width), bool)
            spot = None
            scale = height / self._page.get_height()
            corners = [
                (place.to_bitmap(left - margin, bottom), place.to_bitmap(right + margin, top))
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
    """Pixels per point: at most 4, so that a tiny page is not drawn as large as others."""
    wide, high = page.get_size()
    area = max(wide * high, 1.0)
    longest = max(wide, high, 1.0)
    bounds = width / max(wide, 1.0), math.sqrt(MOST_PIXELS / area), MOST_PIXELS / longest
    return float(min(*bounds, 4.0))


def _png(pixels: NDArray[np.uint8], marks: NDArray[np.bool_]) -> bytes:
    """A PNG file of RGB `pixels`, (height, width, 3), with the pixels in `marks` highlighted."""
    # Multiplied as by a highlighter: dark pixels stay dark, white ones take the colour.
    yellow = np.array((255, 224, 92), np.uint16)
    pixels[marks] = (pixels[marks].astype(np.uint16) * yellow // 255).astype(np.uint8)
    file = BytesIO()
    picture = Image.fromarray(pixels).quantize(
        64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _matched(text: str, words: Sequence[Word]) -> tuple[TextLines, PageMatch]:
    """The lines of a page in the order in which most of `text` is found in them, and the match.

    When the text was read, running heads and feet were removed before the columns were found. Here
    they are unknown, so that the order is also tried without the highest and lowest lines.
    """
    bases = [word.base for word in words if not word.turns]
    highest, lowest = max(bases, default=0.0), min(bases, default=0.0)
    found: list[tuple[TextLines, PageMatch]] = []
    for left_out in ((), (lowest,), (highest,), (highest, lowest)):
        rest = [w for w in words if w.turns or all(abs(w.base - b) >= 1.0 for b in left_out)]
        lines = [line.words for column in columns(rest) for line in column]
        match = PageMatch(text, [word.text for line in lines for word in line])
        found.append((lines, match))
        if match.share == 1.0:
            break
    return max(found, key=lambda each: each[1].share)


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
