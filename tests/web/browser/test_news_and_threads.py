"""What is new, other sources, threads of posts and shorter sentences, as a reader uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from needed import needs

needs("playwright", "chromium")

from playwright.sync_api import Locator, Page, expect

from app_made import READY, ROOT, App, Opening, running_app, unfold_settings, wait_until_read
from harbour import DOCUMENTS, QUESTION
from hyperdigest.model import Collection

pytestmark = pytest.mark.browser

THREAD = ROOT / "examples" / "thread"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
CHECKS = Path(__file__).parent / "checks"
FAINT = (CHECKS / "faint.js").read_text("utf-8")
NAMELESS = (CHECKS / "nameless.js").read_text("utf-8")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with documents about a harbour bridge, and a thread of letters and posts."""
    folder = tmp_path_factory.mktemp("news")
    Collection.of(DOCUMENTS).fit().save(folder / "harbour.hdig")
    Collection.read(THREAD).fit().save(folder / "tank.hdig")
    with running_app(folder / "tank.hdig", folder / "harbour.hdig") as running:
        yield running


@pytest.fixture
def collections(opening: Opening) -> dict[str, str]:
    """The addresses of the collections by their names."""
    links = opening("/").locator(".collections li > a").all()
    return {link.locator(".name").inner_text(): link.get_attribute("href") for link in links}


def asking(collection: str, question: str, **asked: object) -> str:
    return f"{collection}?{urlencode({'q': question, **asked})}"


def quotes(page: Page) -> list[str]:
    return page.locator(".sentence .quote").all_inner_texts()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def drawn(page: Page, address: str) -> None:
    """Wait until the digest at such an address stands there."""
    page.wait_for_url(re.compile(address))
    expect(page.locator("#result")).not_to_have_attribute("aria-busy", "true")


def lit_in_view(page: Page) -> Locator:
    """The sentence that is marked in the source, once it is in view."""
    lit = page.locator("#source mark.lit").first
    expect(lit).to_be_in_viewport()
    return lit


def test_letters_and_posts_are_dropped_asked_and_read_in_turn(opening: Opening) -> None:
    page = opening("/")
    expect(page.locator(".kinds")).to_contain_text("e-mail")
    expect(page.locator(".kinds")).to_contain_text("Posts.xml")
    names = ("weir-lane.mbox", "Posts.xml", "Users.xml", "Comments.xml")
    page.set_input_files("#files", [THREAD / name for name in names])
    wait_until_read(page)
    expect(page.locator(".contents")).to_contain_text("Dan Achterberg, 2025-05-04")
    page.get_by_label("Your question").fill("How does the water in the tank get clear?")
    page.keyboard.press("Enter")
    drawn(page, "q=How")
    cited = page.locator(".sentence", has_text="Dan Achterberg, 2025-05-04, accepted answer")
    cited.first.locator(".quote a").click()
    lit_in_view(page)
    head = page.locator(".source-head")
    expect(head).to_contain_text("Dan Achterberg, 2025-05-04")
    expect(head).to_contain_text("accepted answer, score 43")
    expect(head).to_contain_text("post 5 of 8")
    page.get_by_role("link", name="Next post of the thread").click()
    expect(head).to_contain_text("Noor Aziz, 2025-06-19")
    expect(head).to_contain_text("post 6 of 8")
    expect(page.locator("#source")).to_contain_text("first-flush diverter")
    page.get_by_role("link", name="Previous post of the thread").click()
    expect(head).to_contain_text("post 5 of 8")
    tab = page.locator(".source-tabs a[aria-current]")
    expect(tab).to_contain_text("Dan Achterberg, 2025-05-04")


