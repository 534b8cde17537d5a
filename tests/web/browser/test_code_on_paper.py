"""A long command is whole on paper and on a phone, on several lines; else it is scrolled."""

from __future__ import annotations

from urllib.parse import quote_plus

from needed import needs

needs("playwright", "chromium")

import pytest
from playwright.sync_api import Browser, Page

from app_made import QUESTION, App, Opening
from hyperdigest.render import render_html
from oracles.quoting import Manual

pytestmark = pytest.mark.browser

COMMAND = "fill " + " ".join(f"--option-{number}=value" for number in range(40))


def is_cut(page: Page, media: str) -> bool:
    page.emulate_media(media=media)
    return page.locator("pre.quote").first.evaluate("pre => pre.scrollWidth > pre.clientWidth")


def test_of_the_exported_page(browser: Browser) -> None:
    made = Manual()
    made.add("code", COMMAND)
    page = browser.new_page()
    page.set_content(render_html(made.digest(COMMAND)))
    assert (is_cut(page, "screen"), is_cut(page, "print")) == (True, False)
    page.set_viewport_size({"width": 400, "height": 800})
    assert not is_cut(page, "screen")
    page.close()


def test_of_the_app(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}?q={quote_plus(QUESTION)}&words=100")
    page.locator(".sentence .quote").first.evaluate(
        "(quote, command) => { const pre = document.createElement('pre');"
        " pre.className = 'quote'; pre.textContent = command; quote.replaceWith(pre); }",
        COMMAND,
    )
    assert (is_cut(page, "screen"), is_cut(page, "print")) == (True, False)
    page.set_viewport_size({"width": 400, "height": 800})
    assert not is_cut(page, "screen")
