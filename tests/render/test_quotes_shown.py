"""How each format shows lists, tables, code and definitions with what introduces them."""

import csv
import io
import re
from dataclasses import replace
from html import unescape

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hyperdigest import Collection, Document
from hyperdigest.base.text import UNSAFE, line
from hyperdigest.cli.output import coloured
from hyperdigest.render import (
    render_csv,
    render_docx,
    render_html,
    render_json,
    render_markdown,
    render_text,
)
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.quotes import List
from oracles.browser import Page
from oracles.quoting import (
    ALL,
    BLUE,
    CODE,
    E1,
    E3,
    FILE,
    FINE,
    HEAD,
    LAST,
    LEAD,
    LEFT,
    NEEDS,
    ONE,
    OPEN,
    PUMP,
    TERM,
    TWO,
    Manual,
    manual,
)  # fmt: skip

DIGEST = manual().digest(*ALL)
TEXT = """\
The pump moves water. [1] par. 1
It needs a filter. [1] par. 1

To replace it:
1. Switch it off. [1] par. 3
2. Close the valve. [1] par. 4
   It is blue. [1] par. 4
3. Open the housing:
   - Turn the ring left. [1] par. 6
   1 of 2 items
[...]
4. Switch it on. [1] par. 8

Filter mesh
   [...] It is <fine>. [1] par. 10

Code  Meaning
----  ---------------
E1    clogged | dirty  [1] par. 12
[...]
E3    too *hot*        [1] par. 14
2 of 3 rows

It is set like this:
    [filter]
        ```days``` = 90

        # sand
[1] par. 16

Sources
"""
MARKDOWN = """\
The pump moves water. ([1], par. 1) It needs a filter. ([1], par. 1)

To replace it:

1. Switch it off. ([1], par. 3)
2. Close the valve. ([1], par. 4) It is blue. ([1], par. 4)
3. Open the housing:

   - Turn the ring left. ([1], par. 6)

   1 of 2 items

\\[...\\]

4. Switch it on. ([1], par. 8)

**Filter mesh**\\
\\[...\\] It is \\<fine\\>. ([1], par. 10)

| Code | Meaning |  |
| --- | --- | --- |
| E1 | clogged \\| dirty | ([1], par. 12) |
| \\[...\\] |  |  |
| E3 | too \\*hot\\* | ([1], par. 14) |

2 of 3 rows

It is set like this:

````
[filter]
    ```days``` = 90

    # sand
````

([1], par. 16)

## Sources
"""
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SLICES = (
    *(PUMP, NEEDS, LEAD, ONE, TWO, BLUE, OPEN, LEFT, LAST, TERM, FINE, HEAD, E1, E3, FILE, CODE),
)
"""All that is quoted, in order."""


def in_order(slices, text):
    """Whether slices are in a text one after another; white space does not matter."""
    place = 0
    for each in slices:
        place = text.find(line(each), place)
        if place < 0:
            return False
        place += len(line(each))
    return True


def test_the_text_of_all_groups():
    assert TEXT in render_text(DIGEST)


def test_text_without_a_width_has_a_row_on_a_line():
    assert "\nE1 | clogged | dirty [1] par. 12\n" in render_text(DIGEST, width=None)


@pytest.mark.parametrize("width", [20, 24, 30, 44, 60])
def test_narrow_text_is_wrapped_and_loses_no_word(width):
    shown = render_text(DIGEST, width=width).split("Sources")[0]
    whole = render_text(DIGEST).split("Sources")[0]
    code = {each.strip() for each in CODE.split("\n")}
    lines = [each for each in shown.split("\n") if each.strip() not in code]
    assert max(map(len, lines)) <= width
    bare = re.compile(r"-{2,}")
    assert sorted(bare.sub("", shown).split()) == sorted(bare.sub("", whole).split())


def test_cells_are_beside_one_another_where_columns_have_no_room():
    made = Manual()
    row = "\t".join(f"column {letter} is long" for letter in "abcd")
    made.add("table", row, at=(1, 1, 1))
    shown = render_text(made.digest(row), width=24)
    assert "\ncolumn a is long |\n   column b is long |\n" in shown
    made, numbers = Manual(), [*map(str, range(30))]
    made.add("table", "\t".join(numbers), at=(1, 1, 1))
    shown = render_text(made.digest("\t".join(numbers)), width=80)
    assert "\n0 | 1 | 2 | 3 |" in shown