def test_what_is_new_is_asked_by_a_date_and_kept(opening: Opening, app: App) -> None:
    page = opening(asking(app.collection, QUESTION, words=60))
    assert any("2 million euros" in quote for quote in quotes(page))
    unfold_settings(page)
    page.get_by_label("Only what is new since").fill("2026-11-01")
    drawn(page, "new_since=2026-11-01")
    expect(page.locator(".digest-head")).to_contain_text("from 3 new documents of 5")
    expect(page.locator(".told-new").first).to_contain_text("New: ")
    assert not any("2 million euros" in quote for quote in quotes(page))
    length = page.get_by_role("slider", name=re.compile("Length"))
    length.press("ArrowRight")
    drawn(page, "words=70")
    assert query(page)["new_since"] == ["2026-11-01"]
    expect(page.get_by_label("Only what is new since")).to_have_value("2026-11-01")
    page.go_back()
    drawn(page, "words=60$")
    expect(page.get_by_label("Only what is new since")).to_have_value("")
    expect(page.locator(".digest-head")).not_to_contain_text("new")
    page.go_forward()
    drawn(page, "new_since")
    expect(page.get_by_label("Only what is new since")).to_have_value("2026-11-01")


def test_a_month_stays_in_its_field_and_nothing_new_is_told(opening: Opening, app: App) -> None:
    page = opening(asking(app.collection, QUESTION, words=60, new_since="2026-11"))
    expect(page.get_by_label("Only what is new since")).to_have_value("2026-11")
    unfold_settings(page)
    page.get_by_role("slider", name=re.compile("Length")).press("ArrowRight")
    drawn(page, "words=70")
    assert query(page)["new_since"] == ["2026-11"]
    page.goto(asking(app.collection, QUESTION, new_since="2030-01-01"))
    expect(page.locator(".doubt")).to_contain_text("no document is dated 2030-01-01 or later")
    expect(page.locator(".sentence")).to_have_count(0)


def test_the_keyboard_types_a_date_and_each_year_on_the_way_is_left_alone(
    opening: Opening, app: App
) -> None:
    page = opening(asking(app.collection, QUESTION, words=60), locale="en-US")
    unfold_settings(page)
    page.get_by_label("Only what is new since").focus()
    page.keyboard.type("11012026")
    drawn(page, "new_since=2026-11-01")
    page.go_back()
    drawn(page, "words=60$")


def test_another_source_opens_at_its_sentence(opening: Opening, app: App) -> None:
    page = opening(asking(app.collection, QUESTION, words=120))
    told = page.locator(".also").first
    told.locator("summary").click()
    other = told.get_by_role("link")
    for _ in range(2):  # also where that document is open already
        other.click()
        expect(page.locator("#source-title")).to_contain_text(other.inner_text().split(",")[0])
        expect(lit_in_view(page)).to_contain_text("all traffic on 7 November")
        page.locator(".source-tabs a").last.click()


def test_a_file_is_added_and_asked_what_is_new_in_it(opening: Opening, app: App) -> None:
    page = opening("/")
    page.set_input_files(
        "#files",
        [
            {"name": f"{each.name}.txt", "mimeType": "text/plain", "buffer": each.text.encode()}
            for each in DOCUMENTS
        ],
    )
    wait_until_read(page)
    page.get_by_label("Your question").fill(QUESTION)
    page.keyboard.press("Enter")
    drawn(page, "q=What")
    page.get_by_role("link", name="Documents", exact=True).click()
    page.wait_for_load_state()
    added = "The harbour bridge was torn down at night by the firm Nordbau."
    page.set_input_files(
        "#files", [{"name": "december.txt", "mimeType": "text/plain", "buffer": added.encode()}]
    )
    link = page.get_by_role("link", name="Ask what is new in it")
    expect(link).to_be_visible(timeout=READY)
    page.wait_for_load_state()
    link.click()
    page.wait_for_load_state()
    assert quotes(page) == [added]
    expect(page.locator(".digest-side")).to_contain_text("Only what is new in december.txt.")
    page.get_by_role("link", name="Ask all documents").click()
    drawn(page, r"q=What[^&]*$")
    expect(page.get_by_text("Only what is new in december.txt.")).to_have_count(0)
    page.get_by_role("link", name="History").click()
    page.wait_for_load_state()
    expect(page.get_by_role("link", name=QUESTION)).to_have_count(1)


