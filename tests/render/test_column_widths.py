"""Columns are as wide as their cells need, as far as there is room."""

import pytest

from hyperdigest.base.aligned import column_widths

LONG = "a cell with many words in it"


@pytest.mark.parametrize(
    ("rows", "room", "widths"),
    [
        ([["Code", "Meaning"], ["E1", "no water"]], 80, [4, 8]),
        ([["Code", LONG, LONG]], 40, [4, 18, 18]),
        ([["Code", LONG, "from 9223372036854775808"]], 44, [4, 20, 20]),
        ([["Code", LONG, "from 9223372036854775808"]], 34, [4, 11, 19]),
        ([["", "x"], ["", "y"]], 80, [0, 1]),
        ([[LONG, LONG, LONG]], 20, []),
    ],
)
def test_the_widths_of_columns(rows, room, widths):
    assert column_widths(rows, room) == widths
