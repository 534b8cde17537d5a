"""Running heads, running feet and page numbers of PDFs: what is left out, and what never is."""

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from documents_made import lines, pdf
from hyperdigest.read import read_paths
from hyperdigest.read.pdf.page_counts import counts_in
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


WRAPPED = textwrap.wrap(f"{LEFT} {RIGHT}", 50)


def read(heads=(), feet=(), gap=36, pages=()):
    """The content of a PDF with a head and a foot, of one or several lines, on each page."""
    texts = pages or [WRAPPED[n % len(WRAPPED)] for n in range(max(len(heads), len(feet)))]

    def page(number):
        def draw(canvas):
            head = heads[number].split("\n") if heads else []
            lines(canvas, head, y=810)
            lines(canvas, texts[number].split("\n"), y=810 - 13 * len(head) - gap)
            lines(canvas, feet[number].split("\n") if feet else [], y=40)

        return draw

    return read_pdf(pdf(*map(page, range(len(texts)))))


def test_running_heads_and_feet_are_kept_once_and_page_numbers_not_at_all():
    def draw(number):
        def page(canvas):
            lines(canvas, [f"Journal of Trams, 2016 | {number}"], y=810)
            lines(canvas, WRAPPED[2 * number - 2 : 2 * number])
            lines(canvas, ["Printed in Harbour Town"], y=50)
            lines(canvas, [str(number)], x=300, y=30)

        return page

    content = read_pdf(pdf(*(draw(n) for n in range(1, 5))))
    first = ["Journal of Trams, 2016 | 1", "Printed in Harbour Town", " ".join(WRAPPED[:8])]
    assert content.text.split("\n\n") == first
    assert content.repeats == (
        "“Journal of Trams, 2016 | #” (3 times, # = 2-4)",
        "“Printed in Harbour Town” (3 times)",
    )
    assert len(content.pages) == 4


CONTINUED = [
    f"the {n} trams were painted green.\n{name} wrote in a long letter to the council that"
    for n, name in enumerate(("Anna", "Bruno", "Carla", "Dario", "Elena", "Fritz"), 2)
]
"""Pages each of which continues a sentence of the page before."""


def test_running_heads_that_differ_on_left_and_right_pages_are_kept_once():
    content = read(["The Tram" if n % 2 else "Its History" for n in range(6)], pages=CONTINUED)
    assert content.text.count("The Tram") == content.text.count("Its History") == 1
    assert content.repeats == ("“Its History” (2 times)", "“The Tram” (2 times)")


def test_a_head_on_the_second_page_does_not_break_the_sentence_that_continues_there():
    content = read(["", "Tram News", "Tram News", "Tram News"], pages=CONTINUED[:4])
    assert content.text.split("\n\n") == [
        "the 2 trams were painted green.",
        "Anna wrote in a long letter to the council that the 3 trams were painted green.",
        "Tram News",
        "Bruno wrote in a long letter to the council that the 4 trams were painted green.",
        "Carla wrote in a long letter to the council that the 5 trams were painted green.",
        "Dario wrote in a long letter to the council that",
    ]


CHAPTERS = ["Trams", "Stops", "Fares", "Depots"]


def test_feet_with_the_page_number_do_not_break_sentences_though_each_is_on_one_page():
    feet, pages = [], []
    for n in range(12):
        number, name = n // 3 + 1, CHAPTERS[n // 3]
        feet.append(
            f"{n + 1} Chapter {number}. {name}" if n % 2 else f"{number}.1. Of {name} {n + 1}"
        )
        title = "" if n % 3 else f"{number}. {name}\n{number}.1. Of {name}\n"
        green = f"the {n} cars were painted green in the spring of the year."
        pages.append(f"{title}{green}\nCar {n} was shown in a long letter to the council before")
    text = " ".join(read(feet=feet, pages=pages).text.split())
    for n in (0, 1, 3, 4, 6, 7, 9, 10):
        letter = f"Car {n} was shown in a long letter to the council before"
        assert f"{letter} the {n + 1} cars were painted green" in text


def test_a_title_repeated_as_running_head_is_kept_as_title():
    def page(number):
        def draw(canvas):
            if number == 0:
                canvas.setFont("Times-Bold", 20)
                canvas.drawString(72, 790, "The Tram")
            else:
                lines(canvas, ["The Tram"], y=815)
            lines(canvas, textwrap.wrap((LEFT, RIGHT, LEFT[:150])[number], 80))

        return draw

    content = read_pdf(pdf(*(page(n) for n in range(3))))
    assert content.title == "The Tram"
    assert content.text.count("The Tram") == 1


def test_heads_that_change_are_left_out_if_they_are_headings_of_the_text():
    titles = ["Rails", "Cars", "Wires", "Depots", "Fares"]
    texts = [f"{n}. {title}\n{WRAPPED[n]}" for n, title in enumerate(titles, 1)]
    content = read([f"{title}          {n + 30}" for n, title in enumerate(titles)], pages=texts)
    for title in titles:
        assert content.text.count(title) == 1


