"""What is new, dates, other sources, threads and shorter sentences on the pages of the app."""

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from harbour import DOCUMENTS, QUESTION
from hyperdigest import Collection
from web_app import app_client


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("news") / "harbour.hdig"
    Collection.of(DOCUMENTS).fit().save(path)
    return path


@pytest.fixture
def page(client):
    """The pages of the collection, by their addresses."""
    base = f"/c/{client.registry.collections[0].id}"
    return lambda path="", **asked: client.get(f"{base}{path}", params=asked)


def quotes(text: str) -> list[str]:
    """The sentences of a digest."""
    found = re.findall(r'<p class="quote" dir="auto"><a [^>]*>(.*?)</a>', text)
    return [html.unescape(each) for each in found]


def rows(text: str) -> list[str]:
    """The names in the list of documents."""
    return re.findall(r'<td><a href="[^"]*" dir="auto">(.*?)</a>', text)


def test_the_switch_tells_only_what_is_new(page):
    shown = page(q=QUESTION, words=60, new_since="2026-11-01").text
    assert 'name="new_since" value="2026-11-01"' in shown
    assert any("all traffic" in quote for quote in quotes(shown))
    assert not any("lorries" in quote for quote in quotes(shown))
    assert re.search(r'<p class="told-new" dir="auto">New: .*traffic', shown)
    wrong = page(q=QUESTION, new_since="soon")
    assert wrong.status_code == 422
    assert "“Only what is new since” is &#39;soon&#39;, which is no date" in wrong.text


def test_new_documents_are_named_on_the_page_and_can_be_left(page):
    shown = page(q=QUESTION, words=60, new="gazette.txt").text
    assert "Only what is new in gazette.txt." in shown
    assert "Shopkeepers fear for their Christmas trade." in quotes(shown)
    assert not any("all traffic" in quote for quote in quotes(shown))
    (back,) = re.findall(r'<a data-live href="([^"]*)">Ask all documents</a>', shown)
    asked = parse_qsl(urlsplit(html.unescape(back)).query)
    assert asked == [("q", QUESTION), ("words", "60")]


def test_dates_keep_a_question_to_documents(page):
    shown = page(q=QUESTION, words=100, since="2026-11-10", until="2026-11-11").text
    assert {"The harbour bridge was closed to all traffic on 7 November after a third pillar was"
            " found cracked."} <= set(quotes(shown))  # fmt: skip
    assert not any("lorries" in quote or "tide" in quote for quote in quotes(shown))
    told = "100 words · the question and what belongs to it · documents from 2026-11-10 · documents"
    assert f'<span id="told">{told} to 2026-11-11</span>' in shown


def test_other_sources_open_at_their_places(client, page):
    shown = page(q=QUESTION, words=120).text
    also = re.search(r'<details class="also".*?</details>', shown, re.S)[0]
    assert "<summary>Also in 1 source</summary>" in also
    (address,) = re.findall(r'<a data-source href="([^"]*)">', also)
    opened = client.get(html.unescape(address).partition("#")[0] + "&panel=1").text
    assert re.search(r'id="at"', opened)
    assert re.search(r"<mark[^>]*>The harbour bridge was closed to all traffic", opened)


def test_no_statement_is_told_twice(page):
    told = [quote for quote in quotes(page(q=QUESTION, words=200).text) if "all traffic" in quote]
    assert len(told) == 1


def test_a_post_is_cited_with_author_and_date(page):
    assert "Nora Vail, 2026-11-12, line 1" in page(q="Who crossed the bridge?", words=40).text


def test_documents_are_sorted_and_found_by_date(page):
    shown = page("/documents").text
    assert rows(shown) == [each.title or each.name for each in DOCUMENTS]
    assert '<td class="date">2026-11-09</td>' in shown
    newest = rows(page("/documents", sort="date").text)
    assert newest == ["Harbour bridge", "gazette.txt", "november.txt", "october.txt", "undated.txt"]
    assert rows(page("/documents", sort="title").text)[0] == "gazette.txt"
    assert rows(page("/documents", sort="nonsense").text) == rows(shown)
    found = page("/documents", **{"from": "2026-11-10", "to": "2026-11-30"}).text
    assert rows(found) == ["gazette.txt", "Harbour bridge"]
    assert "2 documents found" in found


def test_after_files_were_added_a_link_asks_what_is_new_in_them(client, page):
    base = f"/api/v1/collections/{client.registry.collections[0].id}"
    page(q=QUESTION)
    added = "The harbour bridge was torn down at night by the firm Nordbau."
    body = {"documents": [{"name": "december.txt", "text": added}]}
    assert client.post(f"{base}/documents", json=body).status_code == 202
    while client.get(base).json()["progress"]:
        pass
    shown = page("/documents").text
    (address,) = re.findall(r'<a href="([^"]*)">Ask what is new in it</a>', shown)
    assert quotes(client.get(html.unescape(address)).text) == [added]


def test_a_list_without_dates_has_no_column_for_them(tmp_path):
    Collection.of([DOCUMENTS[-1]]).fit().save(tmp_path / "tide.hdig")
    with app_client(saved=[tmp_path / "tide.hdig"]) as client:
        shown = client.get(f"/c/{client.registry.collections[0].id}/documents").text
    assert ">Date" not in shown
    assert "Sentences" in shown


def test_only_a_sentence_that_says_the_same_is_what_another_stands_for(page):
    shown = page("/why", q=QUESTION, words=120).text
    lists = [
        dict(re.findall(r"<strong>(.*?)</strong></p><ul>(.*?)</ul>", sentence, re.S))
        for sentence in shown.split('<li class="sentence">')[1:]
    ]
    assert all("Near it, and left out" in each for each in lists)
    (told,) = (each for each in lists if "It also stands for" in each)
    assert "closed to all traffic" in told["It also stands for"]
    assert "closed to all traffic" not in told["Near it, and left out"]
