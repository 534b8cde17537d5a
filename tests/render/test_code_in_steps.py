"""A program that belongs to a step is shown in the list, below its step."""

import io

import docx
import pytest
from markdown_it import MarkdownIt

from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.xml_articles.reader import read_xml
from hyperdigest.render import render_docx, render_html, render_markdown, render_text
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.quotes import List, Paragraph
from oracles.quoting import Manual

LEAD, RUN, CODE, SAYS, LAST = "To fill it:", "Run it:", "fill --all", "It says so.", "Close it."
TEXT = """\
To fill it:
1. Run it:
       fill --all
   [1] par. 3
   It says so. [1] par. 4
2. Close it. [1] par. 5
"""


def manual(level: int = 1) -> Manual:
    made = Manual()
    made.add("paragraph", LEAD)
    made.add("step", RUN, level=1, at=(1, 1, 2))
    made.add("code", CODE, level=level)
    made.add("paragraph", SAYS, level=level)
    made.add("step", LAST, level=1, at=(1, 2, 2))
    return made


ALL = ((LEAD, RUN, CODE), (RUN, SAYS), (LEAD, LAST))


def test_text_shows_the_program_in_its_step():
    assert TEXT in render_text(manual().digest(*ALL))


def test_a_paragraph_of_a_step_stays_below_its_program():
    page = (
        "<p>To fill the old pump of the town:</p><ol><li><p>Run it:</p><pre>fill --all</pre>"
        "<p>The pump says so.</p></li><li>Close the valve of the pump.</li></ol>"
    )
    content = read_html(page.encode())
    document = Document("a", "a", content.text, format="html", blocks=content.blocks)
    model = Collection.of([document], language="en").fit(Options(sweeps=20))
    shown = render_text(model.digest("How do I fill the old pump of the town?", words=60))
    lines = [line.split("[1]")[0].strip() for line in shown.splitlines()]
    first = lines.index("1. Run it:")
    assert [line for line in lines[first : first + 5] if line] == [
        "1. Run it:", "fill --all", "The pump says so.", "2. Close the valve of the pump.",
    ]  # fmt: skip


def test_a_step_of_a_book_in_xml_that_only_announces_code_has_its_number():
    book = (
        '<article xmlns="http://docbook.org/ns/docbook"><para>To fill the old pump:</para>'
        "<orderedlist><listitem><para>Run it:</para><screen>fill --all</screen></listitem>"
        "<listitem><para>Close the valve of the pump.</para></listitem></orderedlist></article>"
    )
    content = read_xml(book.encode())
    document = Document("a", "a", content.text, format="xml", blocks=content.blocks)
    model = Collection.of([document], language="en").fit(Options(sweeps=20))
    shown = render_text(model.digest("How do I fill the old pump?", words=60))
    assert "1. Run it:\n       fill --all" in shown
    assert "2. Close the valve of the pump." in shown


def test_markdown_and_html_have_one_list_with_the_program_in_its_step():
    digest = manual().digest(*ALL)
    html = MarkdownIt("commonmark").render(render_markdown(digest))
    for page in (html, render_html(digest)):
        steps = page[page.index("<ol>") :].split("</ol>")[0]
        first, second = steps.split("</li>\n<li" if page is html else "</li><li")
        assert "fill --all" in first
        assert first.index("fill --all") < first.index(SAYS)
        assert LAST in second


def test_word_indents_the_program_as_the_step():
    document = docx.Document(io.BytesIO(render_docx(manual().digest(*ALL))))
    shown = [paragraph.text.split("[1]")[0].strip() for paragraph in document.paragraphs]
    first = shown.index("Run it:")
    assert shown[first : first + 5] == ["Run it:", CODE, "", SAYS, LAST]
    program = document.paragraphs[first + 1].paragraph_format
    assert program.left_indent > docx.shared.Cm(1)


def test_a_step_that_only_introduces_its_program_counts_as_a_step():
    text = "1. Open the valve:\n\n       fill --all\n\n2. Close the valve.\n"
    model = Collection.of([Document("a", "a", text)]).fit(Options(sweeps=2, samples=1))
    shown = render_text(model.digest("How do I fill it all?", words=6))
    assert "1. Open the valve:\n       fill --all\n" in shown
    assert "\n1 of 2 steps\n" in shown


@pytest.mark.parametrize("level", [0, 1])
def test_the_program_finds_a_step_that_is_quoted_itself(level):
    groups = quote_groups(manual(level).digest((LEAD, RUN), (RUN, CODE), (LEAD, LAST)))
    assert [type(group) for group in groups] == [List]


def test_a_program_whose_step_is_shown_elsewhere_is_no_part_of_a_list():
    made = manual()
    made.add("code", "fill --none")
    groups = quote_groups(made.digest((LEAD, LAST), "fill --none"))
    assert len(groups) == 2