@pytest.mark.parametrize("gap", [13, 36])
@pytest.mark.parametrize(
    "heads",
    [
        [f"Patient {n} must take {100 * n} mg of the drug each day." for n in range(11, 21)],
        [f"Room {n}: {20 + n} beds" for n in range(1, 9)],
        [f"Invoice {n}" for n in range(1, 9)],
        [f"Report of {n} May 2019" for n in range(1, 6)],
        ["The lift is safe.", "The lift is not safe.", "The lift is safe.", "The lift is shut."],
        ["The lift is safe", "The lift is not safe", "The lift is safe", "The lift is shut"],
        [f"Part {n // 3 + 1} results" for n in range(9)],
        [f"{30 + n // 3} beds are free" for n in range(9)],
        ["Ward one is full", "Ward two is full", "Ward three is full", "Ward four is full"],
    ],
)
def test_every_text_at_the_top_of_pages_is_kept(heads, gap):
    content = read(heads, gap=gap)
    text = " ".join(content.text.split())
    assert [head for head in heads if head not in text] == []


def test_sentences_of_a_script_without_spaces_are_kept():
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    sentence = "孕妇请勿服用此药。"

    def page(canvas):
        canvas.setFont("STSong-Light", 10)
        canvas.drawString(72, 810, sentence)
        canvas.drawString(72, 760, "每天两次")

    assert read_pdf(pdf(*[page] * 4)).text.count(sentence) == 4


@pytest.mark.parametrize(
    "sentence",
    [
        "Never give this drug to a child.",
        "Keep out of the reach of children!",
        "The nurse asked: “Did he sleep well?”",
        "Patients with a weak heart must not\ntake more than two a day.",
    ],
)
def test_a_whole_sentence_is_never_taken_for_a_head_or_foot(sentence):
    for content in (read([sentence] * 4), read(feet=[sentence] * 4)):
        assert " ".join(content.text.split()).count(" ".join(sentence.split())) == 4
        assert content.repeats == ()


def test_a_file_of_one_repeated_line_is_read():
    content = read_pdf(pdf(*[lambda canvas: lines(canvas, ["Closed on Mondays"])] * 5))
    assert content.text == "Closed on Mondays"
    assert content.repeats == ("“Closed on Mondays” (4 times)",)
    assert len(content.pages) == 5


def test_results_below_names_are_kept_though_they_recur():
    pages = [f"Patient {name}\nResult: negative" for name in "ABCDE"]
    assert read(pages=pages).text.count("Result: negative") == 5


words = st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=3, max_size=8)
texts = words.map(lambda found: " ".join(found).capitalize())


@given(st.lists(texts.map("{}.".format), min_size=1, max_size=6), st.sampled_from([13, 40]))
@settings(max_examples=40)
def test_each_sentence_at_the_top_survives_on_each_page(sentences, gap):
    heads = [sentences[n % len(sentences)] for n in range(6)]
    text = " ".join(read(heads, gap=gap).text.split())
    for sentence in set(heads):
        assert text.count(sentence) >= heads.count(sentence)


@given(st.lists(texts, min_size=2, max_size=7, unique=True), st.booleans())
@settings(max_examples=40)
def test_each_line_that_differs_in_a_word_survives(heads, at_top):
    content = read(heads) if at_top else read(feet=heads)
    text = " ".join(content.text.split())
    assert [head for head in heads if head not in text] == []


@given(st.lists(st.integers(1, 9999), min_size=2, max_size=7, unique=True))
@settings(max_examples=40)
def test_each_figure_survives_that_is_no_page_number(figures):
    heads = [f"Dose {figure} mg" for figure in figures]
    text = read(heads).text
    assert [head for head in heads if head not in text] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Syrup for babies 2.5 ml", "Syrup for babies 25 ml"),
        ("Cellar at -4 °C", "Cellar at 4 °C"),
        ("Sender power 3 mW", "Sender power 3 MW"),
        ("Profit + 70 euros", "Profit - 70 euros"),
        ("Tunnel width < 6 m", "Tunnel width > 6 m"),
    ],
)
def test_lines_that_differ_in_a_sign_or_unit_are_no_copies(one, other):
    text = read(heads=[one] * 3 + [other] * 3).text
    assert one in text and other in text


@pytest.mark.parametrize(
    "line",
    [
        "{} of 30 sailors drowned",
        "Harbour closed - {} - for repairs",
        "Loss – {} – approved",
        "{} %",
        "-{}",
        "€ {}",
        "{}.5 litres of oil leaked",
    ],
)
def test_a_number_within_a_statement_is_no_page_number(line):
    heads = [line.format(number) for number in range(1, 7)]
    pages = [*WRAPPED[:5], f"{WRAPPED[5]}\nlitres of oil leaked"]
    text = read(heads=heads, pages=pages).text
    assert all(head in text for head in heads)


def test_a_figure_that_happens_to_be_the_number_of_its_page_is_kept():
    figures = ["1200", "17", "3", "9", "88", "41"]
    text = read(heads=figures).text
    assert all(figure in text.split() for figure in figures)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "- {} -",
        "Page {}",
        "Page {} of 12",
        "{} / 12",
        "Seite {} von 12",
        "第{}页",
    ],
)
def test_a_page_number_alone_is_left_out(line):
    content = read(feet=[line.format(number) for number in range(1, 7)])
    assert content.text == " ".join(WRAPPED[:6])
    assert content.repeats == ()


