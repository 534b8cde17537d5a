"""Paragraphs of Word documents that are indented by hand: what they are part of, and code."""

from __future__ import annotations

import pytest
from docx.shared import Pt

from documents_made import word
from hyperdigest.read.office.word import read_docx

PROSE = "The ferry leaves at noon, and the men who sail it have known the harbour for many years."


def shown(*paragraphs: tuple[str, float, float, str]) -> list[tuple[str, int, str]]:
    """The kinds, levels and texts of a Word document of paragraphs between others.

    Each has a text, its indent and that of its first line after it, in points, and a style or the
    name of its font.
    """

    def fill(document):
        document.add_paragraph(PROSE)
        for text, left, first, style in paragraphs:
            is_font = style == "Courier New"
            paragraph = document.add_paragraph(style=None if is_font else style or None)
            paragraph.add_run(text).font.name = style if is_font else None
            paragraph.paragraph_format.left_indent = Pt(left) if left else None
            paragraph.paragraph_format.first_line_indent = Pt(first) if first else None
        document.add_paragraph(PROSE)

    content = read_docx(word(fill))
    found = [(b.kind, b.level, content.text[b.start : b.end]) for b in content.blocks]
    assert found[0] == found[-1] == ("paragraph", 0, PROSE)
    return found[1:-1]


def text(words: str, left: float = 0.0, first: float = 0.0) -> tuple[str, float, float, str]:
    return words, left, first, ""


def code(line: str, left: float) -> tuple[str, float, float, str]:
    return line, left, 0.0, "Courier New"


def test_what_is_indented_like_the_text_of_a_step_is_in_it():
    assert shown(
        ("Row.", 30, -15, "List Number"), text("Not far.", 30), code("row --far", 40),
        ("Sail.", 30, -15, "List Number"), text("With the wind.", 29), text("So.", 12),
        text("End.", 30),
    ) == [
        ("step", 1, "Row."), ("paragraph", 1, "Not far."), ("code", 1, "row --far"),
        ("step", 1, "Sail."), ("paragraph", 1, "With the wind."), ("paragraph", 0, "So."),
        ("paragraph", 0, "End."),
    ]  # fmt: skip


def test_a_bullet_of_a_symbol_font_may_show_nothing():
    def fill(document):
        document.add_paragraph("Row:", style="List Number")
        document.add_paragraph("With both oars.", style="List Bullet")
        for level in document.part.numbering_part.element.iter("{*}lvlText"):
            for key in level.keys():  # noqa: SIM118 - the attributes of an XML element
                level.set(key, level.get(key) if "%" in level.get(key) else "\uf020")

    content = read_docx(word(fill))
    assert [block.kind for block in content.blocks] == ["step", "paragraph"]


@pytest.mark.parametrize("far", [20, 90])
def test_typed_bullets_that_are_more_indented_are_in_the_item_above(far):
    assert shown(
        text("- oars:", far), text("- long ones", 2 * far), text("• short ones", 2 * far),
        text("- a sail", far),
    ) == [
        ("item", 1, "oars:"), ("item", 2, "long ones"), ("item", 2, "short ones"),
        ("item", 1, "a sail"),
    ]  # fmt: skip


def test_indented_notes_and_code_are_in_the_step_with_a_typed_number():
    assert shown(
        text("1. Row.", 30, -15), text("Not far.", 30), text("2. Sail:", 30, -15),
        code("sail on", 30), text("3. Rest.", 30, -15),
    ) == [
        ("step", 1, "Row."), ("paragraph", 1, "Not far."), ("step", 1, "Sail:"),
        ("code", 1, "sail on"), ("step", 1, "Rest."),
    ]  # fmt: skip


def test_lines_of_code_keep_the_indents_they_have_by_hand():
    found = shown(
        code("while rowing:", 30), code("row()", 60), code("if tired:", 60), code("rest()", 90)
    )
    assert found == [("code", 0, "while rowing:\n     row()\n     if tired:\n          rest()")]
