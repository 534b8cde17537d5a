"""Items of a PDF whose bullets are drawn, and are no text, are read as items."""

import pytest

from documents_made import pdf
from hyperdigest.read.pdf.reader import read_pdf

ITEMS = [
    "light the lamp above the gate",
    "count the boats in the basin",
    "lock the door of the net store, and hang the key on",
    "the nail behind the picture of the mayor",
    "go home",
]
FIRST_LINES = {0, 1, 2, 4}
PROSE = "The keeper of the harbour has to do this each evening before he leaves:"


def listed(draw_bullet, left=90.0):
    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, 720, PROSE)
        for n, item in enumerate(ITEMS):
            base = 700 - 13 * n
            canvas.drawString(left, base, item)
            if n in FIRST_LINES:
                draw_bullet(canvas, left - 10, base + 2)

    return draw


def disc(canvas, x, y):
    canvas.circle(x + 2, y + 1.6, 1.8, stroke=0, fill=1)


def ring(canvas, x, y):
    canvas.circle(x + 2, y + 1.6, 1.8, stroke=1, fill=0)


def square(canvas, x, y):
    canvas.rect(x, y, 3.6, 3.6, stroke=0, fill=1)


@pytest.mark.parametrize("draw_bullet", [disc, ring, square])
def test_drawn_bullets_begin_items(draw_bullet):
    content = read_pdf(pdf(listed(draw_bullet)))
    blocks = [(block.kind, content.text[block.start : block.end]) for block in content.blocks]
    assert blocks == [
        ("paragraph", PROSE),
        ("item", ITEMS[0]),
        ("item", ITEMS[1]),
        ("item", " ".join(ITEMS[2:4])),
        ("item", ITEMS[4]),
    ]


def test_shapes_elsewhere_are_no_bullets():
    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        lines = [
            PROSE,
            "The lamp is lit at dusk, and it burns until the last boat is",
            "in the basin.",
        ]
        for n, line in enumerate(lines):
            canvas.drawString(72, 720 - 13 * n, line)
            disc(canvas, 480, 722 - 13 * n)
            disc(canvas, 20, 722 - 13 * n)

    content = read_pdf(pdf(draw))
    assert {block.kind for block in content.blocks} == {"paragraph"}
