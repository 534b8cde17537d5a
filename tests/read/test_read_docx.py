import io
import zipfile

import docx as python_docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import epub, word, zipped
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.office import archive
from hyperdigest.read.office.word import read_docx


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def fill(document: python_docx.document.Document) -> None:
    document.add_heading("The Tram", 0)
    document.add_paragraph("First paragraph, with ").add_run("bold text.").bold = True
    document.add_heading("Why", 1)
    document.add_paragraph("Noise", style="List Bullet")
    document.add_paragraph("Trees", style="List Number")
    document.add_paragraph("We are glad.", style="Intense Quote")
    table = document.add_table(2, 2)
    for n, text in enumerate(("Year", "Riders", "2015", "14 105")):
        table.cell(n // 2, n % 2).text = text
    document.add_paragraph("")
    document.add_paragraph("Last\tparagraph.\nNext line.")


def test_paragraphs_headings_items_quotes_and_tables_in_order():
    content = read_docx(word(fill))
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "The Tram"),
        ("paragraph", "First paragraph, with bold text."),
        ("heading", "Why"),
        ("item", "Noise"),
        ("step", "Trees"),
        ("quote", "We are glad."),
        ("table", "Year\tRiders"),
        ("table", "2015\t14 105"),
        ("paragraph", "Last\tparagraph.\nNext line."),
    ]


def test_a_table_of_long_text_is_read_as_paragraphs():
    def lay_out(document):
        table = document.add_table(1, 2)
        table.cell(0, 0).text = "Aside"
        table.cell(0, 1).text = "Word " * 100
        table.cell(0, 1).add_paragraph("Second paragraph.")

    assert [kind for kind, _ in parts(read_docx(word(lay_out)))] == ["paragraph"] * 3


def test_a_table_of_long_text_contains_data_if_its_header_is_marked():
    def add_faults(document):
        table = document.add_table(3, 2)
        for n, text in enumerate(("Fault", "Remedy", "E1", "Word " * 100, "E2", "Stop.")):
            table.cell(n // 2, n % 2).text = text
        table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))

    found = parts(read_docx(word(add_faults)))
    assert [kind for kind, _ in found] == ["header", "table", "table"]
    assert found[2] == ("table", "E2\tStop.")


def test_a_row_of_years_above_other_figures_is_a_header():
    def add_employees(document):
        table = document.add_table(3, 3)
        cells = ("", "2023", "2024", "Europe", "120", "135", "Asia", "90", "101")
        for n, text in enumerate(cells):
            table.cell(n // 3, n % 3).text = text

    kinds = [kind for kind, _ in parts(read_docx(word(add_employees)))]
    assert kinds == ["header", "table", "table"]


def test_a_row_below_names_of_several_columns_each_is_a_header_too():
    def add_sales(document):
        table = document.add_table(4, 5)
        rows = ["Product North - South -", "- 2022 2023 2022 2023", "Ships 11 12 13 14"]
        for n, row in enumerate([*rows, "Boats 21 22 23 24"]):
            for cell, text in zip(table.rows[n].cells, row.split(), strict=True):
                cell.text = text.strip("-")
        table.cell(0, 1).merge(table.cell(0, 2))
        table.cell(0, 3).merge(table.cell(0, 4))
        table.cell(0, 0).merge(table.cell(1, 0))

    assert parts(read_docx(word(add_sales)))[:2] == [
        ("header", "Product\tNorth\tNorth\tSouth\tSouth"),
        ("header", "Product\t2022\t2023\t2022\t2023"),
    ]


def test_the_title_in_the_properties_is_used():
    def name(document):
        document.core_properties.title = "On  Trams"
        document.add_paragraph("Text.")

    assert read_docx(word(name)).title == "On Trams"


def test_text_boxes_are_read_once_and_do_not_split_the_text_around_them():
    def box(document):
        run = document.add_paragraph("Before ").add_run()
        content = OxmlElement("w:txbxContent")
        inner = OxmlElement("w:p")
        inner_run = OxmlElement("w:r")
        text = OxmlElement("w:t")
        text.text = "In the box."
        inner_run.append(text)
        inner.append(inner_run)
        content.append(inner)
        run._r.append(content)
        run._r.getparent().append(document.add_paragraph("after.").runs[0]._r)

    assert parts(read_docx(word(box))) == [
        ("paragraph", "Before after."), ("paragraph", "In the box."),
    ]  # fmt: skip


def rewritten(data: bytes, changes: dict[str, bytes]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return zipped({name: archive.read(name) for name in archive.namelist()} | changes)


def test_notes_are_at_the_end():
    def one(document):
        document.add_paragraph("Text.")

    data = word(one)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        relations = archive.read("word/_rels/document.xml.rels")
        types = archive.read("[Content_Types].xml")
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml"
    words = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    data = rewritten(data, {
        "word/_rels/document.xml.rels": relations.replace(
            b"</Relationships>", b'<Relationship Id="rIdF" Type="' + office + b'/footnotes" '
            b'Target="footnotes.xml"/></Relationships>'),
        "[Content_Types].xml": types.replace(
            b"</Types>", b'<Override PartName="/word/footnotes.xml" ContentType="' + main
            + b'.footnotes+xml"/></Types>'),
        "word/footnotes.xml": b'<w:footnotes xmlns:w="' + words + b'"><w:footnote><w:p><w:r><w:t>'
            b"A note.</w:t></w:r></w:p></w:footnote></w:footnotes>",
    })  # fmt: skip
    assert parts(read_docx(data)) == [("paragraph", "Text."), ("paragraph", "A note.")]


def test_entities_do_not_expand():
    bomb = (
        b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "'
        + b"ha" * 50
        + b'"><!ENTITY b "'
        + b"&a;" * 50
        + b'">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        b"<w:body><w:p><w:r><w:t>x&b;</w:t></w:r></w:p></w:body></w:document>"
    )
    try:
        assert len(read_docx(rewritten(word(fill), {"word/document.xml": bomb})).text) < 10
    except ReadError as error:
        assert "broken" in str(error)


@pytest.mark.parametrize("data", [b"no zip at all", zipped({"a.txt": "x"}), epub({"a.xhtml": ""})])
def test_a_file_that_is_no_word_document_is_refused(data: bytes):
    with pytest.raises(ReadError, match="broken"):
        read_docx(data)


def test_a_protected_document_is_reported_as_protected():
    with pytest.raises(ReadError, match="protected by a password"):
        read_docx(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500)


def test_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "LARGEST_PART", 100)
    with pytest.raises(ReadError, match="of text: split it"):
        read_docx(word(fill))


WHOLE = word(fill)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(WHOLE)), st.binary(max_size=30))
def test_a_damaged_document_is_read_or_refused(at: int, junk: bytes):
    from hyperdigest.read.isolated import read_content

    for data in (WHOLE[:at], WHOLE[:at] + junk + WHOLE[at + len(junk) :]):
        try:
            assert isinstance(read_content(data, "docx"), Content)
        except ReadError as error:
            assert "0x" not in str(error)


def test_hidden_text_is_left_out():
    def hide(document):
        paragraph = document.add_paragraph("Shown, ")
        paragraph.add_run("hidden, ").font.hidden = True
        paragraph.add_run("shown.").font.hidden = False

    assert read_docx(word(hide)).text == "Shown, shown."


def test_styles_of_libreoffice_writer_are_known():
    def fill(document: python_docx.document.Document) -> None:
        for name in ("Preformatted Text", "Quotations"):
            document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
            document.add_paragraph("make all", style=name)

    assert parts(read_docx(word(fill))) == [("code", "make all"), ("quote", "make all")]
