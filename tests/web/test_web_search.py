"""Search for words over HTTP, on the page of results and in a source."""

import re

import pytest

from bridge import TEXTS


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


def test_what_stands_around_a_sentence_is_given(client, bridge):
    [hit] = client.get(f"{bridge}/search?q=the&limit=1").json()["sentences"]
    place = {"place": f"{hit['name']}:{hit['start']}"}
    for how in ({}, {"paragraphs": 0}, {"characters": 20}):
        found = client.get(f"{bridge}/expand", params=place | how).json()
        assert TEXTS[hit["name"]][found["start"] : found["end"]] == found["text"]
        assert (found["sentence_start"], found["sentence_end"]) == (hit["start"], hit["end"])
    for wrong in ({}, {"place": "nowhere"}, place | {"paragraphs": 999}, {"place": "no.txt:1"}):
        answer = client.get(f"{bridge}/expand", params=wrong)
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
