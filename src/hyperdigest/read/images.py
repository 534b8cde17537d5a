"""Read image files: each image is a page, whose text is what OCR recognizes on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hyperdigest.read.content import Content, NoTextError
from hyperdigest.read.image_pages import count_pages
from hyperdigest.read.paths import IMAGE
from hyperdigest.read.pdf.reader import NO_ROWS, content_of_scans
from hyperdigest.read.pdf.recognized import Row


def read_image(data: bytes, recognized: Mapping[int, Sequence[Row]] = NO_ROWS) -> Content:
    """The text that OCR `recognized` on the pages of an image file, by page number.

    Raises NoTextError if nothing was recognized yet, ReadError if the file is broken.
    """
    count = count_pages(data)
    if not recognized:
        raise NoTextError(IMAGE, range(1, count + 1))
    return replace(content_of_scans(count, recognized), format="image")
