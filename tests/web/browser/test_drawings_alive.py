"""The drawings under keys and buttons, and without any script."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import expect

from app_made import QUESTION, App, Opening

pytestmark = pytest.mark.browser


def graph(app: App) -> str:
    return f"{app.collection}/graph?q={quote_plus(QUESTION)}&words=100"


def test_arrow_keys_go_from_node_to_node(opening: Opening, app: App) -> None:
    page = opening(graph(app))
    page.locator("svg.graph.wide .hub.topic").first.focus()
    told = {page.locator(".drawing-caption").inner_text()}
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        named = page.evaluate("document.activeElement.getAttribute('aria-label')")
        expect(page.locator(".drawing-caption")).to_have_text(named)
        told.add(named)
    assert len(told) >= 3


def test_what_is_not_tied_steps_back(opening: Opening, app: App) -> None:
    page = opening(graph(app))
    page.locator("svg.graph.wide .hub.e0").focus()
    inside, outside = (page.locator(f"svg.graph.wide .vertex{which}.in-e0{end}").first
                       for which, end in (("", ""), (":not(", ")")))  # fmt: skip
    expect(inside).to_have_css("opacity", "1")
    expect(outside).to_have_css("opacity", "0.16")


def test_arrow_keys_read_the_cells_of_the_map(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/topics")
    page.locator("svg.heat.wide a.name").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".drawing-caption")).to_contain_text("% ")


def test_drawings_fit_a_phone(opening: Opening, app: App) -> None:
    page = opening(graph(app), viewport={"width": 360, "height": 740}, color_scheme="dark")
    expect(page.locator("svg.graph.narrow")).to_be_visible()
    expect(page.locator("svg.graph.wide")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.goto(f"{app.collection}/topics")
    expect(page.locator("svg.heat.narrow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_no_label_of_the_hypergraph_stands_on_another(opening: Opening, app: App) -> None:
    page = opening(graph(app))
    boxes = page.locator("svg.graph.wide :is(.said, .digit, .caption)").evaluate_all(
        "texts => texts.map(t => { const b = t.getBoundingClientRect();"
        " return [b.left, b.top, b.right, b.bottom] })"
    )
    assert len(boxes) > 20
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:n]:
            across = min(right, other[2]) - max(left, other[0])
            down = min(bottom, other[3]) - max(top, other[1])
            assert min(across, down) <= 2


def test_a_sentence_leads_on_without_script(opening: Opening, app: App) -> None:
    page = opening(graph(app), java_script_enabled=False)
    page.locator("svg.graph.wide a.node").first.click()
    expect(page.locator("p.middle")).to_contain_text("Around")
