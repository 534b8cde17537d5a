"""Archives that are uploaded: their files are documents, and pages of PDFs in them are shown."""

import io

import pypdfium2
import pytest
from PIL import Image

from archives_made import tarred
from documents_made import zipped
from hyperdigest.web.settings import Limits
from needed import needs
from pages_made import scanned, typeset
from web_app import API, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
TRAM = (
    "The council approved the new tram line on Monday after a debate of six hours.",
    "The cost is put at 340 million euros, of which the government pays the larger part.",
)
NOTES = b"Trams are slow, and they ring at night. Nobody in the town likes that at all."


def sent(client, name, data):
    answer = client.post(COLLECTIONS, files=[("files", (name, data))], data={"sweeps": "5"})
    return answer.headers["location"]


def uploaded(client, name, data):
    address = sent(client, name, data)
    assert wait_until_ended(client, address)["status"] == "ready"
    return address


def pages_of(address):
    return address.replace(COLLECTIONS, "/c")


@pytest.mark.parametrize(
    "pack", [lambda files: ("p.zip", zipped(files)), lambda files: ("p.tar", tarred(files.items()))]
)
def test_the_pages_of_a_pdf_in_an_archive_are_shown(pack):
    files = {
        "in/tram.pdf": typeset(TRAM),
        "notes.txt": NOTES,
        "evil.exe": b"MZ",
        "../up.txt": NOTES,
    }
    name, data = pack(files)
    with app_client() as client:
        address = uploaded(client, name, data)
        listed = client.get(f"{address}/documents").json()["documents"]
        assert [each["name"] for each in listed] == [f"{name}/in/tram.pdf", f"{name}/notes.txt"]
        asked = {"question": "What does the tram cost?", "words": 30}
        digest = client.post(f"{address}/digest", json=asked).json()
        assert any(each["path"] == f"{name}/in/tram.pdf" for each in digest["sentences"])
        assert any("leads out of the archive" in warning for warning in digest["warnings"])
        image = client.get(f"{pages_of(address)}/pages/0-1.png")
        assert Image.open(io.BytesIO(image.content)).format == "PNG"
        how = {"q": asked["question"], "words": 30}
        marked = client.get(f"{pages_of(address)}/marked", params=how)
        assert b"/Highlight" in marked.content


def test_scans_and_images_in_an_archive_are_read_with_one_click():
    needs("tesseract")
    drawn = pypdfium2.PdfDocument(typeset(TRAM))[0].render(scale=2).to_pil()
    photo = io.BytesIO()
    drawn.save(photo, "PNG")
    files = {
        "in/scan.pdf": scanned(typeset(TRAM[1:])),
        "notes.txt": NOTES,
        "a.png": photo.getvalue(),
    }
    with app_client() as client:
        address = uploaded(client, "pile.zip", zipped(files))
        assert (
            "Read the 2 scanned pages by machine"
            in client.get(f"{pages_of(address)}/documents").text
        )
        client.post(f"{pages_of(address)}/documents/recognize")
        entry = wait_until_ended(client, address)
        assert (entry["status"], entry["error"]) == ("ready", "")
        listed = client.get(f"{address}/documents").json()["documents"]
        assert len(listed) == 3
        number = next(n for n, each in enumerate(listed) if each["format"] == "image")
        image = client.get(f"{pages_of(address)}/pages/{number}-1.png")
        assert Image.open(io.BytesIO(image.content)).format == "PNG"


def test_an_archive_counts_as_the_files_in_it():
    with app_client(limits=Limits(files=3)) as client:
        files = {f"{n}.txt": NOTES + b" It is number %d." % n for n in range(5)}
        entry = wait_until_ended(client, sent(client, "pile.zip", zipped(files)))
        assert (entry["status"], entry["documents"]) == ("ready", 3)
        assert "pile.zip: has more than 3 files" in entry["warnings"][0]
