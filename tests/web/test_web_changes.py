"""Documents added to a collection and removed from it while it is asked."""

import re

from bridge import QUESTION, TEXTS, bridge_model
from changes_made import ASKED, COLLECTIONS, FERRY, busy, changed, names, said, sent
from hyperdigest import Model
from web_app import app_client, wait_until_ended


def test_files_are_added_and_found_and_the_owner_s_file_stays(client, bridge, saved):
    before = saved.read_bytes()
    entry = changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    assert (entry["status"], entry["documents"], entry["error"]) == ("ready", 6, "")
    assert entry["news"] == "added 1 document"
    assert names(client, bridge) == [*TEXTS, "ferry.txt"]
    assert "forty bicycles" in said(client, bridge) or "sails at noon" in said(client, bridge)
    assert saved.read_bytes() == before
    assert not list(client.registry.state.uploads.iterdir())


def test_it_is_asked_as_it_was_until_the_new_ones_are_in(client, bridge):
    before = said(client, bridge)
    with busy(client):
        assert sent(client, bridge, ("ferry.txt", FERRY)).status_code == 202
        entry = client.get(bridge).json()
        assert entry["status"] == "ready"
        assert entry["progress"] is not None
        assert said(client, bridge) == before
        page = client.get(f"/c/{entry['id']}/documents").text
        assert 'id="progress"' in page
        assert "Waiting for its turn" in page
        assert "documents/remove" not in page
    assert wait_until_ended(client, bridge)["progress"] is None
    assert said(client, bridge) != before


def test_the_page_tells_files_of_the_last_change_from_those_of_before(client, bridge):
    sent_first = sent(client, bridge, ("ferry.txt", FERRY), ("b.pdf", b"%PDF-1.7 nothing"))
    page = f"/c/{changed(client, bridge, sent_first)['id']}/documents"
    assert "<summary>1 file left out" in client.get(page).text
    changed(client, bridge, client.delete(f"{bridge}/documents?name=ferry.txt"))
    assert "<summary>Earlier: 1 file left out" in client.get(page).text
    assert "<summary>1 file left out" not in client.get(page).text


def test_what_is_there_already_is_left_out_and_names_are_told_apart(client, bridge):
    same, other = TEXTS["traders.txt"].encode(), FERRY
    files = ("again.txt", same), ("traders.txt", other)
    entry = changed(client, bridge, sent(client, bridge, *files))
    assert entry["news"] == "added 1 document"
    assert any("again.txt" in each for each in entry["warnings"])
    assert names(client, bridge)[5:] == ["traders.txt (2)"]
    entry = changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    assert entry["news"] == "added 0 documents"


def test_texts_and_files_of_this_machine_are_added(client, bridge, tmp_path):
    body = {"documents": [{"name": "ferry", "text": FERRY.decode()}]}
    entry = changed(client, bridge, client.post(f"{bridge}/documents", json=body))
    assert entry["documents"] == 6
    path = tmp_path / "tide.txt"
    path.write_text("The tide at Hollen is high in the morning and low in the evening.")
    body = {"paths": [str(tmp_path)]}
    changed(client, bridge, client.post(f"{bridge}/documents", json=body))
    path.write_text("The tide at Hollen is low in the morning and high in the evening.")
    entry = changed(client, bridge, client.post(f"{bridge}/documents", json=body))
    assert entry["news"] == "added 1 document; replaced tide.txt, whose files have changed"
    documents = client.get(f"{bridge}/documents").json()["documents"]
    paths = {each["name"]: each["path"] for each in documents}
    assert paths["ferry"] == "ferry"
    assert paths["tide.txt"] == str(path)
    assert paths["council.txt"].endswith("/town/council.txt")


def test_documents_are_removed_by_name(client, bridge):
    answer = client.delete(f"{bridge}/documents", params={"name": ["council.txt", "s*.txt"]})
    entry = changed(client, bridge, answer)
    assert entry["news"] == "removed 2 documents"
    assert names(client, bridge) == ["engineers.md", "traders.txt", "history.txt"]
    assert "council.txt" not in said(client, bridge, {"question": QUESTION, "words": 100})


