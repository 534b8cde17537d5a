"""Tables of PDFs are read row by row, with each cell in its column and below the right name."""

import re
import textwrap
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reportlab.lib.utils import simpleSplit

from documents_made import lines, pdf
from hyperdigest.read.pdf.reader import read_pdf

PROSE = "The council approved the new tram line on Monday after a debate of six hours and more."
PORTS = [
    ("Name", "Size", "What it is for"),
    ("north", "12 m", "The harbour of the large ferries that cross the sound in summer"),
    ("south basin", "8 m", "Fishing boats"),
    ("west", "30 m", "Ships with coal and grain, which are weighed at the gate before they leave"),
]
YEARS = [
    ("", "2021", "2020", "2019"),
    ("Sales of the port", "512", "498", "477"),
    ("Costs", "212", "", "198"),
    ("Profit", "300", "299", "279"),
]
WIDTHS = (90, 60, 160)
LEADING = 12


def table(rows, widths, *, style="grid", right=False, padding=4, top=700, left=72.0):
    """A function that draws a table with wrapped cells: in a grid, with rules between the rows, in
    bands, or with nothing drawn."""

    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        y = top
        edges = [left + sum(widths[:n]) for n in range(len(widths) + 1)]
        places = [y]
        canvas.setFont("Times-Roman", 10)
        for number, row in enumerate(rows):
            wrapped = [
                simpleSplit(cell, "Times-Roman", 10, width - 10)
                for cell, width in zip(row, widths, strict=True)
            ]
            height = LEADING * max(map(len, wrapped)) + 2 * padding
            if style == "bands" and number % 2:
                canvas.setFillColorRGB(0.8, 0.8, 0.9)
                canvas.rect(left, y - height, sum(widths), height, stroke=0, fill=1)
                canvas.setFillColorRGB(0, 0, 0)
            for cell, start, width in zip(wrapped, edges, widths, strict=False):
                for n, line in enumerate(cell):
                    base = y - padding - 9 - LEADING * n
                    if right and start > left:
                        canvas.drawRightString(start + width - 5, base, line)
                    else:
                        canvas.drawString(start + 5, base, line)
            y -= height
            places.append(y)
        if style in ("grid", "rules"):
            for place in places:
                canvas.line(left, place, edges[-1], place)
        if style == "grid":
            for x in edges:
                canvas.line(x, places[0], x, places[-1])
        lines(canvas, [PROSE] * 2, y=y - 40)

    return draw


def rows_of(*draws):
    """The rows of tables with the tabs before their first words."""
    content = read_pdf(pdf(*draws))
    found = []
    for block in content.blocks:
        if block.kind in ("header", "table"):
            before = re.search(r"\t*$", content.text[: block.start])
            found.append((block.kind, before[0] + content.text[block.start : block.end]))
    return found


def expected(rows):
    texts = ["\t".join(row) for row in rows]
    return [("header", texts[0]), *(("table", text) for text in texts[1:])]


def prose_of(*draws):
    content = read_pdf(pdf(*draws))
    return [content.text[b.start : b.end] for b in content.blocks if b.kind == "paragraph"]


@pytest.mark.parametrize("style", ["grid", "rules", "bands", "none"])
def test_the_wrapped_lines_of_a_cell_are_one(style):
    rows = [PORTS[0], *((f"{name} {size}", size, use) for name, size, use in PORTS[1:])]
    assert rows_of(table(rows, WIDTHS, style=style)) == expected(rows)


@pytest.mark.parametrize("style", ["grid", "rules", "bands", "none"])
def test_text_around_a_table_stays_prose(style):
    assert prose_of(table(PORTS, WIDTHS, style=style)) == [f"{PROSE} {PROSE}"] * 2


