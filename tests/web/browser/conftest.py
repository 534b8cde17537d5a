"""A real app in a process of its own, a real Chromium, and pages that are watched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app_made import ARGUMENTS, ECLIPSE, App, Opening, Watched, running_app
from hyperdigest.model import Collection
from needed import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection of the example, fitted and saved."""
    path = tmp_path_factory.mktemp("saved") / "eclipse.hdig"
    Collection.read(ECLIPSE).fit().save(path)
    return path


@pytest.fixture(scope="session")
def app(saved: Path) -> Iterator[App]:
    """`hyperdigest serve` with the example on its shelf."""
    with running_app(saved) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; its event loop must not outlive the tests that drive it."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # milliseconds, for a machine that is busy
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def opening(browser: Browser, app: App) -> Iterator[Opening]:
    """Opens a page on an address of the app; at the end nothing may have gone wrong in any."""
    contexts: list[BrowserContext] = []
    watched: list[Watched] = []

    def open_page(address: str = "/", **settings: object) -> Page:
        context = browser.new_context(
            base_url=app.url, **{"viewport": {"width": 1280, "height": 800}, **settings}
        )
        contexts.append(context)
        page = context.new_page()
        watched.append(Watched(page, app.url))
        page.goto(address)
        return page

    yield open_page
    for each in watched:
        each.check()
    for context in contexts:
        context.close()
