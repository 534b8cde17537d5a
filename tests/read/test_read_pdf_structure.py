"""Lists, steps, tables, definitions, code and ranks of headings in PDFs."""

import textwrap

import pytest

from documents_made import lines, pdf
from hyperdigest.read.pdf.reader import read_pdf

PROSE = textwrap.wrap(
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars will run in the spring of next year. Residents of the northern districts "
    "had asked for the connection since 1998, and the cost is put at 340 million euros.",
    90,
)


def blocks_of(*draws):
    """The kind, level and text of the blocks of a PDF with these pages."""
    content = read_pdf(pdf(*draws))
    return [(b.kind, b.level, content.text[b.start : b.end]) for b in content.blocks]


def drawn(*rows, font="Times-Roman", size=10, leading=13):
    """A function that draws lines of text, each with its distance from the left margin."""

    def draw(canvas):
        for n, (x, text) in enumerate(rows):
            name, _, rest = text.rpartition("|")
            canvas.setFont(name or font, size)
            canvas.drawString(72 + x, 780 - leading * n, rest)

    return draw


def test_a_nested_list_has_levels_and_no_bullets():
    found = blocks_of(
        drawn(
            *((0, line) for line in PROSE),
            (0, "The tram needs:"),
            (20, "• Rails of steel"),
            (40, "– from the north"),
            (40, "– from the south"),
            (20, "• Cars, which are built in the harbour town by the men who built the old"),
            (28, "ones"),
            (0, "This is all that it needs, as the council has found in its debate of six hours."),
        )
    )
    assert found == [
        ("paragraph", 0, " ".join(PROSE)),
        ("paragraph", 0, "The tram needs:"),
        ("item", 1, "Rails of steel"),
        ("item", 2, "from the north"),
        ("item", 2, "from the south"),
        ("item", 1, "Cars, which are built in the harbour town by the men who built the old ones"),
        (
            "paragraph",
            0,
            "This is all that it needs, as the council has found in its debate of six hours.",
        ),
    ]


def test_numbered_lines_in_order_are_steps_and_what_is_indented_belongs_to_them():
    found = blocks_of(
        drawn(
            *((0, line) for line in PROSE),
            (10, "1. Unpack the archive."),
            (22, "Courier|tar xf tram.tar"),
            (10, "2. Build the tram."),
            (0, "Now it runs."),
        )
    )
    assert found[1:] == [
        ("step", 1, "Unpack the archive."),
        ("code", 1, "tar xf tram.tar"),
        ("step", 1, "Build the tram."),
        ("paragraph", 0, "Now it runs."),
    ]


def test_capital_letters_in_order_are_steps_unless_they_are_initials():
    before = [(0, line) for line in PROSE]
    steps = [(10, "A. Unpack the archive."), (10, "B. Build the tram."), (0, "Now it runs.")]
    assert blocks_of(drawn(*before, *steps))[1:] == [
        ("step", 1, "Unpack the archive."), ("step", 1, "Build the tram."),
        ("paragraph", 0, "Now it runs."),
    ]  # fmt: skip
    for words in (
        ("A. Smith wrote the plan.", "B. Jones read it."),
        ("B. Unpack the archive.", "C. Build the tram."),
        ("A. Unpack the archive.", "C. Build the tram."),
    ):
        found = blocks_of(drawn(*before, *((10, line) for line in words)))
        assert "step" not in [kind for kind, *_ in found]
        assert all(line in " ".join(text for *_, text in found) for line in words)


@pytest.mark.parametrize("marker", ["7.", "12)", "(b)", "–"])
def test_a_single_line_with_a_number_or_a_dash_is_no_list(marker):
    text = f"{marker} That was the number of the tram."
    found = blocks_of(drawn(*((0, line) for line in PROSE), (0, text)))
    assert found[1:] == [("paragraph", 0, text)]


def test_numbers_that_do_not_follow_one_another_are_no_steps():
    texts = ["3. Bread was dear.", "9. The mill was sold.", "2. The tram was late."]
    found = blocks_of(drawn(*((0, line) for line in PROSE), *((0, text) for text in texts)))
    assert [kind for kind, _, _ in found] == ["paragraph"] * 4


def test_markers_stay_in_the_text_outside_of_the_blocks():
    content = read_pdf(pdf(drawn((0, "1. Unpack it."), (0, "2. Build it."))))
    assert content.text == "1. Unpack it.\n\n2. Build it."


def columns(*rows, bold=0):
    """A function that draws the cells of rows in columns."""

    def draw(canvas):
        lines(canvas, PROSE, y=800)
        for n, row in enumerate(rows):
            canvas.setFont("Times-Bold" if n < bold else "Times-Roman", 10)
            for m, cell in enumerate(row):
                canvas.drawString(72 + 130 * m, 740 - 13 * n, cell)

    return draw


