"""Steps with letters in plain text, and what only looks like them."""

from __future__ import annotations

import pytest

from hyperdigest import Document
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.lettered import is_initial


def blocks(text, format="text"):
    found = find_blocks(text, format)
    return [(b.kind, b.level, " ".join(text[b.start : b.end].split())) for b in found]


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [("A.", "B.", "C."), ("a.", "b.", "c."), ("A)", "B)", "C)"), ("(A)", "(B)", "(C)"),
     ("i.", "ii.", "iii.")],
)  # fmt: skip
def test_letters_in_order_are_steps(first, second, third):
    text = f"""To start the pump:

  {first} Open the valve at the foot of the old tower, which
     may be stiff.

     It is red.

  {second} Wait.
  {third} Close it again and note the hour in the book of the
  harbour.

Then go home.
"""
    assert blocks(text) == [
        ("paragraph", 0, "To start the pump:"),
        ("step", 1, "Open the valve at the foot of the old tower, which may be stiff."),
        ("paragraph", 1, "It is red."),
        ("step", 1, "Wait."),
        ("step", 1, "Close it again and note the hour in the book of the harbour."),
        ("paragraph", 0, "Then go home."),
    ]


def test_lettered_steps_are_one_list_with_their_lead_in_and_may_be_within_others():
    text = (
        "Do this:\n\n1. Start the pump:\n   a. Open the valve.\n   b. Push the lever.\n"
        "2. Stop the pump.\n"
    )
    spans = split(Document("a", "a", text))
    texts = [text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    places = zip(texts, spans.ordinal.tolist(), spans.of.tolist(), strict=True)
    assert list(places)[1:] == [
        ("Start the pump:", 1, 2), ("Open the valve.", 1, 2), ("Push the lever.", 2, 2),
        ("Stop the pump.", 2, 2),
    ]  # fmt: skip
    needed = [texts[n - far] for n, far in enumerate(spans.context.tolist()) if far]
    assert needed == ["Do this:", "Start the pump:", "Start the pump:", "Do this:"]


def test_roman_numbers_of_one_letter_go_on_with_a_list():
    steps = ("i.", "ii.", "iii.", "iv.", "v.", "vi.")
    text = "Do this:\n" + "".join(f"{step} Open valve {step}\n" for step in steps)
    assert [kind for kind, *_ in blocks(text)] == ["paragraph", *["step"] * 6]


@pytest.mark.parametrize(
    "text",
    [
        "A. Smith wrote it in May.\nB. Jones read it in June.\n",
        "A. Smith\nB. Jones\nC. Brown\n",
        "A. Smith, the baker, has it.\n\nB. Jones and his son have none.\n",
        "A. B. Smith has it.\n\nB. C. Jones has none of it.\n",
        "The people lack vitamin\nA. The doctors give them vitamin\nB. The others are well.\n",
        "A. Open the valve.\n",
        "B. Open the valve.\nC. Close the valve.\n",
        "A. Open the valve.\nC. Close the valve.\n",
        "A. Open the valve.\n  B. Close the valve.\n",
        "A. Open the valve.\n\nThat is all of it.\n\nB. Close the valve.\n",
        "A. Old Pumps in Town\n\n   They are red.\n\nB. New Pumps in Town\n\n   Not they.\n",
        "A. Old pumps in the town\nThe pumps of the old town are red, and all people like them.\n"
        "B. New pumps in the town\nNobody has seen one, but they are said to be blue or green.\n",
        "The choice is between A. the old one B. the new one.\n",
        "They met at 5 a. m. in the hall.\na. m. means before noon.\n",
    ],
)
def test_initials_headings_and_enumerations_in_prose_are_no_steps(text):
    assert "step" not in {kind for kind, *_ in blocks(text)}


def test_letters_in_markdown_are_words():
    text = "Do this:\n\nA. Open the valve.\nB. Close the valve.\n"
    assert [kind for kind, *_ in blocks(text, "markdown")] == ["paragraph", "paragraph"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Smith wrote it", True), ("Smith, the baker", True), ("Smith", True), ("C. Smith", True),
        ("Smith and Sons", True), ("de Vries", False), ("Open the valve", False),
        ("The pump is red", False), ("Any addition to it", False), ("the valve", False),
    ],
)  # fmt: skip
def test_what_follows_a_capital_letter_is_a_name_or_a_sentence(words, expected):
    assert is_initial(words) is expected


def test_in_markdown_letters_within_numbered_steps_are_steps():
    text = "5. Close the plug.\n   a. Tighten it.\n   b. Wipe it.\n7. Fill in new oil.\n"
    assert blocks(text, "markdown") == [
        ("step", 1, "Close the plug."),
        ("step", 2, "Tighten it."),
        ("step", 2, "Wipe it."),
        ("step", 1, "Fill in new oil."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "---\na. Tighten it.\nb. Wipe it.\n---\nClose the plug.\n",
        "Close the plug.\n\na. Tighten it.\nb. Wipe it.\n",
        "- Close the plug.\n  a. Tighten it.\n  b. Wipe it.\n",
        "5. Close the plug.\n\n       a. Tighten it.\n       b. Wipe it.\n",
        "5. Close the plug.\n\n   ```\n   a. Tighten it.\n   b. Wipe it.\n   ```\n",
    ],
)
def test_in_markdown_other_letters_are_none(text):
    assert not [each for each in blocks(text, "markdown") if each[2] == "Wipe it."]