@pytest.mark.parametrize(
    "line", ["{} | Tram News", "Tram News – {}", "ACME Corp. – Confidential – Page {} of 9"]
)
def test_a_foot_with_a_page_number_is_kept_once(line):
    content = read(feet=[line.format(number) for number in range(3, 9)])
    assert content.text.count(line.format(3)) == 1
    assert content.text.count("Tram News") + content.text.count("ACME") == 1
    assert content.repeats == (f"“{line.format('#')}” (5 times, # = 4-8)",)


@pytest.mark.parametrize("line", ["Annual report {}", "Town of Selby {}", "{} Rapport annuel"])
def test_a_number_after_or_before_a_title_that_counts_the_pages_is_one_of_the_page(line):
    for content in (
        read(feet=[line.format(number) for number in range(3, 9)]),
        read(heads=[line.format(number) for number in range(3, 9)]),
    ):
        assert content.text.count(line.format(3)) == 1
        assert content.text.count(line.format("").strip()) == 1
        assert content.repeats == (f"“{line.format('#')}” (5 times, # = 4-8)",)


def test_years_after_a_title_are_no_numbers_of_pages():
    content = read(heads=[f"Harvest of {year}" for year in range(1990, 1996)])
    assert all(f"Harvest of {year}" in content.text for year in range(1990, 1996))
    assert content.repeats == ()


@pytest.mark.parametrize(
    "line",
    [
        "Deaths in the ward • {}",
        "Verstorbene Kinder | {}",
        "Pertes totales {}",
        "Lots            {}",
    ],
)
@pytest.mark.parametrize(
    "figures", [(7, 2, 9, 4, 1, 6), (1, 2, 3), (1, 3, 2, 4, 6, 5), (1, 2, 3, 9, 9, 1, 8)]
)
def test_figures_that_do_not_count_all_pages_stay(line, figures):
    feet = [" ".join(line.format(figure).split()) for figure in figures]
    text = " ".join(read(feet=[line.format(figure) for figure in figures]).text.split())
    assert [foot for foot in feet if text.count(foot) < feet.count(foot)] == []


def test_every_copy_of_a_line_whose_figure_counts_the_pages_is_reported():
    content = read(feet=[f"Deaths in the ward • {number}" for number in range(1, 7)])
    assert content.text.count("Deaths in the ward • 1") == 1
    assert content.repeats == ("“Deaths in the ward • #” (5 times, # = 2-6)",)


def test_a_line_of_the_text_that_stands_alone_on_its_page_is_no_head():
    within = [line for line in WRAPPED if line[0].islower()]
    pages = [f"{line}\n{within[n - 3]}" for n, line in enumerate(within)]
    content = read(feet=["Tram News"] * len(pages), pages=pages)
    assert content.repeats == (f"“Tram News” ({len(pages) - 1} times)",)


@pytest.mark.parametrize(
    ("text", "number"),
    [("xiv", 14), ("Preface\tIX", 9), ("A-3", 3), ("Tram News · page 7", 7), ("p. 12", 12)],
)
def test_forms_of_page_numbers(text, number):
    assert [count.offset for count in counts_in(text, 2)] == [number - 2]


@pytest.mark.parametrize(
    "text", ["Patient 11: 1200 mg", "1 May 2019", "2019-05-03", "mix", "iiii", "Room 12 is full"]
)
def test_figures_that_are_no_page_numbers(text):
    assert not list(counts_in(text, 2))


def test_what_is_left_out_is_reported_in_one_line(tmp_path):
    for name in ("a", "b", "c", "d", "e"):
        pages = [
            lambda canvas, n=n, name=name: (
                lines(canvas, [f"Paper {name}"], y=810),
                lines(canvas, [f"{name}: {WRAPPED[n]}"]),
            )
            for n in range(4)
        ]
        (tmp_path / f"{name}.pdf").write_bytes(pdf(*pages))
    reading = read_paths([tmp_path])
    assert reading.repeats["a.pdf"] == ("“Paper a” (3 times)",)
    (warning,) = reading.warnings
    assert "a.pdf (“Paper a” (3 times))" in warning
    assert " and 2 more (hyperdigest doctor FILE" in warning


def test_a_line_of_text_in_the_same_place_on_two_pages_is_not_removed():
    rules = "These are the rules of the tram:"

    def page(text):
        return lambda canvas: lines(canvas, [rules, *textwrap.wrap(text, 80)], y=760)

    content = read_pdf(pdf(page(LEFT), page(RIGHT)))
    assert content.text.count(rules) == 2


def test_entries_of_an_index_are_kept():
    names = ["avenue", "bell", "car", "depot"]

    def page(number):
        entries = [f"{names[number]}, 3, 9, {number + 20}", f"{names[number]}s, 40"]
        return lambda canvas: lines(canvas, entries, y=760)

    text = read_pdf(pdf(*map(page, range(4)))).text
    assert all(f"{name}, 3, 9, {n + 20}" in text for n, name in enumerate(names))
