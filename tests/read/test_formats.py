import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import epub, lines, pdf, scan, word
from hyperdigest.errors import ReadError
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.content import Content
from hyperdigest.read.formats import kind_of
from hyperdigest.read.isolated import read_content
from hyperdigest.read.options import ReadingOptions
from office_made import odp, odt, pptx, rtf, shape

MADE = {
    "a.txt": b"Some words of text.",
    "b.md": b"# Words\n\nSome words of Markdown.",
    "c.html": b"<title>Page</title><p>Some words of a page.</p>",
    "d.pdf": pdf(lambda canvas: lines(canvas, ["Some words of a PDF."])),
    "e.docx": word(lambda document: document.add_paragraph("Some words of Word.")),
    "f.epub": epub({"a.xhtml": "<p>Some words of a book.</p>"}),
    "g.odt": odt("<text:p>Some words of OpenDocument.</text:p>"),
    "h.rtf": rtf("Some words of RTF."),
    "i.pptx": pptx(shape("Some words of slides.")),
    "j.odp": odp("<draw:frame><text:p>Some words of other slides.</text:p></draw:frame>"),
    "k.html.gz": gzip.compress(b"<html><p>Some words of a packed page.</p></html>", mtime=0),
}
FORMATS = [
    *("text", "markdown", "html", "pdf", "docx", "epub", "odt", "rtf", "pptx", "odp", "html"),
]


def test_the_kind_of_a_file_follows_from_its_suffix():
    names = ["A.TXT", "b.Md", "c.htm", "d.jsonl", "e.unknown", "f"]
    assert [kind_of(name) for name in names] == [
        "text", "markdown", "html", "jsonl", "text", "text",
    ]  # fmt: skip


def test_all_formats_in_a_folder_are_read(tmp_path: Path):
    for name, data in MADE.items():
        (tmp_path / name).write_bytes(data)
    reading = read_paths([tmp_path])
    assert reading.skipped == ()
    assert [document.name for document in reading.documents] == list(MADE)
    assert [document.format for document in reading.documents] == FORMATS
    for document in reading.documents:
        end = 0
        for block in document.blocks:
            assert end <= block.start < block.end <= len(document.text)
            end = block.end


@pytest.mark.parametrize(("data", "format"), list(zip(MADE.values(), FORMATS, strict=True)))
def test_the_format_of_standard_input_is_found_by_its_content(data: bytes, format: str):
    [document] = read_paths(["-"], stdin=io.BytesIO(data)).documents
    assert document.format == ("text" if format == "markdown" else format)


MESSAGE = (
    b"Received: by mail.example.org;\n\tMon, 2 Nov 2026 10:00:02 +0100\n"
    b"From: Anna Berg <anna@example.org>\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n"
    b"Subject: Ferry\n\nThe ferry left the harbour on Monday.\n\n> When did it leave?\n"
)


@pytest.mark.parametrize("name", ["letter", "1762074000.M1.host:2,S"])
@pytest.mark.parametrize(
    ("data", "format"),
    [
        (rtf(r"{\b The ferry} left the harbour on Monday.\par"), "rtf"),
        (MESSAGE, "mail"),
        (b"From anna@example.org Mon Nov  2 10:00:00 2026\n" + MESSAGE, "mail"),
        (b"<!DOCTYPE html><title>Ferry</title><p>The ferry left the harbour on Monday.", "html"),
        (b"From: the harbour\n\nThe ferry left the harbour on Monday.", "text"),
    ],
)
def test_a_file_without_a_known_suffix_is_read_by_its_content(
    tmp_path: Path, name: str, data: bytes, format: str
):
    path = tmp_path / name
    path.write_bytes(data)
    [document] = read_paths([path]).documents
    assert document.format == format
    assert "The ferry left the harbour on Monday." in document.text.split("\n\n")


def test_files_of_a_folder_without_suffix_are_read_by_their_content(tmp_path: Path):
    (tmp_path / "letter").write_bytes(rtf("The ferry left.\\par"))
    (tmp_path / "mail").write_bytes(MESSAGE)
    (tmp_path / "notes").write_text("The ferry came back.")
    reading = read_paths([tmp_path], ReadingOptions(without_suffix=True))
    assert [document.format for document in reading.documents] == ["rtf", "mail", "text"]


def test_broken_files_of_every_format_are_skipped(tmp_path: Path):
    for name in MADE:
        (tmp_path / name).write_bytes(bytes(range(256)) * 4)
    reading = read_paths([tmp_path])
    assert reading.documents == ()
    assert len(reading.skipped) == len(MADE)
    assert all(skipped.reason.startswith("is ") for skipped in reading.skipped)


def test_a_note_about_a_partly_read_pdf_names_it(tmp_path: Path):
    (tmp_path / "a.pdf").write_bytes(pdf(scan, lambda canvas: lines(canvas, ["Some words."])))
    note = "a.pdf has no text layer on page 1: read it with OCR (--ocr)"
    assert read_paths([tmp_path]).notes == (note,)
    assert read_file(tmp_path / "a.pdf").page(0) == 2


def test_reading_prints_nothing_and_loads_a_parser_only_for_its_files(tmp_path: Path):
    for name, data in MADE.items():
        (tmp_path / name).write_bytes(data)
        (tmp_path / f"broken-{name}").write_bytes(b"%PDF-1.4 \xff\0 broken" + data[20:])
    script = (
        "import sys\n"
        "from hyperdigest.read import read_paths\n"
        "parsers = ['docx', 'lxml', 'pypdfium2', 'resiliparse', 'charset_normalizer']\n"
        "read_paths([sys.argv[1] + '/a.txt', sys.argv[1] + '/b.md'])\n"
        "assert not [name for name in parsers if name in sys.modules]\n"
        "assert read_paths([sys.argv[1]]).documents\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([*FORMATS, "gzip"]), st.binary())
def test_random_bytes_are_read_or_refused_in_one_line(kind: str, data: bytes):
    try:
        assert isinstance(read_content(data, kind), Content)
    except ReadError as error:
        assert "\n" not in str(error)
