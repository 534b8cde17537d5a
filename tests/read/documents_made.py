"""Documents made for the tests: PDF, Word and e-book, in memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable

import docx
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595, 842


def pdf(*pages: Callable[[Canvas], None], password: str = "", title: str = "") -> bytes:
    """A PDF whose pages are drawn by `pages`."""
    file = io.BytesIO()
    encrypt = StandardEncryption(password, ownerPassword="owner") if password else None
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), encrypt=encrypt, invariant=True)
    canvas.setTitle(title)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def pdf_of(content: bytes, filters: str) -> bytes:
    """A PDF of one page, whose `content` went through `filters`."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        b"<</Length %d/Filter[%s]>>\nstream\n%s\nendstream"
        % (len(content), filters.encode(), content),
    ]
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Size 5/Root 1 0 R>>\n%%EOF"


def lines(canvas: Canvas, texts: Iterable[str], x: float = 72, y: float = 760) -> None:
    """Lines of ten-point text, thirteen points apart."""
    canvas.setFont("Times-Roman", 10)
    for n, text in enumerate(texts):
        canvas.drawString(x, y - 13 * n, text)


def scan(canvas: Canvas) -> None:
    """A page that is a picture."""
    picture = ImageReader(Image.new("RGB", (20, 20), "gray"))
    canvas.drawImage(picture, 72, 200, 400, 500)


def epub(pages: dict[str, str], *, package: str = "", extra: dict[str, str] | None = None) -> bytes:
    """An e-book of `pages`, in their order, with a table of contents."""
    manifest = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(pages)))
    opf = package or (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Book</dc:title></metadata>'
        f'<manifest><item id="nav" href="nav.xhtml" properties="nav" '
        f'media-type="application/xhtml+xml"/>{manifest}</manifest>'
        f'<spine><itemref idref="nav"/>{spine}</spine></package>'
    )
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": opf,
        "OEBPS/nav.xhtml": "<html><body><nav><p>Contents</p></nav></body></html>",
        **{f"OEBPS/{name}": page for name, page in pages.items()},
        **(extra or {}),
    }
    return zipped(files)


def zipped(files: dict[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def word(fill: Callable[[docx.document.Document], None]) -> bytes:
    """A Word document filled by `fill`."""
    document = docx.Document()
    fill(document)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()
