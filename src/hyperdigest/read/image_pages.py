"""The pages of image files, as a PDF in memory with one image on each page.

So an image is recognized, drawn and marked in the same way as a scanned page of a PDF.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageOps, UnidentifiedImageError

from hyperdigest.errors import ReadError
from hyperdigest.read.compressed import unpacked
from hyperdigest.read.content import read_bytes

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP")
"""The kinds of images that are read, by the names that Pillow has for them."""

MOST_PAGES = 5_000
"""Limit of the images in a TIFF file."""

MOST_PIXELS = 150_000_000
"""Limit of an image: with more it needs more memory than an isolated process may have."""

SHOWN_PIXELS = 25_000_000
"""A larger image is made smaller: it is not recognized better."""

LONGEST_SIDE, SHORTEST_SIDE = 24.0, 2.0
"""Inches of a page, for the resolution that a file states to be credible; cameras state any."""

USUAL_SIDE = 11.7
"""Inches of the longer side of a page, if the file does not say: that of A4."""

TOO_LARGE = f"has more than {MOST_PIXELS // 1_000_000} million pixels: save it with fewer"
BROKEN = "is an incomplete or broken image: get it again"

_ORIENTATION, _ON_ITS_SIDE = 0x0112, (5, 6, 7, 8)
"""The field of EXIF data that says how an image is to be turned, and its values for a quarter."""

_ERRORS = (
    *(UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, KeyError, TypeError),
    *(IndexError, AttributeError, ZeroDivisionError, OverflowError, RuntimeError),
)
"""Errors that Pillow raises for broken images, bombs apart."""


def pdf_at(path: Path, pages: Collection[int]) -> bytes:
    """The PDF at a path, or the image there as a PDF, in which only the `pages` of these numbers,
    from 1, have their image. Raises ReadError if there is neither."""
    data = unpacked(read_bytes(path))
    return pdf_of_image(data, pages) if _is_image(data) else data


def page_at(path: Path, number: int) -> tuple[bytes, int]:
    """The PDF at a path and the number of one of its pages, from 1, or the image of that number as
    a PDF of one page: in the time that this page takes, however many others there are. Raises
    ReadError if there is neither."""
    data = unpacked(read_bytes(path))
    if not _is_image(data):
        return data, number
    with _new_pdf() as document:
        _add_page(document, data, number)
        return _saved(document), 1


def _is_image(data: bytes) -> bool:
    begins = b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"BM", b"II+\0", b"MM\0+"
    return data.startswith(begins) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def count_pages(data: bytes) -> int:
    """The number of images in a TIFF file; 1 for any other image, also if it is animated.

    Raises ReadError if they cannot be read, or are too many.
    """
    with _opened(data) as image:
        count = int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
    if count > MOST_PAGES:
        raise ReadError(f"has more than {MOST_PAGES:,} images: split it into parts")
    return count


def pdf_of_image(data: bytes, pages: Collection[int]) -> bytes:
    """An image file as a PDF, in which only `pages` have their image; the others are empty.

    Raises ReadError if an image is broken or too large.
    """
    with _new_pdf() as document:
        for number in range(1, count_pages(data) + 1):
            if number in pages:
                _add_page(document, data, number)
            else:
                document.new_page(72, 72)
        return _saved(document)


@contextmanager
def _new_pdf() -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument.new()
    try:
        yield document
    finally:
        document.close()


def _add_page(document: pypdfium2.PdfDocument, data: bytes, number: int) -> None:
    """Add a page with an image of a file."""
    picture, inches = _page(data, number)
    jpeg = BytesIO()
    picture.save(jpeg, "JPEG", quality=95)
    width, height = (72 * side for side in inches)
    page = document.new_page(width, height)
    shown = pypdfium2.PdfImage.new(document)
    shown.load_jpeg(jpeg, inline=True)
    shown.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
    page.insert_obj(shown)
    page.gen_content()


def _saved(document: pypdfium2.PdfDocument) -> bytes:
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def _page(data: bytes, number: int) -> tuple[Image.Image, tuple[float, float]]:
    """An image of a file as it is to be seen, and its width and height in inches."""
    with _opened(data) as image:
        image.seek(number - 1)
        wide, high = image.size
        if wide * high > MOST_PIXELS:
            raise ReadError(TOO_LARGE)
        sides = _inches(image)
        if image.getexif().get(_ORIENTATION) in _ON_ITS_SIDE:
            sides = sides[1], sides[0]
        smaller = math.sqrt(min(1.0, SHOWN_PIXELS / (wide * high)))
        image.draft(None, (round(wide * smaller), round(high * smaller)))  # JPEG only
        picture = _plain(ImageOps.exif_transpose(image))
        factor = math.ceil(math.sqrt(picture.width * picture.height / SHOWN_PIXELS))
        return picture.reduce(factor) if factor > 1 else picture, sides


def _inches(image: Image.Image) -> tuple[float, float]:
    """The width and height of an image as it is stored: those it states, if they are credible."""
    stated = image.info.get("dpi", (0, 0))
    wide, high = (n / dots if dots > 0 else 0 for n, dots in zip(image.size, stated, strict=True))
    if all(SHORTEST_SIDE <= side <= LONGEST_SIDE for side in (wide, high)):
        return float(wide), float(high)
    scale = USUAL_SIDE / max(image.size)
    return max(scale * image.width, 0.01), max(scale * image.height, 0.01)


def _plain(image: Image.Image) -> Image.Image:
    """An image in grey or RGB of eight bits, on white where it is transparent."""
    if image.mode.startswith(("I", "F")):
        values = np.nan_to_num(np.asarray(image, np.float32), posinf=0.0, neginf=0.0)
        low, high = float(values.min()), float(values.max())
        return Image.fromarray(((values - low) * (255 / max(high - low, 1e-9))).astype(np.uint8))
    if "transparency" in image.info or image.mode in ("RGBA", "LA", "PA", "RGBa", "La"):
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
        return white.convert("RGB")
    return image.convert("L" if image.mode in ("1", "L") else "RGB")


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    """The image file `data` for the block. Raises ReadError if it, or what is done with it, shows
    that it is broken or too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                yield image
    except Image.DecompressionBombError as error:
        raise ReadError(TOO_LARGE) from error
    except _ERRORS as error:
        raise ReadError(BROKEN) from error
