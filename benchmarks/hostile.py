"""Files that are made to harm who reads them, each a few lines of code."""

from __future__ import annotations

import base64
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence

MB = 1 << 20


def pdf_of(objects: Sequence[bytes]) -> bytes:
    """A PDF of objects, numbered from 1; the first is its catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def stream(content: bytes, about: bytes = b"") -> bytes:
    """A stream object."""
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(content), about, content)


def page_of(drawing: bytes, others: Sequence[bytes] = (), resources: bytes = b"") -> bytes:
    """A PDF of one page: its drawing is object 4, the font is 5, and the others follow."""
    return pdf_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
            b" /Resources << /Font << /F 5 0 R >> %b >> >>" % resources,
            drawing,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            *others,
        ]
    )


SAID = b"BT /F 12 Tf 10 700 Td (The bridge is closed today.) Tj ET "


def nested_forms(deep: int = 6, times: int = 10) -> bytes:
    """Forms within forms, each of which draws the next so many times."""
    forms = []
    for level in range(deep):
        number = 6 + level
        last = level == deep - 1
        inner = b"" if last else b"/XObject << /X %d 0 R >>" % (number + 1)
        about = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800]"
        about += b" /Resources << /Font << /F 5 0 R >> %b >>" % inner
        forms.append(stream(SAID if last else b"/X Do " * times, about))
    return page_of(stream(b"/X Do " * times), forms, b"/XObject << /X 6 0 R >>")


def packed(content: bytes, times: int) -> bytes:
    """`content` compressed again and again."""
    for _ in range(times):
        content = zlib.compress(content, 9)
    return content


def zeros_packed(times: int, size: int) -> bytes:
    """So many bytes of drawing, compressed again and again, without being held whole."""
    press = zlib.compressobj(9)
    part = b"q Q " * (MB // 4)
    out = b"".join(press.compress(part) for _ in range(size // MB)) + press.flush()
    return packed(out, times - 1)


def filtered(content: bytes, *filters: str) -> bytes:
    """A PDF whose page is drawn by a stream with filters."""
    names = " ".join(f"/{name}" for name in filters)
    return page_of(stream(content, f"/Filter [{names}]".encode()))


def deep_pages(deep: int) -> bytes:
    """A tree of pages, each node of which has one child."""
    nodes = [
        b"<< /Type /Pages /Kids [%d 0 R] /Count 1 %b >>"
        % (number + 1, b"/Parent %d 0 R" % (number - 1) if number > 2 else b"")
        for number in range(2, deep + 2)
    ]
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 600 800] >>" % (deep + 1)
    return pdf_of([b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, page])


def many_pages(count: int) -> bytes:
    """As many pages, all of them the same object."""
    kids = b"4 0 R " * count
    return pdf_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, count),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R"
            b" /Resources << /Font << /F 3 0 R >> >> >>",
            stream(SAID * 2000),
        ]
    )


def object_stream(size: int) -> bytes:
    """A PDF with a stream of objects that unpacks to far more than its size."""
    press = zlib.compressobj(9)
    part = b"<< /A [" + b"0 " * (MB // 2) + b"] >> "
    content = b"".join(press.compress(part) for _ in range(size // MB)) + press.flush()
    about = b"/Type /ObjStm /N %d /First 10 /Filter /FlateDecode" % (size // MB)
    return page_of(stream(SAID), [stream(content, about)])


def inline_image(size: int) -> bytes:
    """A PDF with an image in its drawing, of sides that no memory holds."""
    head = b"BI /W 60000 /H 60000 /BPC 8 /CS /RGB /F /Fl ID "
    return page_of(stream(head + zeros_packed(1, size) + b" EI " + SAID))


def zip_of(files: dict[str, bytes]) -> bytes:
    """A zip archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def docx_of(body: bytes) -> bytes:
    """A Word document with a body."""
    word = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    types = b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    types += b'<Default Extension="rels" ContentType='
    types += b'"application/vnd.openxmlformats-package.relationships+xml"/>'
    types += b'<Override PartName="/word/document.xml" ContentType="application/'
    types += b'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    links = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    links += b'<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    links += b'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    document = b'<w:document xmlns:w="%b"><w:body>%b</w:body></w:document>' % (word, body)
    return zip_of(
        {"[Content_Types].xml": types, "_rels/.rels": links, "word/document.xml": document}
    )


def epub_of(page: bytes, copies: int = 1) -> bytes:
    """An e-book whose pages are all the same."""
    names = [f"{number}.xhtml" for number in range(copies)]
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(names)
    )
    order = "".join(f'<itemref idref="i{n}"/>' for n in range(copies))
    package = f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest>'
    package += f"<spine>{order}</spine></package>"
    container = '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>'
    files = {"META-INF/container.xml": container.encode(), "a.opf": package.encode()}
    return zip_of(files | dict.fromkeys(names, page))


