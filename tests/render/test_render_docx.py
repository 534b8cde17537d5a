import io
import zipfile
from datetime import UTC, datetime

import docx
import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.read.office.word import read_docx
from hyperdigest.render import render_docx
from oracles.digests import ECLIPSE, EMPTY, digest_of, one
from oracles.quoting import Manual


def opened(digest):
    return docx.Document(io.BytesIO(render_docx(digest)))


def paragraphs(digest):
    """(style, text) of each paragraph."""
    return [(paragraph.style.name, paragraph.text) for paragraph in opened(digest).paragraphs]


def test_paragraphs_of_a_digest_as_written():
    assert paragraphs(ECLIPSE) == [
        ("Heading 1", "Where does the shadow fall?"),
        ("Digest Account", "36 of 40 words"),
        (
            "Digest Quotation",
            "The shadow falls on Oregon first, before noon, in the middle of the morning."
            " [1]\xa0line\xa01",
        ),
        ("Digest Quotation", "The new moon covers the whole disc of the sun. [2]\xa0line\xa03"),
        ("Digest Quotation", "Look only while it is covered. [3]\xa0p.\xa02"),
        ("Digest Quotation", "It leaves the coast at Charleston. [1]\xa0line\xa02"),
        ("Heading 2", "Sources"),
        ("Digest Source", "[1]\tWhere the shadow falls · news/path.txt · line 1, line 2"),
        ("Digest Source", "[2]\tnews/moon.md · line 3"),
        ("Digest Source", "[3]\tWatching safely · news/leaflet.pdf · p. 2"),
        ("Digest Signature", "Selection reaches at least 93% of the optimum of its objective"),
        ("Digest Signature", "hyperdigest 0.1.0 | preset default"),
    ]


def test_the_same_digest_is_the_same_bytes():
    assert render_docx(ECLIPSE) == render_docx(ECLIPSE)


def test_the_file_has_no_author_and_no_time_of_creation():
    properties = opened(ECLIPSE).core_properties
    assert properties.title == "Where does the shadow fall?"
    assert (properties.author, properties.last_modified_by) == ("hyperdigest", "hyperdigest")
    assert properties.created == properties.modified == datetime(2000, 1, 1, tzinfo=UTC)
    with zipfile.ZipFile(io.BytesIO(render_docx(ECLIPSE))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not [name for name in archive.namelist() if "thumbnail" in name or "vba" in name]


def test_every_mark_leads_to_its_source():
    body = opened(ECLIPSE).element.body
    targets = {mark.get(qn("w:name")) for mark in body.iter(qn("w:bookmarkStart"))}
    links = [link.get(qn("w:anchor")) for link in body.iter(qn("w:hyperlink"))]
    assert links == ["source1", "source2", "source3", "source1"]
    assert targets == {*links}


def test_quotations_have_no_numbers_that_look_like_those_of_steps():
    body = opened(ECLIPSE).element.body
    assert not [*body.iter(qn("w:numPr"))]
    assert "List Number" not in {style for style, _ in paragraphs(ECLIPSE)}


def test_columns_are_as_wide_as_their_cells_need():
    made = Manual()
    made.add("header", "Name\tFrom")
    made.add("table", "tiny\t-9223372036854775808 to -2147483649 and no further", at=(1, 1, 1))
    [table] = opened(made.digest(("Name\tFrom", made.text.split("\n\n")[1]))).tables
    name, start, place = (cell.width.cm for cell in table.rows[1].cells)
    assert name < place < start
    assert 15 < name + start + place < 16
    assert all(row._tr.trPr.find(qn("w:cantSplit")) is not None for row in table.rows)


def test_long_code_does_not_push_its_lead_in_to_the_next_page():
    made = Manual()
    lead, command, program = "It is set so:", "fill --all", "\n".join(f"set {n}" for n in range(20))
    made.add("paragraph", lead)
    made.add("code", command)
    made.add("paragraph", "It is so.")
    made.add("code", program)
    shown = opened(made.digest((lead, command), ("It is so.", program)))
    kept = [one.paragraph_format.keep_with_next for one in shown.paragraphs
            if one.style.name == "Digest Code"]  # fmt: skip
    assert kept == [None, False]
    assert shown.styles["Digest Code"].paragraph_format.keep_with_next


def test_an_empty_digest_says_so():
    assert paragraphs(EMPTY)[1:3] == [
        ("Digest Account", "0 of 3 words"),
        ("Normal", "No sentence fits in 3 words."),
    ]


def test_warnings_are_shown():
    warned = digest_of(documents=(), warnings=("No term\nis known.",))
    assert ("Digest Warning", "Warning: No term is known.") in paragraphs(warned)


@pytest.mark.parametrize(("text", "right"), [("سلام بر ماه", True), ("The moon", False)])
def test_a_quotation_has_the_direction_of_its_script(text, right):
    [quoted] = [p for p in opened(one(text)).paragraphs if p.style.name == "Digest Quotation"]
    assert (quoted._p.pPr.find(qn("w:bidi")) is not None) == right


@settings(max_examples=25)
@given(st.text(min_size=1).filter(str.strip), st.text())
def test_any_text_is_written_and_read_back(text, question):
    read = read_docx(render_docx(one(text)))
    assert "[1]" in read.text
    assert render_docx(digest_of(documents=(), question=question, warnings=(text,)))