@pytest.mark.parametrize(
    ("rows", "bold"),
    [
        ([("Line", "Cars", "Riders"), ("North", "12", "3,400"), ("South", "8", "1,900")], 0),
        ([("Line", "Ends at"), ("North", "Harbour"), ("South", "Mill"), ("East", "Moor")], 1),
    ],
)
def test_the_first_row_of_a_table_is_its_header_if_it_differs(rows, bold):
    found = blocks_of(columns(*rows, bold=bold))[1:]
    assert [text for _, _, text in found] == ["\t".join(row) for row in rows]
    assert [kind for kind, _, _ in found] == ["header", *["table"] * (len(rows) - 1)]


def test_rows_that_are_all_alike_have_no_header():
    rows = [("North", "Harbour"), ("South", "Mill"), ("East", "Moor")]
    assert [kind for kind, _, _ in blocks_of(columns(*rows))[1:]] == ["table"] * 3


def test_a_table_of_many_columns_is_read_row_by_row():
    def draw(canvas):
        for n in range(8):
            canvas.setFont("Times-Roman", 10)
            for m, cell in enumerate(("-", "X", "X", f"Flag{n}", "1", f"Unknown flag byte {n}")):
                canvas.drawString(72 + 40 * m, 740 - 13 * n, cell)

    rows = [text.replace("\t", " ") for _, _, text in blocks_of(draw)]
    assert rows == [f"- X X Flag{n} 1 Unknown flag byte {n}" for n in range(8)]


def test_a_cell_that_is_wrapped_is_whole():
    rows = [
        ("North", "to the harbour, and in"),
        ("", "summer to the beach"),
        ("South", "to the mill"),
        ("East", "to the moor"),
    ]
    found = [text for _, _, text in blocks_of(columns(*rows))[1:]]
    assert found[0] == "North\tto the harbour, and in summer to the beach"
    assert len(found) == 3


def test_options_are_terms_with_definitions():
    found = blocks_of(
        drawn(
            *((0, line) for line in PROSE),
            (0, "-k --keep"),
            (
                30,
                "Keep the input files, so that nothing is lost if the disk is full and the work",
            ),
            (30, "ends early."),
            (0, "-s --small"),
            (30, "Use less memory for all of it."),
        )
    )
    assert [kind for kind, _, _ in found[1:]] == ["term", "definition", "term", "definition"]
    assert found[1][2] == "-k --keep"
    assert found[2][2].endswith("and the work ends early.")


NAMES = ("array", "calc", "showkeys")
EXPLAINED = (
    "Draws tables with rules of any width, which may be",
    "Adds and subtracts lengths where a number is asked for, as",
    "Prints the names of all labels, which is of use while writing, as",
)


def named_paragraphs(names, fonts=("Times-Bold", "Times-Roman")):
    """A page with paragraphs of two lines, each of which begins with a name."""

    def draw(canvas):
        lines(canvas, PROSE, y=780)
        for n, (name, text) in enumerate(zip(names, EXPLAINED, strict=False)):
            y = 700 - 40 * n
            canvas.setFont(fonts[0], 10)
            canvas.drawString(72, y, name)
            canvas.setFont(fonts[1], 10)
            canvas.drawString(130, y, text)
            canvas.drawString(90, y - 13, "the older package did as well.")

    return draw


def test_names_in_another_font_before_what_explains_them_are_terms():
    found = blocks_of(named_paragraphs(NAMES))[1:]
    assert [(kind, text) for kind, _, text in found] == [
        pair
        for name, text in zip(NAMES, EXPLAINED, strict=True)
        for pair in (
            ("term", name),
            ("definition", f"{text} the older package did as well."),
        )
    ]


@pytest.mark.parametrize(
    ("names", "fonts"),
    [
        (NAMES[:2], ("Times-Bold", "Times-Roman")),
        (NAMES, ("Times-Roman", "Times-Roman")),
        (("Array.", "Calc.", "Keys."), ("Times-Bold", "Times-Roman")),
        (("Anna", "Ben", "Anna"), ("Times-Bold", "Times-Roman")),
    ],
)
def test_two_names_names_in_the_same_font_sentences_and_speakers_are_no_terms(names, fonts):
    found = blocks_of(named_paragraphs(names, fonts))
    assert "term" not in {kind for kind, _, _ in found}


