"""The pages that a digest cites, as images in the report."""

import base64
import re
from dataclasses import replace

import pytest

from hyperdigest import Collection, Options
from hyperdigest.render import render_html
from hyperdigest.render.cited_pages import WIDTH, cited_pages
from pages_made import typeset

PARAGRAPHS = (
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars of the tram will run in the spring of next year. The cost of the tram is "
    "put at 340 million euros, of which the government pays the larger part.",
    "Opponents of the tram fear noise and the loss of forty old plane trees along the avenue.",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tram")
    (folder / "tram.pdf").write_bytes(typeset(PARAGRAPHS, rows=2))
    (folder / "a.txt").write_text("The tram rings its bell. It is heard in all the old streets.")
    return folder


@pytest.fixture(scope="module")
def digest(folder):
    model = Collection.read(folder).fit(Options(sweeps=5, samples=1))
    return model.digest("What of the tram?", words=200)


def test_each_citation_of_a_pdf_leads_to_the_image_of_its_page(digest):
    pages, warnings = cited_pages(digest)
    assert not warnings
    assert len({(page.document, page.number) for page in pages}) == len(pages)
    html = render_html(digest, pages)
    assert "img-src data:;" in html
    shown = dict(
        re.findall(r'<figure id="(p\d+)">\s*<img src="data:image/png;base64,([^"]+)"', html)
    )
    assert [base64.b64decode(each) for each in shown.values()] == [page.image.png for page in pages]
    for number, sentence in enumerate(digest.sentences, 1):
        entry = re.search(rf'<li class="sentence[^"]*" id="s{number}">.*?</li>\n?', html, re.S)[0]
        link = re.search(r'<span class="place"><a href="#(p\d+)">', entry)
        assert (link is not None) == (sentence.document == "tram.pdf")
        if link:
            assert link[1] in shown
            assert pages[int(link[1][1:]) - 1].number == sentence.page
    assert {page.image.width for page in pages} == {WIDTH}


def test_a_sentence_over_two_pages_has_images_of_both(digest):
    pages, _ = cited_pages(digest)
    times = [n for page in pages for n in page.sentences]
    assert len(times) > len(set(times))


def test_the_same_digest_gives_the_same_bytes(digest):
    one, other = (render_html(digest, cited_pages(digest)[0]) for _ in range(2))
    assert one == other


def test_without_images_the_report_does_not_change(digest):
    html = render_html(digest)
    assert "img-src" not in html
    assert "<img" not in html


def test_a_missing_pdf_is_reported_and_other_pages_are_shown(digest, folder, tmp_path):
    moved = [replace(each, path=str(tmp_path / each.name)) for each in digest.documents]
    pages, warnings = cited_pages(replace(digest, documents=tuple(moved)))
    assert pages == ()
    assert warnings
    assert all(
        "no image of tram.pdf, p. " in each and "does not exist" in each for each in warnings
    )