@pytest.mark.parametrize("style", ["none", "rules", "grid"])
def test_a_table_in_the_middle_stays_between_its_headings(style):
    rows = [("Mode", "Power", "Time"), ("Boil", "2200 W", "4 min"), ("Keep warm", "35 W", "60 min")]
    rows.append(("Standby", "0.4 W", "8 hours"))

    def draw(canvas):
        lines(canvas, ["Consumption", "The modes need this:"], y=730)
        table(rows, (80, 60, 60), style=style, top=700, left=220)(canvas)
        lines(canvas, ["Safety", "Observe:", "Keep children away."], y=585)

    content = read_pdf(pdf(draw))
    places = [content.text.index(each) for each in ("Consumption", "Boil", "Standby", "Safety")]
    assert places == sorted(places)
    assert rows_of(draw)[1:] == expected(rows)[1:]


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("style", ["grid", "rules", "bands", "none"])
def test_years_are_above_their_figures_beside_an_empty_corner(style, right):
    found = rows_of(table(YEARS, (120, 60, 60, 60), style=style, right=right))
    assert found == expected(YEARS)


@pytest.mark.parametrize("style", ["grid", "rules", "bands", "none"])
def test_two_columns_of_terms_have_a_header(style):
    rows = [
        ("Term", "Meaning"),
        ("Sound", "A narrow piece of water between two coasts"),
        ("Pilot", "A sailor who knows the ways into a harbour and steers ships through them"),
        ("Quay", "A wall at which ships are loaded and unloaded"),
    ]
    assert rows_of(table(rows, (80, 230), style=style)) == expected(rows)


@pytest.mark.parametrize("has_header", [False, True])
def test_a_bold_first_row_of_text_as_long_as_that_below_names_no_columns(has_header):
    rows = [
        ("Anna", "Opens the lock at nine in the morning", "in spring"),
        ("Bert", "Feeds the horses of the barge at noon", "in summer"),
        ("Cora", "Greases the wheel of the old mill daily", "in autumn"),
        ("Dora", "Counts the boats that pass the upper gate", "in winter"),
    ]
    if has_header:
        rows[0] = ("Keeper", "Task", "Season")

    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        for number, row in enumerate(rows):
            canvas.setFont("Times-Roman" if number else "Times-Bold", 10)
            for cell, x in zip(row, (72, 132, 362), strict=True):
                canvas.drawString(x, 700 - 18 * number, cell)
        lines(canvas, [PROSE] * 2, y=580)

    kind, _ = rows_of(draw)[0]
    assert kind == ("header" if has_header else "table")


def test_a_header_that_is_repeated_on_the_next_page_is_one_there_too():
    found = rows_of(*[table(YEARS, (120, 60, 60, 60), top=760)] * 2)
    kinds = [kind for kind, _ in found]
    assert kinds == ["header", *["table"] * 3] * 2


def test_a_cell_over_several_rows_is_in_the_first():
    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        for x in (72, 140, 220, 300):
            canvas.line(x, 700, x, 640)
        for y in (700, 680, 640):
            canvas.line(72, y, 300, y)
        canvas.line(140, 660, 300, 660)
        for n, row in enumerate([("Coast", "Port", "Ships"), ("", "Alby", "12"), ("", "Bo", "14")]):
            for x, cell in zip((77, 145, 225), row, strict=True):
                canvas.drawString(x, 687 - 20 * n, cell)
        canvas.drawString(77, 657, "North")

    assert [text for _, text in rows_of(draw)] == [
        "Coast\tPort\tShips",
        "North\tAlby\t12",
        "\tBo\t14",
    ]


def test_names_over_no_column_name_none():
    """A name between two columns of figures, as near to one as to the other."""
    rows = [(0, "Port"), (110, "2019"), (190, "2018")]

    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        for x, cell in rows:
            canvas.drawString(72 + x, 700, cell)
        for n in range(4):
            for x, cell in (
                (0, f"Port {'ABCD'[n]}"),
                (75, f"{n}12"),
                (150, f"{n}34"),
                (230, f"{n}56"),
            ):
                canvas.drawString(72 + x, 680 - 15 * n, cell)

    assert not [text for kind, text in rows_of(draw) if kind == "header"]


