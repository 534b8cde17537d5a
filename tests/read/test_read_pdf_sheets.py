"""Sheets that were saved as PDFs: a number at the right of its column nearly touches the next."""

import pytest

from documents_made import pdf
from hyperdigest.read.pdf.reader import read_pdf

ROWS = [
    ("Rails", "1840", "Northern mill", "12"), ("Cars", "96", "Harbour", "7"),
    ("Bells", "305", "Smith and sons", "1200"), ("Lamps", "7710", "Harbour", "85"),
    ("Wire", "12", "Wire works", "931"), ("Poles", "448", "Northern mill", "44"),
]  # fmt: skip
NAMES = ("Part", "Price", "Maker", "Stock")
LEFTS = (72, 140, 200, 300)
ROWS_FROM_1 = list(enumerate(ROWS, 1))


def rows_of(names, rows, *, white=2.0, font="Helvetica", size=10):
    """The rows of a PDF of a sheet: names and words are at the left of their columns, numbers end
    so far from the next column."""

    def draw(canvas):
        for n, cells in enumerate([*filter(None, [names]), *rows]):
            y = 780 - 14 * n
            canvas.setFont(font + "-Bold" * (cells is names), size)
            for left, after, cell in zip(LEFTS, (*LEFTS[1:], 360), cells, strict=True):
                if cell[:1].isdigit():
                    canvas.drawRightString(after - white, y, cell)
                else:
                    canvas.drawString(left, y, cell)

    content = read_pdf(pdf(draw))
    return [(b.kind, content.text[b.start : b.end]) for b in content.blocks]


@pytest.mark.parametrize("white", [1.9, 2.3])
@pytest.mark.parametrize("names", [NAMES, None])
def test_numbers_are_told_from_the_words_of_the_next_column(names, white):
    found = rows_of(names, ROWS, white=white)
    header = [("header", "\t".join(NAMES))] if names else []
    assert found == header + [("table", "\t".join(row)) for row in ROWS]


def test_a_number_and_its_unit_are_one_cell():
    rows = [(part, f"{price} kg", maker, stock) for part, price, maker, stock in ROWS]
    assert rows_of(None, rows, white=20.0) == [("table", "\t".join(row)) for row in rows]


def test_names_at_the_left_of_columns_of_numbers_are_their_header():
    names = ("Month", "Revenue", "Costs", "Left")
    rows = [(part, f"{price}{n}", f"{n}0{n}", stock) for n, (part, price, _, stock) in ROWS_FROM_1]
    assert rows_of(names, rows)[0] == ("header", "\t".join(names))
