"""Pages drawn by an isolated process."""

import pytest

from hyperdigest.base.isolation import ProcessLimits
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.pages import PageDrawer, page_of, pages_of
from hyperdigest.read.pdf.reader import read_pdf
from pages_made import typeset

TEXT = "The council approved the new tram line on Monday. Engineers said that it will run soon."


@pytest.fixture
def drawer():
    with PageDrawer(ProcessLimits(seconds=5.0)) as drawer:
        yield drawer


@pytest.fixture
def tram(tmp_path):
    path = tmp_path / "tram.pdf"
    path.write_bytes(typeset([TEXT]))
    content = read_pdf(path.read_bytes())
    return Document("tram.pdf", str(path), content.text, format="pdf", pages=content.pages)


def nested(deep: int = 7, times: int = 10) -> bytes:
    """A PDF of nested forms, each of which draws the next form several times."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</XObject<</F 5 0 R>>>>>>",
        b"<</Length 4>>\nstream\n/F Do\nendstream",
    ]
    for n in range(5, 5 + deep):
        inner = b"/F Do " * times if n < 4 + deep else b"0 0 9 9 re f " * 99
        objects.append(
            b"<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</F %d 0 R>>>>"
            b"/Length %d>>\nstream\n%s\nendstream" % (n + 1, len(inner), inner)
        )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF"


def test_drawing_a_page_is_stopped_at_the_time_limit_and_the_next_is_drawn(drawer, tram, tmp_path):
    path = tmp_path / "nested.pdf"
    path.write_bytes(nested())
    page = page_of(Document("n.pdf", str(path), "", format="pdf", pages=(0,)), 1)
    with pytest.raises(ReadError, match=r"takes more than 5 s to draw|needs more memory"):
        drawer.draw(path, page)
    assert drawer.draw(tmp_path / "tram.pdf", page_of(tram, 1)).png.startswith(b"\x89PNG")


def test_a_file_that_is_no_pdf_has_no_image(drawer, tmp_path, tram):
    for name, data in (("a.pdf", b""), ("b.pdf", b"%PDF-1.7\n"), ("c.pdf", b"\0" * 99)):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ReadError, match="has changed"):
            drawer.draw(tmp_path / name, page_of(tram, 1))
    with pytest.raises(ReadError, match="does not exist"):
        drawer.draw(tmp_path / "none.pdf", page_of(tram, 1))
    with pytest.raises(ReadError, match="is not a regular file"):
        drawer.draw(tmp_path, page_of(tram, 1))


def test_pages_without_text_do_not_belong_to_a_sentence():
    document = Document("a", "a", "One two. Three four.", format="pdf", pages=(0, 9, 9, 15))
    assert pages_of(document, 0, 8) == [1]
    assert pages_of(document, 9, 20) == [3, 4]
    assert [page_of(document, n, [(9, 20)]).stretches for n in (1, 2, 3, 4)] == [
        (), (), ((0, 6),), ((0, 5),),
    ]  # fmt: skip
