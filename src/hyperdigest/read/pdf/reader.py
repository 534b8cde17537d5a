"""Read the text layer of a PDF: in reading order, paragraphs joined, with the page of each part.

`words` makes words of the characters, `layout` lines and columns of these. Decompression bombs are
refused before pdfium spends memory on them.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from math import isclose
from types import MappingProxyType

import pypdfium2
import pypdfium2.raw as pdfium

from hyperdigest.base.names import authors_of
from hyperdigest.base.readable import Hyphens
from hyperdigest.base.text import counted
from hyperdigest.dates import date_of
from hyperdigest.documents import RecognizedLine
from hyperdigest.errors import ReadError
from hyperdigest.read.content import (
    BEGINS_TABLE,
    READ_IT,
    READ_THEM,
    SAVE_OR_READ_IT,
    BlockText,
    Content,
    NoTextError,
    join,
    page_numbers,
    spans,
)
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.pdf.broken_fonts import is_garbled, restored
from hyperdigest.read.pdf.columns import columns_of
from hyperdigest.read.pdf.drawn_bullets import with_drawn_bullets
from hyperdigest.read.pdf.formulas import MESSAGE, has_many_formulas
from hyperdigest.read.pdf.furniture import LeftOut, without_furniture
from hyperdigest.read.pdf.grids import with_grids
from hyperdigest.read.pdf.labels import page_labels
from hyperdigest.read.pdf.layout import Column, Word, median
from hyperdigest.read.pdf.notes import split_notes
from hyperdigest.read.pdf.passages import Passage, passages, text_height
from hyperdigest.read.pdf.recognized import Row, lines_in, words_of_rows
from hyperdigest.read.pdf.rulings import NO_RULINGS, Rulings, rulings_of, without_struck
from hyperdigest.read.pdf.structure import mark_structure
from hyperdigest.read.pdf.words import words_of
from hyperdigest.read.titles import given_title, title_of_headings

MOST_PAGES = 5_000

MOST_CHARACTERS = 500_000
"""Limit for one page; a page with more is malicious, or a map."""

MOST_TEXT = 20_000_000
"""Limit of the characters of all pages: many pages of a small file may draw the same ones."""

MOST_INFLATED = 32 << 20
"""Decompressed bytes that any PDF may have; a page may take eighty times as much memory."""

MOST_RATIO = 40
"""Limit of the decompressed size over that of the file, above `MOST_INFLATED`."""

SCANNED = "has no text layer"
GARBLED = "has fonts that garble its text"
BROKEN = "is broken"
UNREAD = "lacks letters that its fonts do not name"
STRUCK = "has words with a line through them, which are left out,"
TO_RECOGNIZE = (SCANNED, GARBLED, UNREAD)
"""The problems of pages that OCR can read."""

NO_ROWS: Mapping[int, Sequence[Row]] = MappingProxyType({})
_CHUNK = 1 << 18
_STREAM = re.compile(rb"stream[^\r\n]{0,80}(?:\r\n?|\n)")
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]+")


def read_pdf(data: bytes, recognized: Mapping[int, Sequence[Row]] = NO_ROWS) -> Content:
    """The text of a PDF without running heads and page numbers, hyphenated words joined.

    `recognized` are the words that OCR found on pages without text, by page number. Raises
    ReadError if the file is broken, protected or too large, NoTextError if it has no text.
    """
    refuse_decompression_bomb(data)
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error) and b"/Encrypt" in data:
            raise ReadError("is protected by a password: save a copy without one") from error
        raise ReadError("is not a PDF, or is broken") from error
    pages: list[list[Word]] = []
    rulings: list[Rulings] = []
    problems: dict[str, list[int]] = {
        kind: [] for kind in (SCANNED, GARBLED, UNREAD, BROKEN, STRUCK)
    }
    length = 0
    try:
        if len(document) > MOST_PAGES:
            raise ReadError(f"has more than {MOST_PAGES} pages: split it into parts")
        for number in range(len(document)):
            shown, drawn, problem = _read_page(document, number)
            words = with_drawn_bullets(without_struck(shown, drawn.across), drawn.bullets)
            pages.append(words)
            rulings.append(drawn)
            if len(words) < len(shown):
                problems[STRUCK].append(number + 1)
            if problem:
                problems[problem].append(number + 1)
            length += sum(len(word.text) for word in words)
            if length > MOST_TEXT:
                raise ReadError(f"has more than {MOST_TEXT:,} characters: split it into parts")
        clear = restored(pages)
        pages = clear.pages
        problems[UNREAD] += (number + 1 for number in clear.unread)
        by_ocr: list[int] = []
        for numbers in (problems[each] for each in TO_RECOGNIZE):
            by_ocr += (number - 1 for number in numbers if recognized.get(number))
            numbers[:] = [number for number in numbers if not recognized.get(number)]
        typeset = [word for n, words in enumerate(pages) if n not in by_ocr for word in words]
        size = median([word.height for word in typeset]) if typeset else 0.0
        for n in by_ocr:
            pages[n] = words_of_rows(recognized[n + 1], size)
        title, author, *dates = (
            replace_surrogates(document.get_metadata_value(name))
            for name in ("Title", "Author", "CreationDate", "ModDate")
        )
        labels = page_labels(document, data)
    finally:
        document.close()
    to_recognize = sorted(set().union(*(problems[each] for each in TO_RECOGNIZE)))
    notes = [
        f"{problem} on {page_numbers(numbers)}" for problem, numbers in problems.items() if numbers
    ]
    if not any(pages):
        problem = " and ".join(notes) or SCANNED
        raise NoTextError(f"{problem}{SAVE_OR_READ_IT}", to_recognize)
    if to_recognize and not recognized:
        count = sum(bool(problems[each]) for each in TO_RECOGNIZE)
        advice = READ_THEM if len(to_recognize) > 1 else READ_IT
        notes[:count] = [f"{' and '.join(notes[:count])}{advice}"]
    notes += [clear.message] if clear.message else []
    content = _content(pages, rulings, given_title(title), tuple(notes))
    return replace(
        content,
        page_labels=labels,
        authors=authors_of([author]),
        date=date_of(dates),
        recognized=_recognized(content, recognized),
        scanned=tuple(to_recognize),
    )


def content_of_scans(count: int, recognized: Mapping[int, Sequence[Row]]) -> Content:
    """The content of a file of `count` pages that are images, with what OCR found on them."""
    pages = [words_of_rows(recognized.get(number, ())) for number in range(1, count + 1)]
    content = _content(pages, [NO_RULINGS] * count, "", ())
    return replace(content, recognized=_recognized(content, recognized))


def _recognized(
    content: Content, recognized: Mapping[int, Sequence[Row]]
) -> tuple[RecognizedLine, ...]:
    """The lines that OCR recognized, in the order of the text."""
    ends = (*content.pages[1:], len(content.text))
    found: list[RecognizedLine] = []
    for number in sorted(recognized):
        begin, end = content.pages[number - 1], ends[number - 1]
        found += lines_in(content.text[begin:end], begin, recognized[number])
    return tuple(found)


def _read_page(document: pypdfium2.PdfDocument, number: int) -> tuple[list[Word], Rulings, str]:
    """The words and rulings of a page, and what is wrong with it; empty if nothing is."""
    try:
        page = document[number]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], NO_RULINGS, BROKEN
    try:
        count = textpage.count_chars()
        if count > MOST_CHARACTERS:
            raise ReadError(f"has more than {MOST_CHARACTERS} characters on page {number + 1}")
        words, turns = words_of(textpage.raw, max(count, 0))
        rulings = rulings_of(page.raw, turns, words) if words else NO_RULINGS
        images = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3)
        scanned = not words and next(iter(images), None) is not None
        return words, rulings, SCANNED if scanned else GARBLED if is_garbled(words) else ""
    finally:
        textpage.close()
        page.close()


def _content(
    pages: list[list[Word]], rulings: Sequence[Rulings], title: str, notes: tuple[str, ...]
) -> Content:
    """The content of a document with these words and rulings on its pages."""
    paged, left_out = without_furniture(pages)
    page_columns = [
        columns_of(with_grids(page.text, drawn), drawn.across)
        for page, drawn in zip(paged, rulings, strict=True)
    ]
    columns = list(chain.from_iterable(page_columns))
    body = text_height(columns)
    parts: list[tuple[Column, list[Column]]] = []
    for lines, found_columns in zip(paged, page_columns, strict=True):
        parts.append(([], [[line] for line in lines.head]))
        parts += (split_notes(column, body) for column in found_columns)
        parts.append(([], [[line] for line in lines.foot]))
        found_turned = passages([(column, []) for column in lines.turned], body)
        parts.append(([], [passage.lines for passage in found_turned]))
    found = mark_structure(passages(parts, body))
    hyphens = Hyphens(line.text for column in columns for line in column)
    texts = [passage.text(hyphens) for passage in found]
    text, blocks = join(
        BlockText(part.kind, text, mark=BEGINS_TABLE * part.begins_table)
        for part, (text, _) in zip(found, texts, strict=True)
    )
    if has_many_formulas(
        text for part, (text, _) in zip(found, texts, strict=True) if part.kind != "code"
    ):
        notes = (*notes, MESSAGE)
    starts: dict[int, int] = {}
    for block, (_, page_offsets) in zip(blocks, texts, strict=True):
        for page, offset in page_offsets:
            starts.setdefault(page, block.start + offset)
    blocks = tuple(
        replace(block, start=block.start + part.skip, kind=part.kind, level=part.level)
        for part, block in zip(found, blocks, strict=True)
    )
    title = title or title_of_headings(_by_size(found[:10]))
    # A page without text begins at the offset of the next one, the first page at 0.
    begins = [starts.get(number, len(text)) for number in range(len(pages))]
    offsets = list(accumulate(reversed(begins[1:]), min))
    pages_at = (0, *reversed(offsets))
    return Content(text, "pdf", title, blocks, pages_at, notes, repeats=_repeats(left_out))


def _by_size(passages: Sequence[Passage]) -> Iterator[str]:
    """The headings among some passages, the largest first; neighbours of one size are one."""
    headings: list[tuple[float, str]] = []
    before = None
    for passage in passages:
        if passage.kind == "heading":
            height, text = passage.lines[0].height, " ".join(line.text for line in passage.lines)
            is_rest = before == "heading" and isclose(height, headings[-1][0], rel_tol=0.01)
            if is_rest and headings[-1][1] != text:
                headings[-1] = height, f"{headings[-1][1]} {text}"
            else:
                headings.append((height, text))
        before = passage.kind
    return (text for _, text in sorted(headings, key=lambda heading: -heading[0]))


def _repeats(left_out: LeftOut) -> tuple[str, ...]:
    """Lines with the number of their copies left out, and their page numbers, the most frequent
    first."""
    most_shown, longest = 1000, 200
    found = []
    for line, numbers in sorted(left_out.items(), key=lambda item: -len(item[1]))[:most_shown]:
        shown = line if len(line) <= longest else line[:longest] + "…"
        pages = f", # = {spans(sorted(set(numbers) - {0}))}" if any(numbers) else ""
        found.append(f"“{shown}” ({counted(len(numbers), 'time')}{pages})")
    return tuple(found)


def refuse_decompression_bomb(data: bytes) -> None:
    """Raise ReadError if the streams of a PDF decompress to far too much.

    That is more than `MOST_INFLATED` bytes and `MOST_RATIO` times the size of `data`. Also raised
    if the streams overlap, so that it would take hours to find out.
    """
    most = max(MOST_INFLATED, MOST_RATIO * len(data))
    inflated = text_length = 0
    for stream in _STREAM.finditer(data):
        start, compressed = stream.end(), memoryview(data)
        filters = data[max(0, stream.start() - 400) : stream.start()]
        text_filter = next((name for name in _TEXT_FILTERS if name in filters), None)
        if text_filter:
            end_mark, decoded = _TEXT_FILTERS[text_filter]
            ends = [data.find(mark, start) for mark in (end_mark, b"endstream")]
            end = min((end for end in ends if end >= 0), default=len(data))
            text_length += end - start
            if text_length > 2 * len(data):
                raise ReadError("has streams that overlap: it is malicious")
            try:
                start, compressed = 0, memoryview(decoded(data[start:end]))
            except ValueError:
                continue
        for size in _inflated_sizes(compressed, start):
            inflated += size
            if inflated > most:
                raise ReadError(
                    f"unpacks to more than {most >> 20} MB: it may be a decompression bomb"
                )


def _inflated_sizes(data: memoryview, start: int) -> Iterator[int]:
    """The sizes of the chunks that the stream at `start` decompresses to, of all its layers.

    Eight bytes of blank areas of images count as one. Raises ReadError if a stream is compressed
    more than three times.
    """
    most_layers = 3
    if not _is_zlib(data[start : start + 2]):
        return
    for layers in range(1, most_layers + 1):
        chunks = _inflate(data[n : n + _CHUNK] for n in range(start, len(data), _CHUNK))
        for _ in range(1, layers):
            chunks = _inflate(chunks)
        compressed_again = False
        for number, chunk in enumerate(chunks):
            compressed_again |= number == 0 and _is_zlib(chunk[:2])
            blank = chunk.count(0) + chunk.count(0xFF)
            yield len(chunk) - blank + blank // 8
        if not compressed_again:
            return
    raise ReadError(f"is compressed more than {most_layers} times: it may be a decompression bomb")


def _from_hex(text: bytes) -> bytes:
    """The bytes that hexadecimal digits encode; other characters are ignored."""
    digits = _NOT_HEX.sub(b"", text)
    return bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))


_TEXT_FILTERS: dict[bytes, tuple[bytes, Callable[[bytes], bytes]]] = {
    **dict.fromkeys((b"85Decode", b"/A85"), (b"~>", base64.a85decode)),
    **dict.fromkeys((b"HexDecode", b"/AHx"), (b">", _from_hex)),
}
"""Filters of streams that are encoded as text: their end mark, and the function that decodes."""


def _inflate(chunks: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """The decompressed chunks of a zlib stream, up to the first error."""
    inflater = zlib.decompressobj()
    try:
        for chunk in chunks:
            while chunk and not inflater.eof:
                yield inflater.decompress(chunk, _CHUNK)
                chunk = inflater.unconsumed_tail
            if inflater.eof:
                return
    except zlib.error:
        return


def _is_zlib(head: bytes | memoryview) -> bool:
    """Whether two bytes are the header of a zlib stream."""
    return len(head) == 2 and head[0] & 0x0F == 8 and int.from_bytes(head) % 31 == 0
