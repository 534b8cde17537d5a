import pytest

from documents_made import zipped
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.office.powerpoint import read_pptx
from office_made import pptx, shape, table


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def test_slides_are_pages_with_titles_first_and_notes_last():
    content = read_pptx(pptx(
        shape("The\nTram", "ctrTitle") + shape("A report", "subTitle") + shape("1", "sldNum"),
        shape("Noise falls.\nTrees stay.", "body") + shape("Why", "title") + shape("A box."),
        "", table([("Year", "Riders"), ("2015", "14 105")]),
        notes={2: "Speak slowly.\nThen stop.", 3: "Show nothing."},
    ))  # fmt: skip
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "The Tram"),
        ("heading", "A report"),
        ("heading", "Why"),
        ("item", "Noise falls."),
        ("item", "Trees stay."),
        ("paragraph", "A box."),
        ("heading", "Notes"),
        ("paragraph", "Speak slowly."),
        ("paragraph", "Then stop."),
        ("heading", "Notes"),
        ("paragraph", "Show nothing."),
        ("table", "Year\tRiders"),
        ("table", "2015\t14 105"),
    ]
    document = Document("a", "a.pptx", content.text, format=content.format, pages=content.pages)
    places = [document.place(block.start) for block in content.blocks]
    assert places == ["slide 1"] * 2 + ["slide 2"] * 7 + ["slide 3"] * 2 + ["slide 4"] * 2
    assert document.page(len(content.text)) == 4


def test_bullet_points_are_items():
    bullet, none = "<a:pPr><a:buChar char='-'/></a:pPr>", "<a:pPr><a:buNone/></a:pPr>"
    content = read_pptx(pptx(shape("One.", "", bullet) + shape("Two.", "body", none)))
    assert parts(content) == [("item", "One."), ("paragraph", "Two.")]


def test_computed_dates_and_numbers_are_left_out():
    fields = (
        "</a:t></a:r><a:fld type='slidenum'><a:t>7</a:t></a:fld><a:br/>"
        "<a:fld type='other'><a:t>kept</a:t></a:fld><a:r><a:t>"
    )
    assert parts(read_pptx(pptx(shape(f"Line{fields} end.")))) == [("paragraph", "Line\nkept end.")]


def test_the_fallback_of_a_drawing_is_not_read():
    space = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    both = f"<mc:Choice>{shape('Once.')}</mc:Choice><mc:Fallback>{shape('Once.')}</mc:Fallback>"
    content = read_pptx(pptx(f"<mc:AlternateContent {space}>{both}</mc:AlternateContent>"))
    assert content.text == "Once."


def test_authors_and_date_are_found():
    core = (
        "<dc:title>PowerPoint Presentation</dc:title><dc:creator>Ada Lovelace; root</dc:creator>"
        "<dcterms:created>1843-10-01T09:00:00Z</dcterms:created>"
        "<dcterms:modified>1850-01-02T10:00:00Z</dcterms:modified>"
    )
    content = read_pptx(pptx(shape("Of Trams", "title"), core=core))
    metadata = content.title, content.authors, content.date
    assert metadata == ("Of Trams", ("Ada Lovelace",), "1843-10-01")


def test_a_slide_listed_several_times_is_read_once():
    many = '<sldIdLst xmlns:r="r">' + '<sldId r:id="r1"/>' * 1000 + "</sldIdLst>"
    made = pptx(shape("Once."), **{"ppt/presentation.xml": f"<presentation>{many}</presentation>"})
    content = read_pptx(made)
    assert content.text == "Once."
    assert content.pages == (0,)


@pytest.mark.parametrize("target", ["../../../../etc/hostname", "/etc/hostname", "file:///etc/x"])
def test_names_of_parts_cannot_lead_to_files_outside(target: str):
    related = f'<Relationship Id="r1" Type="slide" Target="{target}"/>'
    relations = f"<Relationships>{related}</Relationships>"
    made = pptx(shape("One."), **{"ppt/_rels/presentation.xml.rels": relations})
    with pytest.raises(ReadError, match="has no text"):
        read_content(made, "pptx")


def test_other_archives_and_old_files_are_refused():
    with pytest.raises(ReadError, match="is not a PowerPoint presentation, or is broken"):
        read_content(zipped({"a": "b"}), "pptx")
    with pytest.raises(ReadError, match=r"protected by a password, or of an old format: save"):
        read_content(b"\xd0\xcf\x11\xe0" + b"\0" * 600, "pptx")
