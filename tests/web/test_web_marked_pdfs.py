"""The cited PDFs with highlights, downloaded from the app."""

import io
import re
import zipfile

from marks_made import highlights
from pages_made import letters, typeset
from web_app import API, app_client, wait_until_ended

QUESTION = "What does the tram cost?"
TRAM = "The tram costs the town 340 million euros. It rings its bell in all the old streets."


def page_of(client, folder):
    """The address of the page of a collection of the files in a folder."""
    made = client.post(f"{API}/collections", json={"paths": [str(folder)], "sweeps": 5})
    assert made.status_code == 202, made.text
    assert wait_until_ended(client, made.headers["location"])["status"] == "ready"
    return f"/c/{made.headers['location'].rpartition('/')[2]}"


def marked(client, page):
    """What the button on the page of a digest gives; None if there is no button."""
    html = client.get(page, params={"q": QUESTION, "words": 60}).text
    links = re.findall(r'href="([^"]*/marked[^"]*)"', html)
    return client.get(links[0].replace("&amp;", "&")) if links else None


def test_the_only_cited_pdf_is_downloaded_with_its_highlights(tmp_path):
    (tmp_path / "tram.pdf").write_bytes(typeset([TRAM]))
    (tmp_path / "a.txt").write_text("Trams are slow, as the whole of the town has found.")
    with app_client() as client:
        page = page_of(client, tmp_path)
        answer = marked(client, page)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        name = 'attachment; filename="what-does-the-tram-cost.pdf"'
        assert answer.headers["content-disposition"] == name
        marks = highlights(answer.content)
        assert {mark.note for mark in marks} >= {f"[1] {QUESTION}"}
        assert all(letters(mark.text) in letters(TRAM) for mark in marks)
        assert marked(client, page).content == answer.content


def test_an_upload_is_marked():
    with app_client() as client:
        files = [("files", ("tram.pdf", typeset([TRAM])))]
        made = client.post(f"{API}/collections", files=files, data={"sweeps": "5"})
        collection = made.headers["location"]
        assert wait_until_ended(client, collection)["status"] == "ready"
        answer = marked(client, f"/c/{collection.rpartition('/')[2]}")
        assert highlights(answer.content)


def test_several_pdfs_are_downloaded_together_and_missing_ones_named(tmp_path):
    texts = {
        "one.pdf": "What the tram costs was told on Monday: 340 million euros in all.",
        "two.pdf": "The tram costs the town of the harbour nothing, says its mayor.",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(typeset([text]))
    with app_client() as client:
        page = page_of(client, tmp_path)
        both = marked(client, page)
        assert both.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(both.content)) as packed:
            assert sorted(packed.namelist()) == ["one-marked.pdf", "two-marked.pdf"]
            assert all(highlights(packed.read(name)) for name in packed.namelist())
        (tmp_path / "one.pdf").unlink()
        with zipfile.ZipFile(io.BytesIO(marked(client, page).content)) as packed:
            assert sorted(packed.namelist()) == ["not marked.txt", "two-marked.pdf"]
            reason = packed.read("not marked.txt").decode()
            assert "no marked copy of one.pdf: it is not available" in reason
        (tmp_path / "two.pdf").unlink()
        gone = marked(client, page)
        assert gone.status_code == 404
        assert "no marked copy of two.pdf: it is not available" in gone.text


def test_without_a_pdf_there_is_no_button(tmp_path):
    (tmp_path / "a.txt").write_text(TRAM)
    with app_client() as client:
        page = page_of(client, tmp_path)
        assert marked(client, page) is None
        answer = client.get(f"{page}/marked", params={"q": QUESTION})
        assert answer.status_code == 404
        assert "the digest cites no PDF" in answer.text
