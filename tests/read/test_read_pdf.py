import textwrap

import pytest

from documents_made import lines, pdf
from hyperdigest.documents import Document
from hyperdigest.read.content import Content
from hyperdigest.read.pdf.reader import read_pdf

LEFT = (
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars will run in the spring of next year. Residents of the northern districts "
    "had asked for the connection since 1998. The cost is put at 340 million euros."
)
RIGHT = (
    "Opponents fear noise and the loss of forty old plane trees along the avenue. A survey in May "
    "found that two in three people support the plan. The mayor wants the line to reach the "
    "harbour as well. Shopkeepers ask for help while the street is closed."
)


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def one_page(*texts: str) -> Content:
    return read_pdf(pdf(lambda canvas: lines(canvas, texts)))


def test_lines_are_joined_to_paragraphs():
    wrapped = [*textwrap.wrap(LEFT, 80), *textwrap.wrap(RIGHT, 80)]
    assert parts(one_page(*wrapped)) == [("paragraph", LEFT), ("paragraph", RIGHT)]


@pytest.mark.parametrize("row_by_row", [True, False])
def test_columns_are_read_in_order_whatever_the_drawing_order(row_by_row: bool):
    left, right = textwrap.wrap(LEFT, 42), textwrap.wrap(RIGHT, 42)

    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 780, "A Title Over Both Columns of the Page")
        if row_by_row:
            for n, (one, other) in enumerate(zip(left, right, strict=False)):
                lines(canvas, [one], y=740 - 13 * n)
                lines(canvas, [other], x=320, y=740 - 13 * n)
            lines(canvas, left[len(right) :], y=740 - 13 * len(right))
            lines(canvas, right[len(left) :], x=320, y=740 - 13 * len(left))
        else:
            lines(canvas, left, y=740)
            lines(canvas, right, x=320, y=740)

    content = read_pdf(pdf(draw))
    assert content.title == "A Title Over Both Columns of the Page"
    assert parts(content) == [
        ("heading", "A Title Over Both Columns of the Page"),
        ("paragraph", LEFT),
        ("paragraph", RIGHT),
    ]


def test_columns_with_lines_at_different_heights_are_separated():
    def draw(canvas):
        lines(canvas, textwrap.wrap(LEFT, 42), y=740)
        lines(canvas, textwrap.wrap(RIGHT, 42), x=320, y=733)

    assert parts(read_pdf(pdf(draw))) == [("paragraph", LEFT), ("paragraph", RIGHT)]


def test_three_columns_are_read_in_order():
    texts = [LEFT, RIGHT, LEFT.replace("tram", "ferry")]

    def draw(canvas):
        for n, text in enumerate(texts):
            lines(canvas, textwrap.wrap(text, 28), x=40 + 180 * n)

    assert parts(read_pdf(pdf(draw))) == [("paragraph", text) for text in texts]


def test_a_table_is_read_row_by_row():
    def draw(canvas):
        lines(canvas, textwrap.wrap(LEFT, 80))
        for n in range(5):
            lines(canvas, [f"Year {2015 + n}"], y=680 - 13 * n)
            lines(canvas, [f"{14 + n} thousand"], x=250, y=680 - 13 * n)

    rows = [("table", f"Year {2015 + n}\t{14 + n} thousand") for n in range(5)]
    assert parts(read_pdf(pdf(draw))) == [("paragraph", LEFT), *rows]


def test_words_broken_at_line_ends_are_joined_and_compounds_kept():
    content = one_page(
        "The govern-", "ment called it a well-", "known fact that Franco-",
        "German ties hold. The side-", "walk is broad, the long-", "term plan is a long-term plan.",
    )  # fmt: skip
    assert content.text == (
        "The government called it a well-known fact that Franco-German ties hold. "
        "The sidewalk is broad, the long-term plan is a long-term plan."
    )


def test_a_paragraph_continues_over_pages_and_each_page_is_known():
    wrapped = textwrap.wrap(f"{LEFT} {RIGHT}", 60)
    half = len(wrapped) // 2
    content = read_pdf(
        pdf(
            lambda canvas: lines(canvas, wrapped[:half]),
            lambda canvas: None,
            lambda canvas: lines(canvas, wrapped[half:]),
        )
    )
    assert parts(content) == [("paragraph", f"{LEFT} {RIGHT}")]
    first, second, third = content.pages
    assert first == 0
    assert second == third == len(" ".join(wrapped[:half])) + 1
    document = Document("d", "d.pdf", content.text, pages=content.pages)
    assert document.page(third - 1) == 1
    assert document.page(third) == 3