def test_a_remark_of_a_step_before_its_program_is_shown_in_the_step():
    made, remark = Manual(), "(Make the file first.)"
    made.add("step", RUN, level=1, at=(1, 1, 2))
    made.add("paragraph", remark, level=1)
    made.add("code", CODE, level=1)
    made.add("step", LAST, level=1, at=(1, 2, 2))
    digest = made.digest(RUN, (RUN, remark, CODE), LAST)
    assert [type(group) for group in quote_groups(digest)] == [List]
    shown = render_text(digest)
    assert f"1. {RUN} [1] par. 1\n   {remark}\n       {CODE}\n   [1] par. 3\n2. {LAST}" in shown


def test_a_program_before_a_sentence_of_its_step_is_shown_in_the_step():
    digest = manual().digest((LEAD, RUN, CODE, SAYS), (LEAD, LAST))
    assert TEXT.replace("   [1] par. 3\n", "") in render_text(digest)
    marked = MarkdownIt("commonmark").render(render_markdown(digest))
    for page in (marked, render_html(digest).split("<main")[-1]):
        steps = page[page.index("<ol>") :].split("</ol>")[0]
        assert steps.index(RUN) < steps.index(f"<code>{CODE}") < steps.index(SAYS)
    document = docx.Document(io.BytesIO(render_docx(digest)))
    assert [one.text for one in document.paragraphs if one.style.name == "Digest Code"] == [CODE]


def test_text_after_an_inner_list_is_in_the_outer_step():
    made = Manual()
    made.add("step", RUN, level=1, at=(1, 1, 2))
    made.add("item", "One tank.", level=2, at=(2, 1, 1))
    made.add("paragraph", SAYS, level=1)
    made.add("step", LAST, level=1, at=(1, 2, 2))
    shown = render_text(made.digest(RUN, "One tank.", SAYS, LAST))
    assert f"\n   - One tank. [1] par. 2\n   {SAYS} [1] par. 3\n2. {LAST}" in shown


def test_what_is_indented_below_an_item_of_markdown_is_in_the_item():
    text = (
        "- `tank` Fill the tank with water.\n\n  The tank holds much water.\n\n  For example:\n"
        "  ```\n  fill --tank\n  ```\n\n- `valve` Close the valve of the tank.\n\n"
        "The tank is then closed.\n"
    )
    document = Document("a.md", "a.md", text, format="markdown")
    model = Collection.of([document]).fit(Options(sweeps=2, samples=1))
    digest = model.digest("How do I fill the tank with water?", words=60, enough=False)
    first, _, last = quote_groups(digest)
    assert isinstance(first, List) and isinstance(last, Paragraph)
    assert [len(item.parts) + len(item.below) for item in first.items] == [4, 1]


def test_two_parts_of_a_program_in_one_place_are_cited_once():
    made = Manual()
    made.add("code", "fill --all", "fill --none")
    digest = made.digest("fill --all", "fill --none")
    for shown in (render_text(digest), render_markdown(digest)):
        assert shown.split("Sources")[0].count("par. 1") == 1


def test_a_sentence_on_the_line_of_an_item_stays_in_it():
    text = (
        "To fill the old pump:\n\n1. Open the valve of the pump.\n"
        "2. Turn the wheel to the left. When has the wheel of the pump been turned before?\n"
        "3. Close the valve of the pump.\n"
    )
    model = Collection.of([Document("a", "a", text)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    pinned = [("a", text.index(words)) for words in ("Open", "Turn", "When", "Close")]
    digest = model.digest(
        "How do I fill the pump?", context=False, wishes=Constraints(pinned=pinned)
    )
    [steps] = quote_groups(digest)
    assert isinstance(steps, List)
    assert [item.mark for item in steps.items] == ["1.", "2.", "3."]
    assert "When has" in steps.items[1].parts[1].text


def test_a_question_in_an_item_stays_in_it_before_the_sentence_that_needs_it():
    text = (
        "To fill the old pump:\n\n1. Open the valve of the pump.\n"
        "2. Turn the wheel. When has the wheel of the pump been turned before? It turns to the left"
        " if the pump is old.\n3. Close the valve of the pump.\n"
    )
    model = Collection.of([Document("a", "a", text)], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    pinned = [("a", text.index(words)) for words in ("Open", "It turns", "Close")]
    excluded = [("a", text.index("Turn the"))]
    wishes = Constraints(pinned=pinned, excluded=excluded)
    [steps] = quote_groups(model.digest("How do I fill the pump?", wishes=wishes))
    assert isinstance(steps, List)
    assert [item.mark for item in steps.items] == ["1.", "2.", "3."]
    assert [part.text.split()[0] for part in steps.items[1].parts] == ["When", "It"]
