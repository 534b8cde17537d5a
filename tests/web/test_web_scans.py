"""Scanned pages in the app: one click reads them by machine, wherever the files lie."""

from io import BytesIO

import pytest
from PIL import Image

from hyperdigest.web.templates import environment
from needed import needs
from office_made import pptx, shape
from pages_made import scanned, typeset
from web_app import app_client, wait_until_ended

COLLECTIONS = "/api/v1/collections"
MINUTES = (
    "The harbour board met on the first Monday of March and agreed to dredge the northern channel.",
    "The pilot said that the ferry ran aground twice, because the channel is too shallow at ebb.",
    "The dredger will be hired from the neighbouring port, and the work will take three weeks.",
)


@pytest.fixture(scope="module")
def files():
    """A PDF that is scanned, one that is so in part, and slides."""
    whole = typeset([*MINUTES] * 2, rows=6)
    slides = pptx(shape("Harbour", "title") + shape("The channel is to be dredged.", "body"))
    return {
        "minutes.pdf": scanned(typeset(MINUTES, rows=9)),
        "part.pdf": scanned(whole, pages=[2]),
        "plan.pptx": slides,
    }


def put(client, files, folder=None):
    """The address of a collection of files, uploaded or named, once it is read."""
    if folder is None:
        sent = [("files", (name, data)) for name, data in files.items()]
        answer = client.post(COLLECTIONS, files=sent, data={"sweeps": "5"})
    else:
        for name, data in files.items():
            (folder / name).write_bytes(data)
        answer = client.post(COLLECTIONS, json={"paths": [str(folder)], "sweeps": 5})
    address = answer.headers["location"]
    wait_until_ended(client, address)
    return address


def page_of(address):
    return address.replace(COLLECTIONS, "/c") + "/documents"


@pytest.mark.parametrize("named", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_click_reads_the_scanned_pages(files, tmp_path, named):
    needs("tesseract")
    folder = tmp_path / "files"
    folder.mkdir()
    with app_client(keep=tmp_path / "kept") as client:
        address = put(client, files, folder if named else None)
        before = client.get(page_of(address)).text
        assert "Read the 2 scanned pages by machine" in before
        assert "--ocr" not in before
    with app_client(keep=tmp_path / "kept") as client:
        client.post(f"{page_of(address)}/recognize")
        entry = wait_until_ended(client, address)
        assert entry["error"] == ""
        assert entry["news"] == "read 2 pages by machine, of 2 files"
        assert not any("no text layer" in each for each in entry["warnings"])
        assert any(each.startswith("part.pdf was read by machine") for each in entry["warnings"])
        assert "/recognize" not in client.get(page_of(address)).text
        listed = client.get(f"{address}/documents").json()["documents"]
        assert sorted(each["name"] for each in listed) == ["minutes.pdf", "part.pdf", "plan.pptx"]
        for number in range(len(listed)):
            if listed[number]["pages"] and listed[number]["format"] == "pdf":
                image = client.get(f"{page_of(address)[:-10]}/pages/{number}-1.png")
                assert image.status_code == 200
        again = client.post(f"{address}/recognize")
        assert (again.status_code, "no scanned pages" in again.text) == (409, True)


def test_a_collection_of_scans_alone_is_read_from_its_page(files):
    needs("tesseract")
    with app_client() as client:
        address = put(client, {"minutes.pdf": files["minutes.pdf"]})
        page = page_of(address)[:-10]
        assert "Read the 1 scanned page by machine" in client.get(page).text
        client.post(f"{page}/documents/recognize")
        entry = wait_until_ended(client, address)
        assert (entry["status"], entry["documents"]) == ("ready", 1)


@pytest.fixture
def no_tesseract(monkeypatch):
    monkeypatch.setattr("hyperdigest.web.templates.is_installed", lambda: False)
    environment.cache_clear()
    yield
    environment.cache_clear()


@pytest.mark.usefixtures("no_tesseract")
def test_without_tesseract_it_is_told_what_to_install(files):
    with app_client() as client:
        text = client.get(page_of(put(client, files))).text
        assert "2 scanned pages can be read by machine (OCR)" in text
        assert "tesseract-ocr" in text
        assert "/recognize" not in text


def test_a_message_of_the_app_names_no_command_and_no_option():
    message = environment().filters["message"]
    assert message("a (1).pdf is an image: read it with OCR (--ocr)").endswith("it with OCR")
    assert message("b (2).pdf (hyperdigest doctor FILE shows it)") == "b (2).pdf"
    assert message("not in the documents: zebras") == "Not in the documents: zebras"


def test_no_page_on_an_image_names_an_option_of_the_command_line():
    data = BytesIO()
    Image.new("RGB", (60, 60)).save(data, "PNG")
    with app_client() as client:
        address = put(client, {"map.png": data.getvalue()})
        page = client.get(page_of(address)).text
    assert "is an image" in page
    assert "--ocr" not in page
