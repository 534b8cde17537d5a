import textwrap

from documents_made import lines, pdf
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


def test_running_heads_feet_and_page_numbers_are_removed():
    wrapped = textwrap.wrap(f"{LEFT} {RIGHT}", 60)

    def draw(number):
        def page(canvas):
            lines(canvas, [f"Journal of Trams {number}, 2016"], y=810)
            lines(canvas, wrapped[2 * number - 2 : 2 * number])
            lines(canvas, ["Printed in Harbour Town"], y=50)
            lines(canvas, [str(number)], x=300, y=30)

        return page

    content = read_pdf(pdf(*(draw(n) for n in range(1, 5))))
    assert content.text == " ".join(wrapped[:8])
    assert len(content.pages) == 4


def test_running_heads_that_differ_on_left_and_right_pages_are_removed():
    wrapped = textwrap.wrap(f"{LEFT} {RIGHT}", 50)

    def draw(number):
        def page(canvas):
            lines(canvas, ["The Tram" if number % 2 else "Its History"], y=810)
            lines(canvas, [wrapped[number]])

        return page

    assert read_pdf(pdf(*(draw(n) for n in range(8)))).text == " ".join(wrapped[:8])


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
