"""Faults of real manuals, each reproduced in a small PDF."""

import textwrap

import pytest

from documents_made import lines, pdf
from hyperdigest.read.content import Content
from hyperdigest.read.pdf.reader import read_pdf

TEXT = (
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars will run in the spring of next year. Residents of the northern districts "
    "had asked for the connection since 1998. The cost is put at 340 million euros."
)


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def one_page(*texts: str) -> Content:
    return read_pdf(pdf(lambda canvas: lines(canvas, texts)))


def test_running_heads_that_change_with_the_section_are_removed():
    wrapped = textwrap.wrap(" ".join([TEXT] * 4), 60)
    sections = ["Rails of Steel", "Cars and Depots", "Money", "Noise", "Trees", "The Harbour"]

    def page(number):
        def draw(canvas):
            canvas.setFont("Times-Roman", 10)
            canvas.drawString(72, 815, f"{number + 1}.1. {sections[number].upper()}")
            canvas.setFont("Times-Bold", 16)
            canvas.drawString(72, 780, f"{number + 1}.1 {sections[number]}")
            lines(canvas, wrapped[3 * number : 3 * number + 3], y=750 - 7 * number)

        return draw

    text = read_pdf(pdf(*map(page, range(6)))).text
    for number, section in enumerate(sections):
        assert f"{number + 1}.1 {section}" in text
        assert section.upper() not in text


def test_running_heads_that_end_in_an_ellipsis_are_removed():
    wrapped = textwrap.wrap(" ".join([TEXT] * 4), 60)
    sections = [f"{what} in the northern districts of the city" for what in
                ("Rails", "Cars", "Money", "Noise", "Trees", "Stops")]  # fmt: skip

    def page(number):
        def draw(canvas):
            canvas.setFont("Times-Roman", 10)
            section = sections[number].upper()[:28]
            head = f"CHAPTER 1. THE NEW TRAM LINE THAT WAS …  1.{number + 1}. {section}…"
            canvas.drawString(72, 815, head)
            canvas.setFont("Times-Bold", 16)
            canvas.drawString(72, 780, f"1.{number + 1} {sections[number]}")
            if not number:
                canvas.drawString(72, 765, "Chapter 1 The new tram line that was approved")
            lines(canvas, wrapped[3 * number : 3 * number + 3], y=740 - 7 * number)

        return draw

    text = read_pdf(pdf(*map(page, range(6)))).text
    assert "…" not in text
    for number, section in enumerate(sections):
        assert f"1.{number + 1} {section}" in text


def test_heads_of_pages_that_differ_in_a_word_are_kept():
    wrapped = textwrap.wrap(" ".join([TEXT] * 2), 60)
    names = ["Rails", "Cars", "Money", "Noise", "Trees"]

    def page(number):
        def draw(canvas):
            lines(canvas, [f"{names[number]}   {number + 7}"], y=815)
            lines(canvas, wrapped[number : number + 1])

        return draw

    text = read_pdf(pdf(*map(page, range(5)))).text
    assert [name for name in names if text.count(name) != 1] == []


def test_titles_of_slides_are_kept():
    names = ["Rails", "Cars", "Money", "Noise", "Trees"]

    def page(name):
        def draw(canvas):
            canvas.setFont("Times-Bold", 20)
            canvas.drawString(72, 790, name)
            lines(canvas, [f"What is to be said of {name}."], y=720)

        return draw

    text = read_pdf(pdf(*map(page, names))).text
    assert all(f"{name}\n" in text for name in names)


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        (
            "at https://example.org/doc/",
            "manuals/tram.html.",
            "https://example.org/doc/manuals/tram.",
        ),
        (
            "at https://example.org/doc",
            "/manuals/tram.html.",
            "https://example.org/doc/manuals/tram.",
        ),
        ("at https://www.", "example.org/tram.html.", "https://www.example.org/tram."),
        ("at http://", "www.example.org/.", "http://www.example.org/."),
        ("at https://example.org/a-", "b/c.html.", "https://example.org/a-b/c."),
        ("at https://example.org/-", "doc/tram.html.", "https://example.org/doc/tram."),
        ("at https://example.org/q?", "users=trams&tag=rails.", "q?users=trams&tag=rails."),
    ],
)
def test_an_address_broken_at_a_line_end_is_joined(first: str, second: str, joined: str):
    before = "All that is known of the tram is told on the pages of the town that are found"
    assert joined in one_page(before, f"{'on the web ' * 4}{first}", second).text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("See https://example.org/doc/", "and ask there for the plan of the new tram line."),
        ("See https://example.org/doc.", "The plan is there for all to see and to copy."),
        ("(see https://example.org/doc)", "but not on/off the plan of the new tram line."),
        ("https://example.org/doc/", "https://example.org/plan/"),
    ],
)
def test_words_after_an_address_are_not_joined_to_it(first: str, second: str):
    text = one_page(first, second).text
    assert " ".join(text.split()) == f"{first} {second}"


def test_words_set_apart_without_a_space_are_separated():
    def draw(canvas):
        lines(canvas, [TEXT[:77]], y=780)
        canvas.setFont("Times-Roman", 10)
        text = canvas.beginText(72, 767)
        for word in ("any", "arguments", "after"):
            text.textOut(word)
            text.moveCursor(text.getX() - text.getStartOfLine()[0] + 2.4, 0)
        canvas.drawText(text)

    assert "any arguments after" in read_pdf(pdf(draw)).text


def test_text_drawn_twice_is_read_once():
    def draw(canvas):
        lines(canvas, textwrap.wrap(TEXT, 80))
        lines(canvas, textwrap.wrap(TEXT, 80), x=72.3)

    assert parts(read_pdf(pdf(draw))) == [("paragraph", TEXT)]


def test_texts_drawn_over_each_other_are_separated():
    below, above = "The council approved the new tram line.", "Forty old trees are felled in May."

    def draw(canvas):
        lines(canvas, [below], y=700)
        lines(canvas, [above], x=80, y=698)

    text = read_pdf(pdf(draw)).text
    assert below in text
    assert above in text


def test_code_keeps_its_lines_and_indents():
    code = ["for tram in trams:", "    if tram.late:", "        tell(tram)"]

    def draw(canvas):
        lines(canvas, textwrap.wrap(TEXT, 80))
        canvas.setFont("Courier", 9)
        for n, line in enumerate(code):
            canvas.drawString(90, 690 - 12 * n, line)
        lines(canvas, textwrap.wrap(TEXT, 80), y=640)

    content = read_pdf(pdf(draw))
    assert parts(content) == [("paragraph", TEXT), ("code", "\n".join(code)), ("paragraph", TEXT)]


def test_a_text_completely_in_a_monospaced_font_is_no_code():
    def draw(canvas):
        canvas.setFont("Courier", 9)
        for n, line in enumerate(textwrap.wrap(TEXT, 70)):
            canvas.drawString(72, 760 - 12 * n, line)

    assert parts(read_pdf(pdf(draw))) == [("paragraph", TEXT)]


def test_cells_drawn_separately_are_cells_even_if_near():
    cells = [
        ["The rails are of", "steel that was"],
        ["The cars come by", "ship from the"],
        ["The money is the", "state's and the"],
    ]

    def draw(canvas):
        lines(canvas, textwrap.wrap(TEXT, 80))
        for n, cell in enumerate(cells):
            lines(canvas, cell, x=72 + 85 * n, y=690)

    kinds = [kind for kind, _ in parts(read_pdf(pdf(draw)))]
    assert kinds == ["paragraph", "table", "table"]
