"""The pages of a PDF as images, beside the digest and on pages of their own."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Page, expect

from app_made import App, Opening

pytestmark = pytest.mark.browser
QUESTION = "What does the loss of solar power do to the grid?"
LOADED = "image => image.complete && image.naturalWidth > 0"


@pytest.fixture
def asked(app: App) -> str:
    return f"{app.collection}?q={quote_plus(QUESTION)}&words=200"


def shown(page: Page) -> None:
    """The image of a page is there."""
    image = page.locator("#source .page-image img")
    expect(image).to_be_visible()
    page.wait_for_function(LOADED, arg=image.element_handle())


def test_a_citation_opens_its_page_beside_the_digest(opening: Opening, asked: str) -> None:
    page = opening(asked)
    link = page.locator("a.place").first
    link.click()
    shown(page)
    expect(page.get_by_role("img", name="The cited text stands here")).to_be_in_viewport()
    page.get_by_role("link", name="The whole text").click()
    expect(page.locator("#source mark").first).to_be_attached()
    expect(page.locator("#source .page-image")).to_have_count(0)


def test_the_page_stays_beside_the_digest_after_a_pin(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.locator("a.place").first.click()
    shown(page)
    page.get_by_role("link", name="Pin sentence 1", exact=True).click()
    expect(page.locator(".pinned-flag")).to_have_count(1)
    shown(page)


def test_the_keyboard_opens_the_page_of_a_sentence(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.locator(".sentence", has=page.locator("a.place")).first.locator(".quote a").focus()
    page.keyboard.press("v")
    shown(page)


@pytest.mark.parametrize("settings", [{}, {"viewport": {"width": 390, "height": 800}}])
def test_without_script_a_page_stands_alone(opening: Opening, asked: str, settings) -> None:
    page = opening(asked, java_script_enabled=False, **settings)
    page.locator("a.place").first.click()
    image = page.locator(".page-image img")
    expect(image).to_be_visible()
    assert ", with the cited text marked" in image.get_attribute("alt")
    before, after = (page.get_by_role("link", name=name) for name in ("Previous page", "Next page"))
    assert before.count() + after.count() > 0
    page.get_by_role("link", name="Back to the digest").click()
    expect(page.locator(".sentence").first).to_be_visible()
