"""Steps in PDFs with commands and notes between them: one list, in order, each with its command."""

import pytest

from documents_made import pdf
from hyperdigest.read.pdf.reader import read_pdf

INTRO = [
    "The server of the tram keeps the times of all cars, and is set up once in the depot by the",
    "men who drive them. It takes an hour, and needs no more than a terminal and a strong coffee.",
]
NOTE = "Note: this takes a minute, and the old times are lost for good."


def shown(*pages):
    """The kinds, levels and texts of a PDF with these pages of paragraphs.

    Each paragraph is its indent and its lines; what begins with ``|`` is monospaced, and white is
    above each.
    """

    def drawn(paragraphs):
        def draw(canvas):
            y = 800
            for indent, *lines in paragraphs:
                for line in lines:
                    canvas.setFont("Courier" if line[0] == "|" else "Times-Roman", 10)
                    canvas.drawString(72 + indent, y, line.lstrip("|"))
                    y -= 12
                y -= 7

        return draw

    content = read_pdf(pdf(*map(drawn, pages)))
    return [(b.kind, b.level, content.text[b.start : b.end]) for b in content.blocks]


@pytest.mark.parametrize("code", [0, 9, 40])
@pytest.mark.parametrize("marker", ["{}. ", "{}) "])
def test_steps_with_commands_and_notes_at_the_margin_are_one_list(code, marker):
    steps = [
        "Copy the times from the old server to the new one:", "Stop the tram.",
        "Begin again with an empty table.", "Let the tram go.",
    ]  # fmt: skip
    one, two, three, four = (marker.format(n) + step for n, step in enumerate(steps, 1))
    found = shown(
        [
            (0, *INTRO), (0, one), (code, "|tram copy old new"), (0, two),
            (code, "|tram stop", "|tram list"), (0, NOTE), (0, three), (0, NOTE), (0, four),
            (0, *INTRO),
        ]
    )  # fmt: skip
    assert found[1:-1] == [
        ("step", 1, steps[0]), ("code", 1, "tram copy old new"), ("step", 1, steps[1]),
        ("code", 1, "tram stop\ntram list"), ("paragraph", 1, NOTE), ("step", 1, steps[2]),
        ("paragraph", 1, NOTE), ("step", 1, steps[3]),
    ]  # fmt: skip
    assert found[-1][:2] == ("paragraph", 0)


def test_numbered_paragraphs_with_others_between_them_are_no_steps():
    found = shown([(0, *INTRO), (0, "1. Scope."), (0, *INTRO), (0, "2. Terms."), (0, *INTRO)])
    assert [kind for kind, *_ in found] == ["paragraph"] * 5


def test_steps_go_on_on_a_page_of_short_lines():
    found = shown(
        [(0, *INTRO), (0, *INTRO), (0, "To stop it:"), (2, "1. Wait."), (2, "2. Stop it:")],
        [(18, "|tram stop --now"), (2, "3. Sleep."), (0, "All is well.")],
    )
    assert found[3:] == [
        ("step", 1, "Wait."), ("step", 1, "Stop it:"), ("code", 1, "tram stop --now"),
        ("step", 1, "Sleep."), ("paragraph", 0, "All is well."),
    ]  # fmt: skip


def test_a_command_at_the_margin_right_below_a_colon_is_code():
    found = shown([(0, *INTRO), (0, "Stop the tram:", "|tram stop", "Then go home."), (0, *INTRO)])
    assert found[1:-1] == [
        ("paragraph", 0, "Stop the tram:"), ("code", 0, "tram stop"),
        ("paragraph", 0, "Then go home."),
    ]  # fmt: skip
