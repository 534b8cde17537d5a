"""Links to the web in exports, for documents with a web address."""

import json
import re

import pytest

from hyperdigest import Collection, Model, Options
from hyperdigest.render import render_bibtex, render_html, render_markdown

QUESTION = "What does the tram cost?"
SENTENCE = "The tram - as was said - costs 340 million euros."
ENCODED = "The%20tram%20%2D%20as%20was%20said%20%2D%20costs%20340%20million%20euros."
PAGE = """<html><head><title>Tram</title>{}</head><body><h1>Tram</h1>
<p>The tram - as was said - costs 340 million euros. It rings its bell in the old streets.</p>
</body></html>"""
ADDRESS = "https://example.org/tram"


def digest_of(path):
    return Collection.read(path).fit(Options(sweeps=5, samples=1)).digest(QUESTION, words=12)


@pytest.mark.parametrize(
    "head",
    [
        f'<link rel="canonical" href="{ADDRESS}">',
        f'<meta property="og:url" content="{ADDRESS}">',
        '<link rel="canonical" href="/tram"><link rel="Canonical" href="javascript:x">'
        f'<meta property="og:url" content="{ADDRESS}">',
    ],
)
def test_a_page_that_states_its_address_is_linked(tmp_path, head):
    path = tmp_path / "tram.html"
    path.write_text(PAGE.format(head))
    digest = digest_of(path)
    link = f"{ADDRESS}#:~:text={ENCODED}"
    [sentence] = json.loads(digest.to_json())["sentences"]
    assert sentence["text"] == SENTENCE
    assert sentence["link"] == link
    assert f'<a href="{link}" rel="noreferrer">on the web</a>' in render_html(digest)
    assert f"](<{link}>)" in render_markdown(digest)
    assert f"url = {{{ADDRESS}}}" in render_bibtex(digest)


def test_a_page_without_an_address_has_no_link(tmp_path):
    path = tmp_path / "tram.html"
    path.write_text(PAGE.format('<link rel="canonical" href="/tram">'))
    digest = digest_of(path)
    assert "link" not in json.loads(digest.to_json())["sentences"][0]
    assert "on the web" not in render_html(digest)
    assert "](<" not in render_markdown(digest)


def test_a_line_of_json_has_its_address_and_a_saved_collection_keeps_it(tmp_path):
    path, saved = tmp_path / "a.jsonl", tmp_path / "a.hdig"
    lines = [{"text": SENTENCE, "url": ADDRESS}, {"text": "Other words.", "url": ["no"]}]
    path.write_text("\n".join(map(json.dumps, lines)))
    model = Collection.read(path).fit(Options(sweeps=5, samples=1))
    assert [each.address for each in model.collection.documents] == [ADDRESS, ""]
    model.save(saved)
    [sentence] = Model.load(saved).digest(QUESTION, words=12).sentences
    assert sentence.link == f"{ADDRESS}#:~:text={ENCODED}"
    assert re.fullmatch(r"[!-~]+", sentence.link)
