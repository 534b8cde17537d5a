import textwrap

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import lines, pdf, scan
from hyperdigest.errors import ReadError
from hyperdigest.read.pdf import reader as pdf_reader
from hyperdigest.read.pdf.reader import read_pdf

LINE = "The council approved the new tram line on Monday after six hours."


def test_a_scanned_pdf_is_reported_as_without_text_layer():
    with pytest.raises(
        ReadError,
        match=r"has no text layer on pages 1-3: save it with a text layer, or read it with",
    ):
        read_pdf(pdf(scan, scan, scan))


def test_pages_without_text_layer_are_reported_and_the_others_read():
    content = read_pdf(pdf(scan, lambda canvas: lines(canvas, [LINE]), scan, scan))
    assert content.text == LINE
    assert content.notes == ("has no text layer on pages 1, 3-4: read them with OCR (--ocr)",)
    assert content.pages == (0, 0, len(LINE), len(LINE))


def test_a_pdf_without_any_text_is_reported():
    with pytest.raises(ReadError, match="has no text layer"):
        read_pdf(pdf(lambda canvas: None))


def test_a_protected_pdf_is_reported_as_protected():
    with pytest.raises(ReadError, match="is protected by a password"):
        read_pdf(pdf(lambda canvas: lines(canvas, ["Secret."]), password="key"))


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing else", b"plain text", b"\0" * 100])
def test_a_broken_pdf_is_reported(data: bytes):
    with pytest.raises(ReadError, match="is not a PDF, or is broken"):
        read_pdf(data)


def test_a_broken_page_is_reported_and_the_others_read(monkeypatch):
    data = pdf(*[lambda canvas: lines(canvas, ["One of two lines."])] * 2)
    real = pypdfium2.PdfPage.get_textpage
    broken = []

    def fail_once(page):
        if not broken:
            broken.append(page)
            raise pypdfium2.PdfiumError("Failed to load text page.")
        return real(page)

    monkeypatch.setattr(pypdfium2.PdfPage, "get_textpage", fail_once)
    content = read_pdf(data)
    assert content.text == "One of two lines."
    assert content.notes == ("is broken on page 1",)


def test_a_pdf_with_too_many_pages_or_characters_is_refused(monkeypatch):
    data = pdf(*[lambda canvas: lines(canvas, [LINE, LINE])] * 3)
    monkeypatch.setattr(pdf_reader, "MOST_CHARACTERS", 100)
    with pytest.raises(ReadError, match="more than 100 characters on page 1"):
        read_pdf(data)
    monkeypatch.setattr(pdf_reader, "MOST_PAGES", 2)
    with pytest.raises(ReadError, match="more than 2 pages"):
        read_pdf(data)


WHOLE = pdf(*[lambda canvas: lines(canvas, textwrap.wrap(LINE * 5, 42))] * 2)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(WHOLE)), st.binary(max_size=40))
def test_a_damaged_pdf_is_read_or_refused(at: int, junk: bytes):
    for data in (WHOLE[:at], WHOLE[:at] + junk + WHOLE[at + len(junk) :]):
        try:
            content = read_pdf(data)
        except ReadError:
            continue
        assert content.pages[0] == 0
        assert list(content.pages) == sorted(content.pages)
