"""For all eyes, hands and screens: names, contrast, small screens, dark and light, hostile text."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote_plus

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Browser, Page, expect

from app_made import QUESTION, App, Opening, Watched, wait_until_read

pytestmark = pytest.mark.browser

CHECKS = Path(__file__).parent / "checks"
NAMELESS = (CHECKS / "nameless.js").read_text("utf-8")
FAINT = (CHECKS / "faint.js").read_text("utf-8")
OUTLINE = (CHECKS / "outline.js").read_text("utf-8")
CALM = """async () => {
  const changes = () => document.getAnimations().filter((a) => a instanceof CSSTransition);
  while (changes().length) await Promise.allSettled(changes().map((a) => a.finished));
}"""
"""Waits until no colour is on its way to another, nor one that began after another ended."""

PAGES = {
    "home": "/",
    "empty": "{c}",
    "digest": "{c}?q={q}&words=100",
    "why": "{c}/why?q={q}&words=100",
    "topics": "{c}/topics",
    "graph": "{c}/graph?q={q}&words=100",
    "compare": "{c}/compare?q={q}&r=traffic&words=100",
    "documents": "{c}/documents",
    "document": "{c}/documents/3?start=10&end=60",
    "history": "{c}/history",
    "search": "{c}/search?find=the",
    "verify": "{c}/verify",
    "found": "{c}/documents/3?find=the",
    "notes": "{c}/notes",
    "note": "{c}/notes/write?document=0&at=50",
    "api": "/api",
    "error": "/nowhere",
}


def address(name: str, app: App) -> str:
    return PAGES[name].format(c=app.collection, q=quote_plus(QUESTION))


@pytest.mark.parametrize("name", PAGES)
def test_every_control_has_a_name_every_page_an_order_and_all_text_can_be_read(
    name: str, opening: Opening, app: App
) -> None:
    page = opening(address(name, app))
    assert page.evaluate(NAMELESS) == []
    outline = page.evaluate(OUTLINE)
    assert outline["main"] == 1
    assert outline["lang"] == "en" and outline["title"]
    assert len(outline["ids"]) == len(set(outline["ids"]))
    assert outline["broken"] == []
    assert all(outline["navs"]) and len(set(outline["navs"])) == len(outline["navs"])
    assert outline["styled"] == 0
    assert outline["h1"] == 1
    read_in_both_colours(name, page)


def read_in_both_colours(name: str, page: Page) -> None:
    """All text can be read, light or dark."""
    if name == "digest":
        page.locator("[data-act=why]").first.click()
        expect(page.locator(".reasons").first).to_contain_text("Relevance")
    grounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(CALM)
        assert page.evaluate(FAINT) == [], scheme
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == 2


@pytest.mark.parametrize("name", PAGES)
def test_it_fits_a_narrow_screen(name: str, opening: Opening, app: App) -> None:
    page = opening(address(name, app), viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for link in page.locator(".top nav a").all():
        expect(link).to_be_in_viewport(ratio=1)


def test_a_phone_shows_digest_and_source_in_turn(opening: Opening, app: App) -> None:
    page = opening(address("digest", app), viewport={"width": 390, "height": 844}, has_touch=True)
    expect(page.locator(".source-side")).to_be_hidden()
    page.locator(".sentence .quote a").nth(1).tap()
    expect(page.locator("#source mark.lit").first).to_be_in_viewport()
    expect(page.locator(".digest-side")).to_be_hidden()
    page.get_by_role("button", name="Digest", exact=True).tap()
    expect(page.locator(".digest-side")).to_be_visible()


def test_dark_and_light_are_chosen_and_kept(opening: Opening) -> None:
    page = opening("/", color_scheme="light")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert dark != light
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark
    expect(page.get_by_role("button", name="Dark colours")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_first_key_skips_to_the_content(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}/documents")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


HOSTILE = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
DOCUMENTS = {
    f"{HOSTILE.replace('/', '')}.txt": f"A {HOSTILE} sentence of ships sails in the harbour today.",
    "page.html": "<title>&lt;script&gt;window.broken=1&lt;/script&gt;</title><p>Ships and"
    " <b onclick='window.broken=1'>sails</b> stand in the harbour &lt;img src=x"
    " onerror=window.broken=1&gt; today.</p>",
    "link.md": "[Ships](javascript:window.broken=1) lie in the harbour <svg onload=window.broken=1>"
    " with all their sails today.",
    "עברית.txt": "הספינות עומדות בנמל כל היום והמפרשים שלהן נראים מרחוק.",
}


@pytest.fixture(scope="module")
def hostile(browser: Browser, app: App) -> str:
    """The address of a collection of them."""
    page = browser.new_page(base_url=app.url)
    watched = Watched(page, app.url)
    page.goto("/")
    files = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        for name, text in DOCUMENTS.items()
    ]
    page.set_input_files("#files", files)
    wait_until_read(page)
    here = page.url.split("?")[0]
    watched.check()
    page.close()
    return here


def test_documents_are_shown_and_never_run(opening: Opening, hostile: str) -> None:
    page = opening(hostile)
    assert page.evaluate("window.broken") is None
    question = quote_plus(f"ships {HOSTILE} harbour")
    for view in (f"?q={question}", f"/why?q={question}", f"/compare?q={question}&r={question}",
                 "/documents", "/topics", f"/graph?q={question}", "/history",
                 "/documents/0", "/documents/1", "/documents/2"):  # fmt: skip
        page.goto(hostile + view)
        assert page.evaluate("window.broken") is None, view
        assert page.locator("main :is(img, b, [onclick], [onerror])").count() == 0, view
    page.goto(f"{hostile}?q=ships+harbour+sails")
    expect(page.locator(".sentence .quote").filter(has_text="onerror").first).to_be_visible()


def test_text_from_right_to_left_stands_so(opening: Opening, hostile: str) -> None:
    page = opening(hostile)
    page.get_by_label("Your question").fill("הספינות")
    page.keyboard.press("Enter")
    quote = page.locator(".quote", has_text="הספינות")
    assert quote.evaluate("(e) => getComputedStyle(e).direction") == "rtl"
