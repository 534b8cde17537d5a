"""Which pages are of web sites, what of them stays, and how what is left out is reported."""

import pytest

from hyperdigest.read import read_paths
from hyperdigest.read.content import LONGEST_DROPPED, MOST_DROPPED, Dropped
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.load import Reading

PROSE = "The ferry leaves the harbour at nine, and it comes back before the bakery opens."
SAID = "Children who travel without a ticket are let ashore at the next quay, where it is dark."
SITE = "<meta property='og:type' content='article'>"
BANNER = "<div class='banner'>Low tide</div>"


def page(body: str, head: str = SITE) -> bytes:
    text = f"<h1>Ferry</h1><p>{PROSE}</p><p>{PROSE} It is old.</p>"
    return f"<!doctype html><title>T</title>{head}<body><main>{text}</main>{body}".encode()


def linked_data(kind: str) -> str:
    return f"<script type='application/ld+json'>{{\"@type\": {kind}}}</script>"


@pytest.mark.parametrize(
    "head",
    [
        "<script src='https://count.example/a.js'></script>",
        "<meta property='og:type' content='website'>",
        linked_data('"BreadcrumbList"'),
        SITE + linked_data('["WebPage", "TechArticle"]'),
        SITE + "<meta name='generator' content='Sphinx 7'>",
        SITE + "<script id='documentation_options'></script>",
    ],
)
def test_what_manuals_have_too_makes_no_page_of_a_web_site(head: str):
    assert "Low tide" in read_html(page(BANNER, head)).text


@pytest.mark.parametrize(
    "head",
    [
        SITE,
        "<meta name='generator' content='WordPress 6'>",
        linked_data('"https://schema.org/NewsArticle"'),
        "<script src='https://pay.example/ads-1.js'></script>",
    ],
)
def test_what_a_page_says_of_itself_makes_it_one_of_a_web_site(head: str):
    assert "Low tide" not in read_html(page(BANNER, head)).text


@pytest.mark.parametrize(
    "box", ["div class=sidebar", "aside", "div class=overlay", "form method=post"]
)
def test_prose_beside_the_main_text_of_a_web_site_is_read(box: str):
    tag = box.split()[0]
    body = f"<div><{box}><p>{SAID}</p></{tag}></div>"
    assert SAID in read_html(page(body)).text


@pytest.mark.parametrize("name", ["admonition", "warning", "endnote", "caption"])
def test_a_short_note_of_a_web_site_is_read(name: str):
    body = f"<section><div><div class='{name}'><p>Not at low tide.</p></div></div></section>"
    assert "Not at low tide." in read_html(page(body)).text


@pytest.mark.parametrize("name", ["comment-list", "cookie-notice"])
def test_prose_that_is_left_out_of_a_page_is_reported(name: str):
    content = read_html(page(f"<div class='{name}'><p>{SAID}</p></div>"))
    assert SAID not in content.text
    assert content.dropped == Dropped(1, len(SAID.split()), (SAID,))


def test_hidden_prose_of_a_manual_is_reported_and_prose_in_a_menu_is_read():
    menu = f"<div class='toc'><p>{SAID}</p><a href='a'>{SAID * 3}</a></div>"
    content = read_html(page(f"<p hidden>{PROSE} Secret.</p>{menu}", ""))
    assert content.text.count(SAID) == 1
    assert content.dropped.texts == (f"{PROSE} Secret.",)


SHORT = "The last dam broke in the night of the flood."


@pytest.mark.parametrize(
    "removed",
    ["<form><p>{}</p></form>", "<nav><p>{}</p></nav>", "<footer><p>{}</p></footer>",
     "<div id='footer'>{}</div>", "<p hidden>{}</p>"],
)  # fmt: skip
def test_short_sentences_in_what_is_removed_from_a_manual_are_reported(removed: str):
    content = read_html(page(removed.format(SHORT), ""))
    assert SHORT not in content.text
    assert content.dropped == Dropped(1, len(SHORT.split()), (SHORT,))


@pytest.mark.parametrize(
    "said",
    [
        "The gate by the quay was built by the brothers Holm in the year of the great flood.",
        "In terms of water, the weir lets through more than the canal did in its best year.",
        "The miller kept the privacy of his guests, and baked cookies for the crew of the ferry.",
    ],
)
def test_prose_is_no_notice_because_of_a_single_word(said: str):
    for head in (SITE, ""):
        assert said in read_html(page(f"<div><aside><p>{said}</p></aside></div>", head)).text


@pytest.mark.parametrize("head", [SITE, ""])
def test_notices_of_rights_are_listed_without_a_warning(head: str):
    notice = "Copyright 2019 by the Weir Trust of the town, all rights reserved in every country."
    content = read_html(page(f"<footer><p>{notice}</p></footer>", head))
    assert notice not in content.text
    assert content.dropped == Dropped(1, 0, (notice,))


def test_what_is_reported_is_bounded_and_its_amount_exact():
    dropped = Dropped.of(["quay " * LONGEST_DROPPED] * (MOST_DROPPED + 1))
    assert dropped.blocks == MOST_DROPPED + 1
    assert dropped.words == LONGEST_DROPPED * (MOST_DROPPED + 1)
    assert len(dropped.texts) == MOST_DROPPED
    assert len(dropped.texts[0]) < LONGEST_DROPPED + 4


def test_a_warning_names_the_pages_of_which_prose_is_left_out(tmp_path):
    (tmp_path / "a.html").write_bytes(page(f"<div class='comment-list'><p>{SAID}</p></div>"))
    reading = read_paths([tmp_path])
    assert isinstance(reading, Reading)
    assert reading.dropped["a.html"].texts == (SAID,)
    assert any("a.html (17 words in 1 block)" in warning for warning in reading.warnings)


def test_a_line_that_is_left_out_gets_no_warning(tmp_path):
    line = "Get our letter with the news of the harbour each week."
    (tmp_path / "a.html").write_bytes(page(f"<div class='comment-list'><p>{line}</p></div>"))
    reading = read_paths([tmp_path])
    assert reading.dropped["a.html"].texts == (line,)
    assert not any("lacks prose" in warning for warning in reading.warnings)
