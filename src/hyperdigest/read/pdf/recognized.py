"""A page without text as words, read by Tesseract in a bounded process.

The words have the places they have on the page as it is shown, so that the layout of the page is
found as that of any other.
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
from hyperdigest.read.content import read_bytes
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.page_match import PageMatch
from hyperdigest.read.pdf.layout import Word, columns, median
from hyperdigest.read.tesseract import SeenWord, read_image

DPI = 300
MOST_PIXELS = 25_000_000
"""Of an image that is read; larger pages are read at fewer pixels an inch."""

SECONDS = 60.0
"""That Tesseract may take for a page."""

SAME_SIZE = 0.2
"""Share by which the size of a line's letters may differ from that of most lines and be the same:
the boxes of words are not exact."""

LOW = frozenset("acemnorsuvwxzgpqy.,:;-–—…_~")
"""Signs that do not reach above the height of an x."""

DEEP = frozenset("gjpqyQ,;()[]{}|/ç")
"""Signs that go below the line."""

UPPER, MIDDLE, LOWER = 0.72, 0.47, 0.21
"""How high letters reach, an x reaches, and how deep letters go, in sizes of the letters."""

Row = tuple[str, int, int, float, float, float, float, float]
"""A word on a page, its block, its line, its left, bottom, right and top in points, and its
confidence."""

EDGE = 0.6
"""Share of the size of its letters by which a line may begin right of the edge of its block, and
begin there all the same."""


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The reply about a page of the PDF at a path: its words as `Row`, or a reason why not."""
    try:
        data = read_bytes(Path(request["path"]))
        return {"rows": recognized_rows(data, request["page"], request["languages"])}
    except ReadError as error:
        return {"reason": str(error)}


def recognized_rows(data: bytes, number: int, languages: str) -> list[Row]:
    """The words of a page, numbered from 1, of a PDF. Raises a ReadError where it has none."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise ReadError("is broken") from error
    try:
        page = document[number - 1]
        wide, high = page.get_size()
        scale = min(DPI / 72, math.sqrt(MOST_PIXELS / max(wide * high, 1.0)))
        bitmap = page.render(scale=scale, grayscale=True)
        pixels = bitmap.to_numpy()
        height, width = pixels.shape[:2]
        image = b"P5\n%d %d\n255\n" % (width, height) + pixels.tobytes()
        seen = read_image(image, languages, max(70, round(72 * scale)), SECONDS)
        return [_row(word, height, scale) for word in seen]
    except pypdfium2.PdfiumError as error:
        raise ReadError("is broken") from error
    finally:
        document.close()


def _row(word: SeenWord, height: int, scale: float) -> Row:
    low = (height - word.top - word.height) / scale
    left, right = word.left / scale, (word.left + word.width) / scale
    places = (round(n, 1) for n in (left, low, right, low + word.height / scale))
    return (replace_surrogates(word.text), word.block, word.line, *places, word.confidence)  # type: ignore[return-value]


def words_of_rows(rows: Iterable[Row], typeset: float = 0.0) -> list[Word]:
    """The words for the layout of a page, as if they were typeset: those of a line have one
    baseline and one size of letters, lines of about the size of most have that, and those of a
    block begin at its edge. Letters of about the size `typeset`, that of the pages which have text,
    have that."""
    lines: dict[int, list[Row]] = defaultdict(list)
    edges: dict[int, float] = {}
    for row in rows:
        _, block, line, left, *_ = row
        lines[line].append(row)
        edges[block] = min(left, edges.get(block, left))
    sizes = {n: median([_size(row) for row in words]) for n, words in lines.items()}
    usual = median(list(sizes.values())) if sizes else 0.0
    if usual and abs(usual - typeset) <= SAME_SIZE * usual:
        sizes = {n: size * typeset / usual for n, size in sizes.items()}
        usual = typeset
    found: list[Word] = []
    for n, words in lines.items():
        size = usual if abs(sizes[n] - usual) <= SAME_SIZE * usual else sizes[n]
        base = median([_base(row, size) for row in words])
        for text, block, _, left, _, right, _, _ in words:
            begin = edges[block] if left - edges[block] < EDGE * size else left
            word = Word(text, begin, right, base, size, order=len(found), first=n, last=n)
            found.append(word)
    return found


def _size(row: Row) -> float:
    """The size of the letters of a word, by the height of its box and by what letters it has."""
    reach = (MIDDLE if LOW.issuperset(row[0]) else UPPER) + (
        0 if DEEP.isdisjoint(row[0]) else LOWER
    )
    return (row[6] - row[4]) / reach


def _base(row: Row, size: float) -> float:
    """Where the line is on which the letters of a word stand."""
    return row[4] + (0 if DEEP.isdisjoint(row[0]) else LOWER * size)


def lines_in(text: str, begin: int, rows: Sequence[Row]) -> list[RecognizedLine]:
    """The lines of a page in the text of its document, which begins at `begin` with `text`."""
    lines = [line.words for column in columns(words_of_rows(rows)) for line in column]
    words = [word for line in lines for word in line]
    match = PageMatch(text, [word.text for word in words])
    seen: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        seen[row[2]].append(row)
    spans: dict[int, list[int]] = defaultdict(list)
    for word, span in zip(words, match.spans, strict=True):
        if span is not None:
            spans[word.first] += span
    return [
        RecognizedLine(
            begin + min(spans[n]),
            begin + max(spans[n]),
            min((row[7] for row in seen[n] if any(c.isalnum() for c in row[0])), default=1.0),
            min(row[3] for row in seen[n]),
            min(row[4] for row in seen[n]),
            max(row[5] for row in seen[n]),
            max(row[6] for row in seen[n]),
        )
        for n in sorted(spans, key=lambda n: min(spans[n]))
    ]
