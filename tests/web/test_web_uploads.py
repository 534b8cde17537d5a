"""Files sent to the app: bounded, renamed, read, and taken away."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read.file_names import LONGEST, UniqueNames, safe_name
from hyperdigest.web.settings import Limits
from mail_made import message
from web_app import API, EXAMPLES, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
TEXT = b"The council closed the old bridge on Monday. Engineers found cracks in two arches."


def sent(client, *files, **fields):
    return client.post(COLLECTIONS, files=[("files", file) for file in files], data=fields)


@pytest.fixture
def empty():
    with app_client() as client:
        yield client


def left(client):
    return list(client.registry.state.uploads.iterdir())


def test_files_are_read_fitted_asked_and_taken_away(empty):
    names = ("eye-safety.md", "power-grid.pdf", "travel-and-traffic.docx")
    files = [(name, (EXAMPLES / name).read_bytes()) for name in names]
    answer = sent(empty, *files, name="Eclipse", sweeps="20")
    assert answer.status_code == 202
    address = answer.headers["location"]
    entry = wait_until_ended(empty, address)
    assert (entry["status"], entry["name"], entry["documents"]) == ("ready", "Eclipse", 3)
    assert not left(empty)
    asked = {"question": "How does it hurt the eyes?", "words": 40}
    digest = empty.post(f"{address}/digest", json=asked).json()
    assert {sentence["path"] for sentence in digest["sentences"]} <= set(names)
    assert empty.delete(address).status_code == 204
    assert empty.get(address).status_code == 404
    assert not list(empty.registry.state.collections.iterdir())


def test_names_lead_nowhere_and_are_told_apart(empty, tmp_path):
    names = [
        "../../a.txt",
        "/etc/a.txt",
        "C:\\x\\a.txt",
        "\x1b[2Ja.txt",
        "-.txt",
        ".txt",
        "\u202etxt.b.md",
    ]
    texts = [b"%s Story number %d is told here." % (TEXT, n) for n in range(len(names))]
    address = sent(empty, *zip(names, texts, strict=True)).headers["location"]
    assert wait_until_ended(empty, address)["status"] == "ready"
    shown = [each["name"] for each in empty.get(f"{address}/documents").json()["documents"]]
    assert len(shown) == len(names)
    assert {"a.txt", "a (2).txt", "a (3).txt", "txt.b.md"} <= set(shown)


def test_one_bad_file_takes_no_other_with_it(empty):
    answer = sent(empty, ("a.txt", TEXT), ("b.pdf", b"%PDF-1.7 nothing"), ("c.exe", b"MZ"))
    entry = wait_until_ended(empty, answer.headers["location"])
    assert entry["status"] == "ready"
    assert "c.exe" in entry["warnings"][0]
    assert entry["warnings"][1].startswith("skipped b.pdf: is not a PDF")


def test_what_cannot_be_read_at_all_fails_with_a_reason(empty):
    entry = wait_until_ended(empty, sent(empty, ("b.pdf", b"nothing")).headers["location"])
    assert entry["status"] == "failed"
    assert "b.pdf is not a PDF" in entry["error"]
    asked = empty.post(f"{COLLECTIONS}/{entry['id']}/digest", json={"question": "x"})
    assert asked.status_code == 409


@pytest.mark.parametrize(
    ("limits", "files", "fields", "status"),
    [
        (Limits(file_bytes=50), [("a.txt", TEXT)], {}, 413),
        (Limits(files=2), [("a.txt", b"a"), ("b.txt", b"b"), ("c.txt", b"c")], {}, 413),
        (Limits(), [("a.exe", TEXT), ("b", TEXT)], {}, 415),
        (Limits(), [], {"name": "x"}, 415),
        (Limits(), [("a.txt", TEXT)], {"name": "x" * 20_000}, 413),
        (Limits(), [("a.txt", TEXT)], {"words": "many"}, 422),
        (Limits(), [("a.txt", TEXT)], {"language": "xx"}, 422),
        (Limits(), [("a.txt", TEXT)], {"embedding_model": "/etc"}, 422),
        (Limits(), [("a.txt", TEXT)], {"unknown": "1"}, 422),
        (Limits(), [("a.txt", TEXT)], {f"f{n}": "1" for n in range(60)}, 413),
        (Limits(collections=0), [("a.txt", TEXT)], {}, 429),
        (Limits(fits_at_once=0, fits_waiting=0), [("a.txt", TEXT)], {}, 503),
    ],
)
def test_an_upload_beyond_the_limits_is_refused_and_leaves_nothing(limits, files, fields, status):
    with app_client(limits=limits) as client:
        answer = sent(client, *files, **fields)
        assert answer.status_code == status
        assert answer.json()["error"]["message"]
        assert not left(client)
        assert not client.registry.collections


NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--"
HALF = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf'


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x\r\n"),
        ("multipart/form-data; boundary=x", NAMELESS),
        ("multipart/form-data; boundary=x", b"garbage"),
        ("multipart/form-data; boundary=x", HALF),
    ],
)  # fmt: skip
def test_a_malformed_form_is_refused_and_leaves_nothing(empty, kind, content):
    answer = empty.post(COLLECTIONS, content=content, headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert not left(empty)


def test_the_forms_of_the_pages_lead_on_to_a_page(empty):
    answer = empty.post("/collections", files=[("files", ("a.txt", TEXT))], follow_redirects=False)
    assert answer.status_code == 303
    id = empty.registry.collections[0].id
    assert answer.headers["location"] == f"/c/{id}"
    answer = empty.post(f"/c/{id}/remove", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert not empty.registry.collections
    refused = empty.post("/collections", files=[("files", ("a.exe", TEXT))])
    assert refused.status_code == 415
    assert "<html" in refused.text


def test_paths_of_this_machine_are_read_where_they_are(empty):
    body = {"paths": [str(EXAMPLES)], "sweeps": 10}
    address = empty.post(COLLECTIONS, json=body).headers["location"]
    entry = wait_until_ended(empty, address)
    assert (entry["status"], entry["name"]) == ("ready", "eclipse")
    paths = [each["path"] for each in empty.get(f"{address}/documents").json()["documents"]]
    assert str(EXAMPLES / "eye-safety.md") in paths


@pytest.mark.parametrize(
    "paths",
    [[], "x", [5], ["-"], [""], ["relative"], ["/etc/../etc"], ["/a\0b"], ["/x"] * 200, None, [[]]],
)
def test_what_is_no_path_is_refused(empty, paths):
    assert empty.post(COLLECTIONS, json={"paths": paths}).status_code == 422


def test_other_machines_may_name_only_what_lies_below_the_root(tmp_path):
    inside, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.txt").write_bytes(TEXT)
    (inside / "link").symlink_to(outside)
    token = "a-token-of-many-characters"
    with app_client(host="0.0.0.0", token=token, root=inside) as client:
        client.headers["Authorization"] = f"Bearer {token}"

        def status(path):
            return client.post(COLLECTIONS, json={"paths": [str(path)]}).status_code

        assert status(inside / "a.txt") == 202
        assert status("a.txt") == 202
        assert [status(path) for path in (outside, inside / "link", "link/a.txt", "/")] == [403] * 4
    with app_client(host="0.0.0.0", token=token) as client:
        client.headers["Authorization"] = f"Bearer {token}"
        assert client.post(COLLECTIONS, json={"paths": ["/etc"]}).status_code == 403


@given(st.text(max_size=400))
def test_any_name_is_made_one_plain_part(given):
    name = safe_name(given)
    assert name == safe_name(name)
    assert name.isprintable()
    assert 0 < len(name.encode()) <= LONGEST
    assert not set(name) & set("/\\\0")
    assert not name.startswith((".", "-", "~"))


def test_a_name_that_is_taken_gets_a_number():
    names = UniqueNames()
    given = ["a.txt", "a (2).txt", "a.txt", "b", "A.TXT", "a.txt"]
    assert [names.unique(name) for name in given] == [
        "a.txt", "a (2).txt", "a (3).txt", "b", "A (4).TXT", "a (5).txt",
    ]  # fmt: skip


def test_thousands_of_files_of_one_name_are_told_apart_at_once():
    names = UniqueNames()
    assert len({names.unique("a.txt") for _ in range(20_000)}) == 20_000


def test_no_link_or_glob_leads_out_of_the_root(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (root / "within", outside):
        folder.mkdir(parents=True)
    (outside / "secret.txt").write_text("The secret is kept in the cellar.")
    (root / "within" / "open.txt").write_text("The door is open all day long.")
    (root / "within" / "link.txt").symlink_to(outside / "secret.txt")
    (root / "way").symlink_to(outside)
    with app_client(root=root) as client:
        for path in ("within", "*/*.txt"):
            entry = client.post(COLLECTIONS, json={"paths": [path]}).json()
            entry = wait_until_ended(client, f"{COLLECTIONS}/{entry['id']}")
            assert entry["documents"] == 1
            assert any("lies outside" in warning for warning in entry["warnings"])
        assert client.post(COLLECTIONS, json={"paths": ["way"]}).status_code == 403


def test_a_root_may_be_named_from_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "a.txt").write_text("The bridge is closed for the winter.")
    monkeypatch.chdir(tmp_path)
    with app_client(root=Path("papers")) as client:
        assert client.post(COLLECTIONS, json={"paths": ["a.txt"]}).status_code == 202
        assert client.post(COLLECTIONS, json={"paths": ["/etc"]}).status_code == 403


def test_what_goes_wrong_with_a_kept_file_does_not_tell_where_it_lies(tmp_path):
    with app_client() as client:
        documents = [{"name": "a", "text": "The bridge is closed for the winter."}]
        entry = client.post(COLLECTIONS, json={"documents": documents}).json()
        address = f"{COLLECTIONS}/{entry['id']}"
        ended = wait_until_ended(client, address)
        assert ended["status"] == "ready", ended
        saved = client.registry.get(entry["id"]).saved
        saved.write_bytes(saved.read_bytes()[:5000])
        answer = client.post(f"{address}/digest", json={"question": "Why is it closed?"})
        assert answer.status_code == 422
        assert "truncated" in answer.text
        assert str(saved.parent.parent) not in answer.text


def test_the_language_is_shown_and_may_be_named_by_the_form(empty):
    page = empty.get("/").text
    assert page.count('<select class="field" id="language"') == 1
    assert '<option value="de">German</option>' in page
    for language, told in (("", "English"), ("de", "German")):
        answer = sent(empty, ("bridge.txt", TEXT), language=language, sweeps="5")
        entry = wait_until_ended(empty, answer.headers["location"])
        assert entry["summary"].startswith(f"1 document in {told}, ")
        shown = empty.get(f"/c/{entry['id']}/documents").text
        assert f'<td class="minor">{told}</td>' in shown
    answer = empty.post("/collections", files=[("files", ("a.txt", TEXT))], data={"language": "xx"})
    assert answer.status_code == 422
    assert "choose one of auto, ar, " in answer.text


def test_documents_in_several_languages_are_counted_by_language(empty):
    german = "Die Brücke wurde im Winter geschlossen, weil Ingenieure Risse in zwei Bögen fanden."
    french = "Le pont a été fermé lundi parce que les ingénieurs ont trouvé des fissures."
    greek = "Η γέφυρα έκλεισε τη Δευτέρα επειδή βρέθηκαν ρωγμές σε δύο τόξα."
    texts = [TEXT.decode(), german, german + " Niemand kam.", french, greek]
    files = [(f"{n}.txt", text.encode()) for n, text in enumerate(texts)]
    entry = wait_until_ended(empty, sent(empty, *files, sweeps="5").headers["location"])
    counted = "2 in German, 1 in Greek, 1 in English, 1 in other languages"
    assert entry["summary"].startswith(f"5 documents ({counted}), ")


def test_a_maildir_in_a_folder_is_a_mailbox_with_its_threads(empty):
    question = message("Does anybody know when the ferry sails?", Message_ID="<1@example.org>")
    head = "From: Bert Carl <bert@example.org>\nDate: Wed, 4 Nov 2026 10:12:13 +0100\n"
    answer = message(
        "The ferry sails at ten on Sundays, and every hour after that.",
        head=f"{head}Subject: Re: Ferry\n",
        In_Reply_To="<1@example.org>",
    )
    files = [
        ("Mail/cur/1762074000.M1P7.host:2,S", question),
        ("Mail/.Sent/cur/1762074001.M2P7.host:2,S", answer),
        ("Mail/dovecot-uidlist", b"3 V1"),
    ]
    address = sent(empty, *files).headers["location"]
    assert wait_until_ended(empty, address)["documents"] == 2
    asked = {"question": "When does the ferry sail?", "words": 30}
    digest = empty.post(f"{address}/digest", json=asked).json()
    documents = {sentence["document"] for sentence in digest["sentences"]}
    assert documents
    assert documents <= {"Mail/2026-11-03 Anna Berg", "Sent/2026-11-04 Bert Carl"}
    assert not left(empty)


def test_the_name_of_a_message_leads_nowhere(empty):
    name = "../../../cur/1762074000.M1.host:2,S"
    address = sent(empty, (name, message("The ferry sails at ten."))).headers["location"]
    assert wait_until_ended(empty, address)["documents"] == 1
    assert not left(empty)


def test_files_of_the_kinds_that_are_read_can_be_chosen(empty):
    [accepted] = re.findall(r'id="files"[^>]* accept="([^"]*)"', empty.get("/").text)
    assert {".csv", ".docx", ".tar", ".gz", ".tex", ".txt"} <= set(accepted.split(","))
    assert ".exe" not in accepted
