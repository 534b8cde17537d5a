"""Words of a PDF with a line through them are left out, and a note says so."""

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from documents_made import pdf
from hyperdigest.documents import Document
from hyperdigest.read.page_images.image import marked_boxes
from hyperdigest.read.pages import page_of
from hyperdigest.read.pdf.reader import read_pdf

LINES = ["The lease of the mill runs for two years three years from", "the first of May."]
FONT, SIZE = "Times-Roman", 12


def lease(height, words=("two", "years"), *, filled=False):
    """Lines with a ruling at a height above the baseline, in sizes of the font, over words."""

    def draw(canvas):
        canvas.setFont(FONT, SIZE)
        for n, line in enumerate(LINES):
            canvas.drawString(72, 700 - 16 * n, line)
        struck = " ".join(words)
        start = 72 + stringWidth(LINES[0][: LINES[0].index(struck)], FONT, SIZE)
        end = start + stringWidth(struck, FONT, SIZE)
        y = 700 + height * SIZE
        if filled:
            canvas.rect(start, y - 0.3, end - start, 0.6, stroke=0, fill=1)
        else:
            canvas.line(start, y, end, y)

    return pdf(draw)


@pytest.mark.parametrize("height", [0.2, 0.25, 0.32])
@pytest.mark.parametrize("filled", [False, True])
def test_words_that_are_struck_out_are_left_out(height, filled):
    content = read_pdf(lease(height, filled=filled))
    assert content.text == "The lease of the mill runs for three years from the first of May."
    assert any("line through them, which are left out, on page 1" in n for n in content.notes)


@pytest.mark.parametrize("height", [-0.25, -0.1, 0.0, 0.9])
def test_underlined_words_and_those_below_a_ruling_stay(height):
    content = read_pdf(lease(height))
    assert content.text == " ".join(LINES)
    assert not content.notes


@pytest.mark.parametrize(
    ("stroke", "thickness"),
    [((1, 1, 0), 12), ((1, 1, 0), 8), ((1, 1, 0), 3), ((1, 1, 1), 0.5), ((0.2, 0.3, 0.6), 14)],
)
@pytest.mark.parametrize("filled", [False, True])
def test_words_above_a_thick_or_white_stroke_stay(stroke, thickness, filled):
    def draw(canvas):
        canvas.setStrokeColorRGB(*stroke)
        canvas.setFillColorRGB(*stroke)
        canvas.setLineWidth(thickness)
        if filled:
            canvas.rect(72, 703 - thickness / 2, 400, thickness, stroke=0, fill=1)
        else:
            canvas.line(72, 703, 472, 703)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(FONT, SIZE)
        for n, line in enumerate(LINES):
            canvas.drawString(72, 700 - 16 * n, line)

    content = read_pdf(pdf(draw))
    assert content.text == " ".join(LINES)
    assert not content.notes


def test_a_page_with_struck_words_is_shown_with_its_sentence_marked():
    data = lease(0.25)
    content = read_pdf(data)
    document = Document("a.pdf", "a.pdf", content.text, format="pdf", pages=content.pages)
    assert all(marked_boxes(data, page_of(document, 1, [(0, len(content.text))])))
