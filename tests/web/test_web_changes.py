"""Documents added to a collection and removed from it while it is asked."""

from contextlib import contextmanager

import pytest

from bridge import QUESTION, TEXTS, bridge_model
from hyperdigest import Model
from hyperdigest.web.settings import Limits
from web_app import API, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
FERRY = b"The ferry to Hollen sails at noon. It carries forty bicycles and no lorry at all."
ASKED = {"question": "When does the ferry to Hollen sail?", "words": 40}


def sent(client, address, *files):
    return client.post(f"{address}/documents", files=[("files", file) for file in files])


def changed(client, address, answer):
    """The entry after the change that an answer promises."""
    assert answer.status_code == 202, answer.text
    assert answer.json()["status"] == "ready"
    return wait_until_ended(client, address)


def names(client, address):
    return [each["name"] for each in client.get(f"{address}/documents").json()["documents"]]


def said(client, address, body=ASKED):
    return client.post(f"{address}/digest", json=body).text


@contextmanager
def busy(client):
    """The line is held by a fit without end, so that what comes now has to wait."""
    body = {"documents": [{"text": f"{TEXTS['council.txt']} {n}"} for n in range(50)]}
    answer = client.post(COLLECTIONS, json={**body, "sweeps": 10**6})
    yield
    client.delete(answer.headers["location"])


def test_files_are_added_and_found_and_the_owner_s_file_stays(client, bridge, saved):
    before = saved.read_bytes()
    entry = changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    assert (entry["status"], entry["documents"], entry["error"]) == ("ready", 6, "")
    assert entry["news"] == "added 1 document"
    assert names(client, bridge) == [*TEXTS, "ferry.txt"]
    assert "forty bicycles" in said(client, bridge) or "sails at noon" in said(client, bridge)
    assert saved.read_bytes() == before
    assert not list(client.shelf.state.uploads.iterdir())


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
        assert "documents/remove" not in page
    assert wait_until_ended(client, bridge)["progress"] is None
    assert said(client, bridge) != before


def test_what_cannot_be_read_is_named_and_the_rest_goes_in(client, bridge):
    files = ("ferry.txt", FERRY), ("b.pdf", b"%PDF-1.7 nothing"), ("c.exe", b"MZ")
    entry = changed(client, bridge, sent(client, bridge, *files))
    assert entry["news"] == "added 1 document"
    assert any(each.startswith("skipped b.pdf: is no PDF") for each in entry["warnings"])
    assert any("c.exe" in each for each in entry["warnings"])


def test_a_change_that_fails_leaves_all_as_it_was_and_says_why(client, bridge):
    before = said(client, bridge)
    entry = changed(client, bridge, sent(client, bridge, ("b.pdf", b"%PDF-1.7 nothing")))
    assert "b.pdf is no PDF" in entry["error"]
    assert "\n" not in entry["error"]
    assert (entry["status"], entry["documents"]) == ("ready", 5)
    assert said(client, bridge) == before
    page = client.get(f"/c/{entry['id']}/documents").text
    assert "b.pdf is no PDF" in page
    assert 'id="upload"' in page
    entry = changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    assert not entry["error"]


def test_a_change_that_needs_more_than_is_allowed_fails_alone(saved):
    with app_client(saved=[saved], limits=Limits(fit_seconds=0.01)) as client:
        address = f"{COLLECTIONS}/{client.shelf.collections[0].id}"
        entry = changed(client, address, sent(client, address, ("ferry.txt", FERRY)))
        assert "took more than" in entry["error"]
        assert "sentences" in said(client, address)


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


@pytest.mark.parametrize(
    ("query", "told"),
    [("", "no document is named"), ("?name=x", "no document is called"), ("?name=*", "all 5")],
)
def test_what_cannot_be_removed_is_said(client, bridge, query, told):
    answer = client.delete(f"{bridge}/documents{query}")
    assert answer.status_code == 422
    assert told in answer.json()["error"]["message"]
    assert len(names(client, bridge)) == 5


