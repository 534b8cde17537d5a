"""PDF: the text layer in reading order, paragraphs joined, with the page of every character."""

from __future__ import annotations

import re
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, join
from hyperdigest.read.decode import whole
from hyperdigest.read.glyphs import words_of
from hyperdigest.read.inflation import check_inflation
from hyperdigest.read.layout.columns import columns
from hyperdigest.read.layout.furniture import without_furniture
from hyperdigest.read.layout.hyphens import Hyphens
from hyperdigest.read.layout.paragraphs import Passage, passages
from hyperdigest.read.layout.words import Word

MOST_PAGES = 5_000
MOST_CHARACTERS = 500_000
"""Of one page: more are drawn to harm, or hold a map."""

MOST_TEXT = 20_000_000
"""Characters of all pages: many pages may draw the same ones, at no cost to the file."""

_UNTITLED = re.compile(
    r"\W*(?:untitled|anonymous|unspecified|unnamed|no title)[\W\d]*(?:document)?[\W\d]*"
    r"|(?:microsoft word|powerpoint).*|.*\.\w{2,5}",
    re.I,
)

SCANNED = "has no text layer"
BROKEN = "is broken"


class _Page(NamedTuple):
    """The words of a page, and why there are none where there should be some."""

    words: list[Word]
    problem: str


def read_pdf(data: bytes) -> Content:
    """The text of a PDF, running heads and page numbers left out, broken words repaired."""
    check_inflation(data)
    document = _open(data)
    try:
        if len(document) > MOST_PAGES:
            raise ReadError(f"has more than {MOST_PAGES} pages: split it into parts")
        pages = _read_pages(document)
        title = whole(document.get_metadata_value("Title")).strip()
    finally:
        document.close()
    notes = tuple(
        f"{problem} on page{'s' * (len(numbers) > 1)} {_ranges(numbers)}"
        for problem in (SCANNED, BROKEN)
        if (numbers := [n for n, page in enumerate(pages, 1) if page.problem == problem])
    )
    if not any(page.words for page in pages):
        problem = " and ".join(notes) or SCANNED
        raise ReadError(f"{problem}: save it anew, or run text recognition (OCR) on it")
    words = [page.words for page in pages]
    return _content(words, "" if _UNTITLED.fullmatch(title) else title, notes)


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error) and b"/Encrypt" in data:
            raise ReadError("is protected by a password: save a copy without one") from error
        raise ReadError("is no PDF, or a broken one") from error


def _content(pages: list[list[Word]], title: str, notes: tuple[str, ...]) -> Content:
    read = [
        column
        for number, words in enumerate(without_furniture(pages))
        for column in columns(words, number)
    ]
    found = passages(read)
    hyphens = Hyphens(line.text for column in read for line in column)
    texts = [passage.text(hyphens) for passage in found]
    text, blocks = join(
        (passage.kind, text) for passage, (text, _) in zip(found, texts, strict=True)
    )
    starts: dict[int, int] = {}
    for block, (_, begun) in zip(blocks, texts, strict=True):
        for page, offset in begun:
            starts.setdefault(page, block.start + offset)
    return Content(
        text, "pdf", title or _first_heading(found), blocks, _offsets(starts, pages, text), notes
    )


def _first_heading(found: list[Passage]) -> str:
    headings = (passage for passage in found[:10] if passage.kind == "heading")
    largest = max(headings, key=lambda passage: passage.lines[0].height, default=None)
    return " ".join(line.text for line in largest.lines) if largest else ""


def _offsets(starts: dict[int, int], pages: list[list[Word]], text: str) -> tuple[int, ...]:
    """Where each page begins; one without text begins where the next one does."""
    offsets: list[int] = []
    following = len(text)
    for page in reversed(range(len(pages))):
        following = min(starts.get(page, following), following)
        offsets.append(following)
    if offsets:
        offsets[-1] = 0
    return tuple(reversed(offsets))


def _read_pages(document: pypdfium2.PdfDocument) -> list[_Page]:
    pages: list[_Page] = []
    length = 0
    for number in range(len(document)):
        pages.append(_read_page(document, number))
        length += sum(len(word.text) for word in pages[-1].words)
        if length > MOST_TEXT:
            raise ReadError(f"has more than {MOST_TEXT:,} characters: split it into parts")
    return pages


def _read_page(document: pypdfium2.PdfDocument, number: int) -> _Page:
    try:
        page = document[number]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return _Page([], BROKEN)
    try:
        count = textpage.count_chars()
        if count > MOST_CHARACTERS:
            raise ReadError(f"has more than {MOST_CHARACTERS} characters on page {number + 1}")
        words = words_of(textpage.raw, max(count, 0))
        images = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3)
        scanned = not words and next(iter(images), None) is not None
        return _Page(words, SCANNED if scanned else "")
    finally:
        textpage.close()
        page.close()


def _ranges(numbers: list[int]) -> str:
    """Page numbers as a reader writes them: 1-3, 7."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join("-".join(map(str, span)) for span in spans)
