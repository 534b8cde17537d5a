"""Saved web pages (MHTML): a page, its frames, its address, title and date."""

import io
from email.message import EmailMessage
from pathlib import Path

import pytest

from hyperdigest.errors import ReadError
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.formats import sniff
from hyperdigest.read.isolated import read_content
from hyperdigest.read.web_archive import read_mhtml

PAGE = "<title>Ferries</title><h1>Ferries</h1><p>The ferry sails at ten on Sundays – für alle.</p>"
FRAME = "<p>The harbour closes at nine in winter.</p>"
ADDRESS = "https://example.org/ferries"


def saved(*pages: str | bytes, head: str = "", start: str = "", kind: str = "text/html") -> bytes:
    """A saved page and its frames, each a part with a picture after it."""
    top = head or (
        f"From: <Saved by Blink>\nSnapshot-Content-Location: {ADDRESS}\nSubject: A subject\n"
        "Date: Tue, 3 Nov 2026 10:12:13 -0000\n"
    )
    named = f' start="{start}";' if start else ""
    data = (
        f'{top}MIME-Version: 1.0\nContent-Type: multipart/related;{named} boundary="b"\n\n'.encode()
    )
    for number, page in enumerate(pages):
        part = EmailMessage()
        page = page.encode() if isinstance(page, str) else page
        part.set_content(page, "text", "html", cte="quoted-printable")
        part.replace_header("Content-Type", kind)
        part["Content-ID"] = f"<frame-{number}@mhtml.blink>"
        part["Content-Location"] = f"{ADDRESS}/{number}"
        del part["MIME-Version"]
        picture = b"--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0K\n"
        data += b"--b\n" + part.as_bytes() + b"\n" + picture
    return data + b"--b--\n"


def test_a_saved_page_is_read_as_a_page_of_the_web(tmp_path: Path):
    (tmp_path / "a.mhtml").write_bytes(saved(PAGE))
    (tmp_path / "b.html").write_text(PAGE)
    document, page = read_file(tmp_path / "a.mhtml"), read_file(tmp_path / "b.html")
    assert (document.text, document.blocks, document.title, document.format) == (
        *(page.text, page.blocks, page.title, page.format),
    )
    assert (document.address, document.date) == (f"{ADDRESS}/0", "2026-11-03")


def test_the_date_that_a_page_states_has_precedence_over_that_of_saving_it():
    dated = f"<meta property='article:published_time' content='2026-05-01'>{PAGE}"
    assert read_mhtml(saved(dated)).date == "2026-05-01"
    assert read_mhtml(saved(FRAME)).title == "A subject"


def test_frames_follow_the_page_each_once():
    content = read_mhtml(saved(PAGE, FRAME, FRAME, "<p></p>"))
    assert content.text.endswith("für alle.\n\nThe harbour closes at nine in winter.")
    shown = [content.text[block.start : block.end] for block in content.blocks]
    assert shown == content.text.split("\n\n")


def test_the_page_is_the_part_that_the_archive_names():
    content = read_mhtml(saved(FRAME, PAGE, start="<frame-1@mhtml.blink>"))
    assert (content.title, content.address) == ("Ferries", f"{ADDRESS}/1")
    assert content.text.startswith("Ferries\n\n")


@pytest.mark.parametrize("kind", ["text/html; charset=koi8-r", "text/html"])
def test_a_page_is_decoded_as_it_or_its_part_says(kind: str):
    meta = "" if "charset" in kind else "<meta charset=koi8-r>"
    page = f"{meta}<p>Паром отходит в десять часов.</p>".encode("koi8_r")
    assert read_mhtml(saved(page, kind=kind)).text == "Паром отходит в десять часов."


def test_an_archive_on_standard_input_is_found_by_its_content():
    [document] = read_paths(["-"], stdin=io.BytesIO(saved(PAGE))).documents
    assert (document.format, document.title) == ("html", "Ferries")


HEADS = {
    "": "mhtml",
    "Date: Thu, 1 Oct 2026 12:00:00 +0000\nMessage-ID: <1@wiki>\nSubject: Export\n": "mhtml",
    "From: Anna <a@x.org>\nDate: Thu, 1 Oct 2026 12:00:00 +0000\n": "eml",
}


@pytest.mark.parametrize(("head", "kind"), HEADS.items())
def test_a_message_from_nobody_whose_parts_are_related_is_a_saved_page(head: str, kind: str):
    data = saved(PAGE, head="X-Made: by hand\n").removeprefix(b"X-Made: by hand\n")
    assert sniff(head.encode() + data) == kind


def test_word_saves_pages_under_the_suffix_of_its_old_files(tmp_path: Path):
    (tmp_path / "a.doc").write_bytes(saved(FRAME, head="X-Made: by hand\n"))
    assert read_file(tmp_path / "a.doc").text == "The harbour closes at nine in winter."


def test_a_page_without_other_parts_is_read():
    head = b"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    assert read_mhtml(head + PAGE.encode()).title == "Ferries"


def test_a_frame_that_cannot_be_read_is_noted():
    content = read_mhtml(saved(PAGE, "<p>" * 2_000_001))
    assert content.title == "Ferries"
    assert content.notes == (
        "lacks the text of a frame, which has more than 2,000,000 tags: split it into parts",
    )


@pytest.mark.parametrize("data", [b"", b"nonsense", b"Content-Type: text/plain\n\nwords", saved()])
def test_an_archive_without_a_page_is_refused(data: bytes):
    with pytest.raises(ReadError):
        read_content(data, "mhtml")
