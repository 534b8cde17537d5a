import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.aligned import column_widths
from hyperdigest.base.text import UNSAFE
from hyperdigest.render import render_text
from oracles.digests import ECLIPSE, EMPTY, digest_of, one
from oracles.quoting import Manual

GOLDEN = """\
Where does the shadow fall?

The shadow falls on Oregon first, before noon, in the middle of the morning.
[1] line 1

The new moon covers the whole disc of the sun. [2] line 3

Look only while it is covered. [3] p. 2

It leaves the coast at Charleston. [1] line 2

Sources
[1] Where the shadow falls · news/path.txt
[2] news/moon.md
[3] Watching safely · news/leaflet.pdf

36 of 40 words

Selection reaches at least 93% of the optimum of its objective

hyperdigest 0.1.0 | preset default"""


def test_the_text_of_a_digest():
    assert render_text(ECLIPSE) == GOLDEN


def test_without_a_width_a_sentence_is_a_line():
    assert "of the morning. [1] line 1\n" in render_text(ECLIPSE, width=None)


def test_an_empty_digest_says_so_and_certifies_nothing():
    shown = render_text(EMPTY)
    assert "No sentence fits in 3 words." in shown
    assert "optimum" not in shown
    assert "Sources" not in shown


def test_warnings_are_shown_one_a_line():
    warned = digest_of(documents=(), warnings=("No term\nis known.", "Skipped \x1b[2J."))
    assert "Warning: No term is known.\nWarning: Skipped ␛[2J.\n" in render_text(warned)


def test_an_escape_sequence_in_a_document_is_harmless():
    shown = render_text(one("The \x1b]0;owned\x07 title \u202e moved."))
    assert "The ␛]0;owned␇ title � moved. [1] line 1" in shown


def test_long_words_are_not_broken():
    address = "https://example.org/" + "a" * 100
    assert address in render_text(one(f"See {address} now."))


@given(st.text(st.characters(), min_size=1), st.sampled_from(["text", "markdown", "pdf"]))
def test_no_text_reaches_the_terminal_as_a_control(text, format):
    shown = render_text(one(text, format))
    assert not UNSAFE.search(shown.replace("\n", ""))
    shown.encode()


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


NAME = "longest_time_of_messages_in_the_queue"


@pytest.mark.parametrize("width", [50, 60, 90])
@pytest.mark.parametrize("cell", [LONG, "一二三四五六七八九十" * 3])
def test_no_name_in_a_table_is_broken(cell, width):
    made = Manual()
    header, row = "Name\tDefault\tMeaning", f"{NAME}\t5d\t{cell}"
    made.add("header", header)
    made.add("table", row, at=(1, 1, 1))
    shown = render_text(made.digest((header, row)), width=width)
    assert NAME in shown
    assert ("-----" in shown) == (width > 50)
