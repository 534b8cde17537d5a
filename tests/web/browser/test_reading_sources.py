"""Reading: the acts of a sentence, long sources, words found in them, and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote_plus

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Browser, Page, expect

from app_made import QUESTION, App, Opening, Watched, running_app
from hyperdigest.model import Collection

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
LONG = "lighthouse burned"


@pytest.fixture
def asked(app: App) -> str:
    return f"{app.collection}?q={quote_plus(QUESTION)}&words=100"


@pytest.fixture(scope="module")
def logbook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with a collection of one long document."""
    folder = tmp_path_factory.mktemp("log")
    dull = [f"Day {n} of the log says that nothing at all happened at sea.\n" for n in range(3000)]
    dull[1500] = "The lighthouse burned down at midnight.\n"
    (folder / "log.txt").write_text("\n".join(dull))
    Collection.read(folder).fit().save(folder / "log.hdig")
    with running_app(folder / "log.hdig") as running:
        yield running


@pytest.fixture
def reading(browser: Browser, logbook: App) -> Iterator[Page]:
    """The long document beside the digest that cites it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    watched = Watched(page, logbook.url)
    page.goto(f"{logbook.url}{logbook.collection}?q={quote_plus(LONG)}&words=20")
    yield page
    watched.check()
    context.close()


def test_what_can_be_done_with_a_sentence_appears_when_it_is_pointed_at(
    opening: Opening, asked: str
) -> None:
    page = opening(asked)
    acts = page.locator(".sentence").nth(1).locator(".acts")
    expect(acts).to_have_css("opacity", "0")
    page.locator(".sentence").nth(1).hover()
    expect(acts).to_have_css("opacity", "1")
    page.mouse.move(2, 2)
    expect(acts).to_have_css("opacity", "0")
    page.get_by_role("link", name="Pin sentence 2", exact=True).focus()
    expect(acts).to_have_css("opacity", "1")


def test_on_a_touch_screen_it_is_behind_a_button(opening: Opening, asked: str) -> None:
    for script in (True, False):
        page = opening(asked, java_script_enabled=script, **PHONE)
        sentence = page.locator(".sentence").nth(1)
        expect(sentence.locator(".acts")).to_be_hidden()
        sentence.locator(".more summary").tap()
        sentence.get_by_role("link", name="Exclude sentence 2", exact=True).tap()
        page.wait_for_url(re.compile("exclude"))


def test_on_a_phone_a_tap_shows_the_sentence_in_its_source(opening: Opening, asked: str) -> None:
    page = opening(asked, **PHONE)
    page.locator(".sentence .quote a").nth(2).tap()
    expect(page.locator("#source mark.lit")).to_be_in_viewport()


def test_on_a_phone_the_source_opens_at_its_sentence_and_then_as_it_was_left(
    reading: Page,
) -> None:
    reading.set_viewport_size(PHONE["viewport"])
    reading.reload()
    digest, source = (
        reading.get_by_role("button", name=name, exact=True) for name in ("Digest", "Source")
    )
    source.click()
    lit = reading.locator("#source mark.lit")
    expect(lit).to_be_in_viewport()
    reading.evaluate("scrollBy({ top: 1000, behavior: 'instant' })")
    expect(lit).not_to_be_in_viewport()
    stood = reading.evaluate("scrollY")
    digest.click()
    expect(reading.locator(".sentence .quote").first).to_be_in_viewport()
    source.click()
    assert abs(reading.evaluate("scrollY") - stood) < 40


def days(page: Page) -> list[int]:
    """The days of the log that are shown."""
    return [
        int(day) for day in re.findall(r"Day (\d+) ", page.locator(".source-text").inner_text())
    ]


def test_a_long_source_goes_on_as_it_is_read(reading: Page) -> None:
    expect(reading.locator("#source mark.lit")).to_be_in_viewport()
    first, *_, last = days(reading)
    assert 1000 < first < 1500 < last < 2000
    side = reading.locator(".source-side")
    side.evaluate("side => side.scrollTo({ top: 0, behavior: 'instant' })")
    text = reading.locator(".source-text")
    expect(text).to_contain_text(f"Day {first - 100} ")
    assert days(reading)[0] > 500
    side.evaluate("side => side.scrollTo({ top: side.scrollHeight, behavior: 'instant' })")
    expect(text).to_contain_text(f"Day {last + 100} ")
    first, *_, last = days(reading)
    assert days(reading) == [n for n in range(first, last + 1) if n != 1500]


def test_a_long_source_on_its_own_page_opens_at_what_is_cited(reading: Page) -> None:
    link = reading.locator(".sentence .quote a").first
    reading.goto(re.sub("/c/.*", link.get_attribute("href") or "", reading.url))
    reading.wait_for_load_state("networkidle")
    expect(reading.locator("#m1")).to_be_in_viewport()


def test_after_a_note_and_a_pin_the_source_is_read_on_where_it_was(reading: Page) -> None:
    side, text = reading.locator(".source-side"), reading.locator(".source-text")
    last = days(reading)[-1]
    side.evaluate("side => side.scrollTo({ top: side.scrollHeight, behavior: 'instant' })")
    expect(text).to_contain_text(f"Day {last + 100} ")
    before, scrolled = days(reading), side.evaluate("side => side.scrollTop")
    reading.get_by_role("link", name="Note on sentence 1").click()
    reading.get_by_label("Note on this sentence").fill("Read on from here.")
    reading.get_by_role("button", name="Save the note").click()
    expect(reading.locator(".sentence .note-shown")).to_have_text("Read on from here.")
    reading.get_by_role("link", name="Pin sentence 1", exact=True).click()
    expect(reading.locator(".pinned-flag")).to_have_count(1)
    reading.get_by_role("link", name="Note on sentence 1").click()
    reading.get_by_role("button", name="Delete it").click()
    expect(reading.locator(".note-shown")).to_have_count(0)
    assert set(before) <= set(days(reading))
    assert side.evaluate("side => side.scrollTop") == pytest.approx(scrolled, abs=40)


def test_all_of_the_form_of_a_note_is_in_view(opening: Opening, asked: str) -> None:
    page = opening(asked)
    note = page.get_by_role("link", name="Note on sentence 3")
    note.evaluate("link => link.scrollIntoView({ block: 'end', behavior: 'instant' })")
    note.click()
    expect(page.get_by_label("Note on this sentence")).to_be_focused()
    expect(page.get_by_role("button", name="Save the note")).to_be_in_viewport(ratio=0.9)


def test_words_are_found_in_all_of_a_long_source(reading: Page) -> None:
    field = reading.get_by_label("Find in this source")
    reading.keyboard.press("f")
    expect(field).to_be_focused()
    reading.keyboard.type("day 17")
    reading.keyboard.press("Enter")
    count = reading.locator(".find-in .told")
    expect(count).to_have_text("12 of 111")
    expect(reading.locator("#found")).to_be_in_viewport()
    expect(field).to_be_focused()
    reading.keyboard.press("Enter")
    expect(count).to_have_text("13 of 111")
    reading.keyboard.press("Shift+Enter")
    expect(count).to_have_text("12 of 111")
    expect(reading.locator("#found")).to_be_in_viewport()


def test_notes_on_a_sentence_and_on_what_is_selected(reading: Page) -> None:
    reading.locator(".sentence .quote a").first.focus()
    reading.keyboard.press("n")
    field = reading.get_by_label("Note on this sentence")
    expect(field).to_be_focused()
    reading.keyboard.press("Escape")
    expect(field).to_have_count(0)
    reading.keyboard.press("n")
    expect(field).to_be_focused()
    reading.keyboard.type("Who saw it?")
    reading.keyboard.press("Control+Enter")
    expect(reading.locator(".sentence .note-shown")).to_have_text("Who saw it?")
    expect(reading.get_by_role("link", name="Note on sentence 1")).to_be_focused()
    expect(reading.locator("#source a.noted")).to_have_count(1)
    reading.locator(".source-text").evaluate(
        """(text) => {
            const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            while (nodes.nextNode()) {
                const at = nodes.currentNode.data.indexOf("Day 1510 ");
                if (at < 0) continue;
                getSelection().setBaseAndExtent(nodes.currentNode, at, nodes.currentNode, at + 8);
            }
        }"""
    )
    reading.locator(".source-head [data-act=note]").click()
    expect(reading.locator(".source-head .noted")).to_contain_text("“Day 1510 of the log")
    field.fill("A quiet day.")
    reading.get_by_role("button", name="Save the note").click()
    expect(reading.locator("#source a.noted")).to_have_count(2)
    expect(reading.get_by_role("link", name="Note", exact=True)).to_be_focused()
    reading.get_by_role("link", name="Notes", exact=True).click()
    expect(reading.locator(".note-shown")).to_have_text(["Who saw it?", "A quiet day."])
