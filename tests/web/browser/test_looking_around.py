"""Topics, the hypergraph, documents, a comparison, the history: and how they are tied together."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Locator, expect

from app_made import QUESTION, App, Opening

pytestmark = pytest.mark.browser


def test_topics_lead_to_sentences_and_documents(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/topics")
    expect(page.locator("svg.heat.wide")).to_be_visible()
    page.locator(".topic-list a").nth(2).click()
    expect(page.locator(".detail .tag").first).to_be_visible()
    sentence = page.locator(".detail .quote a").first
    text = sentence.inner_text()
    sentence.click()
    mark = page.locator("mark#at")
    expect(mark).to_be_in_viewport()
    assert mark.inner_text().split()[:3] == text.split()[:3]


def test_a_cell_of_the_map_leads_to_its_topic(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/topics")
    cell = page.locator("svg.heat.wide .cell[data-topic]").nth(3)
    topic = cell.get_attribute("data-topic")
    cell.click()
    page.wait_for_url(re.compile(f"topic={topic}#topic"))
    expect(page.locator(".detail h2")).to_have_text(f"Topic {topic}")


def test_a_topic_is_asked_about(opening: Opening, app: App) -> None:
    page = opening(app.collection)
    topic = page.locator(".welcome .tag").first
    words = topic.inner_text()
    topic.click()
    expect(page.get_by_label("Your question")).to_have_value(words)
    expect(page.locator(".sentence").first).to_be_visible()


def test_documents_are_found_by_name(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/documents")
    page.get_by_label("Find documents by name, title or author").fill("WHERE-and")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("status").filter(has_text="found")).to_have_text("1 document found")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("tbody tr")).to_have_count(14)


def test_a_document_on_the_map_opens(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/topics")
    page.locator("svg.heat.wide a.name").first.click()
    expect(page.locator("#source .source-text")).to_be_visible()


def test_the_hypergraph_lights_up_and_is_explored(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/graph?q={quote_plus(QUESTION)}&words=100")
    node = page.locator("svg.graph.wide a.node").first.locator("circle").first
    node.hover()
    expect(page.locator(".drawing-caption")).to_contain_text("Sentence 1 of the digest")
    node.click()
    expect(page.locator("p.middle")).to_contain_text("Around")
    page.get_by_role("link", name="Open its source").click()
    expect(page.locator("#source mark").first).to_be_visible()


def without_gaps(quotes: Locator) -> set[str]:
    return {quote.removeprefix("[...] ") for quote in quotes.all_inner_texts()}


def test_two_questions_are_compared(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}?q={quote_plus(QUESTION)}&words=100")
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_label("First question")).to_have_value(QUESTION)
    page.get_by_label("Second question").fill("In what location will the total eclipse occur?")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".versus section")).to_have_count(2)
    body = page.locator(".page-body").bounding_box()
    assert body is not None and 2 * body["x"] + body["width"] == pytest.approx(
        page.viewport_size["width"], abs=20
    )
    both = page.locator(".sentence.shared .quote")
    assert both.count() % 2 == 0
    assert both.count() == page.get_by_text("in both", exact=True).count()
    one, other = (page.locator(".versus section").nth(i).locator(".quote") for i in (0, 1))
    shared = without_gaps(one) & without_gaps(other)
    assert shared and shared == without_gaps(both)


def test_questions_are_remembered(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}?q=How+is+the+weather&words=60")
    page.goto(f"{app.collection}?q=How+is+the+traffic&words=60")
    page.get_by_role("link", name="History").click()
    rows = page.locator("tbody tr")
    expect(rows.first).to_contain_text("How is the traffic")
    page.get_by_role("checkbox", name="Compare: How is the traffic").check()
    page.get_by_role("checkbox", name="Compare: How is the weather").check()
    page.get_by_role("button", name="Compare the chosen two").click()
    expect(page.locator(".versus section")).to_have_count(2)
    page.go_back()
    page.get_by_role("link", name="How is the weather").click()
    expect(page.get_by_label("Your question")).to_have_value("How is the weather")


def test_documents_are_listed_with_what_they_hold(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/documents")
    expect(page.locator("tbody tr")).to_have_count(14)
    row = page.locator("tbody tr", has_text="power-grid.pdf")
    expect(row).to_contain_text(re.compile("PDF"))
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grid operators")


def test_what_is_not_there_is_said(opening: Opening) -> None:
    page = opening("/c/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such collection")


def test_a_draft_is_looked_up_and_its_source_opened(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/verify", viewport={"width": 390, "height": 800})
    page.get_by_label("Paste a draft").fill(
        "“touches the contiguous states at all” and “Dogs and mice, on the whole, seemed to take"
        " little interest.”"
    )
    page.get_by_role("button", name="Look up").click()
    expect(page.locator(".quotations > li").first).to_have_class("changed")
    expect(page.locator(".quotations ins")).to_have_text("cats")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".quotations cite a").first.click()
    expect(page.locator("mark#at")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".quotations > li").first).to_be_visible()
