"""Rows of PDFs whose short cells stand halfway down beside a cell of two lines."""

from documents_made import pdf
from hyperdigest.read.pdf.reader import read_pdf

LEFTS = (72, 150, 220)


def rows_of(draw):
    content = read_pdf(pdf(draw))
    shown = [(block.kind, content.text[block.start : block.end]) for block in content.blocks]
    return [text for kind, text in shown if kind in ("header", "table")]


def table(canvas):
    canvas.setFont("Times-Roman", 10)
    y = 740.0
    for degree, level, *said in (
        ("1", "300", "The watch walks along the dike every two hours, by day and by", "night."),
        ("2", "400", "Sandbags are filled and brought to the three gates of the old town,", "and"),
        ("3", "500", "The lower town is cleared."),
    ):
        for n, text in enumerate(said):
            canvas.drawString(LEFTS[2], y - 12 * n, text)
        middle = y - 6 * (len(said) - 1)
        for left, cell in zip(LEFTS, (degree, level), strict=False):
            canvas.drawString(left, middle, cell)
        y -= 12 * len(said) + 8


def test_cells_beside_two_lines_of_another_are_in_their_row():
    assert rows_of(table) == [
        "1\t300\tThe watch walks along the dike every two hours, by day and by night.",
        "2\t400\tSandbags are filled and brought to the three gates of the old town, and",
        "3\t500\tThe lower town is cleared.",
    ]


def test_a_note_in_the_margin_between_two_lines_of_prose_stands_in_no_sentence():
    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(40, 734, "5")
        canvas.drawString(72, 740, "The council approved the new tram line on Monday after a")
        canvas.drawString(72, 728, "debate of six hours and more.")

    text = read_pdf(pdf(draw)).text
    assert "after a debate of six hours and more." in text
