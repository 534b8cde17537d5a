"""A collection that is asked already: documents are dropped into it, found, and taken out again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from hyperdigest import Collection, Document
from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Page, expect

from app_made import (
    READY,
    App,
    Opening,
    drop_files,
    press_and_confirm,
    running_app,
    wait_until_read,
)

pytestmark = pytest.mark.browser

CHECKS = Path(__file__).parent / "checks"
NAMELESS = (CHECKS / "nameless.js").read_text("utf-8")
HARBOUR = {
    "tides.txt": "The tide rises twice a day in the harbour. The moon pulls the water up.",
    "light.txt": "A lighthouse stands at the end of the pier. Its lamp is lit at dusk.",
}
FERRY = "The ferry to Hollen sails at noon. It carries forty bicycles and no lorry."


MOST = 8
"""Collections that are changed, one for a test."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with a small collection, fitted once, as often as there are tests to change it."""
    folder = tmp_path_factory.mktemp("changed")
    model = Collection.of([Document(name, name, text) for name, text in HARBOUR.items()]).fit()
    saved = [folder / f"harbour {n}.hdig" for n in range(MOST)]
    for path in saved:
        model.save(path)
    with running_app(*saved) as running:
        yield running


@pytest.fixture(scope="module")
def unchanged(app: App) -> Iterator[str]:
    """The addresses of collections that no test has changed."""
    found = httpx.get(f"{app.url}/api/v1/collections").json()["collections"]
    return iter([f"/c/{each['id']}" for each in found])


@pytest.fixture
def harbour(opening: Opening, unchanged: Iterator[str]) -> Page:
    """The page of the documents of a small collection."""
    page = opening(f"{next(unchanged)}/documents")
    expect(page.locator("tbody tr")).to_have_count(2)
    return page


def wait_until_changed(page: Page, news: str) -> None:
    """Until the page tells what the change has done, and has loaded its scripts too."""
    expect(page.locator(".news")).to_have_text(news, timeout=READY)
    page.wait_for_load_state()


def test_a_file_dropped_into_a_collection_is_found_and_removed_again(opening: Opening) -> None:
    page = opening("/")
    drop_files(page, HARBOUR)
    wait_until_read(page)
    page.get_by_role("link", name="Documents", exact=True).click()
    page.wait_for_url(re.compile("/documents"))
    expect(page.locator("tbody tr")).to_have_count(2)
    drop_files(page, {"ferry.txt": FERRY, "clip.mp4": "no words"})
    wait_until_changed(page, "added 1 document")
    expect(page.get_by_role("list", name="Warnings")).to_contain_text("clip.mp4")
    page.get_by_role("link", name="Ask", exact=True).click()
    page.wait_for_url(re.compile(r"/c/\w+(\?|$)"))
    page.get_by_label("Your question").fill("When does the ferry to Hollen sail?")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="The ferry to Hollen sails at noon.").click()
    expect(page.locator("#source mark.lit")).to_have_text("The ferry to Hollen sails at noon.")

    sentence = page.locator(".sentence", has_text="sails at noon")
    sentence.get_by_role("link", name=re.compile("^Pin")).click()
    page.wait_for_url(re.compile("pin="))
    pinned = page.url
    page.get_by_role("link", name="Documents", exact=True).click()
    page.wait_for_url(re.compile("/documents"))
    press_and_confirm(page, page.get_by_role("button", name="Remove ferry.txt"))
    wait_until_changed(page, "removed 1 document")
    expect(page.locator("tbody tr")).to_have_count(2)
    assert "q=When" in page.url
    page.goto(pinned)
    expect(page.get_by_role("status").filter(has_text="any more")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_file_that_cannot_be_read_leaves_the_collection_and_says_why(harbour: Page) -> None:
    page = harbour
    drop_files(page, {"broken.pdf": "%PDF-1.4 no"})
    expect(page.get_by_role("alert")).to_contain_text("broken.pdf", timeout=READY)
    expect(page.locator("tbody tr")).to_have_count(2)
    page.wait_for_load_state()
    drop_files(page, {"clip.mp4": "no words"})
    expect(page.get_by_role("alert").last).to_contain_text("kind that is read")


def test_documents_are_added_and_removed_by_keyboard(harbour: Page, tmp_path: Path) -> None:
    page = harbour
    (tmp_path / "ferry.txt").write_text(FERRY)
    page.evaluate(
        "document.querySelector('#files').addEventListener('click', (event) => {"
        " event.preventDefault(); window.choosing = true; })"
    )
    page.get_by_role("button", name="Choose files").press("Enter")
    assert page.evaluate("window.choosing")
    page.set_input_files("#files", tmp_path / "ferry.txt")
    wait_until_changed(page, "added 1 document")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove tides.txt").press("Enter")
    wait_until_changed(page, "removed 1 document")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody")).to_contain_text("ferry.txt")


def test_a_folder_of_this_computer_is_added_without_script(
    opening: Opening, harbour: Page, tmp_path: Path
) -> None:
    (tmp_path / "ferry.txt").write_text(FERRY)
    page = opening(harbour.url, java_script_enabled=False)
    page.get_by_text("Or name a folder on this computer").click()
    page.get_by_label("Folder or file on this computer").fill(str(tmp_path))
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".news")).to_have_text("added 1 document", timeout=READY)
    page.get_by_role("button", name="Remove ferry.txt").click()
    expect(page.locator(".news")).to_have_text("removed 1 document", timeout=READY)