def test_history_asks_again_with_all_that_was_wished(opening: Opening, app: App) -> None:
    asked = {"new_since": "2026-11-01", "since": "2026-10-01", "until": "2026-12-31"}
    question = "Who crossed the harbour bridge on foot?"
    page = opening(asking(app.collection, question, words=60, exact="true", **asked))
    page.get_by_role("link", name="History").click()
    page.wait_for_load_state()
    page.get_by_role("link", name=question).click()
    page.wait_for_load_state()
    expected = {name: [value] for name, value in asked.items()}
    assert expected.items() <= query(page).items()
    assert query(page)["exact"] == ["true"]
    expect(page.get_by_label("Documents to")).to_have_value("2026-12-31")


def test_the_posts_of_a_thread_are_listed_under_its_title(
    opening: Opening, collections: dict[str, str]
) -> None:
    page = opening(collections["tank"])
    threads = page.locator(".contents .of-thread")
    titles = threads.locator("> span").all_inner_texts()
    assert "Is stored rainwater safe for watering salad?" in titles
    assert len(set(titles)) == len(titles)
    posts = threads.nth(titles.index("Is stored rainwater safe for watering salad?"))
    expect(posts.get_by_role("link")).to_have_text(
        [
            "P. Whitcombe, 2025-07-12",
            "quickfix, 2025-07-12",
            "Dr Irene Falk, 2025-07-13",
            "Harriet Sloane, 2025-07-15",
        ]
    )
    expect(posts).to_contain_text("accepted answer, score 27")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_a_thread(scheme: str, opening: Opening, collections: dict[str, str]) -> None:
    tank = collections["tank"]
    page = opening(
        asking(tank, "Is bleach good?", new_since="2025-05-04"), color_scheme=scheme, **PHONE
    )
    expect(page.locator("#told")).to_contain_text("only what is new since 2025-05-04")
    page.locator(".sentence .quote a").first.tap()
    lit_in_view(page)
    told = page.locator(".thread-ways")
    before = told.inner_text()
    told.get_by_role("link").first.tap()
    expect(told).not_to_have_text(before)
    assert page.evaluate(FAINT) == [] and page.evaluate(NAMELESS) == []
    page.goto(f"{tank}/documents?sort=date")
    expect(page.locator("tbody tr").first).to_contain_text("2026-06-08")
    expect(page.locator("tbody tr").first).to_contain_text("Piet de Boer")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".scroll").evaluate("(box) => box.scrollWidth <= box.clientWidth")
    assert page.evaluate(FAINT) == [] and page.evaluate(NAMELESS) == []


def test_all_of_it_works_without_script(opening: Opening, collections: dict[str, str]) -> None:
    page = opening(collections["harbour"], java_script_enabled=False)
    page.get_by_label("Your question").fill(QUESTION)
    unfold_settings(page)
    page.get_by_label("Only what is new since").fill("2026-11-10")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".digest-head")).to_contain_text("from 2 new documents of 5")
    page.goto(asking(collections["tank"], "How does the water in the tank get clear?"))
    page.locator(".sentence .quote a").first.click()
    page.get_by_role("link", name=re.compile("Next (post|message) of the thread")).click()
    expect(page.locator(".source-head")).to_contain_text(re.compile(r"(post|message) \d+ of \d+"))


MOVED_AND_CHECKED = """() => {
  const slider = document.querySelector('input[name="words"]');
  slider.value = 70;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector('input[name="exact"]').click();
}"""


def test_what_is_set_while_the_digest_follows_a_slider_is_a_step_of_its_own(
    opening: Opening, app: App
) -> None:
    page = opening(asking(app.collection, QUESTION, words=60))
    page.evaluate(MOVED_AND_CHECKED)
    drawn(page, "exact=true")
    page.go_back()
    drawn(page, "words=70")
    expect(page.get_by_label("Look for the best possible choice")).not_to_be_checked()
