"""The output of Tesseract, and the messages if Tesseract or its data are missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.read.pdf.recognized import words_of_rows
from hyperdigest.read.tesseract import NAMES, languages, words_in
from hyperdigest.split.terms import LANGUAGES
from pages_made import scanned, typeset

HEAD = (
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
)
TSV = f"""{HEAD}
1\t1\t0\t0\t0\t0\t0\t0\t2480\t3508\t-1\t
4\t1\t1\t1\t1\t0\t250\t230\t600\t38\t-1\t
5\t1\t1\t1\t1\t1\t250\t230\t70\t30\t96.512\tThe
5\t1\t1\t1\t1\t2\t330\t230\t140\t38\t41\tcouncil
5\t1\t1\t1\t1\t3\t480\t230\t10\t38\t95\t\x20
5\t1\t1\t1\t2\t1\t250\t280\t140\t30\t93.9\tapproved
5\t1\t1\t1\t2\t2\tx\t280\t140\t30\t93.9\tbroken
5\t1\t1\t1\t2\t3
"""


def test_the_words_of_the_output_are_read_line_by_line():
    words = list(words_in(TSV))
    assert [(word.text, word.line, word.confidence) for word in words] == [
        ("The", 0, 0.97),
        ("council", 0, 0.41),
        ("approved", 1, 0.94),
    ]
    assert (words[1].left, words[1].top, words[1].width, words[1].height) == (330, 230, 140, 38)


@given(st.text(alphabet=st.sampled_from("512\t\n.-x é"), max_size=400))
def test_any_output_is_parsed_without_error(text: str):
    for word in words_in(f"{HEAD}\n{text}"):
        assert word.text
        assert 0 <= word.confidence <= 1


def test_words_of_a_line_get_one_baseline_and_most_lines_one_height():
    rows = [
        ("The", 0, 0, 60.0, 778.0, 80.0, 785.2, 0.9),
        ("quay", 0, 0, 84.0, 775.9, 110.0, 782.7, 0.9),
        ("was", 0, 1, 60.4, 765.0, 80.0, 769.7, 0.9),
        ("long", 0, 2, 61.1, 749.9, 80.0, 759.2, 0.9),
        ("TITLE", 1, 3, 70.0, 720.0, 180.0, 734.4, 0.9),
    ]
    words = {word.text: word for word in words_of_rows(rows)}
    assert words["The"].base == words["quay"].base
    assert words["The"].height == words["was"].height == words["long"].height
    assert words["TITLE"].height == pytest.approx(20)
    assert [word.left for word in words.values()] == [60.0, 84.0, 60.0, 60.0, 70.0]


def test_a_language_without_data_is_reported():
    assert LANGUAGES.keys() - NAMES.keys() == {"st"}


MORE = "Opponents fear noise and the loss of forty old plane trees along the avenue of the town."


@pytest.fixture
def scan(tmp_path):
    text = "The council approved the new tram line on Monday after a debate of six hours."
    (tmp_path / "scan.pdf").write_bytes(scanned(typeset([text])))
    (tmp_path / "half.pdf").write_bytes(scanned(typeset([text, MORE], rows=2), pages=[2]))
    return tmp_path


def test_without_the_program_the_message_says_what_to_install(scan, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(ReadError, match="apt install tesseract-ocr"):
        languages("en")
    reading = read_paths([scan], ReadingOptions(ocr=True), language="en")
    [skipped] = reading.skipped
    reason = "Tesseract is not installed: install it (Debian and Ubuntu: apt install tesseract-ocr)"
    assert skipped.reason == f"has no text layer on page 1. {reason}"
    [note] = reading.notes
    assert note.startswith("half.pdf has no text layer on page 2")
    assert note.endswith(reason)
    assert [document.name for document in reading.documents] == ["half.pdf"]


def test_without_ocr_scanned_files_are_reported(scan):
    reading = read_paths([scan])
    assert reading.skipped[0].reason == (
        "has no text layer on page 1: save it with a text layer, or read it with OCR (--ocr)"
    )
    assert reading.notes == ("half.pdf has no text layer on page 2: read it with OCR (--ocr)",)
