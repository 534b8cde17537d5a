"""Take the pictures anew: `python docs/screenshots.py`, with Chromium and Pillow.

The app runs on `examples/eclipse`; the pictures go to `docs/img/app-*.png`, that of the README's
digest as one page to `docs/img/digest.png`.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "fixtures"))

from app_made import ARGUMENTS, QUESTION, running_app  # noqa: E402
from hyperdigest.model import Collection  # noqa: E402
from hyperdigest.render import render_html  # noqa: E402
from needed import chromium  # noqa: E402

README_QUESTION = "How and in what location will the total solar eclipse occur?"
COLOURS = 250
SIZE = {"width": 1440, "height": 900}
REPORT = {"width": 1440, "height": 1080}
PHONE = {"width": 390, "height": 844}
ASKED = urlencode({"q": QUESTION, "words": 150})
COMPARED = urlencode({"q": QUESTION, "r": "Where is the eclipse longest?", "words": 120})


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        saved = Path(folder) / "Eclipse of 2017.hdig"
        os.chdir(ROOT)
        model = Collection.read("examples/eclipse").fit()
        model.save(saved)
        report = Path(folder) / "digest.html"
        digest = model.digest(README_QUESTION, words=150)
        report.write_text(render_html(digest), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        with running_app(saved) as app:
            take(browser, app.url, app.collection)
        page = browser.new_page(viewport=REPORT)
        page.goto(report.as_uri())
        keep(page, "digest")
        browser.close()


def take(browser: Browser, url: str, collection: str) -> None:
    """Every page, in the colours and on the screen it is shown in."""
    shots = {
        "home": ("/", "light"),
        "digest": (f"{collection}?{ASKED}", "light"),
        "digest-dark": (f"{collection}?{ASKED}", "dark"),
        "topics": (f"{collection}/topics", "light"),
        "hypergraph": (f"{collection}/graph?{ASKED}", "light"),
        "compare": (f"{collection}/compare?{COMPARED}", "light"),
    }
    for name, (address, scheme) in shots.items():
        page = browser.new_page(viewport=SIZE, color_scheme=scheme)
        page.goto(url + address)
        if name == "digest":
            page.locator(".sentence .quote a").nth(1).click()
            page.locator("[data-act=why]").first.click()
            page.locator(".reasons dl").first.wait_for()
            page.locator("body").hover(position={"x": 5, "y": 5})
        keep(page, f"app-{name}")
    page = browser.new_page(viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True)
    page.goto(f"{url}{collection}?{ASKED}")
    keep(page, "app-phone")


def keep(page: Page, name: str) -> None:
    """A small file of what the page shows."""
    page.wait_for_timeout(700)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(ROOT / "docs" / "img" / f"{name}.png", optimize=True)
    page.close()


if __name__ == "__main__":
    main()
