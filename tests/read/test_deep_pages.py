"""Pages whose elements are nested hundreds or thousands deep are read completely."""

import re
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import epub
from hyperdigest.read.html import reader as html
from hyperdigest.read.html.blocks import page_blocks
from hyperdigest.read.html.reader import fragment, read_html
from hyperdigest.read.isolated import read_content
from hyperdigest.read.mail.body import html_body

LEVELS = {
    "unordered lists": "<ul><li>{}",
    "ordered lists": "<ol><li>{}",
    "definitions": "<dl><dd>{}",
    "tables": "<table><tr><td>{}",
    "spans": "<span>{} ",
    "divisions": "<div>{}",
    "quotes": "<blockquote>{}",
    "mixed": "<div><ul><li><blockquote><table><tr><td><section><p><b>{}",
}
SITE = "<meta property='og:type' content='article'><meta property='og:title' content='Pumps'>"


def nested(level: str, depth: int) -> str:
    return "".join(level.format(f"Pump {n} of the town is old.") for n in range(depth))


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"Pump (\d+) of the town is old\.", text)]


@pytest.mark.parametrize("depth", [300, 1000, 5000])
@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_the_text_of_all_levels_is_read_in_order(level: str, depth: int):
    content = read_html(nested(level, depth).encode())
    assert numbers(content.text) == list(range(depth))
    assert "<" not in content.text


def test_lists_nested_20_000_deep_are_read():
    content = read_html(nested(LEVELS["unordered lists"], 20_000).encode())
    assert numbers(content.text) == list(range(20_000))
    assert {block.kind for block in content.blocks} == {"item"}


def test_what_follows_a_deep_element_stays_below_it():
    deep = f"<ul><li>a{'<ul><li>b' * 1000}{'</ul>c' * 1000}</ul><h2>After</h2><p>The end.</p>"
    *items, heading, end = fragment(deep)
    assert [item.text for item in items] == ["a", *"b" * 1000, *"c" * 1000]
    assert [(part.kind, part.text) for part in (heading, end)] == [
        ("heading", "After"), ("paragraph", "The end.")
    ]  # fmt: skip


def test_scripts_stay_hidden_and_lines_apart_in_a_deep_element():
    deep = "<div>" * 1000 + "one<br>two<script>three()</script><del>four</del><b>5 &lt; 6</b>"
    assert [part.text for part in fragment(deep)] == ["one\ntwo5 < 6"]


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_pages_of_web_sites_are_read_too(level: str):
    paragraph = " ".join(f"The council of the town repaired the old pump no. {n}." for n in "123")
    deep = nested(level, 1000).replace("Pump", f"{paragraph} Pump")
    content = read_html(f"<head>{SITE}</head><p>{paragraph}</p>{deep}".encode())
    assert numbers(content.text) == list(range(1000))


def test_books_messages_and_posts_are_read_too():
    deep = nested("<div><ul><li>{}", 300)
    assert numbers(read_content(epub({"a.xhtml": deep}), "epub").text) == list(range(300))
    assert numbers("\n".join(part.text for part in fragment(deep))) == list(range(300))
    assert numbers(html_body(deep.encode(), "utf-8").text) == list(range(300))


@pytest.mark.parametrize(
    "level", [*LEVELS.values(), "<table><tr><td><sup><a href='#1'>1</a>", "<sup>{}", "<pre>{}"]
)
def test_deep_pages_take_linear_time(level: str):
    def seconds(depth: int) -> float:
        page = nested(level, depth).encode()
        began = process_time()
        read_html(page)
        return process_time() - began

    seconds(300)
    assert any(seconds(4000) < 5 * seconds(1000) + 0.3 for _ in range(3))


TAGS = (
    *("div", "p", "span", "b", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "caption"),
    *("blockquote", "pre", "h2", "math", "mi", "svg", "form"),
)


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from([*TAGS, *(f"/{tag}" for tag in TAGS)]).map("<{}>".format) | st.just("w "),
        max_size=40,
    ),
    st.integers(1, 5),
)
def test_flattening_loses_no_word(pieces: list[str], depth: int):
    markup = "".join(piece.replace("w", f"w{n}") for n, piece in enumerate(pieces))

    def words() -> list[str]:
        body = html.parse(f"<body>{markup}").body
        assert body is not None
        return " ".join(block.text for block in page_blocks(body)).split()

    whole = words()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html, "DEEPEST_ELEMENT", depth)
        assert words() == whole


def test_a_table_of_thousands_of_columns_is_read():
    names, values = (
        "".join(f"<{tag}>{word} {n}</{tag}>" for n in range(8000))
        for tag, word in (("th", "name"), ("td", "value"))
    )
    page = read_html(f"<table><tr>{names}</tr><tr>{values}</tr></table>".encode())
    assert [block.kind for block in page.blocks] == ["header", "table"]
    assert page.text.endswith("value 7998\tvalue 7999")


def test_a_list_of_thousands_of_items_counts_down():
    page = read_html(f"<ol reversed>{'<li>Pump once more.</li>' * 8000}</ol>".encode())
    assert page.text.startswith("8000. Pump") and page.text.endswith("1. Pump once more.")
