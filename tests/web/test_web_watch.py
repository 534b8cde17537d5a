"""Files that are watched: what has changed is noticed when it is whole, told, and taken over."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.model import Collection
from hyperdigest.options import Options
from hyperdigest.read.changes import difference, stamps_of
from hyperdigest.web.settings import Limits
from hyperdigest.web.watch import Watch, load_watch
from web_app import PATIENCE, app_client, wait_until_ended

TEXT = "The miller keeps his ledger in the mill. The river rose against the wheel in March.\n"
STAMPS = st.dictionaries(st.sampled_from("abcde"), st.tuples(st.integers(0, 2), st.integers(0, 2)))


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(f"{TEXT}This is the paper called {name}.\n")
    return folder


@given(STAMPS, STAMPS)
def test_differences_lead_from_one_to_the_other(before, now):
    found = difference(before, now)
    assert set(found.added) == now.keys() - before.keys()
    assert set(found.removed) == before.keys() - now.keys()
    assert set(found.changed) == {p for p in before.keys() & now.keys() if before[p] != now[p]}
    assert bool(found) == (before != now)


def test_a_file_that_is_being_written_is_waited_for():
    watch = Watch(("x",), mode="tell", known={"a": (1, 1)})
    assert not watch.look({"a": (2, 1)})
    assert not watch.look({"a": (3, 5)})
    assert not watch.changes
    assert watch.look({"a": (3, 5)})
    assert watch.changes.changed == ("a",)
    assert not watch.look({"a": (3, 5)})
    watch.take()
    assert not watch.look({"a": (3, 5)})
    assert not watch.changes


def test_a_watch_is_kept(tmp_path):
    watch = Watch(("/papers",), "/papers", "update", {"/papers/a.txt": (1, 2)})
    watch.save(tmp_path)
    assert load_watch(tmp_path) == watch
    (tmp_path / "watch.json").write_text('{"paths": 3}')
    assert load_watch(tmp_path) is None


def test_only_files_that_would_be_read_are_looked_at(folder, tmp_path):
    (folder / "picture.raw").write_bytes(b"x")
    (tmp_path / "secret.txt").write_text("x")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    names = {Path(path).name for path in stamps_of([str(folder)], str(folder), 10)}
    assert names == {"a.txt", "b.txt", "c.txt"}


def changed_until(client, address, done):
    """The entry at an address once it is as it should be."""
    end = time.monotonic() + PATIENCE
    while not done(entry := client.get(address).json()):
        assert time.monotonic() < end, entry
        time.sleep(0.05)
    return entry


def change(folder):
    (folder / "a.txt").write_text(f"{TEXT}A bridge was built of granite.\n")
    (folder / "b.txt").rename(folder / "moved.txt")
    (folder / "d.txt").write_text("The ferry stopped in the year of the flood.\n")


@pytest.mark.parametrize("mode", ["tell", "update"])
def test_changes_are_noticed_and_taken_over(folder, mode):
    with app_client(limits=Limits(watch_seconds=0.05)) as client:
        made = client.post("/api/v1/collections", json={"paths": [str(folder)]}).json()
        address, page = f"/api/v1/collections/{made['id']}", f"/c/{made['id']}"
        assert wait_until_ended(client, address)["status"] == "ready"
        client.post(f"{page}/documents/watch", data={"watch": mode})
        change(folder)
        if mode == "tell":
            end = time.monotonic() + PATIENCE
            told = "4 files changed on the disk: 2 added, 1 changed, 1 removed"
            while told not in client.get(f"{page}/documents").text:
                assert time.monotonic() < end
            assert told in client.get(page).text
            client.post(f"{page}/documents/update")

        def names():
            listed = client.get(f"{address}/documents").json()["documents"]
            return {each["name"] for each in listed}

        wanted = {"a.txt", "c.txt", "d.txt", "moved.txt"}
        entry = changed_until(client, address, lambda _: names() == wanted)
        entry = changed_until(client, address, lambda entry: entry["progress"] is None)
        assert "document" in entry["news"]
        assert entry["error"] == ""
        digest = client.post(f"{address}/digest", json={"question": "granite bridge", "words": 20})
        assert "granite" in digest.json()["sentences"][0]["text"]


def test_what_changed_while_the_app_was_away_is_noticed(folder, tmp_path):
    keep, limits = tmp_path / "kept", Limits(watch_seconds=0.05)
    with app_client(keep=keep, limits=limits) as client:
        made = client.post("/api/v1/collections", json={"paths": [str(folder)]}).json()
        wait_until_ended(client, f"/api/v1/collections/{made['id']}")
        client.post(f"/c/{made['id']}/documents/watch", data={"watch": "tell"})
    (folder / "c.txt").unlink()
    with app_client(keep=keep, limits=limits) as client:
        end = time.monotonic() + PATIENCE
        while "1 file changed on the disk: 1 removed" not in client.get(f"/c/{made['id']}").text:
            assert time.monotonic() < end


def test_what_is_not_on_this_machine_is_not_watched(client):
    page = f"/c/{client.registry.collections[0].id}"
    assert client.post(f"{page}/documents/watch", data={"watch": "tell"}).status_code == 422
    assert 'name="watch"' not in client.get(f"{page}/documents").text


def test_a_name_made_of_files_follows_them(folder):
    with app_client() as client:
        files = [("files", (f"{name}.txt", f"{TEXT} {name}")) for name in ("one", "two")]
        made = client.post("/api/v1/collections", files=files).json()
        address = f"/api/v1/collections/{made['id']}"
        assert wait_until_ended(client, address)["name"] == "one.txt and 1 more"
        client.delete(f"{address}/documents", params={"name": "one.txt"})
        assert wait_until_ended(client, address)["name"] == "two.txt"
        client.patch(address, json={"name": "Mine"})
        client.post(f"{address}/documents", files=files[:1])
        assert wait_until_ended(client, address)["name"] == "Mine"


def test_files_that_are_all_renamed_are_followed(folder):
    (folder / "papers").mkdir()
    with app_client(limits=Limits(watch_seconds=0.05)) as client:
        made = client.post("/api/v1/collections", json={"paths": [str(folder)]}).json()
        address, page = f"/api/v1/collections/{made['id']}", f"/c/{made['id']}"
        wait_until_ended(client, address)
        client.post(f"{page}/documents/watch", data={"watch": "update"})
        for name in "abc":
            (folder / f"{name}.txt").rename(folder / "papers" / f"{name}-new.txt")

        def names(entry):
            listed = client.get(f"{address}/documents").json()["documents"]
            return entry["progress"] is None and {each["name"] for each in listed}

        wanted = {f"papers/{name}-new.txt" for name in "abc"}
        entry = changed_until(client, address, lambda entry: names(entry) == wanted)
        assert (entry["error"], entry["documents"]) == ("", 3)


def test_an_open_page_asks_for_what_has_changed(folder):
    with app_client(limits=Limits(watch_seconds=0.05)) as client:
        made = client.post("/api/v1/collections", json={"paths": [str(folder)]}).json()
        page = f"/c/{made['id']}"
        wait_until_ended(client, f"/api/v1/collections/{made['id']}")
        client.post(f"{page}/documents/watch", data={"watch": "tell"})
        address = f"{page}/documents/changes"
        assert f'data-address="{address}"' in client.get(page).text
        assert "changed on the disk" not in client.get(address).text
        (folder / "c.txt").unlink()
        end = time.monotonic() + PATIENCE
        while "1 file changed on the disk: 1 removed" not in client.get(address).text:
            assert time.monotonic() < end


def test_a_renamed_file_of_a_collection_keeps_its_name(folder, tmp_path):
    saved, keep = tmp_path / "case.hdig", tmp_path / "kept"
    Collection.read(folder).fit(Options(sweeps=5)).save(saved)
    with app_client(keep=keep, saved=[saved]) as client:
        [entry] = client.get("/api/v1/collections").json()["collections"]
        client.patch(f"/api/v1/collections/{entry['id']}", json={"name": "The mill"})
    with app_client(keep=keep) as client:
        [entry] = client.get("/api/v1/collections").json()["collections"]
        assert entry["name"] == "The mill"