def test_contexts_are_painted_and_escapes_change_no_text():
    painted = []
    render_text(DIGEST, paint=lambda text, role: painted.append((role, text)) or text)
    contexts = {text for role, text in painted if role == "context"}
    assert {LEAD, FILE, "Code  Meaning", "[...]", "2 of 3 rows"} <= contexts
    assert ("term", TERM) in painted
    assert not any(ONE in text for text in contexts)
    shown = render_text(DIGEST, paint=coloured)
    assert f"\x1b[2m{LEAD}\x1b[0m" in shown
    assert re.sub(r"\x1b\[[0-9]+m", "", shown) == render_text(DIGEST)


def test_the_markdown_of_all_groups():
    assert MARKDOWN in render_markdown(DIGEST)


def test_markdown_shows_numbers_rows_and_code_to_its_readers():
    html = READER.render(render_markdown(DIGEST).split("## Sources")[0])
    assert '<ol start="4">' in html
    assert "<td>clogged | dirty</td>" in html
    assert "<td>too *hot*</td>" in html
    assert f"<pre><code>{CODE}\n</code></pre>" in html
    assert "<strong>Filter mesh</strong><br />" in html


def test_markdown_parts_lists_of_two_documents_and_numbers_that_are_missing():
    made = Manual()
    for number in (1, 2):
        made.add("item", f"item of {number}", level=1, at=(number, 1, 1))
    made.add("step", "first", level=1, at=(3, 1, 2))
    html = READER.render(render_markdown(made.digest("item of 1", "item of 2", "first")))
    assert html.split("<h2>")[0].count("<ul>") == 2


@given(st.text(st.sampled_from("ab|\\`*#-+=1.) <&:\t"), min_size=1, max_size=12))
def test_markdown_cells_and_items_show_their_text(text):
    text = f"x{text.strip()}y"
    made = Manual()
    made.add("table", f"{text}\tz", at=(1, 1, 1))
    made.add("item", f"i{text}", level=1, at=(2, 1, 1))
    made.add("term", f"t{text}")
    made.add("definition", f"d{text}")
    digest = made.digest(f"{text}\tz", f"i{text}", (f"t{text}", f"d{text}"))
    shown = Page(READER.render(render_markdown(digest).split("## Sources")[0])).text
    cells = [line(each) for each in (*text.split("\t"), "z")]
    assert in_order([*filter(None, cells), f"i{text}", f"t{text}", f"d{text}"], line(shown))


def test_how_much_of_a_list_is_shown_is_said_once_below_its_last_item():
    made = Manual()
    for number in range(1, 6):
        made.add("item", f"Item {number}.", level=1, at=(1, number, 5))
        made.add("paragraph", f"It has {number} valves.")
    digest = made.digest("Item 1.", "It has 1 valves.", "Item 2.", "It has 3 valves.", "Item 4.")
    lists = [group.extent for group in quote_groups(digest) if isinstance(group, List)]
    assert lists == ["", "", "3 of 5 items"]


def test_how_much_of_a_list_in_an_item_is_said_once_if_what_is_in_its_items_parts_it():
    made = Manual()
    made.add("item", "The pump.", level=1, at=(1, 1, 1))
    made.add("item", "Its lid.", level=2, at=(2, 1, 4))
    made.add("item", "Its housing.", level=2, at=(2, 2, 4))
    made.add("item", "A screw.", level=3, at=(3, 1, 1))
    made.add("item", "Its switch.", level=2, at=(2, 3, 4))
    made.add("item", "Its cable.", level=2, at=(2, 4, 4))
    [group] = quote_groups(made.digest("The pump.", "Its lid.", "A screw.", "Its cable."))
    assert [inner.extent for inner in group.items[0].below] == ["", "", "2 of 4 items"]


def test_an_empty_line_between_code_is_shown_in_text_and_in_html_begins_no_box():
    made = Manual()
    made.add("code", "pump --on")
    made.add("code", "pump --off")
    digest = made.digest("pump --on", "pump --off")
    assert "    pump --on\n\n    pump --off\n" in render_text(digest)
    boxes = re.findall(r"<code>([^<]*)</code>", render_html(digest).split('class="legend"')[0])
    assert boxes[:2] == ["pump --on", "pump --off"]


