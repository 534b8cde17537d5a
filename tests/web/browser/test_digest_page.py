"""The page of the digest: everything a reader can do with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Page, Route, expect

from app_made import QUESTION, App, Opening, unfold_settings, wait_until_read

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(app: App) -> str:
    return f"{app.collection}?q={quote_plus(QUESTION)}&words=100"


def quotes(page: Page) -> list[str]:
    return page.locator(".sentence .quote").all_inner_texts()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def slide(page: Page, label: str, key: str, times: int, until: str) -> None:
    """Press a key on a slider some times, until the address says so."""
    unfold_settings(page)
    slider = page.get_by_role("slider", name=re.compile(label))
    slider.focus()
    for _ in range(times):
        page.keyboard.press(key)
    page.wait_for_url(re.compile(until))
    expect(page.locator("#result")).not_to_have_attribute("aria-busy", "true")


def test_every_sentence_opens_its_source_there(opening: Opening, asked: str) -> None:
    page = opening(asked)
    for link in page.locator(".sentence .quote a").all():
        link.click()
        number = link.get_attribute("href").split("#m")[1]
        expect(page.locator(f"#m{number}.lit, #m{number} + mark.lit")).to_be_in_viewport()
    page.locator("a.back:visible").first.click()
    expect(page.locator(".sentence.current .quote a")).to_be_focused()


def test_every_source_opens_by_its_name(opening: Opening, asked: str) -> None:
    page = opening(asked)
    for tab in page.locator(".source-tabs a").all():
        tab.click()
        expect(tab).to_have_attribute("aria-current", "true")
        expect(page.locator("#source-title")).to_contain_text(tab.locator("span").last.inner_text())


def test_a_pdf_shows_its_pages(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}?q=megawatts+of+the+power+grid&words=60")
    paged = page.locator(".place", has_text=re.compile(r"^p\. \d+$"))
    page.locator(".sentence").filter(has=paged).locator(".quote a").first.click()
    expect(page.locator("#source .page").first).to_have_attribute("data-page", "page 1")


def test_sliders_redraw_the_digest_and_the_address(opening: Opening, asked: str) -> None:
    page = opening(asked)
    before = quotes(page)
    slide(page, "Length", "ArrowRight", 10, "words=200")
    expect(page.locator("output[for=words]")).to_have_text("200 words")
    assert len(quotes(page)) > len(before)
    assert query(page)["words"] == ["200"]
    longer = quotes(page)
    slide(page, "Keep to", "Home", 1, "lambda=0")
    assert query(page)["lambda"] == ["0"]
    expect(page.locator("output[for=lambda]")).to_have_text("only the question")
    slide(page, "Prefer", "End", 1, "nu=1")
    assert query(page)["nu"] == ["1"]
    assert quotes(page) != longer
    expect(page.locator("#status")).to_have_text(re.compile(r"sentences from \d+ sources"))


@pytest.mark.parametrize("unfolded", [False, True])
@pytest.mark.parametrize("question", [QUESTION, "Does the eclipse need quantum entanglement?"])
def test_the_answer_and_a_doubt_are_within_the_first_screen(
    question: str, unfolded: bool, opening: Opening, app: App
) -> None:
    page = opening(f"{app.collection}?q={quote_plus(question)}")
    expect(page.locator(".sliders")).to_be_hidden()
    if unfolded:
        page.locator(".settings > summary").click()
        expect(page.locator(".sliders")).to_be_visible()
        expect(page.locator("select[name=preset]")).to_be_hidden()
    for shown in (".sentence .quote", ".sentence .cite"):
        expect(page.locator(shown).first).to_be_in_viewport(ratio=1)
    doubt = page.locator(".doubt")
    assert doubt.count() == (question != QUESTION)
    if doubt.count():
        page.locator(".sentence").last.scroll_into_view_if_needed()
        expect(doubt).to_be_in_viewport(ratio=1)


def test_the_settings_are_one_line_in_words_and_stay_unfolded(opening: Opening, asked: str) -> None:
    page = opening(asked)
    line = page.locator(".settings > summary")
    expect(line).to_have_text("Settings: 100 words · the question and what belongs to it")
    box = line.bounding_box()
    assert box is not None and box["height"] < 30
    slide(page, "Keep to", "End", 1, "lambda=1")
    expect(line).to_have_text("Settings: 100 words · only what the collection is about")
    page.reload()
    expect(page.get_by_role("slider", name=re.compile("Keep to"))).to_be_visible()
    line.click()
    page.wait_for_function("localStorage.getItem('settings-open') === ''")
    page.reload()
    expect(page.get_by_role("slider", name=re.compile("Keep to"))).to_be_hidden()


def test_what_the_sliders_said_holds_for_the_next_question_and_no_address_changes(
    opening: Opening, app: App, asked: str
) -> None:
    page = opening(asked)
    slide(page, "Length", "ArrowRight", 10, "words=200")
    page.goto(app.collection)
    expect(page.locator("#told")).to_contain_text("200 words")
    page.locator(".welcome .tag").first.click()
    page.wait_for_url(re.compile("q="))
    assert query(page)["words"] == ["200"]
    page.goto(asked)
    expect(page.locator("#told")).to_contain_text("100 words")


def test_the_source_stays_where_it_was_after_a_pin(opening: Opening, asked: str) -> None:
    page = opening(asked)
    other = page.locator(".source-tabs a").nth(1)
    other.click()
    expect(other).to_have_attribute("aria-current", "true")
    side = page.locator(".source-side")
    side.evaluate("(side) => side.scrollTo({ top: 90, behavior: 'instant' })")
    page.get_by_role("link", name="Pin sentence 1", exact=True).click()
    expect(page.locator(".pinned-flag")).to_have_count(1)
    expect(other).to_have_attribute("aria-current", "true")
    assert side.evaluate("(side) => side.scrollTop") == pytest.approx(90, abs=2)
    page.get_by_label("Your question").fill("How do animals behave?")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("animals"))
    expect(page.locator(".source-tabs a").first).to_have_attribute("aria-current", "true")


def test_a_source_that_is_opened_while_the_digest_is_drawn_anew_stays(
    opening: Opening, asked: str
) -> None:
    page = opening(asked)
    other = page.locator(".source-tabs a").nth(1)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/digest[?]"), hold)
    with page.expect_request(re.compile("/digest[?]")):
        page.get_by_role("link", name="Pin sentence 1", exact=True).click()
    other.click()
    expect(other).to_have_attribute("aria-current", "true")
    title = page.locator("#source-title").inner_text()
    held[0].continue_()
    expect(page.locator(".pinned-flag")).to_have_count(1)
    expect(page.locator("#source-title")).to_have_text(title, use_inner_text=True)
    expect(other).to_have_attribute("aria-current", "true")


def test_what_was_moved_is_in_the_address_and_back_goes_back(opening: Opening, app: App) -> None:
    page = opening(app.collection)
    page.get_by_label("Your question").fill("What do animals do?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector(".sentence")
    assert query(page) == {"q": ["What do animals do?"]}
    before = quotes(page)
    page.get_by_role("link", name="Exclude sentence 1", exact=True).click()
    page.wait_for_url(re.compile("exclude"))
    after = quotes(page)
    assert before[0] not in after
    unit = page.locator("select[name=unit]")
    expect(unit).to_have_value("words")
    page.reload()
    assert quotes(page) == after
    page.go_back()
    expect(page.locator(".sentence .quote").first).to_have_text(before[0])
    expect(unit).to_have_value("words")


def test_a_pinned_sentence_stays_and_an_excluded_one_comes_back(
    opening: Opening, asked: str
) -> None:
    page = opening(asked)
    first, second = quotes(page)[:2]
    page.get_by_role("link", name="Pin sentence 1", exact=True).click()
    expect(page.locator(".pinned-flag")).to_have_count(1)
    slide(page, "Length", "ArrowLeft", 5, "words=50")
    assert first in quotes(page)
    page.get_by_role("link", name="Unpin sentence").click()
    expect(page.locator(".pinned-flag")).to_have_count(0)

    page.goto(asked)
    page.get_by_role("link", name="Exclude sentence 2", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Allow again"))).to_be_visible()
    expect(page.locator(".set-aside li")).to_contain_text(second.split("[...] ")[-1])
    assert second not in quotes(page)
    page.get_by_role("link", name=re.compile("Allow again")).click()
    expect(page.get_by_role("link", name=re.compile("Allow again"))).to_have_count(0)
    assert second in quotes(page)


def test_each_sentence_says_why_it_is_in(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.locator("[data-act=why]").first.click()
    reasons = page.locator(".reasons").first
    for told in ("Relevance", "Centrality", "What it adds", "Coverage", "Near it, and left out"):
        expect(reasons).to_contain_text(told)
    expect(reasons).to_contain_text("eclipse")
    expect(reasons.get_by_label("Topics of the sentence")).to_contain_text("%")


def test_a_follow_up_tells_nothing_twice(opening: Opening, asked: str) -> None:
    page = opening(asked)
    read = quotes(page)
    page.get_by_label("Ask on, from what you have read").fill("How long does it last?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Earlier questions")).to_contain_text(QUESTION)
    assert not set(read) & set(quotes(page))
    page.get_by_role("link", name="start afresh").click()
    expect(page.get_by_role("navigation", name="Earlier questions")).to_have_count(0)


def test_a_sentence_is_copied_with_its_source(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy sentence 1 with its source", exact=True).click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert " ".join(quotes(page)[0].split()) in copied
    assert page.locator(".sentence cite").first.inner_text() in copied


def test_the_whole_digest_is_copied_with_its_sources(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the digest with its sources").click()
    question, _, *lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert question == QUESTION
    shown = zip(quotes(page), page.locator(".sentence cite").all_inner_texts(), strict=True)
    for line, (quote, title) in zip(lines, shown, strict=True):
        assert " ".join(quote.split()) in line
        assert title in line


def test_the_focus_stays_where_it_was_or_goes_to_what_took_the_place(
    opening: Opening, asked: str
) -> None:
    page = opening(asked)
    page.get_by_role("link", name="Pin sentence 2", exact=True).press("Enter")
    expect(page.get_by_role("link", name="Unpin sentence 2", exact=True)).to_be_focused()
    page.get_by_role("link", name="Exclude sentence 2", exact=True).press("Enter")
    page.wait_for_url(re.compile("exclude"))
    expect(page.locator(".sentence .quote a").nth(1)).to_be_focused()
    page.get_by_role("link", name=re.compile("Allow again")).press("Enter")
    expect(page.locator("#digest-title")).to_be_focused()


def test_an_app_that_is_silent_is_spoken_of(opening: Opening, asked: str) -> None:
    page = opening(asked)
    before = quotes(page)
    page.evaluate(
        "() => { window.answering = fetch; window.fetch = () => Promise.reject(new TypeError()); }"
    )
    page.get_by_role("link", name="Exclude sentence 1", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The app does not answer")
    assert quotes(page) == before
    page.evaluate("() => { window.fetch = window.answering; }")
    page.get_by_role("link", name="Exclude sentence 1", exact=True).click()
    page.wait_for_url(re.compile("exclude"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_settings_seldom_changed(opening: Opening, asked: str) -> None:
    page = opening(asked)
    before = quotes(page)
    unfold_settings(page)
    page.locator("select[name=preset]").select_option("paper")
    page.wait_for_url(re.compile("preset=paper"))
    expect(page.locator(".signature")).to_contain_text("paper")
    assert quotes(page) != before


def test_length_is_counted_in_characters(opening: Opening, asked: str) -> None:
    page = opening(asked)
    unfold_settings(page)
    page.get_by_label("Length counted in").select_option("characters")
    page.wait_for_url(re.compile("characters=600"))
    expect(page.locator("output[for=characters]")).to_have_text("600 characters")
    expect(page.locator(".used").first).to_have_text(re.compile("of 600 characters"))
    slide(page, "Length", "ArrowRight", 2, "characters=700")
    expect(page.locator(".used").first).to_have_text(re.compile("of 700 characters"))


def test_of_a_long_document_a_part_is_shown_first(opening: Opening) -> None:
    page = opening("/")
    dull = "\n".join(f"Line {n} of the log says that nothing happened at sea." for n in range(4000))
    text = (
        f"{dull}\nThe lighthouse burned down at midnight.\n{dull}\nA lighthouse is rebuilt now.\n"
        f"{dull[:5000]}\n"
    )
    file = {"name": "log.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#files", file)
    wait_until_read(page)
    page.get_by_label("Your question").fill("lighthouse")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sentence")
    page.get_by_role("link", name="A lighthouse is rebuilt now").click()
    expect(page.locator("#source mark.lit")).to_be_in_viewport()
    page.get_by_role("link", name="The lighthouse burned down").click()
    expect(page.locator("#source mark.lit")).to_have_text("The lighthouse burned down at midnight.")
    expect(page.locator("#source mark.lit")).to_be_in_viewport()
    assert len(page.locator("#source").text_content()) < len(text) / 2
    page.get_by_role("link", name="Show all of it").click()
    expect(page.locator("#source[data-part]")).to_have_count(0)
    assert len(page.locator("#source").text_content()) > len(text)


def test_what_cannot_be_asked_is_said(opening: Opening, app: App) -> None:
    page = opening(f"{app.collection}?q=eclipse&lambda=7")
    expect(page.get_by_role("alert")).to_contain_text("give a number in [0, 1]")
    page.get_by_label("Your question").fill("zzzz qqqq")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Warnings")).to_contain_text("general")


EXPORTS = {
    "Word": (".docx", b"PK"),
    "Markdown": (".md", b"# How"),
    "Web page": (".html", b"<!doctype html>"),
    "Plain text": (".txt", b"How"),
    "Table": (".csv", b""),
    "BibTeX": (".bib", b"@"),
    "CSL": (".csl.json", b"["),
    "JSON": (".json", b"{"),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_the_digest_is_taken_along(name: str, opening: Opening, asked: str, tmp_path: Path) -> None:
    page = opening(asked)
    sentence = quotes(page)[0]
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile(f"^{name}")).click()
    suffix, beginning = EXPORTS[name]
    assert waiting.value.suggested_filename.endswith(suffix)
    path = tmp_path / "file"
    waiting.value.save_as(path)
    content = path.read_bytes()
    assert content.lstrip(b"\xef\xbb\xbf").startswith(beginning)
    if suffix.endswith(".json"):
        json.loads(content)
    if name in ("Plain text", "Markdown", "Web page", "JSON"):
        assert sentence.split()[-2] in content.decode()


def test_it_prints_to_pdf(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_text("Export", exact=True).click()
    page.get_by_role("button", name=re.compile("PDF")).click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".source-side")).to_be_hidden()
    expect(page.locator(".printed")).to_be_visible()
    assert page.pdf().startswith(b"%PDF")


def test_all_by_keyboard(opening: Opening, asked: str) -> None:
    page = opening(asked)
    page.locator("body").press("j")
    expect(page.locator(".sentence").nth(1)).to_have_class(re.compile("current"))
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page.locator("#source mark.lit").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".sentence .quote a").first).to_be_focused()
    page.keyboard.press("w")
    expect(page.locator(".reasons").first).to_contain_text("Relevance")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.wait_for_url(re.compile("exclude"))
    page.keyboard.press("/")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.type(" Where?")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("Where"))
    assert query(page)["q"] == [f"{QUESTION} Where?"]


def test_it_works_without_script(opening: Opening, app: App) -> None:
    page = opening(app.collection, java_script_enabled=False)
    page.get_by_label("Your question").fill("Will there be traffic?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".sentence .quote a").first.click()
    expect(page.locator("#source mark").first).to_be_visible()
    page.get_by_role("link", name="Back to the digest").first.click()
    page.locator("[data-act=why]").first.click()
    expect(page.get_by_text("times the average").first).to_be_visible()