@contextmanager
def busy(page: Page) -> Iterator[None]:
    """The line is held by a fit without end, so that what comes now has to wait."""
    documents = [
        {"text": f"{text} It is so in year {n}."} for text in HARBOUR.values() for n in range(50)
    ]
    body = {"documents": documents, "sweeps": 10**6}
    answer = page.request.post("/api/v1/collections", data=body)
    try:
        yield
    finally:
        page.request.delete(answer.headers["location"])


def test_while_documents_are_added_the_page_tells_how_far_that_is(harbour: Page) -> None:
    page = harbour
    with busy(page):
        drop_files(page, {"ferry.txt": FERRY})
        expect(page.get_by_role("heading", name="Adding documents")).to_be_visible(timeout=READY)
        expect(page.get_by_role("progressbar")).to_be_visible()
        expect(page.get_by_text("Waiting for its turn")).to_be_visible()
        assert page.evaluate(NAMELESS) == []
        page.wait_for_load_state()
        told = page.evaluate(
            """() => {
                const drop = new DragEvent("drop", { bubbles: true, cancelable: true });
                document.body.dispatchEvent(drop);
                return drop.defaultPrevented && document.querySelector("#trouble").textContent;
            }"""
        )
        assert "when this is done" in told
        registry = page.context.new_page()
        registry.goto("/")
        expect(registry.get_by_text("being changed")).to_be_visible()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("button", name="Choose files")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_digest_of_before_opens_no_source_of_after(harbour: Page) -> None:
    page = harbour
    page.get_by_role("link", name="Ask", exact=True).click()
    page.wait_for_url(re.compile(r"/c/\w+(\?|$)"))
    page.get_by_label("Your question").fill("What rises in the harbour, and what is lit?")
    page.keyboard.press("Enter")
    expect(page.locator(".source-tabs a")).to_have_count(2)
    page.wait_for_load_state()
    other = page.context.new_page()
    other.goto(harbour.url.split("?")[0] + "/documents")
    other.once("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="Remove light.txt").click()
    wait_until_changed(other, "removed 1 document")
    page.locator(".source-tabs a:not([aria-current])").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".source-tabs a")).to_have_count(0)
    expect(page.locator("#source-title")).to_contain_text("tides.txt")


def test_the_collection_is_taken_along(harbour: Page) -> None:
    with harbour.expect_download() as waiting:
        harbour.get_by_role("link", name="download the collection").click()
    assert waiting.value.suggested_filename.endswith(".hdig")


def test_enter_asks_before_the_scripts_are_there(opening: Opening, app: App) -> None:
    page = opening("/")
    held = []
    page.route(re.compile(r"/app\.js"), lambda route: held.append(route))
    page.goto(app.collection, wait_until="commit")
    page.get_by_label("Your question").fill("When does it begin?")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence").first).to_be_visible()
    expect(page.get_by_label("Your question")).to_have_value("When does it begin?")
    held[-1].continue_()
    page.wait_for_load_state()
