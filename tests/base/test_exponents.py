"""A raised exponent or mark is not read as part of a number or word."""

from io import BytesIO

import pytest
from docx import Document as WordDocument

from documents_made import epub
from hyperdigest.base.exponents import raised_after
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.office.epub import read_epub
from hyperdigest.read.office.opendocument import read_odt
from hyperdigest.read.office.powerpoint import read_pptx
from hyperdigest.read.office.rtf import read_rtf
from hyperdigest.read.office.word import read_docx
from office_made import odt, pptx, rtf, shape


@pytest.mark.parametrize(
    ("before", "raised", "written"),
    [
        (["The star weighs 10"], "30", "³⁰"),
        (["A dose of 3 × ", "10"], "\u22123", "⁻³"),
        (["1.5·10"], "-9", "⁻⁹"),
        (["the board of 2"], "64", "⁶⁴"),
        (["a field of 0.5"], "2", "²"),
        (["at most 2"], "n", "^n"),
        (["the ion SO", "4"], "2-", "²⁻"),
        (["the ", "year 1990"], "3", "³"),
        (["the year 1990", ""], "3", "³"),
        (["the year 1990."], "12", "¹²"),
        (["1, 2 and 10,"], "4", "⁴"),
        (["a price of $19."], "99", "99"),
        (["a loan of 1,500"], "12", "¹²"),
        (["over 3"], "rd", "rd"),
        (["over 10"], "th", "th"),
        (["an area of 25 m"], "2", "²"),
        (["the committee"], "3", "³"),
        (["it was decided.", ""], "1, 2", "¹, ²"),
        (["Ca"], "2+", "²⁺"),
        (["10 m s"], "\u22121", "⁻¹"),
        (["the number "], "1", "1"),
        (["M"], "me", "me"),
        ([], "1", "1"),
    ],
)
def test_raised_digits_are_kept_from_what_they_follow(before, raised, written):
    assert raised_after(before, raised) == written


def test_powers_of_ten_of_a_page_and_of_a_word_document_keep_their_value():
    page = read_html(
        b"<p>The star of this catalogue weighs 10<sup>30</sup> kg, its grain 10<sup>-3</sup> g, as"
        b" was found in 1990<sup>3</sup> by the <b>observatory</b> of the coast.</p>"
    )
    assert "weighs 10³⁰ kg, its grain 10⁻³ g" in page.text
    assert "found in 1990³ by" in page.text
    document, data = WordDocument(), BytesIO()
    paragraph = document.add_paragraph("The star weighs 10")
    paragraph.add_run("30").font.superscript = True
    paragraph.add_run(" kg, as was found on the 10")
    paragraph.add_run("th").font.superscript = True
    paragraph.add_run(" of May.")
    document.save(data)
    read = read_docx(data.getvalue()).text
    assert "weighs 10³⁰ kg, as was found on the 10th of May." in read


def test_a_small_fraction_of_a_page_is_kept_from_the_number_before_it():
    page = read_html(b"<p>The cook asks for 3<sup>1</sup>/<sub>4</sub> spoons of cream in all.</p>")
    assert "for 3 1/4 spoons" in page.text


RAISED = "The star weighs 10³⁰ kg, its grain 10⁻³ g, as was found on the 10th of May."


@pytest.mark.parametrize("position", ["super 58%", "33% 58%"])
def test_powers_of_ten_of_an_opendocument_text_keep_their_value(position):
    styles = (
        '<style:style style:name="up" style:family="text">'
        f'<style:text-properties style:text-position="{position}"/></style:style>'
        '<style:style style:name="T1" style:family="text" style:parent-style-name="up"/>'
    )
    up = '<text:span text:style-name="T1">{}</text:span>'
    said = RAISED.replace("³⁰", up.format("30")).replace("⁻³", up.format("-3"))
    said = said.replace("th of", f"{up.format('th')} of")
    paragraph = f"<text:p>{said} H<text:span>10</text:span></text:p>"
    assert read_odt(odt(paragraph, styles=styles)).text == f"{RAISED} H10"


def test_powers_of_ten_of_slides_books_and_rtf_keep_their_value():
    run, raised = "<a:r><a:t>{}</a:t></a:r>", '<a:r><a:rPr baseline="30000"/><a:t>{}</a:t></a:r>'
    pieces = ("The star weighs 10", "30", " kg, its grain 10", "-3", " g, as was found on the 10")
    pieces = (*pieces, "th", " of May.")
    runs = "".join((run, raised)[n % 2].format(piece) for n, piece in enumerate(pieces))
    slide = shape("X").replace(run.format("X"), runs)
    assert read_pptx(pptx(slide)).text == RAISED
    sups = "".join(("{}", "<sup>{}</sup>")[n % 2].format(each) for n, each in enumerate(pieces))
    assert read_epub(epub({"a.xhtml": f"<html><body><p>{sups}</p></body></html>"})).text == RAISED
    groups = "".join(("%s", r"{\super %s}")[n % 2] % each for n, each in enumerate(pieces))
    assert read_rtf(rtf(groups)).text == RAISED


def test_a_raised_exponent_of_rtf_may_be_in_several_pieces_and_end_by_a_word():
    body = r"It weighs 10\up6 \u8722?3\up0  g or 10\super 4\nosupersub 5 g, or 1{\b 0}{\super 7}."
    assert read_rtf(rtf(body)).text == "It weighs 10⁻³ g or 10⁴5 g, or 10⁷."
