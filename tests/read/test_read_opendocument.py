import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import zipped
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.office.opendocument import read_odp, read_odt
from office_made import odp, odt

FRAME = '<draw:frame presentation:class="{}"{}><draw:text-box>{}</draw:text-box></draw:frame>'


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def para(*texts: str, style: str = "Text_20_body") -> str:
    return "".join(f'<text:p text:style-name="{style}">{text}</text:p>' for text in texts)


def row(*cells: str) -> str:
    inside = "".join(f"<table:table-cell>{para(cell)}</table:table-cell>" for cell in cells)
    return f"<table:table-row>{inside}</table:table-row>"


def test_paragraphs_headings_items_quotes_and_tables_in_order():
    styles = '<style:style style:name="P1" style:parent-style-name="Title"/>'
    listed = (
        f"<text:list><text:list-item>{para('Noise')}<text:list><text:list-item>{para('Trees')}"
        "</text:list-item></text:list></text:list-item></text:list>"
    )
    content = read_odt(odt(
        para("The Tram", style="P1")
        + para("First<text:s text:c='2'/>of <text:span>all</text:span>.")
        + '<text:h text:outline-level="2">Why</text:h>' + listed
        + para("We are glad.", style="Quotations")
        + para("if x:<text:tab/>stop", style="Preformatted")
        + f"<table:table>{row('Year', 'Riders')}{row('2015', '14 105')}</table:table>"
        + para("Last<text:line-break/>line."), styles=styles,
    ))  # fmt: skip
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "The Tram"),
        ("paragraph", "First  of all."),
        ("heading", "Why"),
        ("item", "Noise"),
        ("item", "Trees"),
        ("quote", "We are glad."),
        ("code", "if x:\tstop"),
        ("table", "Year\tRiders"),
        ("table", "2015\t14 105"),
        ("paragraph", "Last\nline."),
    ]


def test_deleted_text_comments_and_tables_of_contents_are_left_out():
    content = read_odt(odt(
        f"<text:tracked-changes><text:deletion>{para('Deleted.')}</text:deletion>"
        f"</text:tracked-changes><text:table-of-content>{para('Why 3')}</text:table-of-content>"
        + para("Kept<office:annotation><text:p>Comment.</text:p></office:annotation> text"
               "<text:hidden-text>hidden</text:hidden-text>.")
        + para("Why 3", style="Contents_20_1")
    ))  # fmt: skip
    assert parts(content) == [("paragraph", "Kept text.")]


def test_notes_are_at_the_end_and_text_boxes_after_their_paragraph():
    note = f"<text:note><text:note-citation>1</text:note-citation><text:note-body>{para('A note.')}"
    box = f"<draw:frame><svg:title>Name</svg:title><draw:text-box>{para('A box.')}</draw:text-box>"
    content = read_odt(odt(
        para(f"One{note}</text:note-body></text:note> and two.")
        + para(f"With{box}</draw:frame> box.")
        + para("Three.")
    ))  # fmt: skip
    texts = ["One and two.", "With box.", "A box.", "Three.", "A note."]
    assert [text for _, text in parts(content)] == texts


def test_a_layout_table_is_read_as_paragraphs():
    for cells in ("word " * 100, f"a<table:table>{row('b', 'c')}</table:table>"):
        content = read_odt(odt(f"<table:table>{row('Aside', cells)}</table:table>"))
        assert parts(content)[0] == ("paragraph", "Aside")


def test_slides_are_pages_with_titles_first_and_notes_last():
    notes = FRAME.format("notes", "", para("Speak slowly."))
    hidden = "".join(FRAME.format(c, "", para("9")) for c in ("date-time", "footer", "page-number"))
    item = f"<text:list><text:list-item>{para('Noise falls.')}</text:list-item></text:list>"
    content = read_odp(odp(
        FRAME.format("outline", "", item) + FRAME.format("title", "", para("The Tram")) + hidden
        + f"<presentation:notes>{FRAME.format('page', '', para('1'))}{notes}</presentation:notes>",
        FRAME.format("title", ' presentation:placeholder="true"', para("Click to add a title")),
        f"<draw:custom-shape>{para('A shape.')}</draw:custom-shape>",
    ))  # fmt: skip
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "The Tram"), ("item", "Noise falls."), ("heading", "Notes"),
        ("paragraph", "Speak slowly."), ("paragraph", "A shape."),
    ]  # fmt: skip
    shown = content.text.index("A shape.")
    assert content.pages == (0, shown, shown)


def test_authors_and_date_are_found():
    meta = (
        "<dc:title>Of Trams</dc:title><meta:initial-creator>Ada Lovelace</meta:initial-creator>"
        "<dc:creator>Charles Babbage</dc:creator><dc:date>1850-01-02T10:00:00</dc:date>"
        "<meta:creation-date>1843-10-01T09:00:00.5</meta:creation-date>"
    )
    for content in (read_odt(odt(para("Words."), meta=meta)), read_odp(odp("", meta=meta))):
        metadata = content.title, content.authors, content.date
        assert metadata == ("Of Trams", ("Ada Lovelace",), "1843-10-01")


@pytest.mark.parametrize("kind", ["odt", "odp"])
def test_the_error_for_a_protected_file_says_what_to_do(kind: str):
    manifest = "<m:manifest><m:encryption-data/></m:manifest>"
    file = zipped({"content.xml": b"\x03\x9f", "META-INF/manifest.xml": manifest})
    with pytest.raises(ReadError, match="protected by a password: save a copy without one"):
        read_content(file, kind)


@pytest.mark.parametrize("kind", ["odt", "odp"])
@pytest.mark.parametrize("content", ["", "\0", "no xml"])
def test_a_file_without_content_is_broken(kind: str, content: str):
    with pytest.raises(ReadError, match=r"^is broken: its content.xml is no XML"):
        read_content(zipped({"content.xml": content}), kind)
    with pytest.raises(ReadError, match=r"^is broken: it has no content.xml"):
        read_content(zipped({"a": content}), kind)


def test_an_enormous_number_of_spaces_takes_no_memory():
    for count, spaces in (("999999999999", 100), ("9" * 5000, 100), ("x", 1), ("²", 1)):
        content = read_odt(odt(para(f"a<text:s text:c='{count}'/>b")))
        assert parts(content) == [("paragraph", f"a{' ' * spaces}b")]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from("pht"), max_size=8), st.booleans())
def test_each_word_is_read_once_in_any_nesting(names: list[str], notes: bool):
    tags = {"p": "text:p", "h": "text:h", "t": "text:list"}
    inside = "word"
    for name in names:
        inside = f"<{tags[name]}>{inside}</{tags[name]}>"
    inside = f"<text:p><text:note>{inside}</text:note></text:p>" if notes else inside
    shown = names[:1] in (["p"], ["h"])
    assert read_odt(odt(inside)).text.count("word") == shown


def test_nonbreaking_spaces_become_spaces_and_soft_hyphens_are_removed():
    content = read_odt(odt(para("Two\xa0words and one soft\xadware.")))
    assert parts(content) == [("paragraph", "Two words and one software.")]
