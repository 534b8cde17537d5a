"""Numbers and bullets that are typed before paragraphs, which are then steps and items."""

from __future__ import annotations

import pytest

from documents_made import word
from hyperdigest.read.content import BlockText, Content, join
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.office.opendocument import read_odt
from hyperdigest.read.office.rtf import read_rtf
from hyperdigest.read.office.word import read_docx
from hyperdigest.read.paragraphs.typed_lists import with_typed_lists
from office_made import odt

_FERRY = (
    "To leave the harbour:", "1. Close the doors.", "2. Blow the horn.", "Then sail.",
    "Bring:", "- a ticket", "- a coat",
)  # fmt: skip


def _word(*paragraphs: str) -> Content:
    def fill(document):
        for text in paragraphs:
            document.add_paragraph(text)

    return read_docx(word(fill))


def _odt(*paragraphs: str) -> Content:
    return read_odt(odt("".join(f"<text:p>{text}</text:p>" for text in paragraphs)))


def _rtf(*paragraphs: str) -> Content:
    return read_rtf(rb"{\rtf1\ansi " + "".join(rf"{p}\par " for p in paragraphs).encode() + b"}")


@pytest.mark.parametrize("read", [_word, _odt, _rtf])
def test_typed_numbers_are_steps_and_typed_bullets_items(read):
    content = read(*_FERRY)
    blocks = content.blocks
    assert [(b.kind, b.level, content.text[b.start : b.end]) for b in blocks] == [
        ("paragraph", 0, "To leave the harbour:"), ("step", 1, "Close the doors."),
        ("step", 1, "Blow the horn."), ("paragraph", 0, "Then sail."), ("paragraph", 0, "Bring:"),
        ("item", 1, "a ticket"), ("item", 1, "a coat"),
    ]  # fmt: skip
    assert content.text == "\n\n".join(_FERRY)


def kinds(*paragraphs: str | BlockText) -> list[str]:
    """The kind and the level of each paragraph, such as ``step 1``."""
    given = [each if isinstance(each, BlockText) else BlockText("paragraph", each)
             for each in paragraphs]  # fmt: skip
    parts = with_typed_lists(given)
    assert join(parts)[0] == join(given)[0]
    return [f"{part.kind} {part.level}" for part in parts]


def test_bullets_between_steps_are_in_them():
    between = kinds(
        "1) Fill in:", "• your name", "• your office", "2) Send it.", "3) Choose:", "* a", "* b"
    )
    assert between == ["step 1", "item 2", "item 2", "step 1", "step 1", "item 2", "item 2"]
    listed = BlockText("item", "your name", 1)
    assert kinds("1. Fill in:", listed, "2. Send it.", listed) == [
        "step 1", "item 2", "step 1", "item 1",
    ]  # fmt: skip


def test_numbers_go_on_after_a_note_but_not_after_a_heading():
    steps = ("1. Open it.", "2. Shut it.")
    assert kinds(*steps, "Wait a day.", "3. Lift it.") == [
        "step 1", "step 1", "paragraph 0", "step 1",
    ]  # fmt: skip
    assert kinds(*steps, BlockText("heading", "Lift", 1), "3. Lift it.")[-1] == "paragraph 0"


def test_numbers_and_signs_alone_are_no_lists():
    heading = BlockText("heading", "1. Introduction", 1)
    row = BlockText("table", "North\t12")
    for paragraphs in (
        ("1. Scope", "It says what this is.", "2. Terms", "It says what words mean."),
        (heading, "It begins.", BlockText("heading", "2. Scope", 1), "It goes on."),
        ("On the day:", "1. May 2020", "It rained.", "2. June 2020", "It rained again."),
        ("7. Seven.", "8. Eight."),
        (row, "1. In summer.", "2. In winter.", "3. In spring."),
        (row, "* In summer.", "* In winter."),
        ("- 3 -", "- 4 -"),
        ("Sum:", "- one", "The end."),
        ("He went in.", "– Are you here?", "– I am."),
    ):
        given = [each if isinstance(each, BlockText) else BlockText("paragraph", each)
                 for each in paragraphs]  # fmt: skip
        assert with_typed_lists(given) == given


def test_a_picture_on_a_line_of_its_own_leaves_an_empty_line():
    page = b"<p>Before you sail: <br>\n<img src='doors.png'><br>\nmind the doors.</p>"
    assert " ".join(read_html(page).text.split()) == "Before you sail: mind the doors."