def paragraphs(size: int) -> bytes:
    """Paragraphs of a Word document, of so many bytes."""
    part = b"<w:p><w:r><w:t>The bridge is closed today.</w:t></w:r></w:p>"
    return part * (size // len(part))


def repeated(text: str, size: int) -> bytes:
    """A text again and again, up to so many bytes."""
    part = text.encode()
    return part * (size // len(part))


TEXTS = {
    "newlines": "\n",
    "hyphens": "a-\n",
    "items": "- a\n",
    "abbreviations": "Dr. Mr. U.S. ",
    "one-line": "x",
    "words": "word ",
    "lines": "x\n",
    "paragraphs": "x\n\n",
    "brackets": "(",
    "quotes": '"',
    "quote-marks": ">",
    "quoted": "> > a\n",
    "bars": "|",
    "rows": "| a | b |\n",
    "hashes": "#",
    "headings": "# a\n",
    "backticks": "`",
    "fences": "```\n",
    "less": "<",
    "tags": "<p>",
    "comments": "<!--",
    "ampersands": "&",
    "stars": "*",
    "underscores": "_",
    "links": "[a](",
    "definitions": "[a]: b\n",
    "stops": ".",
    "stopped": "a. ",
    "questions": "?! ",
    "speakers": "Ann: a\n",
    "equals": "=\n",
    "rules": "a\n---\n",
    "tabs": "a\tb\tc\n",
    "spaces": " ",
    "marks": "a" + "\u0301" * 40,
    "marks-alone": "\u0301",
    "Thai": "ก",
    "Chinese": "中。",
    "Chinese-line": "中",
    "capitals": "Aaa Bbb ccc ",
    "numbers": "1.1.",
    "notes": "word.[1]",
    "controls": "\0",
    "distinct": "",
}
"""What plain texts repeat, by name."""


def distinct_words(size: int) -> bytes:
    """Words of which none occurs twice."""
    return " ".join(f"w{number:x}q." for number in range(size // 9)).encode()


def files(size: int) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Names of files, each with what makes its content; texts are of so many bytes."""
    whole = 2100 * MB
    yield "forms.pdf", nested_forms
    yield "flate4.pdf", lambda: filtered(zeros_packed(4, whole), *["FlateDecode"] * 4)
    yield (
        "hex-flate.pdf",
        lambda: filtered(
            zeros_packed(1, whole).hex().encode() + b">", "ASCIIHexDecode", "FlateDecode"
        ),
    )
    yield (
        "hex-flate3.pdf",
        lambda: filtered(
            zeros_packed(3, whole).hex().encode() + b">", "ASCIIHexDecode", *["FlateDecode"] * 3
        ),
    )
    yield (
        "base85-flate.pdf",
        lambda: filtered(
            base64.a85encode(zeros_packed(2, whole)) + b"~>", "ASCII85Decode", *["FlateDecode"] * 2
        ),
    )
    yield (
        "run-length.pdf",
        lambda: filtered(
            packed(b"\x81q" * (256 * MB // 128), 3), *["FlateDecode"] * 3, "RunLengthDecode"
        ),
    )
    yield "q.pdf", lambda: page_of(stream(b"q " * 8000 + SAID))
    yield "q-packed.pdf", lambda: filtered(packed(b"q " * (14 * MB) + SAID, 1), "FlateDecode")
    yield "inline-image.pdf", lambda: inline_image(64 * MB)
    yield "deep-pages.pdf", lambda: deep_pages(50_000)
    yield "many-pages.pdf", lambda: many_pages(4900)
    yield "object-stream.pdf", lambda: object_stream(1000 * MB)
    yield "deep-arrays.pdf", lambda: page_of(stream(SAID), [b"[" * 500_000])
    yield "zip.docx", lambda: docx_of(paragraphs(250 * MB))
    yield "part.docx", lambda: docx_of(paragraphs(60 * MB))
    yield "deep.docx", lambda: docx_of(b"<w:p>" * MB)
    yield "pages.epub", lambda: epub_of(b"<html><body>" + b"<p>Word." * MB, 25)
    yield "deep.epub", lambda: epub_of(b"<div>" * (2 * MB))
    yield "deep.html", lambda: b"<div>" * (size // 5)
    yield "paragraphs.html", lambda: b"<p>a" * (size // 4)
    yield "cells.html", lambda: b"<table>" + b"<tr><td>a" * (size // 9)
    yield "attributes.html", lambda: b"<p " + b"a=b " * (size // 4)
    yield "lines.jsonl", lambda: b'{"text": "A b."}\n' * (size // 17)
    yield "deep.jsonl", lambda: b'{"text": ' + b"[" * size
    yield "arrays.jsonl", lambda: b'{"a": [' + b"[]," * (size // 3) + b'[]], "text": "A b."}'
    for suffix in ("txt", "md"):
        for name, text in TEXTS.items():
            make = distinct_words if not text else lambda size, text=text: repeated(text, size)
            yield f"{name}.{suffix}", lambda make=make: make(size)
