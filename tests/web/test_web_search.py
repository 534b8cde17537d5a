"""Search for words: in a source, across a collection, and over HTTP."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import TEXTS
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection
from hyperdigest.web.search import Wanted, fold, sentences_with

WORDS = st.text("aáAbB éÉ.\n中", max_size=60)


@given(st.text())
def test_folding_keeps_the_length(text):
    assert len(fold(text)) == len(text)


@given(WORDS, st.text("aáAbBéÉ中", min_size=1, max_size=3))
def test_matches_are_those_of_a_slow_search(text, word):
    plain, wanted = fold(text), fold(word)
    slow = [
        at
        for at in range(len(text))
        if plain.startswith(wanted, at)
        and (at == 0 or not plain[at - 1].isalnum() or plain[at - 1] == "中")
    ]
    found = Wanted.of(word).slices(text)
    assert {start for start, _ in found} <= set(slow)
    assert all(any(start <= at < end for start, end in found) for at in slow)


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("Backups are made.", "backup", True),
        ("A cheeseburger.", "burger", False),
        ("The café of Ångström", "cafe angstrom", True),
        ("You can always restore\na file with it.", '"restore a file"', True),
        ("a file to restore", '"restore a file"', False),
        ("它是一座桥。", "桥", True),
    ],
)
def test_what_is_found(text, wanted, found):
    collection = Collection.of([Document("a", "a", text)])
    assert bool(len(sentences_with(collection, Wanted.of(wanted)).sentences)) == found


def test_exactly_is_as_it_is_written():
    collection = Collection.of([Document("a", "a", "The Cafe closes. A café opens. Cafes stay.")])

    def count(text, exactly):
        return len(sentences_with(collection, Wanted.of(text, exactly)).sentences)

    assert count("cafe", False) == 3
    assert count("Cafe", True) == 1
    assert count("cafe", True) == 0


@pytest.mark.parametrize("text", ["", "  ", '""', "...", "a b c d e f g h i j k l m", "x" * 201])
def test_what_cannot_be_looked_for_is_said(text):
    with pytest.raises(OptionError):
        Wanted.of(text)


def test_sentences_are_given_a_few_at_a_time(client, bridge):
    everything = client.get(f"{bridge}/search?q=the&limit=100").json()
    assert everything["total"] == len(everything["sentences"]) > 2
    assert everything["complete"] is True
    second = client.get(f"{bridge}/search?q=the&limit=1&offset=1").json()
    assert second["total"] == everything["total"]
    assert second["sentences"] == everything["sentences"][1:2]
    for hit in everything["sentences"]:
        assert "the" in hit["text"].lower()
        assert TEXTS[hit["name"]][hit["start"] : hit["end"]] == hit["text"]


@pytest.mark.parametrize(
    "query", ["", "q=", "q=a&limit=0", "q=a&limit=x", "q=a&offset=-1", "q=a&match=z"]
)
def test_a_search_that_cannot_be_is_refused(client, bridge, query):
    answer = client.get(f"{bridge}/search?{query}")
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]["message"]


def test_the_page_marks_what_was_found_and_leads_there(client, bridge):
    page = f"/c/{client.registry.collections[0].id}"
    html = client.get(f"{page}/search?find=bridge&q=Who").text
    assert "<mark>bridge</mark>" in html
    address = re.search(r'href="(/c/[^"]+#at)"', html)[1].replace("&amp;", "&")
    source = client.get(address.partition("#")[0]).text
    assert 'id="at"' in source
    assert 'class="found"' in source
    assert "No sentence" in client.get(f"{page}/search?find=zebra").text
    assert "give a word" in client.get(f"{page}/search?find=...").text


def test_matches_in_a_source_are_counted_and_gone_through(client, bridge):
    page = f"/c/{client.registry.collections[0].id}/documents/0"
    first = client.get(f"{page}?find=the").text
    number, count = map(int, re.search(r"(\d+) of (\d+)", first).groups())
    assert number == 1
    assert first.count('id="found"') == 1
    assert first.count('class="found"') == count
    second = re.search(r'data-hit="next" href="([^"]+)"', first)[1].replace("&amp;", "&")
    assert f"2 of {count}" in client.get(second).text
    last = re.search(r'data-hit="previous" href="([^"]+)"', first)[1].replace("&amp;", "&")
    assert f"{count} of {count}" in client.get(last).text
    assert "Not found" in client.get(f"{page}?find=zebra").text
