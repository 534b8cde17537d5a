"""Uploads that were accepted outlive the app that is killed, or are named as lost."""

import json
import shutil
import signal

import pytest

from hyperdigest.web.jobs import DONE_LATER
from web_app import API, app_client, served, wait_until_ended

COLLECTIONS = f"{API}/collections"
TEXT = "The council closed the old bridge. Engineers found cracks in two of its stone arches."
FERRY = "A ferry takes forty bicycles over the river. It sails at noon and at dusk."
LATER = "The mayor opened the new bridge in spring. Traders came back to the market."


def upload(client, file, text, address=COLLECTIONS, **fields):
    """The address of a collection that is made of one uploaded file, or that gets one more."""
    answer = client.post(address, files=[("files", (file, text.encode()))], data=fields)
    assert answer.status_code == 202, answer.text
    return answer.headers.get("location", address)


def endless_fit(client):
    """The address of a collection whose fit takes for ever, so that all others wait."""
    body = {"documents": [{"text": f"{TEXT} {n}"} for n in range(50)], "sweeps": 10**6}
    return client.post(COLLECTIONS, json=body).headers["location"]


def names(client, address):
    return [each["name"] for each in client.get(f"{address}/documents").json()["documents"]]


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_uploads_that_wait_are_read_by_the_next_app(temporary, tmp_path, number):
    kept = tmp_path / "kept"
    with served("--keep", kept, temporary=temporary) as server:
        first = upload(server.client, "bridge.txt", TEXT, name="Bridge", sweeps="5")
        assert wait_until_ended(server.client, first)["status"] == "ready"
        endless = endless_fit(server.client)
        second = upload(server.client, "ferry.txt", FERRY, name="Ferry", sweeps="5")
        upload(server.client, "later.txt", LATER, f"{first}/documents")
        server.end(number)
    with served("--keep", kept, temporary=temporary) as server:
        told = [server.process.stderr.readline() for _ in range(3)]
        assert told[0].startswith("document 1 and 49 more: its reading had not ended")
        assert told[1:] == [
            "Ferry: its reading had not ended when the app did: started again\n",
            "Bridge: its change had not ended when the app did: started again\n",
        ]
        assert names(server.client, first) == ["bridge.txt"]
        assert server.client.delete(endless).status_code == 204
        assert wait_until_ended(server.client, second)["status"] == "ready"
        assert names(server.client, second) == ["ferry.txt"]
        assert wait_until_ended(server.client, first)["news"] == "added 1 document"
        assert names(server.client, first) == ["bridge.txt", "later.txt"]
        server.end()
    assert not list((kept / "uploads").iterdir())
    with app_client(keep=kept) as client:
        assert client.registry.messages == []
        assert {each["name"] for each in client.get(COLLECTIONS).json()["collections"]} == {
            "Bridge", "Ferry",
        }  # fmt: skip


def test_uploads_that_cannot_be_kept_are_read_by_the_next_app(tmp_path):
    kept = tmp_path / "kept"
    with app_client(keep=kept) as client:
        shutil.rmtree(kept / "collections")  # as if the disk were full
        made = upload(client, "ferry.txt", FERRY, name="Ferry", sweeps="5")
        gone = upload(client, "later.txt", LATER, sweeps="5")
        for each in (made, gone):
            reply = wait_until_ended(client, each)
            assert reply["status"] == "failed"
            assert reply["error"].endswith(f"the collection: No such file or directory{DONE_LATER}")
        assert client.delete(gone).status_code == 204
        assert len(list((kept / "uploads").iterdir())) == 1
    with app_client(keep=kept) as client:
        assert wait_until_ended(client, made)["status"] == "ready"
        assert names(client, made) == ["ferry.txt"]
        assert not list((kept / "uploads").iterdir())


def test_documents_of_the_command_line_are_read_once(temporary, tmp_path):
    kept, folder = tmp_path / "kept", tmp_path / "papers"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT)
    with served("--keep", kept, folder, temporary=temporary) as server:
        server.end(signal.SIGKILL)
    with served("--keep", kept, folder, temporary=temporary) as server:
        (entry,) = server.client.get(COLLECTIONS).json()["collections"]
        assert wait_until_ended(server.client, f"{COLLECTIONS}/{entry['id']}")["documents"] == 1


def left_behind(place):
    """A folder for collections with a job that had not ended; the file that tells of it."""
    with app_client(keep=place) as client:
        endless_fit(client)
        upload(client, "ferry.txt", FERRY, name="Ferry")
    (accepted,) = (
        file for file in place.glob("uploads/*/.*.json") if (file.parent / "ferry.txt").exists()
    )
    return accepted


def damaged(kept):
    """What is kept of a job, damaged in one way after the other."""
    yield from (b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000)
    for name in kept:
        yield json.dumps(kept | {name: 5})
        yield json.dumps({each: kept[each] for each in kept if each != name})
    for name in kept["record"]:
        for value in (None, 1.5, {"a": 1}, ["\ud800", 5], "../x"):
            if name != "added" or value != 1.5:
                yield json.dumps(kept | {"record": kept["record"] | {name: value}})


def test_what_is_damaged_is_named_as_lost_and_harms_nothing(tmp_path):
    accepted = left_behind(tmp_path)
    kept, ferry = json.loads(accepted.read_text()), accepted.parent / "ferry.txt"
    lost = 0
    for content in damaged(kept):
        accepted.parent.mkdir(exist_ok=True)
        ferry.write_text(FERRY)
        accepted.write_bytes(content if isinstance(content, bytes) else content.encode())
        with app_client(keep=tmp_path) as client:
            told = client.registry.messages
            entries = client.get(COLLECTIONS).json()["collections"]
            assert len(entries) == len(told) == 2
            assert client.get("/").status_code == 200
            for entry in entries:
                if entry["status"] == "failed" and "give them again" in entry["error"]:
                    assert entry["name"] == "ferry.txt"
                    assert any(each.startswith("ferry.txt: lost: ") for each in told)
                    assert not accepted.parent.exists()
                    lost += 1
    assert lost > 20


def test_an_upload_that_cannot_be_kept_is_not_accepted(tmp_path, monkeypatch):
    with app_client(keep=tmp_path) as client:
        uploads = client.registry.state.uploads

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("hyperdigest.web.accepted_jobs.write_json", full)
        answer = client.post(COLLECTIONS, files=[("files", ("ferry.txt", FERRY.encode()))])
        assert answer.status_code == 503
        assert "No space left on device" in answer.json()["error"]["message"]
        assert not list(uploads.iterdir())
        assert client.get(COLLECTIONS).json()["collections"] == []
