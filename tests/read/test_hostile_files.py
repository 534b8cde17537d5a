"""Malicious files, and files broken in ways that fuzzing found, are refused or read as usual."""

import io
import zipfile
import zlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents_made import epub, lines, pdf, pdf_of, word, zipped
from hyperdigest.errors import ReadError
from hyperdigest.read import ReadingOptions, isolated, read_paths, text
from hyperdigest.read.content import LONGEST_TITLE
from hyperdigest.read.html import reader as html
from hyperdigest.read.isolated import read_content
from hyperdigest.read.pdf import reader as pdf_reader
from office_made import odp, odt, pptx, shape
from oracles.contents import PIPED, check, contents

OPENED = ("odt", "odp", "pptx")
KINDS = (
    "text",
    "markdown",
    "html",
    "pdf",
    "docx",
    "epub",
    "rtf",
    "rst",
    "asciidoc",
    "org",
    "xml",
    "gzip",
    *OPENED,
    "eml",
    "mbox",
    "mhtml",
    "msg",
    "posts",
    PIPED,
)
ENTITIES = "".join(
    f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12)
)  # fmt: skip
LAUGHS = f'<?xml version="1.0"?><!DOCTYPE l [{ENTITIES}]>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def with_parts(archive: bytes, **parts: bytes) -> bytes:
    """An archive in which the entries whose names end with these suffixes are replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            key = name.rpartition("/")[2].removesuffix(".xml")
            new.writestr(name, parts.get(key, old.read(name)))
    return file.getvalue()


def nested(forms: list[bytes]) -> bytes:
    """A PDF whose page draws a form, which draws the next form, and so on."""
    font = b"/Resources << /Font << /F 4 0 R >> /XObject << /X %d 0 R >> >>"
    stream = b"<< /Length %d %b >>\nstream\n%b\nendstream"
    about = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] " + font
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R "
        + font % 6
        + b" >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream % (6, b"", b"/X Do "),
    ]
    for number, form in enumerate(forms, 7):
        objects.append(stream % (len(form), about % number, form))
    made = b"".join(b"%d 0 obj\n%b\nendobj\n" % pair for pair in enumerate(objects, 1))
    return b"%PDF-1.7\n" + made + b"trailer\n<< /Size 99 /Root 1 0 R >>\n%%EOF\n"


def words(body: str, head: str = "") -> bytes:
    document = f'{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    plain = word(lambda made: made.add_paragraph("Plain."))
    return with_parts(plain, document=document.encode())


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize("kind", KINDS)
@given(st.binary(max_size=400))
def test_any_bytes_give_ordered_blocks_or_a_reason(kind, data):
    for content in contents(data, kind):
        check(content)


@given(st.text(st.characters(), max_size=300), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
@pytest.mark.parametrize("kind", ["text", "markdown", "html", PIPED])
def test_any_text_in_any_encoding_gives_ordered_blocks(kind, text, encoding):
    for content in contents(text.encode(encoding, "surrogatepass"), kind):
        check(content)


@pytest.mark.parametrize("name", ["core", "styles"])
def test_exponential_entities_in_word_documents_are_not_expanded(name):
    plain = word(lambda made: made.add_paragraph("Plain."))
    changed = with_parts(plain, **{name: f"{LAUGHS}<a><title>&e11;</title></a>".encode()})
    assert read_content(changed, "docx").text == "Plain."


LOOP = '<!DOCTYPE l [<!ENTITY e11 "&x;"><!ENTITY x "&e11;">]>'


@pytest.mark.parametrize("kind", OPENED)
@pytest.mark.parametrize("head", [LAUGHS, OUTSIDE, LOOP])
def test_entities_in_slides_and_opendocument_are_not_expanded(kind, head):
    entity = "&x;" if head == OUTSIDE else "&e11;"
    made = {
        "odt": odt(f"<text:p>{entity}</text:p><text:p>Before {entity} after.</text:p>"),
        "odp": odp(f"<draw:frame><text:p>Before {entity} after.</text:p></draw:frame>"),
        "pptx": pptx(shape(f"Before {entity} after.")),
    }[kind]
    part = "slide1" if kind == "pptx" else "content"
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(f"{part}.xml")]
        whole = head.encode() + archive.read(name)
    read = read_content(with_parts(made, **{part: whole}), kind)
    assert read.text.split() == ["Before", "after."]
    assert "declares entities" in "".join(read.notes)


@pytest.mark.parametrize("kind", OPENED)
def test_deeply_nested_elements_are_read_partly_or_refused(kind):
    deep = "<text:span>" * 100_000
    made = {
        "odt": odt(f"<text:p>One.</text:p><text:p>{deep}"),
        "odp": odp(f"<draw:frame><text:p>One.</text:p>{deep}"),
        "pptx": pptx(shape("One.") + deep.replace("text:span", "p:grpSp")),
    }[kind]
    for content in contents(made, kind):
        check(content)


def test_external_entities_are_left_out():
    read = read_content(words(paragraph("Before &x; after."), OUTSIDE), "docx")
    assert "Before" in read.text
    assert len(read.text) <= len("Before  after.")
    assert "declares entities" in "".join(read.notes)
    package = f"{OUTSIDE}<package><title>A&x;</title></package>"
    with pytest.raises(ReadError, match="has no text"):
        read_content(epub({"a.xhtml": "<p>One.</p>"}, package=package), "epub")


@pytest.mark.parametrize("name", ["../../../etc/hostname", "/etc/hostname", "file:///etc/hostname"])
def test_names_in_an_archive_cannot_lead_to_files_outside(name):
    container = f'<c><rootfiles><rootfile full-path="{name}"/></rootfiles></c>'
    with pytest.raises(ReadError, match="is broken: it has no"):
        read_content(zipped({"META-INF/container.xml": container}), "epub")


@pytest.mark.parametrize("container", ["", "\0", "no xml", "<a>" * 1000])
def test_a_book_without_a_valid_container_file_is_broken(container):
    with pytest.raises(ReadError, match=r"^is broken: it(s META-INF/container.xml| has no)"):
        read_content(zipped({"META-INF/container.xml": container}), "epub")


def test_the_error_names_an_entry_that_cannot_be_unpacked():
    book = bytearray(epub({"a.xhtml": "<p>One.</p>"}))
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        info = archive.getinfo("META-INF/container.xml")
    start = info.header_offset + 30 + len(info.filename)
    book[start : start + 8] = b"\xff" * 8
    with pytest.raises(ReadError, match=r"META-INF/container.xml cannot be unpacked"):
        read_content(bytes(book), "epub")


def test_styles_without_a_type_are_ignored():
    style = f'<w:styles xmlns:w="{WORD}"><w:style/><w:style w:styleId="a"/></w:styles>'
    plain = word(lambda made: made.add_paragraph("Plain."))
    assert read_content(with_parts(plain, styles=style.encode()), "docx").text == "Plain."


def test_titles_are_put_on_one_line_and_cut():
    drawn = pdf(lambda canvas: lines(canvas, ["One line."]), title="Two\nlines " + "x" * 9999)
    read = read_content(drawn, "pdf")
    assert read.title.startswith("Two lines xxx")
    assert len(read.title) == LONGEST_TITLE
    page = read_content(b"<body><h1>One<br>two</h1><p>Three.</p>", "html")
    assert page.title == "One two"


def test_overlapping_streams_are_refused():
    with pytest.raises(ReadError, match="has streams that overlap: it is malicious"):
        read_content(b"%PDF-1.4\n" + b"85Decode stream\n" * 50_000, "pdf")


def test_the_text_of_all_pages_together_is_limited(monkeypatch):
    monkeypatch.setattr(pdf_reader, "MOST_TEXT", 90)
    drawn = pdf(*[lambda canvas: lines(canvas, ["Forty characters or so of the same text."])] * 3)
    with pytest.raises(ReadError, match="has more than 90 characters: split it into parts"):
        read_content(drawn, "pdf")


def test_a_cycle_in_the_page_tree_is_reported_as_broken():
    cycle = pdf_of(zlib.compress(b"q"), "/FlateDecode").replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]")
    with pytest.raises(ReadError, match=r"is broken|has no text"):
        read_content(cycle, "pdf")


def test_a_page_of_too_many_tags_or_attributes_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr(html, "MOST_TAGS", 100)
    assert read_content(b"<p>Words." * 100, "html").text
    with pytest.raises(ReadError, match="has more than 100 tags"):
        read_content(b"<p>Words." * 101, "html")
    for attribute in ("a{}", "a{}=1", "a{}='x y'", 'a{}="x"', "a{}/"):
        tag = " ".join(attribute.format(n) for n in range(1001))
        with pytest.raises(ReadError, match="has a tag of more than 1,000 attributes"):
            read_content(f"<p {tag}>Words.</p>".encode(), "html")


@pytest.mark.parametrize(
    "around", ["<script>{}</script>", "<!--{}-->", "<style>{}</style>", "<p title='{}'>"]
)
def test_apparent_attributes_in_scripts_and_comments_do_not_count(around):
    code = around.format("if (a <b && c) { x = y / z } " * 2000)
    page = f"<body><p>Words that are read.</p>{code}<p>And these.</p>".encode()
    assert "Words that are read." in read_content(page, "html").text


def test_long_tables_and_lists_with_many_notes_are_read_completely():
    table = "<table>" + "<tr><td>one<td>two</tr>" * 4000 + "</table>"
    read = read_content(f"<body>{table}".encode(), "html")
    assert [block.kind for block in read.blocks] == ["table"] * 4000
    note = (
        "<li>A line that says a thing<sup class='reference'>[<a href='#1'>1</a>]</sup> well.</li>"
    )
    read = read_content(f"<body><ul>{note * 4000}</ul>".encode(), "html")
    assert read.text.split("\n\n") == ["A line that says a thing well."] * 4000


def test_nested_tables_of_contents_are_left_out():
    page = (
        b"<body><div class='toc'><p>Menu</p><div class='x toc'><a href='#s'>Section</a></div></div>"
        b"<p>The text.</p>"
    )
    assert read_content(page, "html").text == "The text."


def test_a_table_with_a_long_cell_is_layout():
    page = f"<body><table><caption>{'c' * 400}</caption><tr><td>a<td>{{}}</table>"
    grid = read_content(page.format("b" * 300).encode(), "html")
    layout = read_content(page.format("b " * 301).encode(), "html")
    assert "table" in {block.kind for block in grid.blocks}
    assert "table" not in {block.kind for block in layout.blocks}


@pytest.mark.parametrize(
    "header", ["<thead><tr><td>a<td>b</thead>", "<tr><th>a<th>b", "<tr><td><th>b"]
)
def test_a_table_with_a_long_cell_contains_data_if_its_header_is_marked(header):
    page = f"<body><p>Text.</p><table>{header}<tr><td>a<td>{'b ' * 301}</table>"
    read = read_content(page.encode(), "html")
    assert [block.kind for block in read.blocks] == ["paragraph", "header", "table"]


def test_a_text_of_too_many_lines_or_bytes_is_refused(monkeypatch):
    with pytest.raises(ReadError, match="has more than 2,000,000 lines: split it into parts"):
        read_content(b"a\n" * 2_000_001, "markdown")
    monkeypatch.setattr(isolated, "LARGEST_TEXT", 1 << 20)
    with pytest.raises(ReadError, match="is a text of more than 1 MB: split it into parts"):
        read_content(b"word " * (1 << 18), "text")


def test_a_json_line_that_is_too_long_is_reported(monkeypatch):
    monkeypatch.setattr(text, "LONGEST_RECORD", 100)
    long = '{"text": "' + "word " * 20 + '"}'
    first, second = text.read_jsonl(f'{long}\n{{"text": "Short."}}'.encode())
    assert first.reason.startswith("is longer than")
    assert second.text == "Short."


def test_a_pdf_of_exponential_forms_is_skipped_and_other_files_are_read(tmp_path):
    forms = [b"/X Do " * 10] * 8 + [b"BT /F 12 Tf 10 700 Td (The bridge is closed.) Tj ET"]
    (tmp_path / "forms.pdf").write_bytes(nested(forms))
    (tmp_path / "open.txt").write_text("The bridge is open.")
    reading = read_paths([tmp_path], ReadingOptions(seconds=20))
    assert [document.name for document in reading.documents] == ["open.txt"]
    assert "split it into parts" in reading.skipped[0].reason


PIECES = (
    *(
        "From: a <a@b>\n",
        "From a@b Mon Nov  3 10:12:13 2026\n",
        "Subject: =?utf-8?q?=E9?= =?x?b?z?=\n",
    ),
    *("Date: 3 Nov 2026\n", "\n", "\n\n", "\r\n", " ", "> ", "-- \n", "On 3 Nov 2026 a wrote:\n"),
    *('Content-Type: multipart/mixed; boundary="b"\n\n--b\n', "--b\n", "--b--\n", "____________\n"),
    *("Content-Type: message/rfc822\n\n", "Content-Type: text/html; charset=x\n\n", "<blockquote>"),
    *("Content-Type: text/plain; charset*=utf-8''%ff; format=flowed\n", "Words of a text. \n"),
    *(
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "=\n",
    ),
    *("Content-Disposition: attachment; filename*0*=utf-8''a%; filename=a.docx\n", "begin 644 a\n"),
    *(
        "-----BEGIN PGP SIGNED MESSAGE-----\n",
        "-----Original Message-----\n",
        "Thanks,\n",
        "\ufeff",
    ),
    *("References: <a> <b>\n", "Message-ID: <a>\n", "Content-Type: multipart/alternative\n"),
    *("Received: ; Mon\n", "\x1b$B", "\x00", "é", "\u2028"),
)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30), st.booleans())
@example([PIECES[PIECES.index("Words of a text. \n") - 1], "\x80"], False)
@pytest.mark.parametrize("kind", ["eml", "mbox"])
def test_any_pieces_of_mail_give_ordered_blocks(kind, pieces, narrow):
    whole = "".join(["From: a@b\n", *pieces]).encode("latin-1" if narrow else "utf-8", "replace")
    for content in contents(whole, kind):
        check(content)
