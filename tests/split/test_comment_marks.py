"""Prose in a box of asterisks or in the lines of a comment is read without these marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.comment_marks import without_comment_marks
from hyperdigest.documents import FORMS, Document
from hyperdigest.split import split

BOX = """\
Terms of the ferry

************************************************************
*                                                          *
*  4. Luggage                                              *
*  ----------                                              *
*                                                          *
*  The ferry carries two bags of each passenger, and       *
*  the captain may refuse a third one if the wind is       *
*  strong. Nobody pays for a bicycle.                      *
*                                                          *
************************************************************

Animals stay on deck.
"""
DRAWN = """\
Terms

+----------------------------------------------------------+
|  Do not open the gate while the wheel is turning in the  |
|  water. It goes on for a minute after it was let go, and |
|  nobody can stop it.                                     |
+----------------------------------------------------------+
"""
COMMENT = [
    "The gate opens at six in the morning, and the guard counts all",
    "carts that pass it until noon. He writes their number into the",
    "book.",
]


def sentences(text):
    document = Document("a.txt", "a.txt", text)
    spans = split(document)
    return [
        (FORMS[form], document.displayed(start, end))
        for start, end, form in zip(spans.start, spans.end, spans.form, strict=True)
    ]


def test_a_box_is_read_as_paragraphs_and_headings():
    assert sentences(BOX) == [
        ("heading", "Terms of the ferry"),
        ("heading", "4. Luggage"),
        (
            "prose",
            "The ferry carries two bags of each passenger, and the captain may refuse a third "
            "one if the wind is strong.",
        ),
        ("prose", "Nobody pays for a bicycle."),
        ("prose", "Animals stay on deck."),
    ]


@pytest.mark.parametrize("marks", ["+-|++", "╔═║╚╗"])
def test_a_drawn_box_around_prose_is_read_as_a_paragraph(marks):
    corner, line, side, _, right = marks
    text = DRAWN.replace("|", side).replace("-", line)
    if corner != "+":
        upper, lower = text.replace("+", corner, 1).replace("+", right, 1).rsplit("+" + line, 1)
        text = f"{upper}╚{line}{lower.replace('+', '╝')}"
    assert sentences(text) == [
        ("heading", "Terms"),
        ("prose", "Do not open the gate while the wheel is turning in the water."),
        ("prose", "It goes on for a minute after it was let go, and nobody can stop it."),
    ]


@pytest.mark.parametrize("mark", ["# ", "## ", "// ", ";; ", "  # "])
def test_the_lines_of_a_comment_are_a_paragraph(mark):
    text = "The gate\n\n" + "\n".join(mark + line for line in COMMENT) + "\n\nThe end is near.\n"
    found = sentences(text)
    assert ("prose", "He writes their number into the book.") in found
    assert ("prose", " ".join(COMMENT).split(". ")[0] + ".") in found


def test_the_lines_of_a_comment_of_c_are_a_paragraph():
    text = "/*\n" + "".join(f" * {line}\n" for line in COMMENT) + " */\n"
    assert [form for form, _ in sentences(text)] == ["prose", "prose"]


@pytest.mark.parametrize(
    "text",
    [
        "# The gate\n# The cart\n# The book of the guard\n",
        "# cd /srv/mill\n# make install\n# cp the.conf /etc/mill/conf.d\n# reboot\n",
        "+---------+\n| a wheel |\n| a gate  |\n+---------+\n",
        "* a wheel\n* a gate\n* a sluice for the water of the river\n",
        "Fields:\n\n* Name of the applicant    *\n* Postal address in full   *\n",
        "*  one star only  \n*  and a second one  *\n",
        "/* This is the function that opens the\n * gate in the morning.\n */\nopen();\n",
        "# The mill has a wheel and the house of the miller has a roof of\n# Äpfel\n",
        "# The mill has a wheel and the house of the miller has a roof of\n# Яблоки\n",
        "#if one of these is defined and the other is not, it stops at\n#once\n",
    ],
)
def test_other_lines_with_such_marks_stay_as_they_are(text):
    assert without_comment_marks(text) == text


LINES = st.sampled_from(
    ["# the mill and the gate", "#", "* x *", "*   *", "/*", " * the", " */", "// a", "", "***"]
)


@given(st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_only_marks_become_spaces(lines, end):
    text = end.join(lines)
    found = without_comment_marks(text)
    assert len(found) == len(text)
    assert all(
        one == other or (other == " " and one in "*#/;")
        for one, other in zip(text, found, strict=True)
    )
