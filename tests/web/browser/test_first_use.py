"""A new user's way: drop files, see them read, ask, check a citation, take the digest along."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Page, expect

from app_made import (
    ECLIPSE,
    QUESTION,
    READY,
    App,
    Opening,
    drop_files,
    press_and_confirm,
    wait_until_read,
)

pytestmark = pytest.mark.browser


def ask(page: Page, question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    page.wait_for_selector(".sentence")


def test_files_chosen_become_a_cited_digest(opening: Opening) -> None:
    page = opening("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask your documents.")
    page.set_input_files("#files", sorted(ECLIPSE.iterdir()))
    expect(page.get_by_role("progressbar")).to_be_visible(timeout=READY)
    wait_until_read(page)
    expect(page.locator(".contents h2")).to_have_text("14 documents")

    ask(page, QUESTION)
    expect(page.locator("#digest-title")).to_have_text(
        re.compile(r"^\d+ sentences from \d+ sources$")
    )
    second = page.locator(".sentence .quote a").nth(1)
    text = second.inner_text()
    second.click()
    lit = page.locator("#source mark.lit").first
    expect(lit).to_be_in_viewport()
    assert lit.inner_text().split()[0] in text.split()[0]
    expect(page.locator(".sentence").nth(1)).to_have_class(re.compile("current"))


def test_files_dropped_are_read_and_the_rest_is_named(opening: Opening) -> None:
    page = opening("/")
    texts = {
        "tides.txt": "The tide rises twice a day in the harbour. The moon pulls the water up.",
        "moon.md": "# The moon\n\nThe moon goes round the earth in about a month and has no air.",
        "clip.mp4": "no words",
    }
    drop_files(page, texts)
    wait_until_read(page)
    expect(page.locator(".contents h2")).to_have_text("2 documents")
    expect(page.get_by_role("list", name="Warnings")).to_contain_text("clip.mp4")


def test_the_language_chosen_is_that_of_the_files(opening: Opening) -> None:
    page = opening("/")
    page.get_by_label("Language").first.select_option("German")
    drop_files(page, {"tides.txt": "The tide rises twice a day. The moon pulls the water up."})
    wait_until_read(page)
    expect(page.locator(".welcome")).to_contain_text("1 document in German")


def test_the_column_of_texts_is_named(opening: Opening) -> None:
    page = opening("/")
    page.get_by_label("Column of texts in tables").first.fill("words")
    text = b"place;words\nOslo;The tram is late again.\nRome;The tram costs three euros.\n"
    page.set_input_files("#files", {"name": "a.csv", "mimeType": "text/csv", "buffer": text})
    wait_until_read(page)
    page.get_by_role("link", name="Documents", exact=True).click()
    expect(page.get_by_role("link", name="a.csv/3")).to_be_visible()


def test_a_folder_chosen_gives_the_collection_its_name(opening: Opening, tmp_path: Path) -> None:
    folder = tmp_path / "eclipses"
    folder.mkdir()
    for path in sorted(ECLIPSE.glob("*.txt"))[:2]:
        shutil.copy(path, folder)
    page = opening("/")
    page.set_input_files("#directory", folder)
    wait_until_read(page)
    expect(page.get_by_role("banner").get_by_role("link", name="eclipses")).to_be_visible()
    expect(page.locator(".contents h2")).to_have_text("2 documents")


def test_a_folder_of_this_computer_is_named(opening: Opening) -> None:
    page = opening("/")
    page.get_by_text("Or name a folder on this computer").click()
    page.get_by_label("Folder or file on this computer").fill(str(ECLIPSE / "where-and-when.txt"))
    page.get_by_role("button", name="Read it").click()
    wait_until_read(page)
    ask(page, "When does it begin?")
    expect(page.locator("#source code")).to_have_text(re.compile("where-and-when.txt$"))


def test_files_of_no_use_are_refused_in_words(opening: Opening) -> None:
    page = opening("/")
    page.set_input_files("#files", {"name": "clip.mp4", "mimeType": "video/mp4", "buffer": b"\0\0"})
    expect(page.get_by_role("alert")).to_contain_text("kind that is read")


def test_a_collection_that_cannot_be_read_says_why(opening: Opening) -> None:
    page = opening("/")
    page.set_input_files(
        "#files", {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no"}
    )
    expect(page.get_by_role("alert")).to_be_visible(timeout=READY)
    expect(page.get_by_role("link", name="Try other files")).to_be_visible()


def test_reading_is_cancelled(opening: Opening, app: App) -> None:
    page = opening("/")
    long = " ".join(
        f"Sentence number {n} tells of ship {n % 97} in port {n % 31}." for n in range(90_000)
    )
    page.set_input_files(
        "#files", {"name": "long.txt", "mimeType": "text/plain", "buffer": long.encode()}
    )
    page.get_by_role("button", name="Cancel").click(timeout=READY)
    page.wait_for_url(f"{app.url}/")
    expect(page.get_by_text("long.txt")).to_have_count(0)


def test_a_collection_is_removed_once_that_is_confirmed(opening: Opening) -> None:
    page = opening("/")
    text = b"The ferry leaves at noon. It comes back in the evening, before the tide."
    page.set_input_files("#files", {"name": "ferry.txt", "mimeType": "text/plain", "buffer": text})
    wait_until_read(page)
    page.goto("/")
    press_and_confirm(page, page.get_by_role("button", name="Remove ferry.txt"))
    expect(page.get_by_role("link", name="ferry.txt")).to_have_count(0)
