"""Recognize the words of a scanned page with Tesseract (OCR), and place them on the page.

The words have the same form as those of a text layer, so that `layout` finds the lines and columns.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pypdfium2

from hyperdigest.documents import RecognizedLine
from hyperdigest.errors import ReadError
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.image_pages import page_at
from hyperdigest.read.page_match import PageMatch
from hyperdigest.read.pdf.columns import columns
from hyperdigest.read.pdf.layout import Word, median
from hyperdigest.read.pdf.pdfium_calls import page_to_draw
from hyperdigest.read.tesseract import RecognizedWord, read_image

SAME_SIZE = 0.2
"""Relative difference of font sizes up to which they count as equal: boxes of words are inexact."""

WITHOUT_ASCENDER = frozenset("acemnorsuvwxzgpqy.,:;-–—…_~")
WITH_DESCENDER = frozenset("gjpqyQ,;()[]{}|/ç")

ASCENDER, X_HEIGHT, DESCENDER = 0.72, 0.47, 0.21
"""Height of ascenders, height of an x, and depth of descenders, relative to the font size."""

Row = tuple[str, int, int, float, float, float, float, float]
"""A recognized word: its text, block, line, left, bottom, right and top in points, confidence."""


def recognize_in_child(request: dict[str, Any]) -> dict[str, Any]:
    """Reply to a request for the words of a page of a PDF or an image: its rows, or why not."""
    try:
        data, number = page_at(Path(request["path"]), request["page"])
        return {"rows": recognized_rows(data, number, request["languages"])}
    except ReadError as error:
        return {"reason": str(error)}


def recognized_rows(data: bytes, number: int, languages: str) -> list[Row]:
    """The words of the page `number`, from 1, of a PDF.

    Raises ReadError if the page cannot be drawn, or Tesseract fails.
    """
    dpi, most_pixels = 300, 25_000_000
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise ReadError("is broken") from error
    try:
        page = page_to_draw(document, number - 1)
        wide, high = page.get_size()
        scale = min(dpi / 72, math.sqrt(most_pixels / max(wide * high, 1.0)))
        bitmap = page.render(scale=scale, grayscale=True)
        pixels = bitmap.to_numpy()
        height, width = pixels.shape[:2]
        image = b"P5\n%d %d\n255\n" % (width, height) + pixels.tobytes()
        words = read_image(image, languages, max(70, round(72 * scale)), seconds=60.0)
        return [_row(word, height, scale) for word in words]
    except pypdfium2.PdfiumError as error:
        raise ReadError("is broken") from error
    finally:
        document.close()


def _row(word: RecognizedWord, height: int, scale: float) -> Row:
    """A word of an image of this `height`, drawn at `scale` pixels per point, as a `Row`."""
    bottom = (height - word.top - word.height) / scale
    left, right = word.left / scale, (word.left + word.width) / scale
    places = (round(n, 1) for n in (left, bottom, right, bottom + word.height / scale))
    return (replace_surrogates(word.text), word.block, word.line, *places, word.confidence)  # type: ignore[return-value]


def words_of_rows(rows: Iterable[Row], text_size: float = 0.0) -> list[Word]:
    """The words for the layout of a page, with the irregularities of OCR removed.

    All words of a line get one baseline and one font size. Lines of about the usual size get
    exactly that, or `text_size`, the font size of the pages with text, if that is similar too.
    Lines that begin near the left edge of their block begin at it.
    """
    lines: dict[int, list[Row]] = defaultdict(list)
    edges: dict[int, float] = {}
    for row in rows:
        _, block, line, left, *_ = row
        lines[line].append(row)
        edges[block] = min(left, edges.get(block, left))
    sizes = {n: median([_size(row) for row in words]) for n, words in lines.items()}
    usual = median(list(sizes.values())) if sizes else 0.0
    if usual and abs(usual - text_size) <= SAME_SIZE * usual:
        sizes = {n: size * text_size / usual for n, size in sizes.items()}
        usual = text_size
    found: list[Word] = []
    for n, words in lines.items():
        size = usual if abs(sizes[n] - usual) <= SAME_SIZE * usual else sizes[n]
        base = median([_base(row, size) for row in words])
        for text, block, _, left, _, right, _, _ in words:
            begin = edges[block] if left - edges[block] < 0.6 * size else left
            word = Word(text, begin, right, base, size, order=len(found), first=n, last=n)
            found.append(word)
    return found


def _size(row: Row) -> float:
    """The font size of a word, from the height of its box and from its letters."""
    above = X_HEIGHT if WITHOUT_ASCENDER.issuperset(row[0]) else ASCENDER
    below = 0 if WITH_DESCENDER.isdisjoint(row[0]) else DESCENDER
    return (row[6] - row[4]) / (above + below)


def _base(row: Row, size: float) -> float:
    """The baseline of a word of this font size."""
    return row[4] + (0 if WITH_DESCENDER.isdisjoint(row[0]) else DESCENDER * size)


def lines_in(text: str, begin: int, rows: Sequence[Row]) -> list[RecognizedLine]:
    """The recognized lines of a page, whose `text` begins at `begin` in that of its document."""
    lines = [line.words for column in columns(words_of_rows(rows)) for line in column]
    words = [word for line in lines for word in line]
    match = PageMatch(text, [word.text for word in words])
    rows_of_line: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        rows_of_line[row[2]].append(row)
    spans: dict[int, list[int]] = defaultdict(list)
    for word, span in zip(words, match.spans, strict=True):
        if span is not None:
            spans[word.first] += span
    return [
        RecognizedLine(
            begin + min(spans[n]),
            begin + max(spans[n]),
            min(
                (row[7] for row in rows_of_line[n] if any(c.isalnum() for c in row[0])), default=1.0
            ),
            min(row[3] for row in rows_of_line[n]),
            min(row[4] for row in rows_of_line[n]),
            max(row[5] for row in rows_of_line[n]),
            max(row[6] for row in rows_of_line[n]),
        )
        for n in sorted(spans, key=lambda n: min(spans[n]))
    ]