def test_what_was_wished_of_a_document_that_is_gone_falls_away(client, bridge):
    id = client.registry.collections[0].id
    body = {"question": QUESTION, "words": 60}
    places = [
        f"{each['document']}:{each['start']}"
        for each in client.post(f"{bridge}/digest", json=body).json()["sentences"]
    ]
    council = next(place for place in places if place.startswith("council.txt"))
    query = {"q": QUESTION, "words": 60, "pin": council, "exclude": "traders.txt:0"}
    assert "Not in the collection any more" not in client.get(f"/c/{id}", params=query).text
    changed(client, bridge, client.delete(f"{bridge}/documents?name=council.txt"))
    page = client.get(f"/c/{id}", params=query)
    assert page.status_code == 200
    assert "left out: 1 sentence that" in page.text
    assert "Allow again" in page.text
    for view in ("digest", "why", "graph", "compare", "documents/0", "export"):
        assert client.get(f"/c/{id}/{view}", params=query).status_code == 200, view
    refused = client.post(f"{bridge}/digest", json={**body, "pinned": [council]})
    assert refused.status_code == 422


def test_a_collection_is_taken_along_as_it_is_now(client, bridge, tmp_path):
    changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    answer = client.get(f"{bridge}/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="bridge.hdig"'
    path = tmp_path / "taken.hdig"
    path.write_bytes(answer.content)
    model = Model.load(path)
    assert [each.name for each in model.collection.documents] == [*TEXTS, "ferry.txt"]
    asked = ASKED | {"words": 60}
    wanted = model.digest(asked["question"], words=60).sentences
    told = client.post(f"{bridge}/digest", json=asked).json()["sentences"]
    assert [each["text"] for each in told] == [each.text for each in wanted]
    state = str(client.registry.state.path)
    assert not any(state in each.path for each in model.collection.documents)


def test_the_file_of_a_collection_that_was_not_changed_is_the_owner_s(client, bridge, saved):
    assert client.get(f"{bridge}/file").content == saved.read_bytes()


def test_the_forms_of_the_page_lead_back_to_it(client, bridge):
    id = client.registry.collections[0].id
    page = f"/c/{id}/documents"
    files = [("files", ("ferry.txt", FERRY))]
    answer = client.post(f"{page}/add", files=files, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert "added 1 document" in wait_until_ended(client, bridge)["news"]
    answer = client.post(f"{page}/remove?name=ferry.txt", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert "removed 1 document" in wait_until_ended(client, bridge)["news"]
    assert names(client, bridge) == list(TEXTS)


def test_a_form_leads_back_to_what_was_asked_and_looked_for(client, bridge):
    page = f"/c/{client.registry.collections[0].id}/documents"
    query = "q=Who+mends+it%3F&find=t"
    files = [("files", ("ferry.txt", FERRY))]
    answer = client.post(f"{page}/add?{query}", files=files, follow_redirects=False)
    assert answer.headers["location"] == f"{page}?{query}"
    wait_until_ended(client, bridge)
    shown = client.get(f"{page}?{query}&name=council.txt").text
    assert f'action="{page}/add?{query.replace("&", "&amp;")}"' in shown
    assert '<input type="hidden" name="q" value="Who mends it?">' in shown
    buttons = [each for each in re.findall('action="(.*?)"', shown) if "/remove?" in each]
    assert buttons
    assert all(each.count("name=") == 1 for each in buttons)
    answer = client.post(f"{page}/remove?{query}&name=ferry.txt", follow_redirects=False)
    assert answer.headers["location"] == f"{page}?{query}"
    wait_until_ended(client, bridge)


def test_what_was_changed_is_kept_where_collections_are(tmp_path, saved):
    keep = tmp_path / "kept"
    with app_client(keep=keep, saved=[saved]) as client:
        address = f"{COLLECTIONS}/{client.registry.collections[0].id}"
        page = f"/c/{client.registry.collections[0].id}"
        client.get(page, params={"q": "What was asked before?"})
        changed(client, address, sent(client, address, ("ferry.txt", FERRY)))
        wanted = said(client, address)
    (keep / "uploads" / "left").mkdir(parents=True)
    with app_client(keep=keep) as client:
        assert not list(client.registry.state.uploads.iterdir())
        assert "What was asked before?" in client.get(f"{page}/history").text
        assert client.get(address).json()["documents"] == 6
        assert said(client, address) == wanted
        documents = client.get(f"{address}/documents").json()["documents"]
        assert documents[-1]["path"] == "ferry.txt"


def test_the_bridge_without_a_document_is_as_in_python(client, bridge):
    changed(client, bridge, client.delete(f"{bridge}/documents?name=council.txt"))
    wanted = bridge_model().remove("council.txt").digest(QUESTION, words=60)
    told = client.post(f"{bridge}/digest", json={"question": QUESTION, "words": 60}).json()
    assert told["signature"] == wanted.signature
    assert [each["text"] for each in told["sentences"]] == [each.text for each in wanted.sentences]
