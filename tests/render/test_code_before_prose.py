"""A program that is quoted before a sentence about it is shown as a program."""

import io

import docx
from markdown_it import MarkdownIt

from hyperdigest.render import render_docx, render_html, render_markdown, render_text
from oracles.quoting import Manual

LEAD, CODE, SAYS = "To fill it:", "fill --all\nfill --none", "It prints the time."


def digest():
    made = Manual()
    made.add("paragraph", LEAD)
    made.add("code", CODE)
    made.add("paragraph", SAYS)
    return made.digest((LEAD, CODE, SAYS))


def test_text_shows_its_lines():
    shown = render_text(digest())
    assert f"{LEAD}\n    fill --all\n    fill --none\n{SAYS} [1] par. 3" in shown


def test_markdown_and_html_mark_it_as_code():
    marked = MarkdownIt("commonmark").render(render_markdown(digest()))
    for page in (marked, render_html(digest()).split("<main")[-1]):
        before, code = page.split(LEAD, 1)[1].split(SAYS, 1)[0].split("<pre", 1)
        assert "fill" not in before
        assert f"<code>{CODE}" in code


def test_word_has_it_in_the_style_of_code():
    document = docx.Document(io.BytesIO(render_docx(digest())))
    styles = {one.text.split("[1]")[0].strip(): one.style.name for one in document.paragraphs}
    assert styles[CODE] == "Digest Code"
    assert styles[SAYS] == styles[LEAD] != "Digest Code"
