"""The levels of the blocks of web pages, in all formats that contain pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from documents_made import epub
from hyperdigest.documents import Block
from hyperdigest.read.html import blocks as page_blocks
from hyperdigest.read.html import reader as html
from hyperdigest.read.html.reader import fragment, read_html
from hyperdigest.read.mail.bodies import join_bodies
from hyperdigest.read.mail.body import html_body
from hyperdigest.read.office.epub import read_epub

PAGE = "<html><body><p>All of the text of the page.</p><ul><li>One</li></ul></body></html>"


@pytest.fixture
def deep_items(monkeypatch):
    """Items of pages have level 2."""
    found = page_blocks.page_blocks

    def with_levels(part):
        return [replace(each, level=2 * (each.kind == "item")) for each in found(part)]

    monkeypatch.setattr(page_blocks, "page_blocks", with_levels)
    monkeypatch.setattr(html, "page_blocks", with_levels)


@pytest.mark.usefixtures("deep_items")
def test_blocks_of_pages_keep_their_level():
    mail = join_bodies([html_body(PAGE.encode(), ""), html_body(PAGE.encode(), "")])
    assert [block.level for block in mail.blocks] == [0, 2, 0, 2]
    assert [mail.text[block.start : block.end] for block in mail.blocks][2:] == [
        "All of the text of the page.", "One",
    ]  # fmt: skip
    assert [part.level for part in fragment(PAGE)] == [0, 2]
    for content in (read_html(PAGE.encode()), read_epub(epub({"a.xhtml": PAGE}))):
        assert content.blocks == (Block(0, 28), Block(30, 33, "item", 2))


def test_the_numbers_of_steps_are_those_that_a_browser_shows():
    page = (
        "<p>Do this:</p><ol><li>One.<ol type=i><li>Small.</li><li>Smaller.</li></ol></li>"
        "<li>Two.</li></ol><p>And then:</p><ol start=3><li>Three.</li><li value=7>Seven.</li>"
        "<li>Eight.</li></ol><ol reversed><li>Last but one.</li><li>Last.</li></ol>"
        "<ol type=A start=2 reversed><li>Beta.<p>More.</p></li><li>Alpha.</li></ol>"
    )
    text = read_html(page.encode()).text
    assert [part.strip() for part in text.split("\n\n")] == [
        "Do this:", "1. One.", "i. Small.", "ii. Smaller.", "2. Two.", "And then:", "3. Three.",
        "7. Seven.", "8. Eight.", "2. Last but one.", "1. Last.", "B. Beta.", "More.", "A. Alpha.",
    ]  # fmt: skip


def test_wrong_numbers_of_steps_are_left_out():
    page = "<ol start=-3><li>A</li></ol><ol start=x><li>B</li><li value=99999999999>C</li></ol>"
    assert read_html(page.encode()).text == "1. A\n\n\n1. B\n\nC"


def test_the_rows_of_a_table_in_a_definition_or_item_have_its_level():
    table = "<table><tr><td>red<td>in</tr><tr><td>blue<td>out</table>"
    page = f"{table}<dl><dt>--valve<dd>{table}</dl><ul><li>One<ul><li>Two{table}</ul></ul>"
    blocks = read_html(page.encode()).blocks
    assert [block.level for block in blocks if block.kind == "table"] == [0, 0, 1, 1, 2, 2]
