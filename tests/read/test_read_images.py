"""Image files are pages to be recognized, as scanned pages of PDFs are."""

import io
import re
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from hyperdigest import Collection, Options
from hyperdigest.errors import ReadError
from hyperdigest.read import image_pages, read_paths, scans
from hyperdigest.read.content import NoTextError
from hyperdigest.read.image_pages import count_pages, page_at, pdf_at, pdf_of_image
from hyperdigest.read.images import read_image
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.page_images.image import page_image
from hyperdigest.read.pages import page_of
from hyperdigest.read.pdf.recognized import recognize_in_child
from hyperdigest.render import render_text
from hyperdigest.render.marked_pdfs import write_marked_pdfs
from needed import needs
from pages_made import typeset

TRAM = (
    "The council approved the new tram line on Monday after a debate of six hours.",
    "Engineers said that the first cars will run in the spring of next year.",
    "The cost is put at 340 million euros, of which the government pays the larger part.",
)


def picture(*texts: str, dpi: int = 150) -> Image.Image:
    """A page with these paragraphs, in grey."""
    document = pypdfium2.PdfDocument(typeset(texts))
    drawn = document[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
    document.close()
    return drawn


def saved(image: Image.Image, kind: str, **how) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def on_its_side(image: Image.Image) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(image.rotate(90, expand=True), "JPEG", exif=exif, quality=90)


def transparent(image: Image.Image) -> Image.Image:
    ink = 255 - np.asarray(image)
    return Image.fromarray(np.dstack([np.zeros_like(ink)] * 3 + [ink]))


@pytest.fixture(scope="module")
def page():
    return picture(*TRAM)


KINDS = {
    "a.png": lambda page: saved(page, "PNG", dpi=(150, 150)),
    "b.jpg": lambda page: saved(page, "JPEG", quality=90),
    "c.jpeg": lambda page: saved(page.convert("CMYK"), "JPEG", quality=90),
    "d.tif": lambda page: saved(page.convert("1"), "TIFF", compression="group4"),
    "e.webp": lambda page: saved(page.convert("RGB"), "WEBP", lossless=True),
    "f.bmp": lambda page: saved(page.convert("P"), "BMP"),
    "g.jpg": on_its_side,
    "h.png": lambda page: saved(Image.fromarray(np.asarray(page).astype(np.uint16) * 257), "PNG"),
    "i.png": lambda page: saved(transparent(page), "PNG"),
}


def colours(data: bytes) -> tuple[float, bool]:
    """How dark the first page of a PDF is, and whether it is higher than wide."""
    document = pypdfium2.PdfDocument(data)
    drawn = np.asarray(document[0].render(scale=1, grayscale=True).to_pil().convert("L"))
    document.close()
    return 1 - float(drawn.mean()) / 255, drawn.shape[0] > drawn.shape[1]


@pytest.mark.parametrize("name", KINDS)
def test_images_of_all_kinds_are_shown_upright_and_black_on_white(page, name: str):
    data = KINDS[name](page)
    dark, upright = colours(pdf_of_image(data, [1]))
    assert dark == pytest.approx(colours(typeset(TRAM))[0], abs=0.01)
    assert upright


def test_the_text_of_images_is_recognized(page, tmp_path: Path):
    needs("tesseract")
    for name in ("a.png", "b.jpg", "d.tif", "g.jpg"):
        (tmp_path / name).write_bytes(KINDS[name](page))
    reading = read_paths([tmp_path], ReadingOptions(ocr=True), language="en")
    assert reading.skipped == ()
    [document] = reading.documents
    assert (document.name, document.format, document.pages) == ("a.png", "image", (0,))
    assert " ".join(document.text.split()) == " ".join(TRAM)
    assert document.place(document.text.index("Engineers")) == "p. 1"
    assert [copy.of for copy in reading.duplicates] == ["a.png"] * 3
    assert "a.png was read by machine (OCR) on page 1" in reading.notes
    certain = [line.confidence for line in document.recognized]
    assert certain and min(certain) > 0.8


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A TIFF file of three pages, one of them empty."""
    needs("tesseract")
    path = tmp_path_factory.mktemp("tiff") / "minutes.tiff"
    images = [picture(TRAM[0]), Image.new("L", (1240, 1754), 255), picture(*TRAM[1:])]
    images[0].save(path, save_all=True, append_images=images[1:], compression="tiff_lzw")
    return path


@pytest.fixture(scope="module")
def document(pages):
    [document] = read_paths([pages], ReadingOptions(ocr=True), language="en").documents
    return document


def test_each_image_of_a_tiff_file_is_a_page(document):
    assert len(document.pages) == 3
    assert document.place(document.text.index("Engineers")) == "p. 3"
    assert document.place(0) == "p. 1"


def test_the_image_of_a_page_has_the_sentence_marked(document, pages):
    start = document.text.index("The cost")
    cited = page_of(document, 3, [(start, len(document.text))])
    assert cited.boxes
    drawn = Image.open(io.BytesIO(page_image(pdf_at(pages, [3]), cited).png)).convert("RGB")
    marked = np.asarray(drawn).astype(int)
    yellow = (marked[..., 0] > 200) & (marked[..., 2] < 140)
    rows = np.flatnonzero(yellow.any(axis=1))
    assert 0.001 < yellow.mean() < 0.1
    assert rows.min() > np.flatnonzero((marked < 100).all(axis=2).any(axis=1)).min()


def test_a_cited_image_has_a_marked_copy(document, tmp_path: Path):
    model = Collection.of([document]).fit(Options(sweeps=5))
    digest = model.digest("What is the cost?", words=20)
    assert "p. 3" in render_text(digest)
    [copy], warnings = write_marked_pdfs(digest, tmp_path / "marked")
    assert (copy.path.name, warnings) == ("minutes.tiff-marked.pdf", ())
    assert b"/Highlight" in copy.path.read_bytes()


def test_without_ocr_images_are_named_in_one_line(page, tmp_path: Path):
    for n in range(30):
        (tmp_path / f"holiday{n:02}.jpg").write_bytes(KINDS["b.jpg"](page))
    (tmp_path / "a.txt").write_bytes(b"Some words of text.")
    reading = read_paths([tmp_path])
    [warning] = reading.warnings
    assert warning.startswith("skipped, because they are images: read them with OCR (--ocr): ")
    assert warning.endswith("holiday02.jpg and 27 more (27 .jpg)")
    assert [file.scanned for file in reading.scans] == [(1,)] * 30


def test_an_image_without_text_is_named(tmp_path: Path):
    needs("tesseract")
    (tmp_path / "sky.png").write_bytes(saved(Image.new("RGB", (300, 200), "skyblue"), "PNG"))
    [skipped] = read_paths([tmp_path], ReadingOptions(ocr=True), language="en").skipped
    assert skipped.reason == "is an image. By machine: page 1: no text was found"


def test_pages_for_which_no_time_is_left_are_named(pages, monkeypatch):
    def read_at(*times: float):
        monkeypatch.setattr(scans, "time", SimpleNamespace(monotonic=iter(times).__next__))
        return read_paths([pages], ReadingOptions(ocr=True, jobs=1), language="en")

    told = "left out after 3600 s, split the file into parts"
    reading = read_at(0, 1, 4000, 4000)
    assert " ".join(reading.documents[0].text.split()) == TRAM[0]
    assert f"minutes.tiff by machine: pages 2-3: {told}" in reading.notes
    [skipped] = read_at(0, 4000, 4000, 4000).skipped
    assert skipped.reason == f"is an image. By machine: pages 1-3: {told}"


def test_a_page_takes_its_own_time_however_many_there_are(tmp_path: Path, monkeypatch):
    frames = [Image.effect_noise((40, 40), 50) for _ in range(20)]
    path = tmp_path / "a.tiff"
    path.write_bytes(saved(frames[0], "TIFF", save_all=True, append_images=frames[1:]))
    sizes = {number: len(page_at(path, number)[0]) for number in (1, 20)}
    assert abs(sizes[1] - sizes[20]) < sizes[1] / 5
    assert len(pdf_at(path, [20])) > 1.5 * sizes[20]
    assert page_at(path, 20)[1] == 1


def test_an_animated_image_is_one_page():
    frames = [Image.new("L", (50, 50), shade) for shade in (0, 120, 255)]
    for kind in ("WEBP", "PNG"):
        data = saved(frames[0], kind, save_all=True, append_images=frames[1:])
        assert count_pages(data) == 1


def test_a_thousand_images_are_counted_at_once(monkeypatch):
    frames = [Image.new("1", (8, 8)) for _ in range(1000)]
    data = saved(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    with pytest.raises(NoTextError) as error:
        read_image(data)
    assert error.value.scanned == tuple(range(1, 1001))
    monkeypatch.setattr(image_pages, "MOST_PAGES", 999)
    with pytest.raises(ReadError, match="has more than 999 images: split it into parts"):
        read_image(data)


def png_of_size(width: int, height: int) -> bytes:
    """The header of a PNG file of this size, and nothing else."""
    data = bytearray(saved(Image.new("1", (8, 8)), "PNG"))
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (png_of_size(60_000, 60_000), "has more than 150 million pixels: save it with fewer"),
        (png_of_size(13_000, 13_000), "has more than 150 million pixels: save it with fewer"),
        (png_of_size(5_000, 5_000), "is an incomplete or broken image: get it again"),
        (saved(Image.new("L", (400, 400)), "JPEG")[:300], "is an incomplete or broken image"),
        (b"\x89PNG\r\n\x1a\n", "is an incomplete or broken image"),
        (b"II*\0" + bytes(range(200)), "is an incomplete or broken image"),
        (b"BM" + b"\xff" * 100, "is an incomplete or broken image"),
    ],
)
def test_broken_and_huge_images_are_refused(tmp_path: Path, data: bytes, reason: str):
    (tmp_path / "a.png").write_bytes(data)
    reply = recognize_in_child({"path": tmp_path / "a.png", "page": 1, "languages": "eng"})
    assert reply["reason"].startswith(reason)


def test_a_tiff_file_whose_images_lead_in_a_circle_ends():
    data = bytearray(saved(Image.new("L", (8, 8)), "TIFF"))
    first = int.from_bytes(data[4:8], "little")
    entries = int.from_bytes(data[first : first + 2], "little")
    after = first + 2 + 12 * entries
    data[after : after + 4] = data[4:8]
    with pytest.raises(NoTextError):
        read_image(bytes(data))


def test_the_size_of_a_page_is_the_one_that_an_image_states_if_it_is_credible():
    sizes = {}
    for dpi in (None, (1, 1), (200, 200), (204, 98)):
        made = saved(Image.new("L", (1654, 2339), 255), "PNG", **({"dpi": dpi} if dpi else {}))
        box = re.search(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", pdf_of_image(made, [1]))
        sizes[dpi] = tuple(round(float(side) / 72, 1) for side in box.groups())
    a4 = (8.3, 11.7)
    assert sizes == {None: a4, (1, 1): a4, (200, 200): a4, (204, 98): (8.1, 23.9)}


def test_only_the_pages_that_are_asked_for_are_drawn(tmp_path: Path):
    frames = [Image.effect_noise((200, 200), 50) for _ in range(3)]
    (tmp_path / "a.tiff").write_bytes(
        saved(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    )
    one, all_pages = (pdf_at(tmp_path / "a.tiff", pages) for pages in ([2], [1, 2, 3]))
    assert len(one) < len(all_pages) / 2
