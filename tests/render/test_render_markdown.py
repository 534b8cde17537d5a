from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hyperdigest.base.text import line
from hyperdigest.documents import Document
from hyperdigest.render import render_markdown
from hyperdigest.render.markdown import escaped
from oracles.browser import Page
from oracles.digests import ECLIPSE, EMPTY, cite_range, digest_of, one

GOLDEN = """\
# Where does the shadow fall?

The shadow falls on Oregon first, before noon, in the middle of the morning. ([1], line 1)

The new moon covers the whole disc of the sun. ([2], line 3)

Look only while it is covered. ([3], p. 2)

It leaves the coast at Charleston. ([1], line 2)

## Sources

1. Where the shadow falls · news/path.txt
2. news/moon.md
3. Watching safely · news/leaflet.pdf

36 of 40 words

Selection reaches at least 93% of the optimum of its objective

hyperdigest 0.1.0 | preset default

[1]: <news/path.txt>
[2]: <news/moon.md>
[3]: <news/leaflet.pdf>"""

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def test_the_markdown_of_a_digest():
    assert render_markdown(ECLIPSE) == GOLDEN


def test_an_empty_digest_says_so():
    shown = render_markdown(EMPTY)
    assert "No sentence fits in 3 words." in shown
    assert "## Sources" not in shown


def test_warnings_are_items_of_a_list():
    warned = digest_of(documents=(), warnings=("No *term*\nis known.",))
    assert "\n- Warning: No \\*term\\* is known.\n" in render_markdown(warned)


@pytest.mark.parametrize(
    "text",
    [
        "# Heading",
        "- item",
        "1. item",
        "2) item",
        "> quote",
        "+ item",
        "=====",
        "---",
        "***",
        "[x]: https://e.org",
        "![x](https://e.org/x.png)",
        "[x](https://e.org)",
        "[1]",
        "<script>alert(1)</script>",
        "<https://e.org>",
        "`code` and ```fence",
        "~~~",
        "a \\",
        "&lt;b&gt; &#35;",
        "*a* __b__ ~~c~~",
        "| a | b |",
        "What is C #",
    ],
)
def test_rendered_markdown_shows_the_text_without_markup(text):
    assert seen(text) == f"<p>{text}</p>"


@given(st.text(st.sampled_from("#*_`[]()<>!|~\\&;:-+=.1a \u00a0{}$@/\"'") | st.characters()))
def test_no_text_becomes_markup(text):
    text = line(text)
    assert seen(text) == (f"<p>{text}</p>" if text else "")


def test_addresses_do_not_become_links():
    assert escaped("https://e.org www.e.org") == r"https\://e.org www\.e.org"


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("news/a b.txt", "news/a%20b.txt"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("//e.org/x>y\n", "/e.org/x%3Ey%0A"),
        ("\udcff.txt", "%ED%B3%BF.txt"),
    ],
)
def test_a_source_links_to_a_file_and_nothing_else(path, target):
    document = Document("it", path, "Some text.")
    shown = render_markdown(digest_of(cite_range(document, 0, 10), documents=(document,)))
    assert shown.endswith(f"\n\n[1]: <{target}>")
    shown.encode()


def test_the_only_links_are_the_citations():
    page = Page(READER.render(render_markdown(one("[1] [a](b) www.e.org ![x](y) <a href='z'>"))))
    assert page.links == ["it.txt"]
    assert "src" not in page.attributes


def seen(text: str) -> str:
    return unescape(READER.render(escaped(text)).strip("\n"))
