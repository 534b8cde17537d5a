"""Changes of a collection that fail, are refused or ended: all stays as it was."""

import asyncio
import shutil

import pytest

from bridge import TEXTS
from changes_made import COLLECTIONS, FERRY, busy, changed, names, said, sent
from hyperdigest.web import jobs
from hyperdigest.web.errors import RequestError
from hyperdigest.web.jobs import IncomingDocuments
from hyperdigest.web.record import Record
from hyperdigest.web.settings import Limits
from web_app import app_client, wait_until_ended


def test_what_cannot_be_read_is_named_and_the_rest_goes_in(client, bridge):
    files = ("ferry.txt", FERRY), ("b.pdf", b"%PDF-1.7 nothing"), ("c.exe", b"MZ")
    entry = changed(client, bridge, sent(client, bridge, *files))
    assert entry["news"] == "added 1 document"
    assert any(each.startswith("skipped b.pdf: is not a PDF") for each in entry["warnings"])
    assert any("c.exe" in each for each in entry["warnings"])


def test_a_change_that_fails_leaves_all_as_it_was_and_says_why(client, bridge):
    before = said(client, bridge)
    entry = changed(client, bridge, sent(client, bridge, ("b.pdf", b"%PDF-1.7 nothing")))
    assert "b.pdf is not a PDF" in entry["error"]
    assert "\n" not in entry["error"]
    assert (entry["status"], entry["documents"]) == ("ready", 5)
    assert said(client, bridge) == before
    page = client.get(f"/c/{entry['id']}/documents").text
    assert "b.pdf is not a PDF" in page
    assert 'id="upload"' in page
    entry = changed(client, bridge, sent(client, bridge, ("ferry.txt", FERRY)))
    assert not entry["error"]


def test_a_change_that_needs_more_than_is_allowed_fails_alone(saved):
    with app_client(saved=[saved], limits=Limits(fit_seconds=0.01)) as client:
        address = f"{COLLECTIONS}/{client.registry.collections[0].id}"
        entry = changed(client, address, sent(client, address, ("ferry.txt", FERRY)))
        assert "took more than" in entry["error"]
        assert "sentences" in said(client, address)


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
    id = client.registry.collections[0].id
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
    assert not list(client.registry.state.uploads.iterdir())
    assert not list(client.registry.state.collections.iterdir())


def test_nothing_is_begun_of_a_collection_that_was_removed_while_its_files_came(client, bridge):
    entry = client.registry.collections[0]
    assert client.delete(bridge).status_code == 204
    with pytest.raises(RequestError, match="no such collection"):
        client.registry.add_documents(
            entry, IncomingDocuments(documents=({"name": "a", "text": "Late."},))
        )
    assert not entry.changing


def test_where_there_is_no_room_for_a_job_it_is_refused_and_all_goes_on(client, bridge):
    shutil.rmtree(client.registry.state.uploads)
    body = {"documents": [{"text": FERRY.decode()}]}
    for answer in (
        client.post(f"{bridge}/documents", json=body),
        client.delete(f"{bridge}/documents?name=council.txt"),
        client.post(COLLECTIONS, json=body),
    ):
        assert answer.status_code == 503
        assert "cannot keep files" in answer.json()["error"]["message"]
    assert len(client.get(COLLECTIONS).json()["collections"]) == 1
    assert client.get(bridge).json()["progress"] is None
    client.registry.state.uploads.mkdir()
    assert changed(client, bridge, client.post(f"{bridge}/documents", json=body))["documents"] == 6


def test_a_change_begun_the_moment_another_is_done_can_be_ended(tmp_path, monkeypatch):
    entry = Record("x", "x", tmp_path / "x.hdig", status="ready")
    job = IncomingDocuments().job(tmp_path, Limits())

    async def failed(*_):
        return {"failed": "no"}

    async def endless(*_):
        await asyncio.sleep(3600)

    async def tried():
        def told(entry):
            if entry.ended:
                monkeypatch.setattr(jobs.JobQueue, "_reply", endless)
                entry.change("adding")
                line.start(entry, job)

        line = jobs.JobQueue(Limits(), None, told)
        monkeypatch.setattr(jobs.JobQueue, "_reply", failed)
        line.start(entry, job)
        while not entry.changing:
            await asyncio.sleep(0)
        await asyncio.sleep(0.1)
        assert len(asyncio.all_tasks()) == 2
        await line.end(entry)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(tried())


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
        address = f"{COLLECTIONS}/{client.registry.collections[0].id}"
        assert sent(client, address, *files).status_code == status
        assert not list(client.registry.state.uploads.iterdir())
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
        address = f"{COLLECTIONS}/{client.registry.collections[0].id}"
        outside = client.post(f"{address}/documents", json={"paths": [str(tmp_path)]})
        assert outside.status_code == 403
        entry = changed(client, address, client.post(f"{address}/documents", json={"paths": ["."]}))
        assert entry["news"] == "added 1 document"
        assert any("lies outside" in warning for warning in entry["warnings"])


def test_a_button_removes_its_own_document_alone(client, bridge):
    page = f"/c/{client.registry.collections[0].id}/documents"
    star = {"documents": [{"name": "c*.txt", "text": FERRY.decode()}]}
    changed(client, bridge, client.post(f"{bridge}/documents", json=star))
    for status in (200, 422):
        answer = client.post(f"{page}/remove", params={"name": "c*.txt"})
        assert answer.status_code == status
        wait_until_ended(client, bridge)
        assert names(client, bridge) == list(TEXTS)