def test_a_word_broken_over_pages_is_joined():
    content = read_pdf(
        pdf(
            lambda canvas: lines(canvas, ["The council met and the govern-"]),
            lambda canvas: lines(canvas, ["ment agreed."]),
        )
    )
    assert content.text == "The council met and the government agreed."
    assert content.text[content.pages[1] :] == "ment agreed."


def test_headings_items_and_paragraphs_are_separated():
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, 790, "The Plan")
        lines(canvas, textwrap.wrap(LEFT, 80))
        canvas.setFont("Times-Bold", 10)
        canvas.drawString(72, 690, "What it needs")
        lines(canvas, ["• Rails of steel", "• Cars, which are built in the", "   harbour town",
                       "1. Money from the state", "2. Time"], y=670)  # fmt: skip

    assert parts(read_pdf(pdf(draw))) == [
        ("heading", "The Plan"),
        ("paragraph", LEFT),
        ("heading", "What it needs"),
        ("item", "Rails of steel"),
        ("item", "Cars, which are built in the harbour town"),
        ("step", "Money from the state"),
        ("step", "Time"),
    ]


def test_rotated_text_is_read_after_that_of_its_page():
    def draw(canvas):
        canvas.saveState()
        canvas.rotate(90)
        lines(canvas, ["Downloaded from the archive"], x=200, y=-30)
        canvas.restoreState()
        lines(canvas, textwrap.wrap(f"{LEFT} {LEFT}", 80))

    content = read_pdf(pdf(draw, draw))
    texts = [text for _, text in parts(content)]
    assert texts == [f"{LEFT} {LEFT}", "Downloaded from the archive", f"{LEFT} {LEFT}"]
    assert content.repeats == ("“Downloaded from the archive” (1 time)",)


def test_a_rotated_paragraph_is_read():
    def draw(canvas):
        lines(canvas, textwrap.wrap(f"{LEFT} {LEFT}", 80))
        canvas.rotate(90)
        lines(canvas, textwrap.wrap(RIGHT, 80), x=200, y=-200)

    assert parts(read_pdf(pdf(draw)))[1:] == [("paragraph", RIGHT)]


def test_a_rotated_page_is_read():
    def draw(canvas):
        canvas.rotate(90)
        lines(canvas, textwrap.wrap(LEFT, 80), y=-100)

    assert parts(read_pdf(pdf(draw))) == [("paragraph", LEFT)]


def test_the_title_in_the_metadata_is_used_unless_it_is_a_placeholder():
    def draw(canvas):
        lines(canvas, [LEFT[:70]])

    assert read_pdf(pdf(draw, title="On Trams")).title == "On Trams"
    assert read_pdf(pdf(draw, title="Anonymous Trams")).title == "Anonymous Trams"
    for none in ("Microsoft Word - trams.doc", "(anonymous)", "Untitled 2", "(unspecified)"):
        assert read_pdf(pdf(draw, title=none)).title == ""


def test_bullets_drawn_separately_are_no_column():
    def draw(canvas):
        lines(canvas, textwrap.wrap(LEFT, 80))
        lines(canvas, ["•"] * 4, x=90, y=690)
        lines(canvas, [f"The {word} thing it needs" for word in ("one", "two", "three", "four")],
              x=104, y=690)  # fmt: skip

    items = [("item", f"The {word} thing it needs") for word in ("one", "two", "three", "four")]
    assert parts(read_pdf(pdf(draw))) == [("paragraph", LEFT), *items]


def test_a_table_of_contents_is_a_table():
    content = one_page(
        "1 Introduction . . . . . . . . . . 3", "2 The tram . . . . . . . . . . . . 5"
    )
    assert [kind for kind, _ in parts(content)] == ["table", "table"]


def test_an_entry_of_a_table_of_contents_may_have_two_lines():
    first = "1.2 I have laid the tram with care. Now I wonder what to do with the"
    content = one_page("1.1 Introduction . . . . . . . . . . 3", first, "rest. . . . . . . . . . 4")
    assert [kind for kind, _ in parts(content)] == ["table", "table"]
    assert parts(content)[1][1] == f"{first} rest. . . . . . . . . . 4"


def test_a_line_with_a_long_word_in_a_larger_font_stays_in_its_paragraph():
    def draw(canvas):
        lines(canvas, ["Every town that takes part in the plan has put one file of it, called"])
        canvas.setFont("Courier", 12)
        canvas.drawString(72, 747, "plans/of/the/tram")
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(200, 747, "by the makers of it, on its own pages for")
        lines(canvas, ["all to see and to comment on."], y=734)

    [(kind, text)] = parts(read_pdf(pdf(draw)))
    assert kind == "paragraph"
    assert text.endswith("called plans/of/the/tram by the makers of it, on its own pages for "
                         "all to see and to comment on.")  # fmt: skip
