"""What a folder of kept collections holds is checked: odd values harm no page."""

import json

import pytest

from web_app import API, app_client, wait_until_ended

ODD = (
    None,
    True,
    5,
    -1,
    1e300,
    1.5,
    "x",
    "",
    "\ud800",
    "\x1b[2J\n<b>",
    [],
    {},
    [5],
    ["\ud800"],
    {"a": 5},
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder with a collection that was asked two questions; the folder of that."""
    place = tmp_path_factory.mktemp("kept")
    with app_client(keep=place) as client:
        body = {"documents": [{"text": "The council closed the old bridge."}], "sweeps": 5}
        address = client.post(f"{API}/collections", json=body).headers["location"]
        assert wait_until_ended(client, address)["status"] == "ready"
        page = f"/c/{address.rpartition('/')[2]}"
        for question in ("Who closed it?", "What was closed?"):
            assert client.get(page, params={"q": question}).status_code == 200
    [folder] = (place / "collections").iterdir()
    return folder


def shown(folder):
    """What the app lists, and all of its pages about a collection are there."""
    with app_client(keep=folder.parents[1]) as client:
        entries = client.get(f"{API}/collections").json()["collections"]
        assert client.get("/").status_code == 200
        for entry in entries:
            for page in ("", "/history", "/documents", "/topics"):
                answer = client.get(f"/c/{entry['id']}{page}")
                assert answer.status_code == 200
                assert "<b>" not in answer.text.partition("<main")[2].replace("</b>", "")
            history = client.get(f"{API}/collections/{entry['id']}/history")
            assert history.status_code == 200
            entry["questions"] = [each["question"] for each in history.json()["questions"]]
        return entries


@pytest.mark.parametrize("field", ["id", "name", "summary", "documents", "warnings", "added"])
def test_what_is_kept_of_a_collection_may_be_of_any_type(kept, field):
    file = kept / "about.json"
    before = file.read_text()
    try:
        for odd in ODD:
            file.write_text(json.dumps(json.loads(before) | {field: odd}))
            assert len(shown(kept)) <= 1
    finally:
        file.write_text(before)
    assert len(shown(kept)) == 1


@pytest.mark.parametrize("field", ["question", "words", "query", "time"])
def test_a_past_question_may_be_of_any_type_and_the_others_stay(kept, field):
    file = kept / "history.jsonl"
    before = file.read_text()
    first, second = map(json.loads, before.splitlines())
    try:
        for odd in ODD:
            file.write_text(f"{json.dumps(first | {field: odd})}\n{json.dumps(second)}\n")
            [entry] = shown(kept)
            assert entry["questions"][-1] == second["question"]
    finally:
        file.write_text(before)


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b"\xff\xfe", b"[" * 100_000])
@pytest.mark.parametrize("name", ["about.json", "history.jsonl"])
def test_a_file_that_is_damaged_is_left_aside(kept, name, content):
    file = kept / name
    before = file.read_bytes()
    try:
        file.write_bytes(content)
        assert len(shown(kept)) == (name == "history.jsonl")
    finally:
        file.write_bytes(before)
