import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Block, Document
from hyperdigest.render.source_text import flowing, is_in_columns, marked

FULL = "a line of prose that is as long as lines in mail are"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{FULL}\nand goes on.", f"{FULL} and goes on."),
        (f"{FULL}\r\nand goes on.", f"{FULL}  and goes on."),
        (f"{FULL}\n{FULL}\nthree.", f"{FULL} {FULL} three."),
    ],
)
def test_hard_wrapped_lines_of_prose_are_joined(text, shown):
    assert flowing(Document("a", "a.txt", text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Short lines\nof verse\nstay.",
        f"{FULL}\n\nA paragraph.",
        f"{FULL}\n- an item",
        f"{FULL}\n12. an item",
        f"{FULL}\n    code",
        f"# {FULL}\nText.",
        f"{FULL * 3}\nA paragraph a line.",
    ],
)
def test_lines_that_are_no_prose_are_not_joined(text):
    assert flowing(Document("a", "a.txt", text)) == text


CODE = "ferry.book(passengers=2, bicycles=1, deck='lower')  # a booking"


def test_lines_of_code_are_not_joined_whatever_part_is_shown():
    text = f"{FULL}\nand goes on:\n\n```py\n{CODE}\n{CODE}\n```\n\n{FULL}\nand ends.\n"
    document = Document("a", "a.md", text, format="markdown")
    shown = flowing(document)
    assert shown == text.replace(f"{FULL}\n", f"{FULL} ")
    for begin in (text.index("\n\n```") + 2, text.index(CODE), text.rindex(CODE)):
        assert flowing(document, begin) == shown[begin:]
    assert flowing(document, 0, text.rindex(CODE)) == shown[: text.rindex(CODE)]


def test_settings_and_rows_in_plain_text_are_not_joined():
    settings = "\n".join(
        f"server {name}.example.net iburst maxdelay 0.{len(name)} nts"
        for name in ("one", "three", "seven")
    )
    text = f"A configuration for these servers could be\n\n{settings}\nmaxdrift 100\n\nThe end.\n"
    assert flowing(Document("a", "a.txt", text)) == text


def test_lines_end_at_the_ends_of_blocks():
    text = "One\ntwo.\nThree\nfour\n"
    blocks = (Block(0, 9), Block(9, 20, "table"))
    assert flowing(Document("a", "a.html", text, format="html", blocks=blocks)) == (
        "One two.\nThree\nfour\n"
    )


def test_text_laid_out_by_indents_is_shown_as_it_is_in_columns():
    indented = f"       {FULL}\n       and as the ferry-\n       man tells them, twice\n"
    manual = f"FERRY(1)\n\nNAME\n       ferry - cross\n\nDESCRIPTION\n{indented}"
    novel = f"The Ferry\n\n    {FULL * 4}\n\n    {FULL * 3}\n\n    {FULL * 5}\n"
    assert is_in_columns(Document("a", "a.txt", manual))
    assert flowing(Document("a", "a.txt", manual)) == manual
    assert not is_in_columns(Document("a", "a.txt", novel))
    assert not is_in_columns(Document("a", "a.txt", ""))
    assert not is_in_columns(Document("a", "a.md", manual, format="markdown"))


@given(
    st.text(st.sampled_from("ab \n\r-#")),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted), max_size=4),
)
def test_marks_are_at_their_offsets_in_the_joined_text(text, ranges):
    blocks = tuple(Block(start, end) for start, end in ranges)
    shown = flowing(Document("a", "a", text, format="html", blocks=blocks))
    assert len(shown) == len(text)
    assert shown.split() == text.split()


def test_code_is_set_apart():
    text = "Run this:\nmake all\nand wait."
    blocks = (Block(0, 9), Block(10, 18, "code"), Block(19, 28))
    shown = marked(Document("a", "a.html", text, format="html", blocks=blocks), [])
    assert shown == "Run this:\n<code>make all</code>\nand wait."


def test_fenced_code_of_markdown_is_set_apart_and_has_no_headings():
    text = "# Head\n```sh\n# no head\n```\nText.\n~~~\nopen for good\n# Head too"
    shown = marked(Document("a", "a.md", text, format="markdown"), [])
    assert shown.startswith("<strong># Head</strong>\n<code>```sh\n# no head\n```</code>\nText.")
    assert shown.endswith("<strong># Head too</strong>")


@given(st.text("ab \n.", min_size=1, max_size=80), st.data())
def test_parts_with_search_results_have_all_letters_of_the_text(text, data):
    document = Document("a", "a.txt", text)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=8)))
    found = [(a, b) for a, b in pairwise(cuts[1:-1]) if a < b][::2]
    part = (cuts[0], cuts[-1])
    html = marked(document, [], part, found, found[0] if found else None)
    assert re.sub("<[^>]*>", "", html).split() == text[slice(*part)].split()
    assert html.count('id="found"') == bool(found)
