"""The page of a digest shows lists, tables and code as such, and contexts in a quieter shade."""

import re

import pytest

from hyperdigest import Collection, Document, Options
from oracles.quoting import CODE, E1, FILE, HEAD, LEAD, ONE, TERM, manual
from web_app import app_client

ASKED = {
    "q": "How do I switch it off, and what is set?",
    "words": 200,
    "context": "true",
    "prose_only": "false",
    "order": "source",
}


@pytest.fixture(scope="module")
def manual_file(tmp_path_factory):
    """The manual of `oracles.quoting`, saved."""
    made = manual()
    document = Document("a.html", "a.html", made.text, format="html", blocks=tuple(made.blocks))
    path = tmp_path_factory.mktemp("saved") / "manual.hdig"
    Collection.of([document]).fit(Options.preset("default")).save(path)
    return path


@pytest.fixture
def page(manual_file):
    """A function that gets a page of the collection."""
    with app_client(saved=[manual_file]) as client:
        base = f"/c/{client.registry.collections[0].id}"
        yield lambda path="", **asked: client.get(f"{base}{path}", params=ASKED | asked).text


def test_the_digest_has_lists_tables_and_code(page):
    shown = page()
    assert f'<span class="context">{LEAD}</span>' in shown
    assert re.search(
        rf'<li value="1"><div class="sentence" id="s\d+".*?>{re.escape(ONE)}</a>', shown, re.S
    )
    assert f'<dt class="context" dir="auto">{TERM}</dt>' in shown
    assert '<thead class="context"><tr><th scope="col" dir="auto">Code</th>' in shown
    assert re.search(
        r'<tbody class="sentence" id="s\d+".*?<td dir="auto"><a id="q0-\d+"', shown, re.S
    )
    assert f"<code>{CODE}</code></a></pre>" in shown
    assert "It is &lt;fine&gt;." in shown


def test_each_sentence_keeps_its_number_its_link_and_its_acts(page):
    shown = page().split('<div class="source-side">')[0]
    numbers = re.findall(r'class="sentence[^"]*" id="s(\d+)"', shown)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    for mark in ('<a id="q0-', 'data-act="why"', 'data-act="pin"', 'data-act="exclude"'):
        assert shown.count(mark) == len(numbers)


def test_a_sentence_is_copied_after_its_context(page):
    assert f"“{LEAD} 1. {ONE}” (" in page()


def test_the_source_marks_contexts_more_lightly(page):
    for shown in (page(), page("/documents/0")):
        assert f'<mark class="context">{LEAD}</mark>' in shown
        assert f'<mark class="context">{FILE}</mark>' in shown
        assert all(f'<mark class="context">{cell}' in shown for cell in HEAD.split("\t"))
        assert not re.search(rf'<mark class="context">{re.escape(E1)}', shown)
    assert 'class="context"' not in page("/documents/0", context="false")


def test_two_questions_are_compared_with_their_contexts(page):
    shown = page("/compare", r="Is the valve blue?")
    assert f'<span class="context">{LEAD}</span>' in shown
    assert "in both" in shown


def test_without_contexts_sentences_are_quoted_alone(page):
    shown = page(context="false").split('<div class="source-side">')[0]
    assert LEAD not in shown
    assert 'class="context"' not in shown


def test_a_long_source_opens_at_the_sentence_that_leads(tmp_path):
    filler = "".join(f"Ware number {n} was carried over the river.\n\n" for n in range(1500))
    lead = "The ferry sank because its hull was rotten."
    text = f"The ferry was built in spring.\n\n{filler}{lead}\n\n{filler}"
    file = tmp_path / "ferry.hdig"
    Collection.of([Document("ferry.txt", "ferry.txt", text)]).fit(Options(sweeps=5)).save(file)
    with app_client(saved=[file]) as client:
        base = f"/c/{client.registry.collections[0].id}"
        asked = {"q": "Why did the ferry sink?", "words": 20, "pin": "ferry.txt:0"}
        digest, source = client.get(base, params=asked).text.split('<div class="source-side">')
    quotes = re.findall(r'<a id="q0-\d+"[^>]*>(.*?)</a>', digest, re.S)
    assert quotes == [lead, "The ferry was built in spring."]
    assert lead in source
    assert "The ferry was built" not in source
