"""Draw a page of a PDF as a PNG image, with parts of its text marked on it.

The same page gives the same bytes each time. The functions have no limits of memory and time, so
`hyperdigest.read.pages` calls them in a child process that has.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from hyperdigest.errors import ReadError
from hyperdigest.read.image_pages import pdf_at
from hyperdigest.read.page_images.boxes import (
    CHANGED,
    Box,
    boxes_of_stretches,
    opened_document,
    opened_page,
)
from hyperdigest.read.pages import WIDTH, Page, PageImage

MOST_PIXELS = 3_000_000


def draw_in_child(request: dict[str, Any]) -> dict[str, Any]:
    """Reply to a request for an image; request and reply are JSON values.

    The request has the fields of a `Page`, the ``path`` of the PDF and the ``width`` of the image.
    The reply has the fields of a `PageImage`, its bytes in base 64, or the ``reason`` of a failure.
    """
    path, width = Path(request.pop("path")), request.pop("width")
    lists: dict[str, Any] = {
        name: tuple(map(tuple, request.pop(name))) for name in ("stretches", "boxes")
    }
    page = Page(**request, **lists)
    try:
        image = page_image(pdf_at(path, [page.number]), page, width)
    except ReadError as error:
        return {"reason": str(error)}
    png = base64.b64encode(image.png).decode()
    return {"png": png, "width": image.width, "height": image.height, "spot": image.spot}


def page_image(data: bytes, page: Page, width: int = WIDTH) -> PageImage:
    """The image of a page of the PDF `data`, at most `width` pixels wide.

    Raises ReadError if the page cannot be drawn, or its text differs from that of `page`.
    """
    with opened_document(data, page.pages) as document, opened_page(document, page) as opened:
        return _drawn(opened, _boxes(opened, page), page.boxes, width)


def marked_boxes(data: bytes, page: Page) -> list[Box]:
    """The boxes of a page's stretches, one for each line of each. Raises as `page_image`."""
    with opened_document(data, page.pages) as document, opened_page(document, page) as opened:
        return _boxes(opened, page)


def _boxes(opened: pypdfium2.PdfPage, page: Page) -> list[Box]:
    found: list[Box] = []
    for boxes in boxes_of_stretches(opened, page):
        if boxes is None:
            raise ReadError(CHANGED)
        found += boxes
    return found


def _drawn(
    page: pypdfium2.PdfPage, boxes: Sequence[Box], shown: Sequence[Box], width: int
) -> PageImage:
    """The image of the page with marks.

    `boxes` are in points of the page, `shown` in points of the page as it is shown.
    """
    margin = 1.0  # points by which a mark is wider than its words, left and right
    bitmap = page.render(scale=_scale(page, width), rev_byteorder=True)
    try:
        pixels = bitmap.to_numpy()
        height, width = pixels.shape[:2]
        place = bitmap.get_posconv(page)
        marks = np.zeros((height, width), bool)
        spot = None
        scale = height / page.get_height()
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