def test_the_first_words_of_sentences_are_no_terms():
    def draw(canvas):
        lines(canvas, PROSE, y=780)
        for n, name in enumerate(("Strix aluco", "Tyto alba", "Bubo bubo")):
            canvas.setFont("Times-Italic", 10)
            canvas.drawString(72, 700 - 40 * n, name)
            width = canvas.stringWidth(f"{name} ", "Times-Italic", 10)
            canvas.setFont("Times-Roman", 10)
            canvas.drawString(72 + width, 700 - 40 * n, "is an owl that hunts by night, and it is")
            canvas.drawString(72, 687 - 40 * n, "not seen by anybody who sleeps then.")

    found = blocks_of(draw)
    assert "term" not in {kind for kind, _, _ in found}
    assert "Tyto alba is an owl" in found[-2][2]


def test_references_are_no_terms():
    references = [
        (0, "Berg A, Kahn B (1998). A history of the trams of the northern towns and their"),
        (20, "depots. Harbour Press."),
        (0, "Carr D, Dahl E (2003). The wires above the streets of the southern towns and"),
        (20, "villages. Mill Press."),
    ]
    found = blocks_of(drawn(*((0, line) for line in PROSE), *references))
    assert {kind for kind, _, _ in found} == {"paragraph"}


def test_commands_after_a_prompt_are_one_block_of_code():
    rows = [(0, line) for line in PROSE]
    commands = ["$ tar xf tram.tar", "$ cd tram", "anna@depot:~$ make"]
    found = blocks_of(drawn(*rows, (0, "Type this:"), *((0, each) for each in commands)))
    assert [kind for kind, _, _ in found] == ["paragraph", "paragraph", "code"]
    assert found[-1][2].split("\n") == commands
    assert blocks_of(drawn(*rows, (0, "$ 40 is the price.")))[-1][0] == "paragraph"


def test_larger_headings_have_higher_ranks():
    def draw(canvas):
        y = 800
        for size, text in ((18, "Trams"), (14, "Rails"), (12, "Steel"), (14, "Cars")):
            canvas.setFont("Helvetica-Bold", size)
            canvas.drawString(72, y, text)
            lines(canvas, PROSE, y=y - 30)
            y -= 120

    ranks = [(level, text) for kind, level, text in blocks_of(draw) if kind == "heading"]
    assert ranks == [(1, "Trams"), (2, "Rails"), (3, "Steel"), (2, "Cars")]


def test_a_number_begins_a_heading_below_one_of_the_same_size():
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 18)
        for n, text in enumerate(("The trams of the city", "and of its harbour", "1. Rails")):
            canvas.drawString(72, 800 - 22 * n, text)
        lines(canvas, PROSE, y=720)

    found = [" ".join(text.split()) for kind, _, text in blocks_of(draw) if kind == "heading"]
    assert found == ["The trams of the city and of its harbour", "1. Rails"]


@pytest.mark.parametrize("indent", [0, 30])
def test_wide_gaps_of_justified_lines_make_no_table(indent):
    fill = PROSE[0]
    rows = [
        ("The city has three trams in all", "the northern and the", "southern one"),
        ("and the line of the harbour", "opened in the year", "of the fair"),
        ("that brought the new tram to people", "beside the river, as it", "was said"),
    ]

    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        right = 72 + canvas.stringWidth(fill)
        for n, line in enumerate([fill, *rows, fill]):
            first, *others = [line] if isinstance(line, str) else line
            canvas.drawString(72 + indent * (len(others) > 0), 780 - 13 * n, first)
            if others:
                canvas.drawString(72 + indent + (180, 215)[n % 2], 780 - 13 * n, others[0])
                canvas.drawRightString(right, 780 - 13 * n, others[1])

    assert {kind for kind, *_ in blocks_of(draw)} == {"paragraph"}


@pytest.mark.parametrize(("indent", "short"), [(0, 0), (30, 0), (30, 30)])
def test_two_lines_with_all_their_words_far_apart_are_no_table(indent, short):
    lines = [
        "Trams are slow. They stop at all the old houses near the lake",
        "Trams are late. They wait for all the old women of the town",
    ]

    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        right = 72 + canvas.stringWidth(PROSE[0])
        for n, line in enumerate([PROSE[0], *lines, PROSE[0]]):
            words, x, gap = [line], 72.0, 0.0
            if line in lines:
                words, x = line.split(), 72.0 + indent
                white = right - short - x - canvas.stringWidth("".join(words))
                gap = white / (len(words) + 0.2)
            for word in words:
                canvas.drawString(x, 780 - 13 * n, word)
                x += canvas.stringWidth(word) + gap * (2.2 if word[-1] == "." else 1)

    assert {kind for kind, *_ in blocks_of(draw)} == {"paragraph"}
