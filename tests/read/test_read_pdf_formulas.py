"""Exponents, indices and fractions in the text of PDFs, and what is said about formulas."""

import pytest

from documents_made import lines, pdf, pdf_with_unicode_map
from hyperdigest.read.pdf.formulas import has_many_formulas
from hyperdigest.read.pdf.reader import read_pdf

SIZE, SMALL = 10, 7


def drawn(*parts, font="Times-Roman"):
    """A page with one line: each part is a text, or a text with its rise in points."""

    def page(canvas):
        x = 72.0
        for part in parts:
            text, rise = part if isinstance(part, tuple) else (part, 0)
            size = SMALL if rise else SIZE
            canvas.setFont(font, size)
            canvas.drawString(x, 700 + rise, text)
            x += canvas.stringWidth(text, font, size)

    return read_pdf(pdf(page)).text


@pytest.mark.parametrize("rise", [2.5, 3.6, 5])
@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("There are 5 \xd7 10", "11", " of them."), "There are 5 \xd7 10¹¹ of them."),
        (("It lost 10", "-6", " of its mass."), "It lost 10⁻⁶ of its mass."),
        (("Its area is 64 m", "2", " in all."), "Its area is 64 m² in all."),
        (("It falls as e", "-kt", "/2, and then stops."), "It falls as e^-kt/2, and then stops."),
        (("The sum (a + b)", "2", " is known."), "The sum (a + b)² is known."),
    ],
)
def test_a_raised_exponent_is_marked(parts, text, rise):
    before, exponent, after = parts
    assert drawn(before, (exponent, rise), after) == text


@pytest.mark.parametrize(
    ("before", "raised", "text"),
    [("On the 19", "th", "On the 19th of May."), ("The law n", "o", "The law no of May.")],
)
def test_raised_letters_of_a_word_are_part_of_it(before, raised, text):
    assert drawn(before, (raised, 3.6), " of May.") == text


def test_a_logo_with_a_raised_letter_is_a_word():
    assert drawn("Set in L", ("A", 2.2), "TEX by hand.") == "Set in LATEX by hand."


def test_an_index_below_its_letter_is_part_of_the_word():
    assert drawn("It held much CO", ("2", -1.5), " then.") == "It held much CO2 then."


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (
            ("Much H", ("2", -1.5), "O, and CO", ("2", -1.5), ", was lost."),
            "Much H2O, and CO2, was",
        ),
        (("It dated the ", ("14", 3.6), "C of the wood with ", ("238", 3.6), "U."), "14C of the"),
        (("It takes 2", ("n", 3.6), " steps."), "It takes 2^n steps."),
    ],
)
def test_small_figures_of_substances_and_powers_stay_with_their_letters(parts, text):
    assert text in drawn(*parts)


@pytest.mark.parametrize("before", ["a share of ", "a share of ("])
def test_a_small_fraction_stays_in_its_line(before):
    def page(canvas):
        lines(canvas, [before], y=700)
        x = 73.2 + canvas.stringWidth(before, "Times-Roman", SIZE)
        canvas.setFont("Times-Roman", SMALL)
        canvas.drawString(x, 703.9, "1")
        canvas.drawString(x, 696.5, "3")
        canvas.setFont("Times-Roman", SIZE)
        canvas.drawString(x + 6, 700, "of the old water")

    text = read_pdf(pdf(page)).text
    assert text.replace("( ", "(") == f"{before}1/3 of the old water"


def test_text_at_a_small_angle_has_no_exponents():
    def page(canvas):
        lines(canvas, ["The map names the towns along the coast."], y=730)
        canvas.saveState()
        canvas.translate(72, 500)
        canvas.rotate(20)
        canvas.setFont("Times-Roman", SIZE)
        canvas.drawString(0, 0, "Rb32mill")
        canvas.restoreState()

    assert "^" not in read_pdf(pdf(page)).text


def test_many_formulas_are_told():
    prose = b"The harbour office offers five ferries at noon, and the captains complain."
    element, at_most = b"\x80", b"\x81"

    def notes(*texts):
        ranges = "<80> <80> <2208>\n<81> <81> <2264>"
        return read_pdf(pdf_with_unicode_map(texts, ranges)).notes

    formula = b"a " + element + b" B, b " + at_most + b" c (1)"
    assert any("has many formulas" in note for note in notes(*[prose, b"", formula, b""] * 5))
    assert not notes(prose, b"", (element + b" " + at_most + b" ") * 30)
    assert not notes(*[prose] * 20, b"The costs are " + at_most + b" 9 euros.")


def test_prose_in_greek_and_with_arrows_is_no_formula():
    ferry = "Το πλοίο είναι και η βάρκα"
    is_above = "The fare \u2265 9 euros is paid at the office."
    choose = "Choose Harbour \u2192 Ferry \u2192 Fares in the menu of the board."
    assert not has_many_formulas([ferry, choose, is_above] * 9)
    assert has_many_formulas([ferry, "a \u2208 B, b \u2264 c (1)"] * 9)
