"""Code in PDFs: lines in a monospaced font that are set apart, and not the rest of a paragraph."""

import textwrap

import pytest

from documents_made import pdf
from hyperdigest.read.pdf.layout import is_monospaced
from hyperdigest.read.pdf.reader import read_pdf

PROSE = textwrap.wrap(
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars will run in the spring of next year. Residents of the northern districts "
    "had asked for the connection since 1998, and the cost is put at 340 million euros.",
    90,
)
LEADING, WHITE = 12, 19


def drawn(*paragraphs, indent=0):
    """The kinds and texts of a PDF of paragraphs with white between them.

    Each is a list of lines, of which what is after ``|`` is monospaced. ``indent`` is that of the
    lines after the first one.
    """

    def draw(canvas):
        y = 800
        for paragraph in paragraphs:
            for n, line in enumerate(paragraph):
                plain, _, code = line.partition("|")
                canvas.setFont("Times-Roman", 10)
                canvas.drawString(72 + indent * (n > 0), y, plain)
                canvas.setFont("Courier", 8)
                width = canvas.stringWidth(f"{plain} ", "Times-Roman", 10) if plain else 0
                canvas.drawString(72 + indent * (n > 0) + width, y, code)
                y -= LEADING
            y -= WHITE - LEADING

    content = read_pdf(pdf(draw))
    return [(b.kind, content.text[b.start : b.end]) for b in content.blocks]


def test_a_monospaced_line_between_paragraphs_is_code():
    found = drawn(
        PROSE, ["You can stop the tram using"], ["|tramctl stop --now"], ["and let it go with"],
        ["|tramctl go"], PROSE,
    )  # fmt: skip
    assert found[1:-1] == [
        ("paragraph", "You can stop the tram using"),
        ("code", "tramctl stop --now"),
        ("paragraph", "and let it go with"),
        ("code", "tramctl go"),
    ]


def test_a_monospaced_line_between_paragraphs_is_none_in_a_typewritten_text():
    typed = [f"|{line}" for line in textwrap.wrap(" ".join(PROSE), 70)]
    found = drawn(typed, ["|tramctl stop --now"], typed, typed)
    assert "code" not in [kind for kind, _ in found]


def test_a_monospaced_line_above_what_explains_it_is_a_term():
    found = drawn(
        PROSE,
        ["|--early", "Let the first car leave the depot before the sun is up."],
        ["|--quiet", "Ring no bell where people sleep at night in the summer."],
        PROSE,
        indent=30,
    )
    assert [kind for kind, _ in found[1:5]] == ["term", "definition", "term", "definition"]


def test_a_sign_that_a_line_goes_on_is_part_of_the_code():
    found = drawn(PROSE, ["|tramctl go --from=harbour  →", "|    --to=mill"], PROSE)
    assert [kind for kind, _ in found] == ["paragraph", "code", "paragraph"]


def test_the_rest_of_a_paragraph_is_no_code():
    full = "• The plans of all the trams and of the wires above them are kept in the file|/srv/a"
    found = drawn(PROSE, [full, "|harbour-depots-and-northern-lines.conf."], PROSE, indent=14)
    assert found[1] == (
        "item",
        "The plans of all the trams and of the wires above them are kept in the file /srv/a "
        "harbour-depots-and-northern-lines.conf.",
    )


def test_an_address_goes_on_in_letters_of_another_size():
    def draw(canvas):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, 760, "Find the plan of the line at https://trams.example/harbour/")
        canvas.setFont("Courier", 8)
        canvas.drawString(72, 748, "lines-2.html.")

    assert read_pdf(pdf(draw)).text == (
        "Find the plan of the line at https://trams.example/harbour/lines-2.html."
    )


def test_short_paragraphs_are_told_apart_by_the_white_between_them():
    item = "It carries as many people as the two ferries did that went over the harbour before it"
    below = "Whoever pays for a day may go by all of the trams and by the ferry"
    short = [[f"It has {what}"] for what in ("doors", "wheels", "a bell", "a horn")]
    found = drawn(PROSE, PROSE, ["This tram is new:"], [f"• {item}"], [below], *short)
    assert found[3:5] == [("item", item), ("paragraph", below)]


def test_the_columns_of_a_listing_stay_beside_one_another():
    old = ("tram-get update all", "tram-get remove line", "tram-cache show line", "tram-get list")
    new = ("tram update all", "tram remove line", "tram show line", "tram list")
    rows = [f"{one.ljust(26)}-> {other}" for one, other in zip(old, new, strict=True)]
    found = drawn(
        [*PROSE, "These are the old and the new commands:"],
        *([f"|{row}"] for row in rows),
        PROSE,
    )
    assert [text for kind, text in found if kind == "code"] == ["\n".join(rows)]


@pytest.mark.parametrize(
    "font",
    [
        "Courier-Bold",
        "CMTT10",
        "ABCDEF+SFTT1000",
        "NimbusMonL-Regu",
        "t1xtt",
        "SourceCodePro-Regular",
    ],
)
def test_the_names_of_monospaced_fonts_are_known(font):
    assert is_monospaced(font)


@pytest.mark.parametrize("font", ["Helvetica", "CMR10", "NimbusRomNo9L-Regu", "LinBiolinumTT"])
def test_the_names_of_other_fonts_are_told_from_them(font):
    assert not is_monospaced(font)


def test_figures_in_columns_are_a_table_in_any_font():
    lines = [
        "|Speed   Packing   Unpacking",
        "|slow      1200k        500k",
        "|fair      2000k        900k",
        "|fast      2800k       1300k",
    ]
    found = drawn(PROSE, lines, PROSE)
    assert [kind for kind, _ in found[1:-1]] == ["header", "table", "table", "table"]
    assert found[2] == ("table", "slow\t1200k\t500k")
    words = [line.replace("k", " kg") for line in lines]
    assert {kind for kind, _ in drawn(PROSE, words[:2], PROSE)[1:-1]} == {"code"}