def test_framed_prose_is_prose():
    def draw(canvas):
        lines(canvas, [PROSE] * 3, y=800)
        canvas.rect(60, 700, 480, 60)
        lines(canvas, [PROSE] * 3, y=745)
        canvas.rect(20, 20, 555, 800)

    assert rows_of(draw) == []


def test_a_rule_between_columns_of_prose_makes_no_table():
    text = textwrap.wrap(" ".join([PROSE] * 12), 44)

    def draw(canvas):
        for x in (60, 320):
            lines(canvas, text, x=x, y=780)
        canvas.line(305, 800, 305, 300)
        canvas.line(60, 800, 540, 800)
        canvas.line(60, 300, 540, 300)

    assert rows_of(draw) == []


def test_a_table_beside_prose_is_read_in_its_column():
    def both(canvas):
        text = textwrap.wrap(" ".join([PROSE] * 8), 40)
        canvas.setFont("Times-Roman", 10)
        lines(canvas, textwrap.wrap(" ".join([PROSE] * 4), 40), x=60, y=810)
        lines(canvas, [*text, *text], x=330, y=810)
        for y in (600, 580, 560, 540):
            canvas.line(60, y, 300, y)
        for x in (60, 180, 240, 300):
            canvas.line(x, 600, x, 540)
        for n, row in enumerate([("", "2021", "2020"), ("Sales", "5", "4"), ("Costs", "3", "2")]):
            for x, cell in zip((65, 185, 245), row, strict=True):
                canvas.drawString(x, 586 - 20 * n, cell)

    assert rows_of(both) == [
        ("header", "\t2021\t2020"),
        ("table", "Sales\t5\t4"),
        ("table", "Costs\t3\t2"),
    ]


def test_a_turned_page_has_its_rows():
    def draw(canvas):
        canvas.setPageRotation(90)
        canvas.rotate(90)
        canvas.translate(0, -842)
        table(YEARS, (120, 60, 60, 60), top=560)(canvas)

    assert rows_of(draw) == expected(YEARS)


def grid(canvas, rows, *, top, height=20, edges=(72, 160, 240)):
    """A grid around rows of one line each."""
    for n, row in enumerate(rows):
        for x, cell in zip(edges, row, strict=False):
            canvas.drawString(x + 5, top - 14 - height * n, cell)
    bottom = top - height * len(rows)
    for y in range(bottom, top + 1, height):
        canvas.line(edges[0], y, edges[-1], y)
    for x in edges:
        canvas.line(x, top, x, bottom)


def test_a_caption_between_two_drawn_tables_is_in_none():
    ports = [("Port", "Ships"), ("Alby", "12"), ("Bo", "14")]
    sheds = [("Shed", "Doors"), ("North", "3"), ("West", "5")]

    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        grid(canvas, ports, top=700)
        canvas.drawString(72, 620, "Table 2. The sheds of the port")
        grid(canvas, sheds, top=605)

    assert rows_of(draw) == [*expected(ports), *expected(sheds)]
    assert "Table 2. The sheds of the port" in prose_of(draw)


def test_many_lines_between_two_rulings_with_a_name_each_are_rows():
    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        keys = ["Up", "Down", "Left", "Right", "Home"]
        for y in (700, 682, 664, 594):
            canvas.line(72, y, 300, y)
        for x in (72, 140, 300):
            canvas.line(x, 700, x, 594)
        canvas.drawString(77, 687, "Key")
        canvas.drawString(145, 687, "What it does on this page")
        canvas.drawString(145, 669, "Moving on the page")
        for n, key in enumerate(keys):
            canvas.drawString(77, 652 - 13 * n, key)
            canvas.drawString(145, 652 - 13 * n, f"moves to number {n}")

    assert [text for _, text in rows_of(draw)][2:] == [
        f"{key}\tmoves to number {n}"
        for n, key in enumerate(["Up", "Down", "Left", "Right", "Home"])
    ]