def test_one_change_at_a_time_and_it_can_be_ended(client, bridge):
    id = client.shelf.collections[0].id
    with busy(client):
        assert sent(client, bridge, ("ferry.txt", FERRY)).status_code == 202
        assert sent(client, bridge, ("b.txt", FERRY)).status_code == 409
        assert client.delete(f"{bridge}/documents?name=traders.txt").status_code == 409
        assert client.post(f"/c/{id}/documents/cancel", follow_redirects=False).status_code == 303
        entry = client.get(bridge).json()
        assert (entry["progress"], entry["error"], entry["documents"]) == (None, "", 5)
        assert client.post(f"/c/{id}/documents/cancel").status_code == 200
        assert client.get(bridge).json()["status"] == "ready"


def test_a_collection_that_is_removed_while_it_changes_leaves_nothing(client, bridge):
    with busy(client):
        assert sent(client, bridge, ("ferry.txt", FERRY)).status_code == 202
        assert client.delete(bridge).status_code == 204
    assert not list(client.shelf.state.uploads.iterdir())
    assert not list(client.shelf.state.collections.iterdir())


@pytest.mark.parametrize(
    ("limits", "files", "status"),
    [
        (Limits(file_bytes=50), [("a.txt", FERRY)], 413),
        (Limits(), [("a.exe", FERRY)], 415),
        (Limits(), [], 415),
        (Limits(fits_at_once=0, fits_waiting=0), [("a.txt", FERRY)], 503),
    ],
)
def test_an_addition_beyond_the_limits_is_refused_and_leaves_nothing(saved, limits, files, status):
    with app_client(saved=[saved], limits=limits) as client:
        address = f"{COLLECTIONS}/{client.shelf.collections[0].id}"
        assert sent(client, address, *files).status_code == status
        assert not list(client.shelf.state.uploads.iterdir())
        assert client.get(address).json()["progress"] is None


@pytest.mark.parametrize(
    "body",
    [{}, {"documents": []}, {"documents": [{"text": "x"}], "sweeps": 5}, {"paths": ["/a", 5]},
     {"documents": [{"text": "x"}], "paths": ["/a"]}, {"paths": ["../x"]}],
)  # fmt: skip
def test_a_request_that_says_more_or_less_than_documents_is_refused(client, bridge, body):
    assert client.post(f"{bridge}/documents", json=body).status_code == 422


def test_only_what_lies_below_the_root_is_added(saved, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "ferry.txt").write_bytes(FERRY)
    (tmp_path / "secret.txt").write_text("The secret is kept in the cellar.")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    with app_client(saved=[saved], root=root) as client:
        address = f"{COLLECTIONS}/{client.shelf.collections[0].id}"
        outside = client.post(f"{address}/documents", json={"paths": [str(tmp_path)]})
        assert outside.status_code == 403
        entry = changed(client, address, client.post(f"{address}/documents", json={"paths": ["."]}))
        assert entry["news"] == "added 1 document"
        assert any("lies outside" in warning for warning in entry["warnings"])


def test_what_was_wished_of_a_document_that_is_gone_falls_away(client, bridge):
    id = client.shelf.collections[0].id
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
    state = str(client.shelf.state.path)
    assert not any(state in each.path for each in model.collection.documents)


def test_the_file_of_a_collection_that_was_not_changed_is_the_owner_s(client, bridge, saved):
    assert client.get(f"{bridge}/file").content == saved.read_bytes()


def test_the_forms_of_the_page_lead_back_to_it(client, bridge):
    id = client.shelf.collections[0].id
    page = f"/c/{id}/documents"
    files = [("files", ("ferry.txt", FERRY))]
    answer = client.post(f"{page}/add", files=files, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert "added 1 document" in wait_until_ended(client, bridge)["news"]
    answer = client.post(f"{page}/remove?name=ferry.txt", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert "removed 1 document" in wait_until_ended(client, bridge)["news"]
    assert names(client, bridge) == list(TEXTS)


def test_what_was_changed_is_kept_where_collections_are(tmp_path, saved):
    keep = tmp_path / "kept"
    with app_client(keep=keep, saved=[saved]) as client:
        address = f"{COLLECTIONS}/{client.shelf.collections[0].id}"
        changed(client, address, sent(client, address, ("ferry.txt", FERRY)))
        wanted = said(client, address)
    with app_client(keep=keep) as client:
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
