"""Rows of PDFs whose columns are so close that the widest cells nearly touch the next ones."""

import time

import pytest

from documents_made import lines, pdf
from hyperdigest.read.pdf.layout import Line, Word
from hyperdigest.read.pdf.reader import read_pdf
from hyperdigest.read.pdf.rivers import with_rivers

PROSE = [
    "The council approved the new tram line on Monday after a debate of six hours and more."
] * 2


def close_columns(rows, gap, *, font="Times-Roman", above=()):
    """A function that draws rows of a table with this gap after the widest cell of each column."""

    def draw(canvas):
        lines(canvas, PROSE, y=800)
        lefts = [72.0]
        for column in list(zip(*rows, strict=True))[:-1]:
            widest = max(canvas.stringWidth(cell, font, 10) for cell in column)
            lefts.append(lefts[-1] + widest + gap)
        for n, row in enumerate([*above, *rows]):
            canvas.setFont(font, 10)
            for left, cell in zip(lefts, row, strict=False):
                canvas.drawString(left, 740 - 15 * n, cell)

    return draw


ROWS = [
    ("Name of the valve", "What it is for", "Years"),
    ("red", "water in", "12"),
    ("blue one", "water out", "14"),
    ("green", "spare", "3"),
]


def rows_of(*draws):
    content = read_pdf(pdf(*draws))
    shown = [(block.kind, content.text[block.start : block.end]) for block in content.blocks]
    return [pair for pair in shown if pair[0] in ("header", "table")]


@pytest.mark.parametrize("gap", [11, 15, 20, 40])
def test_rows_of_close_columns_have_their_cells_and_header(gap):
    header, *rows = ("\t".join(row) for row in ROWS)
    expected = [("header", header), *(("table", row) for row in rows)]
    assert rows_of(close_columns(ROWS, gap)) == expected


def test_a_sentence_right_above_a_table_is_no_row():
    sentence = "The valves of the old pump are listed here, with the years since they came:"
    found = rows_of(close_columns(ROWS, 15, above=[(sentence,)]))
    assert [text for _, text in found] == ["\t".join(row) for row in ROWS]


def test_many_rows_of_many_cells_take_linear_time():
    def column(n_rows):
        return [
            Line(tuple(Word("a", 30.0 * m, 30.0 * m + 5, -12.0 * n, 10) for m in range(400)))
            for n in range(n_rows)
        ]

    few, many = column(50), column(200)
    begin = time.process_time()
    with_rivers(few)
    middle = time.process_time()
    assert all(line.starts for line in with_rivers(many))
    assert time.process_time() - middle < 20 * (middle - begin) + 0.5
