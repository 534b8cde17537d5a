"""What the browser tests start and watch."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

ROOT = Path(__file__).resolve().parents[1]
ECLIPSE = ROOT / "examples" / "eclipse"
QUESTION = "How and in what location will the total solar eclipse occur?"

READY = 90_000
"""Milliseconds that reading and fitting a few files may take on a busy machine."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

Opening = Callable[..., Page]
"""Opens a page on an address, with settings of its context."""


@dataclass(frozen=True)
class App:
    """A running app and the address of its first collection."""

    url: str
    collection: str


def chromium() -> str:
    """The browser of this machine; nothing is downloaded."""
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if named is None:
        pytest.fail(
            "no Chromium here: apt-get install chromium, or name one in CHROMIUM, or leave these"
            " tests out with -m 'not browser'",
            pytrace=False,
        )
    return named


@contextmanager
def running_app(*arguments: str | Path) -> Iterator[App]:
    """`hyperdigest serve` on a free port, ended afterwards."""
    command = [sys.executable, "-m", "hyperdigest", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, *map(str, arguments)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stderr is not None
    try:
        told = process.stderr.readline().decode()
        found = re.search(r"http://[\d.]+:\d+", told)
        assert found, told
        yield App(found[0], first_collection(found[0]))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stderr.close()


def first_collection(url: str) -> str:
    """The path of the collection that the first page lists first."""
    import httpx

    found = re.search(r'href="(/c/\w+)"', httpx.get(url).text)
    return found[1] if found else ""


def wait_until_read(page: Page) -> None:
    """Until what was dropped is fitted, and the page to ask on has loaded its scripts too."""
    expect(page.get_by_label("Your question")).to_be_visible(timeout=READY)
    page.wait_for_load_state()


def press_and_confirm(page: Page, button: Locator) -> None:
    """Press a button that asks first: nothing happens until that is confirmed."""
    page.once("dialog", lambda dialog: dialog.dismiss())
    button.click()
    expect(button).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    button.click()


def drop_files(page: Page, texts: dict[str, str]) -> None:
    """Drop files of these names and texts on the page."""
    page.evaluate(
        """(texts) => {
            const transfer = new DataTransfer();
            for (const [name, text] of Object.entries(texts))
                transfer.items.add(new File([text], name));
            const drop = { bubbles: true, cancelable: true, dataTransfer: transfer };
            for (const kind of ["dragenter", "dragover", "drop"])
                document.querySelector(".drop").dispatchEvent(new DragEvent(kind, drop));
        }""",
        texts,
    )


class Watched:
    """A page whose errors, refusals by its policy and requests to elsewhere are kept."""

    def __init__(self, page: Page, url: str) -> None:
        self._url = url
        self._page = page
        self.faults: list[str] = []
        page.on("console", self._told)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._asked)
        page.add_init_script(
            "window.refused = [];"
            "addEventListener('securitypolicyviolation', (event) =>"
            " window.refused.push(event.violatedDirective + ' ' + event.blockedURI));"
        )

    def _told(self, message: ConsoleMessage) -> None:
        expected = "Failed to load resource" in message.text and "status of 4" in message.text
        if message.type in ("error", "warning") and not expected:
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.faults.append(f"a request left the app: {request.url}")

    def check(self) -> None:
        """Fail where anything went wrong."""
        refused = self._page.evaluate("window.refused ?? []")
        assert not self.faults and not refused, [*self.faults, *refused]
