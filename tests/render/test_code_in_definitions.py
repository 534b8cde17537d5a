"""A program that is quoted for the sake of a sentence, or belongs to a definition, is shown so."""

import io
from dataclasses import replace

import docx
import pytest
from markdown_it import MarkdownIt

from hyperdigest.render import render_docx, render_html, render_markdown, render_text
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.quotes import Code, Definition, Paragraph
from oracles.quoting import Manual

TERM, LISTS, CODE, SAYS = "--list", "List all tanks, as in:", "fill --list", "It is sorted."
OTHER, EMPTY = "--empty", "Empty a tank."
LEAD, PROGRAM = "To fill it:", "fill --all\nfill --none"


def manual() -> Manual:
    made = Manual()
    made.add("term", TERM, level=1, at=(1, 1, 2))
    made.add("definition", LISTS, level=1, at=(1, 1, 2))
    made.add("code", CODE, level=1, at=(1, 1, 2))
    made.add("definition", SAYS, level=1, at=(1, 1, 2))
    made.add("term", OTHER, level=1, at=(1, 2, 2))
    made.add("definition", EMPTY, level=1, at=(1, 2, 2))
    return made


DIGEST = manual().digest((TERM, LISTS, CODE), (TERM, SAYS), (OTHER, EMPTY))


def before_prose():
    """A program before a sentence about it."""
    made = Manual()
    for kind, text in (("paragraph", LEAD), ("code", PROGRAM), ("paragraph", SAYS)):
        made.add(kind, text)
    return made.digest((LEAD, PROGRAM, SAYS))


def test_it_is_one_definition():
    first, second = quote_groups(DIGEST)
    assert isinstance(first, Definition) and isinstance(second, Definition)
    assert [type(below) for below in first.below] == [Paragraph, Code, Paragraph]


def test_text_shows_it_below_the_term():
    shown = render_text(DIGEST)
    assert shown.split("\n\n")[1].split("\n") == [
        TERM,
        f"   {LISTS}",
        f"       {CODE}",
        "   [1] par. 3",
        f"   {SAYS} [1] par. 4",
    ]
    assert "of 2" not in shown


@pytest.mark.parametrize(
    ("digest", "lead", "code"), [(DIGEST, LISTS, CODE), (before_prose(), LEAD, PROGRAM)]
)
def test_markdown_and_html_mark_it_as_code(digest, lead, code):
    marked = MarkdownIt("commonmark").render(render_markdown(digest))
    for page in (marked, render_html(digest).split("<main")[-1]):
        before, after = page.split(lead, 1)[1].split(SAYS, 1)[0].split("<pre", 1)
        assert code not in before
        assert f"<code>{code}" in after


def test_a_program_before_prose_keeps_its_lines_in_text_and_its_style_in_word():
    shown = render_text(before_prose())
    assert f"{LEAD}\n    fill --all\n    fill --none\n{SAYS} [1] par. 3" in shown
    document = docx.Document(io.BytesIO(render_docx(before_prose())))
    styles = {one.text.split("[1]")[0].strip(): one.style.name for one in document.paragraphs}
    assert styles[PROGRAM] == "Digest Code"
    assert styles[SAYS] == styles[LEAD] != "Digest Code"


def test_word_indents_it_below_the_term():
    document = docx.Document(io.BytesIO(render_docx(DIGEST)))
    shown = [(one.style.name, one.text.split("[1]")[0].strip()) for one in document.paragraphs]
    first = shown.index(("Digest Term", TERM))
    assert shown[first : first + 5] == [
        ("Digest Term", TERM),
        ("Digest Quotation", LISTS),
        ("Digest Code", CODE),
        ("Digest Account", ""),
        ("Digest Quotation", SAYS),
    ]
    introduces = document.paragraphs[first + 1].paragraph_format
    assert introduces.left_indent > docx.shared.Cm(0.5)
    assert introduces.keep_with_next


def test_a_program_after_another_definition_is_below_its_term_again():
    digest = manual().digest((TERM, LISTS), (OTHER, EMPTY), (TERM, CODE))
    *_, last = quote_groups(digest)
    assert isinstance(last, Definition)
    assert [part.text for part in last.terms] == [TERM]
    assert [type(each) for each in last.below] == [Code]


def test_a_definition_that_only_is_a_program():
    made = Manual()
    made.add("term", TERM)
    made.add("code", CODE)
    digest = made.digest((TERM, CODE))
    assert render_markdown(digest).split("\n\n")[1:3] == ["**\\--list**", f"```\n{CODE}\n```"]
    assert f"{TERM}\n       {CODE}\n" in render_text(digest)


def test_the_term_of_a_sentence_after_the_definition_has_a_line_of_its_own():
    made = manual()
    made.add("paragraph", "This program is free.")
    digest = made.digest((OTHER, EMPTY, "This program is free."))
    assert f"\n{OTHER}\n{EMPTY} This program is free. [1]" in render_text(digest)
    assert f"\\{OTHER}\\\n{EMPTY} This" in render_markdown(digest)
    assert f"{OTHER}</span><br> " in render_html(digest)
    document = docx.Document(io.BytesIO(render_docx(digest)))
    assert any(one.text.startswith(f"{OTHER}\n{EMPTY} This") for one in document.paragraphs)


def test_what_introduces_a_list_of_terms_has_a_line_of_its_own():
    made = Manual()
    made.add("paragraph", "The tank is in one of these states:")
    made.add("term", "red", level=1, at=(1, 1, 2))
    made.add("definition", "It is hot.", level=1, at=(1, 1, 2))
    made.add("term", "blue", level=1, at=(1, 2, 2))
    made.add("definition", "It is cold.", level=1, at=(1, 2, 2))
    digest = made.digest(("The tank is in one of these states:", "blue", "It is cold."))
    assert "\nThe tank is in one of these states:\n[...]\nblue\n   It is cold." in render_text(
        digest
    )
    assert "\nThe tank is in one of these states:\n\n\\[...\\]\\\n**blue**" in render_markdown(
        digest
    )
    shown = render_html(digest).split("<main")[-1]
    places = [shown.index(words) for words in ("states:", '<dt class="gap">', ">blue</dt>")]
    assert places == sorted(places)
    document = docx.Document(io.BytesIO(render_docx(digest)))
    texts = [one.text for one in document.paragraphs]
    assert texts[texts.index("blue") - 2 : texts.index("blue")][0].endswith("states:")


def test_terms_that_are_left_out_below_a_heading_are_marked():
    made = Manual()
    made.add("heading", "States of the tank")
    made.add("term", "red", level=1, at=(1, 1, 2))
    made.add("definition", "It is hot.", level=1, at=(1, 1, 2))
    made.add("term", "blue", level=1, at=(1, 2, 2))
    made.add("definition", "It is cold.", level=1, at=(1, 2, 2))
    heading = replace(made.slices["States of the tank"], kind="heading")
    made.slices["States of the tank"] = heading
    digest = made.digest(("States of the tank", "blue", "It is cold."))
    assert "\nStates of the tank\n[...]\nblue\n" in render_text(digest)
    assert "**States of the tank**\\\n\\[...\\]\\\n**blue**" in render_markdown(digest)
    assert render_html(digest).split("<main")[-1].count("[...]") == 1
    document = docx.Document(io.BytesIO(render_docx(digest)))
    texts = [one.text for one in document.paragraphs]
    assert texts[texts.index("blue") - 2 : texts.index("blue")] == ["States of the tank", "[...]"]
