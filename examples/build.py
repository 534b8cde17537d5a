"""Make the pdf, docx and epub examples from plain text.

    python examples/build.py [NAME ...]

turns every `sources/NAME/FILE.pdf.txt` into `NAME/FILE.pdf`, and `.docx.txt` and `.epub.txt` in the
same way; without a NAME it does so for every folder in `sources`. Two runs give the same bytes.

A source is UTF-8 text. It begins with `key: value` lines up to the first empty line:

    title         the headline (needed)
    byline        the line below it (needed)
    date          YYYY-MM-DD, the date the file carries (needed)
    running-head  pdf only: printed at the top of every page
    columns       pdf only: 1 (default) or 2; in two columns the text is justified and the words of
                  `sources/hyphens.txt` are hyphenated where a line needs it

Then come blocks, separated by empty lines; the lines of a block are joined:

    # Words        a chapter: a new file in an epub, a heading of the first level elsewhere
    ## Words       a heading
    - Words        a list, one item a line
    anything else  a paragraph

There is no markup inside a block. A pdf uses the standard fonts: stay within Windows-1252.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from io import BytesIO
from pathlib import Path

from docx import Document
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    FrameBreak,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
)

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "sources"

MARKS = {"# ": "chapter", "## ": "heading", "- ": "item"}


@dataclass(frozen=True)
class Source:
    title: str
    byline: str
    date: str
    running_head: str = ""
    columns: str = "1"
    blocks: tuple[tuple[str, str], ...] = ()


def parse(text: str) -> Source:
    head, _, body = text.partition("\n\n")
    pairs = (line.split(": ", 1) for line in head.split("\n"))
    blocks = []
    for block in re.split(r"\n{2,}", body.strip()):
        kind = next((kind for mark, kind in MARKS.items() if block.startswith(mark)), "paragraph")
        if kind == "item":
            blocks += [(kind, line.removeprefix("- ")) for line in block.split("\n")]
        else:
            blocks.append((kind, " ".join(block.lstrip("# ").split())))
    return Source(**{key.replace("-", "_"): value for key, value in pairs}, blocks=tuple(blocks))


# pdf

MARGIN, GUTTER, TITLE = 15 * mm, 6 * mm, 22 * mm
HEIGHT = A5[1] - 2 * MARGIN
BODY = ParagraphStyle("paragraph", fontName="Times-Roman", fontSize=10, leading=12.4, spaceAfter=5)
STYLES = {
    "title": ParagraphStyle("title", fontName="Times-Bold", fontSize=16, leading=19, spaceAfter=4),
    "byline": ParagraphStyle("byline", BODY, fontName="Times-Italic", spaceAfter=10),
    "chapter": ParagraphStyle("chapter", BODY, fontName="Times-Bold", fontSize=13, leading=16),
    "heading": ParagraphStyle("heading", BODY, fontName="Times-Bold", fontSize=11, spaceBefore=4),
    "item": ParagraphStyle("item", BODY, leftIndent=10, bulletIndent=0),
    "paragraph": BODY,
}
NARROW = {
    kind: ParagraphStyle(kind, STYLES[kind], alignment=TA_JUSTIFY) for kind in ("item", "paragraph")
}


def hyphenate(text: str) -> str:
    """Put soft hyphens where the words of `hyphens.txt` may be broken."""
    listed = (SOURCES / "hyphens.txt").read_text(encoding="utf-8").split()
    breaks = {word.replace("-", ""): word.replace("-", "\u00ad") for word in listed}
    return re.sub(r"[A-Za-z]+", lambda word: breaks.get(word[0], word[0]), text)


def frames(columns: int, top: float, height: float) -> list[Frame]:
    """Return `columns` frames side by side, `top` below the upper margin."""
    width = (A5[0] - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    bottom = A5[1] - MARGIN - top - height
    lefts = (MARGIN + i * (width + GUTTER) for i in range(columns))
    return [Frame(left, bottom, width, height, 0, 0, 0, 0) for left in lefts]


def write_pdf(source: Source, path: Path) -> None:
    columns = int(source.columns)
    styles = STYLES | NARROW if columns > 1 else STYLES

    def furniture(canvas: Canvas, template: BaseDocTemplate) -> None:
        canvas.setFont("Times-Italic", 8)
        canvas.drawString(MARGIN, A5[1] - 10 * mm, source.running_head)
        canvas.drawCentredString(A5[0] / 2, 8 * mm, str(template.page))

    first = [*frames(1, 0, TITLE), *frames(columns, TITLE, HEIGHT - TITLE)]
    later = frames(columns, 0, HEIGHT)
    story = [
        NextPageTemplate("later"),
        Paragraph(escape(source.title), styles["title"]),
        Paragraph(escape(source.byline), styles["byline"]),
        FrameBreak(),
    ]
    for kind, text in source.blocks:
        words = hyphenate(text) if styles[kind].alignment == TA_JUSTIFY else text
        bullet = "\u2022" if kind == "item" else None
        story.append(Paragraph(escape(words, quote=False), styles[kind], bulletText=bullet))
    metadata = {"title": source.title, "author": source.byline}
    pages = BaseDocTemplate(str(path), pagesize=A5, invariant=1, **metadata)
    pages.addPageTemplates(PageTemplate("first", first, furniture))
    pages.addPageTemplates(PageTemplate("later", later, furniture))
    pages.build(story)


# docx

DOCX_STYLES = {"chapter": "Heading 1", "heading": "Heading 2", "item": "List Bullet"}


def write_docx(source: Source, path: Path) -> None:
    document = Document()
    properties = document.core_properties
    properties.title, properties.author, properties.comments = source.title, source.byline, ""
    properties.created = properties.modified = datetime.fromisoformat(source.date)
    document.add_paragraph(source.title, style="Title")
    document.add_paragraph(source.byline, style="Subtitle")
    for kind, text in source.blocks:
        document.add_paragraph(text, style=DOCX_STYLES.get(kind, "Normal"))
    packed = BytesIO()
    document.save(packed)
    with zipfile.ZipFile(packed) as parts:
        write_zip(path, source.date, {name: parts.read(name) for name in parts.namelist()})


# epub

CONTAINER = """\
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""

