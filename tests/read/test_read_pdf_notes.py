"""Footnotes of PDFs, the marks that refer to them, and accents drawn as separate glyphs."""

from documents_made import lines, pdf
from hyperdigest.read.page_match import PageMatch
from hyperdigest.read.pdf.reader import read_pdf

ABOVE = [
    "The council approved the new tram line on Monday after a debate of six hours. The",
    "engineers said that the first cars will run in the spring of next year, and that the",
]
BELOW = ["residents of the northern districts had asked for the connection since 1998."]
NOTE = "The debate was held behind closed doors."


def marked(canvas, x, y, word, mark, gap=0.0):
    """Draw a word, followed by a small raised mark."""
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(x, y, word)
    end = x + canvas.stringWidth(word, "Times-Roman", 10) + gap
    canvas.setFont("Times-Roman", 7)
    canvas.drawString(end, y + 3.6, mark)


def noted(canvas):
    lines(canvas, ABOVE, y=700)
    canvas.setFont("Times-Roman", 6)
    canvas.drawString(72, 63, "4")
    canvas.setFont("Times-Roman", 8)
    canvas.drawString(75.2, 60, NOTE)


def test_a_sentence_continues_after_the_notes_at_the_foot_of_a_page():
    content = read_pdf(pdf(noted, lambda canvas: lines(canvas, BELOW, y=760)))
    assert content.text == f"{NOTE}\n\n{' '.join(ABOVE)} {BELOW[0]}"
    assert content.text[content.pages[1] :] == BELOW[0]


def test_notes_follow_a_sentence_that_ends_above_them():
    title = ["Another Matter begins here, and what is above has nothing to do with it at all."]

    def page(canvas):
        noted(canvas)
        lines(canvas, ["cost is 340 million euros."], y=674)

    content = read_pdf(pdf(page, lambda canvas: lines(canvas, title, y=760)))
    assert content.text == f"{' '.join(ABOVE)} cost is 340 million euros.\n\n{NOTE}\n\n{title[0]}"


def test_note_marks_are_removed_from_words():
    def page(canvas):
        marked(canvas, 72, 700, "They met in the council", "12")
        marked(canvas, 72, 686, "and spoke of the new line.", "3", gap=0.5)

    assert read_pdf(pdf(page)).text == "They met in the council and spoke of the new line."


def test_powers_are_kept():
    def page(canvas):
        lines(canvas, ["The area of the square is the power"], y=714)
        marked(canvas, 72, 700, "x", "2")

    assert read_pdf(pdf(page)).text.endswith("x²")


def test_the_mark_of_a_note_after_a_number_is_no_exponent_and_an_area_has_one():
    def page(canvas):
        marked(canvas, 72, 714, "The harbour, dug in 1843", "2")
        marked(canvas, 72, 702, "by the guild, takes up 47 km", "2")
        marked(canvas, 72, 690, "and 3.5 %", "2")
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(132, 690, "of the coast.")
        canvas.setFont("Times-Roman", 6)
        canvas.drawString(72, 63, "2")
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(75.2, 60, NOTE)

    text = read_pdf(pdf(page)).text
    assert "dug in 1843 by the guild, takes up 47 km² and 3.5 % of the coast." in text


def test_an_accent_drawn_over_a_letter_is_combined_with_it():
    def page(canvas):
        canvas.setFont("Times-Roman", 10)
        text = canvas.beginText(72, 700)
        begun = "The line was planned by Br"
        text.textOut(f"{begun}\xa8")
        text.moveCursor(canvas.stringWidth(begun, "Times-Roman", 10) - 0.5, 0)
        text.textOut("uns and his friends.")
        canvas.drawText(text)

    assert "planned by Brüns and" in read_pdf(pdf(page)).text


def test_an_accent_elsewhere_in_its_line_is_combined_with_the_letter_below_it():
    begun, rest = "The line was planned in N", "urnberg by friends of the king."

    def page(canvas):
        canvas.setFont("Times-Roman", 10)
        width = canvas.stringWidth(begun, "Times-Roman", 10)
        canvas.drawString(72, 700, begun + rest)
        canvas.drawString(72 + width + 0.8, 700.4, "\xa8")
        canvas.drawString(72, 670, begun)
        canvas.drawString(72 + width + 0.8, 670.4, "\xa8")
        canvas.drawString(72 + width, 670, rest)

    text = read_pdf(pdf(page)).text
    assert text.count("in Nürnberg by") == 2
    assert "\xa8" not in text


def test_a_hat_over_a_letter_of_a_formula_is_combined_with_it():
    def page(canvas):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, 700, "We estimate the mean by q")
        width = canvas.stringWidth("We estimate the mean by ", "Times-Roman", 10)
        canvas.drawString(72 + width + 0.8, 700, "\u02c6")
        canvas.drawString(72 + width + 8, 700, "for all days.")

    assert "by q\u0302 for all" in read_pdf(pdf(page)).text


def test_text_in_another_order_than_on_the_page_is_matched():
    text = f"{NOTE}\n\n{ABOVE[0]}"
    match = PageMatch(text, [*ABOVE[0].split(), *NOTE.split()])
    assert match.words_of(0, len(NOTE)) == list(range(16, 23))
    assert match.words_of(len(NOTE) + 2, len(text)) == list(range(16))


def test_a_word_that_a_hyphen_divides_is_matched_where_words_recur():
    text = "very very very very well-known very"
    match = PageMatch(text, ["very", "ve-", "ry", "very", "very", "well-", "known", "very"])
    assert match.spans == [(0, 4), (5, 7), (7, 9), (10, 14), (15, 19), (20, 25), (25, 30), (31, 35)]