def test_the_html_of_all_groups():
    html = render_html(DIGEST)
    page = Page(html.split('<section class="legend"')[0], part=True)
    assert [found["value"] for tag, found in page.elements if tag == "li" and "value" in found] == [
        "1", "2", "3", "4",
    ]  # fmt: skip
    assert '<thead class="context"><tr><th scope="col" dir="auto">Code</th>' in html
    assert '<td dir="auto">clogged | dirty</td>' in html
    assert f"<code>{CODE.replace('#', '#')}</code></a></pre>" in html
    assert '<dt class="context" dir="auto">Filter mesh</dt>' in html
    assert f'<span class="context">{LEAD}</span>' in html
    assert "It is &lt;fine&gt;." in html
    assert '<p class="extent">2 of 3 rows</p>' in html
    ids = [found["id"] for _, found in page.elements if re.fullmatch(r"s\d+", found.get("id", ""))]
    assert ids == [f"s{number}" for number in range(1, len(ALL) + 1)]


def test_the_source_marks_contexts_more_lightly():
    html = render_html(DIGEST)
    assert f'<mark class="context">{LEAD}</mark>' in html
    assert f'<mark id="m3">{ONE}</mark>' in html
    assert f'<mark id="m1">{PUMP}</mark>' in html  # a sentence of the digest is more than a context


def test_the_word_file_of_all_groups():
    document = docx.Document(io.BytesIO(render_docx(DIGEST)))
    styles = [(each.style.name, each.text) for each in document.paragraphs]
    assert ("Digest Item", "Open the housing:") in styles
    assert ("Digest Item", "Turn the ring left. [1]\xa0par.\xa06") in styles
    assert ("Digest Code", CODE) in styles
    term = styles.index(("Digest Term", TERM))
    assert styles[term + 1] == ("Digest Quotation", f"[...] {FINE} [1]\xa0par.\xa010")
    assert ("Digest Account", "2 of 3 rows") in styles
    (table,) = document.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Code", "Meaning", ""],
        ["E1", "clogged | dirty", "[1] par. 12"],
        ["[...]", "", ""],
        ["E3", "too *hot*", "[1] par. 14"],
    ]
    (lead,) = (each for each in document.paragraphs if each.text == LEAD)
    assert [run.style.name for run in lead.runs] == ["Digest Context"]
    assert document.paragraphs[term].runs[0].bold


def test_a_row_of_csv_is_a_sentence_with_its_context():
    rows = [*csv.DictReader(io.StringIO(render_csv(DIGEST).lstrip("\ufeff")))]
    assert [row["sentence"] for row in rows][:3] == [PUMP, NEEDS, ONE]
    shown = {row["sentence"]: row["context"] for row in rows}
    assert shown[PUMP] == ""
    assert shown[LEFT] == f"{LEAD} [...] 3. {OPEN}"
    assert shown[line(E1)] == line(HEAD)
    assert shown[CODE] == FILE


def test_json_has_no_fields_of_display():
    assert '"position"' not in render_json(DIGEST)


def test_digests_without_contexts_have_none_in_csv():
    assert "context" not in render_csv(manual().digest(ONE, TWO)).splitlines()[0]


KINDS = st.sampled_from(["paragraph", "item", "step", "table", "code", "definition"])


@st.composite
def digests(draw):
    """A document of random blocks, and a digest of some of its sentences and their contexts."""
    made, quoted, expected = Manual(), [], []
    number, ordinal, last = 0, 0, ""
    count = draw(st.integers(1, 12))
    for block in range(count):
        kind = draw(KINDS)
        ordinal = ordinal + 1 if kind == last else 1
        number += kind != last
        last = kind
        separator = "\t" if kind == "table" else " "
        words = draw(st.lists(st.sampled_from(["*a*", "<b>", "1.", "|", "#", "&"]), max_size=3))
        text = separator.join([f"s{block}", *words, f"e{block}"])
        at = (number, ordinal, 40) if kind in ("item", "step", "table") else None
        lead = f"l{block} :"
        with_lead = draw(st.booleans())
        if with_lead:
            made.add({"table": "header", "definition": "term"}.get(kind, "paragraph"), lead)
        made.add(kind, text, level=int(kind in ("item", "step")), at=at)
        if draw(st.integers(0, 3)):
            quoted.append((lead, text) if with_lead else text)
            expected += [lead, text] if with_lead else [text]
    return made.digest(*quoted), expected


