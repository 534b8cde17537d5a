"""What an app that keeps its collections says to be kept is kept, or refused, on a full disk."""

from contextlib import contextmanager

import pytest

from hyperdigest.web.jobs import DONE_LATER
from web_app import API, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
TEXT = "The harbour office closed the north quay. Divers found rust on nine of its steel piles."
FULL = "No space left on device"


@contextmanager
def full_disk(*modules):
    """A disk without room for what these modules of the app write."""

    def write(*_):
        raise OSError(28, FULL)

    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(f"hyperdigest.web.{module}.write_json", write)
        yield


def upload(client, file):
    answer = client.post(COLLECTIONS, files=[("files", (file, TEXT.encode()))], data={"sweeps": 5})
    assert answer.status_code == 202, answer.text
    return answer.headers["location"]


def ready(client, address):
    reply = wait_until_ended(client, address)
    assert reply["status"] == "ready", reply
    return reply


def test_a_collection_is_ready_only_if_the_next_app_will_find_it(tmp_path):
    with app_client(keep=tmp_path) as client, full_disk("record"):
        made = upload(client, "quay.txt")
        reply = wait_until_ended(client, made)
        assert reply["status"] == "failed"
        assert reply["error"] == f"cannot keep the collection: {FULL}{DONE_LATER}"
    with app_client(keep=tmp_path) as client:
        assert ready(client, made)["name"] == "quay.txt"


def test_documents_that_cannot_be_kept_are_not_added_and_are_read_later(tmp_path):
    with app_client(keep=tmp_path) as client:
        made = upload(client, "quay.txt")
        ready(client, made)
        with full_disk("record"):
            more = [("files", ("tug.txt", b"A tug tows three barges to the lock at dawn."))]
            assert client.post(f"{made}/documents", files=more).status_code == 202
            reply = ready(client, made)
        assert reply["documents"] == 1
        assert FULL in reply["error"]
    with app_client(keep=tmp_path) as client:
        assert ready(client, made)["documents"] == 2


def test_a_name_or_a_note_that_cannot_be_kept_is_refused(tmp_path):
    note = {"document": "quay.txt", "start": 0, "note": "Ask the divers."}
    with app_client(keep=tmp_path) as client:
        made = upload(client, "quay.txt")
        ready(client, made)
        with full_disk("record", "notes"):
            for answer in (
                client.patch(made, json={"name": "North quay"}),
                client.put(f"{made}/notes", json=note),
            ):
                assert answer.status_code == 503
                assert FULL in answer.json()["error"]["message"]
            assert client.get(made).json()["name"] == "quay.txt"
            assert client.get(f"{made}/notes").json()["notes"] == []
        assert client.put(f"{made}/notes", json=note).status_code == 200
        with full_disk("notes"):
            assert client.put(f"{made}/notes", json=note | {"note": ""}).status_code == 503
        (kept,) = client.get(f"{made}/notes").json()["notes"]
        assert kept["note"] == "Ask the divers."


def test_a_watch_that_cannot_be_kept_is_refused(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "quay.txt").write_text(TEXT)
    with app_client(keep=tmp_path / "kept") as client:
        body = {"paths": [str(folder)], "sweeps": 5}
        made = client.post(COLLECTIONS, json=body).headers["location"]
        ready(client, made)
        record = client.registry.get(made.rpartition("/")[2])
        page = f"/c/{record.id}/documents/watch"
        with full_disk("watch"):
            answer = client.post(page, data={"watch": "tell"}, follow_redirects=False)
        assert answer.status_code == 503
        assert record.watch.mode == "off"
