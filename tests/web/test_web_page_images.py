"""Pages of PDFs as images in the app."""

import gzip
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from hyperdigest.documents import Document
from hyperdigest.web.originals import ORIGINALS, keep_uploaded
from needed import needs
from pages_made import scanned, typeset
from web_app import API, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
TRAM = (
    "The council approved the new tram line on Monday after a debate of six hours. "
    "Engineers said that the first cars will run in the spring of next year. "
    "The cost is put at 340 million euros, of which the government pays the larger part.",
    "Opponents fear noise and the loss of forty old plane trees along the avenue. "
    "The mayor wants the tram to reach the harbour as well.",
)
QUESTION = "What does the tram cost?"


@pytest.fixture
def tram():
    return typeset(TRAM, rows=3)


def uploaded(client, *files, address=COLLECTIONS):
    answer = client.post(
        address,
        files=[("files", file) for file in files],
        data={} if "/documents" in address else {"sweeps": "5"},
    )
    assert answer.status_code == 202, answer.text
    found = answer.headers["location"] if address == COLLECTIONS else address.rpartition("/")[0]
    assert wait_until_ended(client, found)["status"] == "ready"
    return found


def asked(client, collection):
    id = collection.rpartition("/")[2]
    return client.get(f"/c/{id}", params={"q": QUESTION, "words": 30})


def page_links(html):
    return [
        link.replace("&amp;", "&")
        for link in re.findall(r'class="place"[^>]* href="([^"]+)"', html)
    ]


def images(html):
    return [link.replace("&amp;", "&") for link in re.findall(r'<img src="([^"]+)"', html)]


def test_a_citation_of_an_upload_leads_to_its_page_as_an_image(tram):
    with app_client() as client:
        collection = uploaded(client, ("tram.pdf", tram), ("a.txt", b"Trams are slow. They ring."))
        links = page_links(asked(client, collection).text)
        assert links
        view = client.get(links[0])
        assert view.status_code == 200
        assert 'alt="tram.pdf, p. 1, as an image, with the cited text marked"' in view.text
        assert "<mark" in view.text
        [source] = images(view.text)
        image = client.get(source)
        assert image.headers["content-type"] == "image/png"
        colours = Image.open(io.BytesIO(image.content)).convert("RGB").getcolors(256)
        assert any(red > 200 and blue < 140 for _, (red, _, blue) in colours)
        assert client.get(source).content == image.content
        after = re.search(r'rel="next" href="([^"]+)"', view.text)[1].replace("&amp;", "&")
        assert "p. 2 of" in client.get(after).text


def test_the_source_view_leads_to_the_pages(tram):
    with app_client() as client:
        collection = uploaded(client, ("tram.pdf", tram))
        id = collection.rpartition("/")[2]
        text = client.get(f"/c/{id}/documents/0").text
        assert f'href="/c/{id}/pages/0-1"' in text
        view = client.get(f"/c/{id}/pages/0-1").text
        assert "marked" not in re.search(r'alt="([^"]+)"', view)[1]
        assert f'href="/c/{id}/documents/0"' in view


def test_only_pages_of_pdfs_of_the_collection_are_served(tram):
    with app_client() as client:
        collection = uploaded(client, ("tram.pdf", tram), ("z.txt", b"Trams are slow. They ring."))
        id = collection.rpartition("/")[2]
        for place in ("0-0", "0-99", "1-1", "7-1"):
            assert client.get(f"/c/{id}/pages/{place}").status_code == 404
            assert client.get(f"/c/{id}/pages/{place}.png").status_code == 404
        for place in ("0-1.jpg", "0", "-1", "..-1.png"):
            assert client.get(f"/c/{id}/pages/{place}").status_code == 404
        odd = ["mark=9-3", "mark=-", "mark=1-2-3", f"mark=0-{10**8}", "mark=x", "mark=" + "9" * 400]
        for mark in odd:
            assert client.get(f"/c/{id}/pages/0-1.png?{mark}").status_code == 200
        assert client.get("/c/0000/pages/0-1.png").status_code == 404


def test_uploads_are_kept_while_their_documents_are_in_the_collection(tram, tmp_path):
    other = typeset(["The harbour is deep. Ships of all kinds come to it every day of the year."])
    with app_client(keep=tmp_path) as client:
        collection = uploaded(client, ("tram.pdf", tram))
        uploaded(client, ("harbour.pdf", other), address=f"{collection}/documents")
        id = collection.rpartition("/")[2]
        folder = tmp_path / "collections" / id / ORIGINALS
        assert len(list(folder.iterdir())) == 2
        for number in (0, 1):
            assert client.get(f"/c/{id}/pages/{number}-1.png").status_code == 200
        client.delete(f"{collection}/documents", params={"name": "harbour.pdf"})
        wait_until_ended(client, collection)
        assert [path.read_bytes() for path in folder.iterdir()] == [tram]
    with app_client(keep=tmp_path) as client:
        assert client.get(f"/c/{id}/pages/0-1.png").status_code == 200
        client.delete(collection)
        assert not folder.exists()