PACKAGE = """\
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:hyperdigest:{name}</dc:identifier>
<dc:title>{title}</dc:title><dc:creator>{byline}</dc:creator>
<dc:language>en</dc:language>
<meta property="dcterms:modified">{date}T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
{items}</manifest>
<spine>{order}</spine></package>
"""

ITEM = '<item id="chapter-{0}" href="chapter-{0}.xhtml" media-type="application/xhtml+xml"/>\n'
ITEMREF = '<itemref idref="chapter-{0}"/>\n'
LINK = '<li><a href="chapter-{0}.xhtml">{1}</a></li>\n'
CONTENTS = '<nav epub:type="toc"><h1>Contents</h1>\n<ol>\n{links}</ol></nav>\n'

PAGE = """\
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en">
<head><title>{title}</title></head>
<body>{body}</body></html>
"""

TAGS = {"chapter": "h1", "heading": "h2", "item": "li", "paragraph": "p"}


def chapters(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the title and the content of every chapter."""
    lines = (f"<{TAGS[kind]}>{escape(text)}</{TAGS[kind]}>\n" for kind, text in source.blocks)
    body = re.sub(r"(<li>.*</li>\n)+", r"<ul>\n\g<0></ul>\n", "".join(lines))
    for chapter in re.split(r"^(?=<h1>)", body, flags=re.MULTILINE)[1:]:
        title, _, _ = chapter.removeprefix("<h1>").partition("</h1>")
        yield title, chapter


def write_epub(source: Source, path: Path) -> None:
    numbered = list(enumerate(chapters(source), start=1))
    head = {"title": escape(source.title), "byline": escape(source.byline)}
    items = "".join(ITEM.format(number) for number, _ in numbered)
    order = "".join(ITEMREF.format(number) for number, _ in numbered)
    package = PACKAGE.format(name=path.stem, date=source.date, items=items, order=order, **head)
    links = "".join(LINK.format(number, title) for number, (title, _) in numbered)
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "EPUB/package.opf": package,
        "EPUB/nav.xhtml": PAGE.format(title="Contents", body=CONTENTS.format(links=links)),
    }
    for number, (title, chapter) in numbered:
        parts[f"EPUB/chapter-{number}.xhtml"] = PAGE.format(title=title, body=chapter)
    write_zip(path, source.date, {name: text.encode() for name, text in parts.items()})


def write_zip(path: Path, date: str, parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, datetime.fromisoformat(date).timetuple()[:6])
            entry.create_system = 3
            stored = name == "mimetype"
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


WRITERS = {".pdf": write_pdf, ".docx": write_docx, ".epub": write_epub}


def build(name: str) -> None:
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    for file in sorted((SOURCES / name).glob("*.txt")):
        target = folder / file.stem
        WRITERS[target.suffix](parse(file.read_text(encoding="utf-8")), target)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(p.name for p in SOURCES.iterdir() if p.is_dir()):
        build(name)
