"""The levels of the blocks of web pages, in all formats that contain pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from documents_made import epub
from hyperdigest.documents import Block
from hyperdigest.read import html, page_blocks
from hyperdigest.read.html import fragment, read_html
from hyperdigest.read.mail.body import html_body
from hyperdigest.read.mail.messages import _joined
from hyperdigest.read.office import read_epub

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
    mail = _joined([html_body(PAGE.encode(), ""), html_body(PAGE.encode(), "")])
    assert [block.level for block in mail.blocks] == [0, 2, 0, 2]
    assert [mail.text[block.start : block.end] for block in mail.blocks][2:] == [
        "All of the text of the page.", "One",
    ]  # fmt: skip
    assert [part.level for part in fragment(PAGE)] == [0, 2]
    for content in (read_html(PAGE.encode()), read_epub(epub({"a.xhtml": PAGE}))):
        assert content.blocks == (Block(0, 28), Block(30, 33, "item", 2))
