"""Lists of a digest in Word: with the numbers that the documents print, as Word counts them."""

import pytest

from hyperdigest import Collection
from hyperdigest.render import render_docx
from oracles.quoting import Manual


def words_of(tmp_path, *marks, skipped=()):
    """The items of a digest of a list with these marks, as Word numbers them."""
    made = Manual()
    for number, mark in enumerate(marks, start=1):
        made.text += mark and f"{mark} "
        made.add("step", f"Fill tank number {number}.", level=1, at=(1, number, len(marks)))
    shown = [text for n, text in enumerate(made.slices, start=1) if n not in skipped]
    path = tmp_path / "digest.docx"
    path.write_bytes(render_docx(made.digest(*shown)))
    (document,) = Collection.read(path).documents
    lines = [line.strip().split(" [1]")[0] for line in document.text.split("\n")]
    return [line.replace("\t", " ") for line in lines if "tank" in line], document


@pytest.mark.parametrize(
    "marks",
    [
        ("1.", "2.", "3."),
        ("7)", "8)", "9)"),
        ("3.", "1.", "2."),
        ("(a)", "(b)", "(c)"),
        ("01.", "02.", "03."),
        ("1.", "2)", "(3)"),
    ],
)
def test_word_shows_the_marks_as_printed(tmp_path, marks):
    shown, _ = words_of(tmp_path, *marks)
    assert shown == [f"{mark} Fill tank number {n}." for n, mark in enumerate(marks, start=1)]


def test_after_a_gap_word_goes_on_with_the_next_printed_number(tmp_path):
    shown, document = words_of(tmp_path, "1.", "2.", "3.", "4.", skipped=(2,))
    assert shown == [f"{n}. Fill tank number {n}." for n in (1, 3, 4)]
    steps = [block for block in document.blocks if block.kind == "step"]
    assert len(steps) == 3
