"""A raised exponent of ten is not read as part of another number."""

from io import BytesIO

import pytest
from docx import Document as WordDocument

from hyperdigest.read.exponents import sign_of_power
from hyperdigest.read.html import read_html
from hyperdigest.read.word import read_docx


@pytest.mark.parametrize(
    ("before", "raised", "sign"),
    [
        (["The star weighs 10"], "30", "^"),
        (["A dose of 3 × ", "10"], "\u22123", "^"),
        (["1.5·10"], "-9", "^"),
        (["the year 1990"], "3", ""),
        (["item 110"], "3", ""),
        (["0.10"], "2", ""),
        (["over 10"], "th", ""),
        (["word"], "1", ""),
        ([], "1", ""),
    ],
)
def test_only_digits_after_a_bare_ten_are_an_exponent(before, raised, sign):
    assert sign_of_power(before, raised) == sign


def test_powers_of_ten_of_a_page_and_of_a_word_document_keep_their_value():
    page = read_html(
        b"<p>The star of this catalogue weighs 10<sup>30</sup> kg, its grain 10<sup>-3</sup> g, as"
        b" was found in 1990<sup>3</sup> by the <b>observatory</b> of the coast.</p>"
    )
    assert "weighs 10^30 kg, its grain 10^-3 g" in page.text
    document, data = WordDocument(), BytesIO()
    paragraph = document.add_paragraph("The star weighs 10")
    paragraph.add_run("30").font.superscript = True
    paragraph.add_run(" kg, as was found on the 10")
    paragraph.add_run("th").font.superscript = True
    paragraph.add_run(" of May.")
    document.save(data)
    read = read_docx(data.getvalue()).text
    assert "weighs 10^30 kg, as was found on the 10th of May." in read
