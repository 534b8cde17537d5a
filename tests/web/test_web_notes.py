"""Notes on sentences, and names of collections: written, kept, shown and exported."""

import io
import json
import re
import zipfile

import pytest

from bridge import QUESTION, bridge_model
from web_app import app_client

ASKED = {"question": QUESTION, "words": 60}
NOTE = "Ask the mayor: <b>when</b>?\nAnd who pays."


@pytest.fixture
def page(client):
    return f"/c/{client.registry.collections[0].id}"


def first_sentence(client, bridge):
    return client.post(f"{bridge}/digest", json=ASKED).json()["sentences"][0]


def write(client, bridge, note=NOTE):
    """A note on the first sentence of a digest, which is returned."""
    sentence = first_sentence(client, bridge)
    place = {name: sentence[name] for name in ("document", "start")}
    answer = client.put(f"{bridge}/notes", json=place | {"note": note})
    assert answer.status_code == 200, answer.text
    return sentence


def test_a_note_is_written_changed_and_removed(client, bridge):
    assert client.get(f"{bridge}/notes").json() == {"notes": []}
    sentence = write(client, bridge)
    assert first_sentence(client, bridge) == sentence | {"note": NOTE}
    write(client, bridge, "Another")
    (kept,) = client.get(f"{bridge}/notes").json()["notes"]
    assert (kept["note"], kept["sentence"]) == ("Another", sentence["text"])
    write(client, bridge, " ")
    assert client.get(f"{bridge}/notes").json() == {"notes": []}
    assert first_sentence(client, bridge) == sentence


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"document": "council.txt", "start": 1, "note": "x"},
        {"document": "none\n.txt", "start": 0, "note": "x"},
        {"document": "council.txt", "start": 0, "note": 7},
        {"document": "council.txt", "start": 0, "note": "x" * 4001},
        {"document": "council.txt", "start": "0", "note": "x"},
    ],
)
def test_a_note_that_cannot_be_is_refused(client, bridge, body):
    answer = client.put(f"{bridge}/notes", json=body)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]["message"]
    assert client.get(f"{bridge}/notes").json() == {"notes": []}


def test_a_note_is_shown_with_its_sentence_and_in_the_list(client, bridge, page):
    write(client, bridge)
    asked = client.get(page, params={"q": QUESTION, "words": 60}).text
    assert '<p class="note-shown" dir="auto">Ask the mayor: &lt;b&gt;when&lt;/b&gt;?' in asked
    assert 'class="noted"' in asked
    listed = client.get(f"{page}/notes").text
    assert "1 note" in listed
    address = re.search(r'href="(/c/[^"]+)#at"', listed)[1].replace("&amp;", "&")
    assert 'id="at"' in client.get(address).text


@pytest.mark.parametrize("format", ["html", "markdown", "text", "csv", "json", "docx"])
def test_a_note_is_exported_and_without_one_nothing_changes(client, bridge, page, format):
    def exported():
        answer = client.get(f"{page}/export", params={"q": QUESTION, "words": 60, "format": format})
        if format != "docx":
            return answer.text
        return zipfile.ZipFile(io.BytesIO(answer.content)).read("word/document.xml").decode()

    before = exported()
    assert "mayor: " not in before
    write(client, bridge)
    assert "Ask the mayor:" in re.sub(r"\\", "", exported())
    write(client, bridge, "")
    assert exported() == before


def test_the_list_is_exported(client, bridge, page):
    sentence = write(client, bridge, "=1+1")
    table = client.get(f"{page}/notes/export?format=csv")
    assert "'=1+1" in table.text
    assert table.headers["content-disposition"].startswith("attachment")
    markdown = client.get(f"{page}/notes/export?format=markdown").text
    assert sentence["text"].split()[0] in markdown
    assert client.get(f"{page}/notes/export?format=odd").status_code == 404


def test_a_form_writes_a_note_and_leads_back_into_the_collection_alone(client, bridge, page):
    sentence = first_sentence(client, bridge)
    form = client.get(f"{page}/notes/write?document=0&at=0").text
    assert 'name="note"' in form
    fields = {"document": sentence["document"], "start": str(sentence["start"]), "note": "Read."}
    for back in (f"{page}?q=x#s1", "https://example.org/", f"{page}x", "//example.org"):
        answer = client.post(
            f"{page}/notes/save", data=fields | {"back": back}, follow_redirects=False
        )
        own = back.startswith(f"{page}?")
        assert answer.headers["location"] == (back if own else f"{page}/documents")
    assert first_sentence(client, bridge)["note"] == "Read."
    client.post(f"{page}/notes/save", data=fields | {"remove": "1"})
    assert "note" not in first_sentence(client, bridge)


def test_a_collection_is_renamed(client, bridge, page):
    assert client.patch(bridge, json={"name": " Old  bridge "}).json()["name"] == "Old bridge"
    for body in ({}, {"name": " "}, {"name": 7}, {"name": "x", "id": "y"}):
        assert client.patch(bridge, json=body).status_code == 422
    answer = client.post(f"{page}/rename", data={"name": "New"}, follow_redirects=False)
    assert answer.status_code == 303
    assert client.get(bridge).json()["name"] == "New"


def test_notes_and_names_are_kept(saved, tmp_path):
    keep = tmp_path / "kept"
    with app_client(saved=[saved], keep=keep) as client:
        bridge = f"/api/v1/collections/{client.registry.collections[0].id}"
        sentence = write(client, bridge)
        client.patch(bridge, json={"name": "The bridge"})
    with app_client(keep=keep) as client:
        (record,) = client.get("/api/v1/collections").json()["collections"]
        assert record["name"] == "The bridge"
        bridge = f"/api/v1/collections/{record['id']}"
        assert first_sentence(client, bridge)["text"] == sentence["text"]
        assert first_sentence(client, bridge)["note"] == NOTE
    (file,) = keep.glob("collections/*/notes.json")
    whole = json.loads(file.read_text())["notes"]
    damaged = [{"document": 7}, whole[0] | {"start": "x"}, 3]
    file.write_text(json.dumps({"notes": [*damaged, *whole]}))
    with app_client(keep=keep) as client:
        bridge = f"/api/v1/collections/{client.registry.collections[0].id}"
        assert client.get(f"{bridge}/notes").json()["notes"] == whole
    file.write_text("[")
    with app_client(keep=keep) as client:
        bridge = f"/api/v1/collections/{client.registry.collections[0].id}"
        assert client.get(f"{bridge}/notes").json() == {"notes": []}


def test_a_note_outlives_its_sentence_and_says_so(client, bridge, page):
    sentence = write(client, bridge)
    names = [each.name for each in bridge_model().collection.documents]
    assert sentence["document"] in names
    client.delete(f"{bridge}/documents", params={"name": sentence["document"]})
    with client.stream("GET", f"{bridge}/events") as events:
        list(events.iter_lines())
    assert len(client.get(f"{bridge}/notes").json()["notes"]) == 1
    assert "not in the collection any more" in client.get(f"{page}/notes").text