@pytest.fixture
def shelf(tmp_path, tram):
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "tram.pdf").write_bytes(tram)
    return folder


def named(client, folder):
    answer = client.post(COLLECTIONS, json={"paths": [str(folder)], "sweeps": 5})
    assert answer.status_code == 202, answer.text
    collection = answer.headers["location"]
    assert wait_until_ended(client, collection)["status"] == "ready"
    return collection.rpartition("/")[2]


def test_a_file_named_by_its_path_is_read_there(shelf):
    with app_client() as client:
        id = named(client, shelf)
        image = client.get(f"/c/{id}/pages/0-1.png")
        assert image.status_code == 200
        (shelf / "tram.pdf").write_bytes(typeset(["Something else stands in this file today."] * 9))
        told = "has changed since it was read"
        changed = client.get(f"/c/{id}/pages/0-1.png")
        assert (changed.status_code, told in changed.text) == (422, True)
        view = client.get(f"/c/{id}/pages/0-1")
        assert (view.status_code, told in view.text, images(view.text)) == (200, True, [])
        assert "The council approved" in view.text
        (shelf / "tram.pdf").unlink()
        assert "is not available" in client.get(f"/c/{id}/pages/0-1").text


def test_a_file_that_lies_outside_of_the_root_by_now_is_not_shown(shelf, tmp_path):
    with app_client(root=shelf) as client:
        id = named(client, shelf)
        assert client.get(f"/c/{id}/pages/0-1.png").status_code == 200
        inside = shelf / "tram.pdf"
        outside: Path = tmp_path / "outside.pdf"
        inside.rename(outside)
        inside.symlink_to(outside)
        answer = client.get(f"/c/{id}/pages/0-1.png")
        assert (answer.status_code, "is outside of" in answer.text) == (422, True)


def test_the_token_is_needed(tram, tmp_path):
    with app_client(token="secret", host="0.0.0.0") as client:
        assert client.get("/c/0/pages/0-1.png").status_code in (401, 403)


def test_scanned_pages_are_read_where_that_is_ticked(tram):
    needs("tesseract")
    scan = scanned(tram)
    with app_client() as client:
        assert 'name="ocr"' in client.get("/").text
        refused = client.post(COLLECTIONS, files=[("files", ("tram.pdf", scan))])
        entry = wait_until_ended(client, refused.headers["location"])
        assert "no text layer" in entry["error"]
        answer = client.post(
            COLLECTIONS, files=[("files", ("tram.pdf", scan))], data={"ocr": "on", "sweeps": "5"}
        )
        collection = answer.headers["location"]
        entry = wait_until_ended(client, collection)
        assert entry["status"] == "ready"
        assert any("was read by machine (OCR) on pages 1-2" in each for each in entry["warnings"])
        html = asked(client, collection).text
        assert "p. 1, read by machine" in html
        view = client.get(page_links(html)[0]).text
        [source] = images(view)
        assert client.get(source).status_code == 200


def test_ocr_is_yes_or_no(shelf):
    with app_client() as client:
        answer = client.post(COLLECTIONS, json={"paths": [str(shelf)], "ocr": "perhaps"})
        assert (answer.status_code, "give true or false" in answer.text) == (422, True)


def test_an_upload_is_still_there_for_a_job_that_is_begun_anew(tmp_path, monkeypatch, tram):
    monkeypatch.chdir(tmp_path)
    Path("tram.pdf").write_bytes(tram)
    document = Document("tram.pdf", "tram.pdf", TRAM[0], format="pdf", pages=(0,))
    for _ in range(2):
        keep_uploaded([document])
        (kept,) = Path(ORIGINALS).iterdir()
        assert kept.read_bytes() == Path("tram.pdf").read_bytes() == tram


def test_pages_of_an_upload_that_is_packed_are_drawn(tram):
    with app_client() as client:
        answer = asked(client, uploaded(client, ("tram.pdf.gz", gzip.compress(tram))))
        (image,) = images(client.get(page_links(answer.text)[0]).text)
        assert client.get(image).headers["content-type"] == "image/png"


def test_an_export_holds_the_cited_pages_where_that_is_asked_for(tram):
    with app_client() as client:
        answer = client.post(
            COLLECTIONS, files=[("files", ("tram.pdf", tram))], data={"sweeps": "5"}
        )
        collection = answer.headers["location"]
        wait_until_ended(client, collection)
        html = asked(client, collection).text
        [link] = re.findall(r'href="([^"]*format=html&amp;pages=1)"', html)
        exported = client.get(link.replace("&amp;", "&"))
        assert "attachment" in exported.headers["content-disposition"]
        assert "data:image/png;base64," in exported.text
        without = client.get(link.replace("&amp;pages=1", "").replace("&amp;", "&")).text
        assert "data:image/png" not in without
