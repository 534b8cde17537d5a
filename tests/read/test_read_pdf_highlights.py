"""Boxes of colour behind words of a PDF are no cells of a table, and shaded cells are."""

from time import process_time

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from documents_made import pdf
from hyperdigest.read.pdf.drawn_bullets import with_drawn_bullets
from hyperdigest.read.pdf.highlights import Shade, highlights
from hyperdigest.read.pdf.layout import Word
from hyperdigest.read.pdf.reader import read_pdf

LINES = [
    "The miller keeps the key in ~/.mill/config and shows it to nobody. If you need",
    "to change it, you can set MILL_CONFIG before the wheel turns for the day. The",
    "gate reads wheel_speed and water_depth each hour, and closes if one is above",
    "what max_wheels allows. Nobody opens it again before min_water is reached.",
]
MARKED = {"~/.mill/config", "MILL_CONFIG", "wheel_speed", "water_depth", "max_wheels", "min_water"}
ROWS = [
    ("Part", "Price in euros", "Maker of the part"),
    ("Wheel", "300", "The smith of Harbour Road"),
    ("Sluice gate", "120", "A carter from the next town"),
    ("Roof", "2000", "The carpenters of the guild"),
]
LEADING = 13


def box(canvas, left, low, right, high):
    canvas.setFillColorRGB(0.9, 0.9, 1)
    canvas.rect(left, low, right - left, high - low, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)


def highlighted(padding):
    """Lines with boxes behind some words, which touch those of the lines above and below."""

    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        for n, line in enumerate(LINES):
            base, x = 700 - LEADING * n, 72.0
            for word in line.split():
                end = x + stringWidth(word, "Times-Roman", 10)
                if word in MARKED:
                    box(canvas, x - padding, base - 3, end + padding, base - 3 + LEADING)
                x = end + 2.5
            canvas.drawString(72, base, line)

    return draw


@pytest.mark.parametrize("padding", [0, 1.5])
def test_words_with_a_box_behind_them_stay_in_their_line(padding):
    content = read_pdf(pdf(highlighted(padding)))
    assert content.text == " ".join(LINES)
    assert [block.kind for block in content.blocks] == ["paragraph"]


@pytest.mark.parametrize(("widths", "gap"), [((60, 66, 120), 0), ((50, 66, 125), 2)])
def test_cells_that_are_shaded_one_by_one_are_cells(widths, gap):

    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        for n, row in enumerate(ROWS):
            low, left = 700 - 18 * n, 72
            for cell, width in zip(row, widths, strict=True):
                box(canvas, left, low, left + width - gap, low + 18)
                canvas.drawString(left + 3, low + 6, cell)
                left += width

    content = read_pdf(pdf(draw))
    assert content.text.split("\n\n") == ["\t".join(row) for row in ROWS]


def test_a_table_wider_than_the_text_does_not_end_its_paragraphs():
    text = ["The harbour master collects the fees of all ships in the basin,", "Anna Bell says."]

    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        for n, line in enumerate(text):
            canvas.drawString(72, 700 - LEADING * n, line)
        for n in range(4):
            canvas.line(72, 600 - 20 * n, 520, 600 - 20 * n)
        for x in (72, 200, 380, 520):
            canvas.line(x, 600, x, 540)
        for n, row in enumerate(ROWS[:3]):
            for x, cell in zip((76, 204, 384), row, strict=True):
                canvas.drawString(x, 586 - 20 * n, cell)

    content = read_pdf(pdf(draw))
    assert content.text.startswith(" ".join(text))


def test_a_line_of_very_many_words_and_shapes_is_read_fast():
    words = [Word("a", 7.0 * n, 7.0 * n + 5, 690, 10) for n in range(20_000)]
    boxes = [Shade(14.0 * n - 1, 688, 14.0 * n + 6, 699) for n in range(590)]
    shapes = [Shade(-10, 692, -7, 695) for _ in range(1_999)]
    start = process_time()
    assert highlights(boxes, words) == set(range(590))
    assert with_drawn_bullets(words, shapes) == words
    assert process_time() - start < 5