def test_terms_beside_sentences_are_defined_by_them():
    rows = [
        ("blank", "A space or a tab."),
        ("-q --quiet", "Tell nothing but what went wrong, and that once for each of the files."),
        ("job", "All processes that were begun by one line."),
        ("name", "A word of letters and digits that begins with a letter."),
    ]
    draw = table(rows, (60, 230), style="none")
    content = read_pdf(pdf(draw))
    found = [(b.kind, content.text[b.start : b.end]) for b in content.blocks]
    assert found[1:-1] == [
        each for term, text in rows for each in (("term", term), ("definition", text))
    ]


def test_a_term_with_nothing_beside_it_has_no_definition_of_its_own():
    rows = [
        ("blank", "A space or a tab."),
        ("metacharacter", ""),
        ("job", "All processes that were begun by one line"),
        ("", "and that one signal ends."),
        ("name", "A word of letters and digits that begins with a letter."),
        ("signal", "A message that the system sends to a process."),
    ]

    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        y = 740.0
        for term, text in rows:
            y -= 20 if term else 12
            canvas.drawString(72, y, term)
            canvas.drawString(170, y, text)

    content = read_pdf(pdf(draw))
    found = [(b.kind, content.text[b.start : b.end]) for b in content.blocks]
    assert [kind for kind, _ in found[1:]] == [
        *("term", "definition", "term"),
        *("term", "definition") * 3,
    ]
    assert found[3] == ("term", "metacharacter")


def test_numbered_lines_of_code_are_no_rows():
    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        canvas.setFont("Times-Roman", 10)
        for n in range(1, 8):
            for x, word in ((72, f"{n}:"), (100, f"node{n}"), (140, "->"), (160, f"leaf{n};")):
                canvas.drawString(x, 700 - 12 * n, word)

    assert not any(text.count("\t") > 1 for _, text in rows_of(draw))


def test_rows_that_are_close_split_no_paragraph():
    """The lines of the paragraphs are further apart than the rows between them."""

    def draw(canvas):
        for n in range(4):
            lines(canvas, [PROSE], y=800 - 16 * n)
            lines(canvas, [PROSE], y=480 - 16 * n)
        canvas.setFont("Times-Roman", 8)
        grid(canvas, [(f"{n}", f"{n * 7}") for n in range(10, 20)], top=700, height=9)

    prose = [text for text in prose_of(draw) if PROSE in text]
    assert prose == [" ".join([PROSE] * 4)] * 2


@example([[[], ["barn"], ["barn"]], [[], ["4,250", "crane", "4,250"], ["barn"] * 4]])
@given(
    st.integers(2, 5).flatmap(
        lambda columns: st.lists(
            st.lists(
                st.lists(st.sampled_from(["barn", "crane", "Depot", "17", "4,250"]), max_size=6),
                min_size=columns,
                max_size=columns,
            ).filter(lambda row: sum(map(bool, row)) > 1),
            min_size=2,
            max_size=6,
        )
    )
)
def test_any_drawn_table_has_its_cells(cells):
    rows = [[" ".join(words) for words in row] for row in cells]
    found = rows_of(table(rows, [80] * len(rows[0])))
    assert [text.rstrip("\t") for _, text in found] == ["\t".join(row).rstrip("\t") for row in rows]


@pytest.mark.parametrize("count", [6_000, 40_000])
def test_a_page_with_very_many_lines_has_its_text(count):
    def draw(canvas):
        lines(canvas, [PROSE] * 2, y=800)
        for n in range(count):
            canvas.line(n % 600, -50, n % 600, 1e6 if n % 2 else 300)
            canvas.rect(n % 400, n % 300, 0, 0)

    assert Counter(" ".join(prose_of(draw)).split()) == Counter(f"{PROSE} {PROSE}".split())