@given(digests())
def test_every_slice_is_in_every_format_once_and_in_order(made):
    digest, expected = made
    marks = [part for each in expected for part in (each.split()[0], each.split()[-1])]
    marks = [mark for mark in marks if mark != ":"]
    html = render_html(digest).split("<main")[1].split('<section class="sources"')[0]
    word = docx.Document(io.BytesIO(render_docx(digest)))
    shown = {
        "text": render_text(digest, width=None),
        "narrow": render_text(digest, width=30),
        "markdown": READER.render(render_markdown(digest)),
        "html": html,
        "word": "\n".join(
            each.text or "" for each in word.element.iter() if each.tag.endswith("}t")
        ),
    }  # fmt: skip
    for format, text in shown.items():
        plain = unescape(re.sub(r"<[^>]*>", " ", text)) if format in ("markdown", "html") else text
        found = re.findall(r"\b[sel]\d+\b", plain.split("Sources")[0])
        if format == "html":
            found = [mark for mark in found if mark in marks]
        assert found == marks, format
    whole = " ".join(shown["text"].replace("|", " ").split())
    assert in_order([each.replace("|", " ") for each in expected], whole)
    assert not UNSAFE.search(shown["text"].replace("\n", ""))


def test_each_format_shows_the_answer_and_below_it_the_rest_under_its_source():
    digest = manual().digest(PUMP, OPEN, **{PUMP: {"lead": True}})
    assert f"{PUMP} [1] par. 1\n\n[1] manual.html\n\n" in render_text(digest)
    assert "\n\n## [1] manual.html\n\n" in render_markdown(digest)
    title = '<h2><span class="number">1</span> <span dir="auto">manual.html</span></h2>'
    before, after = render_html(digest).split(f'<li class="source-title">{title}</li>')
    assert 'id="s1"' in before
    assert 'id="s2"' in after
    document = docx.Document(io.BytesIO(render_docx(digest)))
    headings = [each.text for each in document.paragraphs if each.style.name == "Heading 2"]
    assert headings == ["[1] manual.html", "Sources"]


def test_a_heading_that_is_quoted_stands_on_a_line_of_its_own():
    made = Manual()
    made.add("heading", PUMP)
    made.slices[PUMP] = replace(made.slices[PUMP], kind="heading")
    made.add("paragraph", NEEDS)
    made.add("code", CODE)
    digest = made.digest((PUMP, NEEDS), (NEEDS, CODE))
    assert f"\n{PUMP}\n{NEEDS} [1]" in render_text(digest)
    assert f"{PUMP}\\\n{NEEDS} (" in render_markdown(digest)
    assert f'<span class="context">{PUMP}</span><br> ' in render_html(digest)
    paragraphs = docx.Document(io.BytesIO(render_docx(digest))).paragraphs
    assert any(one.text.startswith(f"{PUMP}\n{NEEDS} [1]") for one in paragraphs)


def test_the_parts_of_a_cut_row_are_below_the_names_of_their_columns_in_html():
    made = Manual()
    made.text = "\t"
    made.add("header", "Red\tBlue")
    made.add("table", "Lamp\t12", "9", at=(1, 1, 1))
    digest = made.digest(("Red\tBlue", "Lamp\t12"), ("Red\tBlue", "9"))
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", render_html(digest), re.DOTALL)
    cells = [re.sub("<[^>]*>", "", row.replace("</td>", "|").replace("</th>", "|")) for row in rows]
    assert cells[:2] == ["|Red|Blue|", "Lamp|12||"]
    assert "||9|" in cells


def test_a_definition_without_its_term_is_a_paragraph():
    text = "# Ferry\n\n-f\n: Goes at full speed, if the wind allows it.\n\n-s\n: Saves its fuel.\n"
    document = Document("ferry.md", "ferry.md", text, format="markdown")
    model = Collection.of([document], language="en").fit()
    shown = render_text(model.digest("What has full speed?", words=20, context=False))
    assert "\nGoes at full speed, if the wind allows it. [1] line 4" in shown
    assert " of 2 items" not in shown
