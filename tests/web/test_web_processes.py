"""Processes of the app: bounded, ended with it, and none takes another's work with it."""

import os
import signal
import time
from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.web.settings import MB, Limits
from web_app import API, EXAMPLES, PATIENCE, app_client, served, wait_until_ended

COLLECTIONS = f"{API}/collections"
TEXT = "The council closed the old bridge. Engineers found cracks in two of its stone arches."
FAULTY = """
import sys
if any("hyperdigest.base.child" in each for each in sys.orig_argv):
    import os, signal, time
    import hyperdigest.read.isolated as sources
    read_bytes = sources.read_bytes
    def faulty(path):
        if "hang" in path.name:
            time.sleep(3600)
        if "crash" in path.name:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "greedy" in path.name:
            bytearray(1 << 60)
        return read_bytes(path)
    sources.read_bytes = faulty
"""


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """Files whose reading goes wrong by their names."""
    place = tmp_path / "faults"
    place.mkdir()
    (place / "sitecustomize.py").write_text(FAULTY)
    paths = (str(place), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    folder = tmp_path / "documents"
    folder.mkdir()
    for number, name in enumerate(("a", "crash", "hang", "greedy", "z")):
        (folder / f"{name}.html").write_text(f"{TEXT} This is story number {number}.")
    return folder


def children(id):
    """The processes that `id` started, and those that these did."""
    found = []
    for task in Path(f"/proc/{id}/task").glob("*/children"):
        for child in task.read_text().split():
            found += [int(child), *children(child)]
    return found


def running(id):
    try:
        return Path(f"/proc/{id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition):
    """Wait for it; what it gave."""
    end = time.monotonic() + PATIENCE
    while not (given := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return given


def test_files_that_hang_or_crash_their_reader_are_named_and_the_others_read(faults):
    collection = Collection.read(faults, seconds=3)
    assert [document.name for document in collection.documents] == ["a.html", "z.html"]
    crash, greedy, hang = sorted(collection.warnings)
    assert "crash.html: ended the process" in crash
    assert "greedy.html: needs more memory" in greedy
    assert "hang.html: took more than 3 s" in hang


def test_a_collection_is_the_same_whether_its_files_are_timed_or_not():
    once, timed = Collection.read(EXAMPLES), Collection.read(EXAMPLES, seconds=60)
    assert timed.documents == once.documents
    assert timed.warnings == once.warnings


def test_an_upload_with_files_that_hang_or_crash_is_fitted_without_them(faults):
    with app_client(limits=Limits(file_seconds=3)) as client:
        files = [("files", (path.name, path.read_bytes())) for path in faults.iterdir()]
        address = client.post(COLLECTIONS, files=files).headers["location"]
        entry = wait_until_ended(client, address)
        assert (entry["status"], entry["documents"]) == ("ready", 2)
        assert len(entry["warnings"]) == 3


@pytest.mark.parametrize(
    ("limits", "told"),
    [(Limits(fit_seconds=0.01), "took more than"), (Limits(fit_memory=150 * MB), "memory")],
)
def test_a_fit_that_needs_more_than_is_allowed_fails_and_the_app_goes_on(limits, told):
    with app_client(limits=limits) as client:
        body = {"documents": [{"text": TEXT}]}
        entry = wait_until_ended(client, client.post(COLLECTIONS, json=body).headers["location"])
        assert entry["status"] == "failed"
        assert told in entry["error"]
        assert client.get(COLLECTIONS).status_code == 200


def long_fit(client):
    """The address of a collection whose fit takes for ever."""
    body = {"documents": [{"text": f"{TEXT} {n}"} for n in range(50)], "sweeps": 10**6}
    return client.post(COLLECTIONS, json=body).headers["location"]


def test_a_fit_that_is_removed_ends_its_process():
    with app_client() as client:
        address = long_fit(client)
        until(lambda: client.get(address).json()["status"] == "fitting")
        (process,) = children(os.getpid())[-1:]
        assert client.delete(address).status_code == 204
        assert not running(process)
        assert not client.registry.collections


def test_a_process_that_is_killed_fails_its_own_collection_alone():
    with app_client() as client:
        address = long_fit(client)
        until(lambda: client.get(address).json()["status"] == "fitting")
        os.kill(children(os.getpid())[-1], signal.SIGKILL)
        entry = wait_until_ended(client, address)
        assert entry["status"] == "failed"
        assert "was ended" in entry["error"]


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_told_to_end_the_app_ends_what_it_started_and_takes_its_files_away(temporary, number):
    with served(temporary=temporary) as server:
        address = long_fit(server.client)
        until(lambda: server.client.get(address).json()["status"] == "fitting")
        assert list(temporary.iterdir())
        started = children(server.process.pid)
        assert started
        assert server.end(number) == 0
        assert not any(map(running, started))
        assert not list(temporary.glob("hyperdigest-app-*"))


def test_killed_the_app_leaves_no_process_and_the_next_one_takes_its_files_away(temporary):
    with served(temporary=temporary) as server:
        address = long_fit(server.client)
        until(lambda: server.client.get(address).json()["status"] == "fitting")
        started = children(server.process.pid)
        server.end(signal.SIGKILL)
        until(lambda: not any(map(running, started)))
        (left,) = temporary.glob("hyperdigest-app-*")
    with served(temporary=temporary) as server:
        (fresh,) = temporary.glob("hyperdigest-app-*")
        assert fresh != left
        assert fresh.stat().st_mode & 0o777 == 0o700


def test_the_app_serves_saved_collections_and_folders(temporary, saved, tmp_path):
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "bridge.txt").write_text(TEXT)
    token = "a-token-of-many-characters"
    with served(saved, papers, "--token", token, temporary=temporary) as it:
        assert it.client.get("/").status_code == 401
        assert it.client.get(it.url, follow_redirects=True).status_code == 200
        listed = it.client.get(COLLECTIONS).json()["collections"]
        assert {entry["name"] for entry in listed} == {"papers", "bridge"}
        added = next(entry["id"] for entry in listed if entry["name"] == "papers")
        entry = wait_until_ended(it.client, f"{COLLECTIONS}/{added}")
        assert (entry["status"], entry["documents"]) == ("ready", 1)


def test_what_is_kept_is_there_again(temporary, tmp_path):
    kept = tmp_path / "kept"
    with served("--keep", kept, temporary=temporary) as server:
        body = {"documents": [{"text": TEXT}], "name": "Bridge", "sweeps": 5}
        address = server.client.post(COLLECTIONS, json=body).headers["location"]
        assert wait_until_ended(server.client, address)["status"] == "ready"
        with (
            pytest.raises(AssertionError, match="another app keeps its collections"),
            served("--keep", kept, temporary=temporary),
        ):
            pass
        server.end(signal.SIGKILL)
    with served("--keep", kept, temporary=temporary) as server:
        assert server.client.get(address).json()["name"] == "Bridge"
        answer = server.client.post(f"{address}/digest", json={"question": "Who closed it?"})
        assert answer.json()["sentences"]
        assert server.client.delete(address).status_code == 204
        server.end()
    assert not list((kept / "collections").iterdir())
