"""An answer of an FAQ is shown below its own question, as text and not as a part of a list."""

import io

import docx
import pytest

from hyperdigest import Collection, Document
from hyperdigest.render import render_docx, render_markdown, render_text

ASKED = {
    "Who pays for the new gate?": "The miller pays for the gate with flour.",
    "Who opens the new gate?": "The keeper opens the gate at noon.",
    "What is it?": "The gate is a door of iron in the mill.",
    "Who paints the new gate?": "The smith paints the gate in spring.",
}


@pytest.fixture(params=["### {}\n\n{}\n\n", "{}\n: {}\n\n"], ids=["headings", "terms"])
def digest(request):
    text = "".join(request.param.format(*each) for each in ASKED.items())
    document = Document("faq", "FAQ", text, format="markdown")
    return (
        Collection.of([document], language="en").fit().digest("Who works at the gate of iron?", 80)
    )


def test_each_question_begins_a_paragraph_of_the_text(digest):
    paragraphs = [each.splitlines() for each in render_text(digest).split("\n\n")]
    shown = {first: below.strip() for first, *rest in paragraphs for below in rest}
    for question, answer in ASKED.items():
        assert shown[question].startswith(f"{answer} [1] ")
    assert " of 4 " not in render_text(digest)


def test_each_question_begins_a_paragraph_of_markdown(digest):
    paragraphs = [each.splitlines() for each in render_markdown(digest).split("\n\n")]
    shown = {first.strip("*\\"): below for first, *rest in paragraphs for below in rest}
    for question, answer in ASKED.items():
        assert shown[question].startswith(f"{answer} (")


def test_no_paragraph_of_word_has_two_questions(digest):
    document = docx.Document(io.BytesIO(render_docx(digest)))
    shown = [paragraph.text for paragraph in document.paragraphs]
    for question in ASKED:
        assert sum(question in each for each in shown) == 1
        assert all(each.count("?") <= 1 for each in shown)
