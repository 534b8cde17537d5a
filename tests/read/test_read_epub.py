import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_made import epub, zipped
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.office.epub import read_epub

ONE = (
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/>'
    '<script src="x.js"/></head><body><h1>One</h1><p>The first chapter.</p></body></html>'
)
TWO = "<html><body><h1>Two</h1><p>The second.</p><ul><li>An item</li></ul></body></html>"


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def test_chapters_come_in_reading_order_without_the_contents():
    content = read_epub(epub({"z.xhtml": ONE, "a b.xhtml": TWO}))
    assert content.title == "The Book"
    assert parts(content) == [
        ("heading", "One"),
        ("paragraph", "The first chapter."),
        ("heading", "Two"),
        ("paragraph", "The second."),
        ("item", "An item"),
    ]


def test_a_missing_part_of_a_book_is_reported_and_the_rest_read():
    package = (
        "<package><metadata/><manifest>"
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="none"/></spine></package>'
    )
    content = read_epub(epub({"a.xhtml": ONE}, package=package))
    assert content.notes == ("lacks 1 of its 2 parts",)
    assert content.text == "One\n\nThe first chapter."


def encryption(*names: str) -> dict[str, str]:
    references = "".join(
        f'<EncryptedData><CipherData><CipherReference URI="{name}"/></CipherData></EncryptedData>'
        for name in names
    )
    return {"META-INF/encryption.xml": f'<encryption xmlns="urn:x">{references}</encryption>'}


def test_a_protected_book_is_reported_as_protected():
    with pytest.raises(ReadError, match=r"is protected \(DRM\)"):
        read_epub(epub({"a.xhtml": ONE}, extra=encryption("OEBPS/a.xhtml")))


def test_an_encrypted_part_of_a_book_is_left_out_and_reported():
    pages = {"a.xhtml": ONE, "b.xhtml": "<p>\u0192\u2021q.</p>"}
    read = read_epub(epub(pages, extra=encryption("OEBPS/b.xhtml")))
    assert "q." not in read.text
    assert read.notes == ("lacks 1 of its 3 parts",)  # the third is its navigation


def test_a_book_with_encrypted_fonts_is_read():
    assert read_epub(epub({"a.xhtml": ONE}, extra=encryption("OEBPS/font.otf"))).text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no zip", "not a zip archive"),
        (zipped({"a": "x"}), "has no META-INF/container.xml"),
        (zipped({"META-INF/container.xml": ""}), "broken"),
        (zipped({"META-INF/container.xml": "<rootfile full-path='x'/>"}), "has no x"),
        (epub({}), "has no text"),
    ],
)
def test_a_broken_book_is_reported(data: bytes, reason: str):
    with pytest.raises(ReadError, match=reason):
        read_content(data, "epub")


def test_entities_do_not_expand():
    bomb = '<!DOCTYPE p [<!ENTITY a "haha"><!ENTITY b "&a;&a;">]><package>&b;</package>'
    with pytest.raises(ReadError, match="has no text"):
        read_content(epub({"a.xhtml": ONE}, package=bomb), "epub")


WHOLE = epub({"a.xhtml": ONE, "b.xhtml": TWO})


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(WHOLE)), st.binary(max_size=30))
def test_a_damaged_book_is_read_or_refused(at: int, junk: bytes):
    for data in (WHOLE[:at], WHOLE[:at] + junk + WHOLE[at + len(junk) :]):
        try:
            assert isinstance(read_content(data, "epub"), Content)
        except ReadError:
            continue


@pytest.mark.parametrize(
    ("title", "level"),
    [
        ('<p class="h2">Settings</p>', 2),
        ('<p class="calibre7 heading-3">Settings</p>', 3),
        ("<p><b>3.2 Settings</b></p>", 2),
        ("<p><b>Settings</b></p>", None),
        ("<p><b>3.2 Settings</b> are there.</p>", None),
        ('<p class="h2">The settings are there for the crew.</p>', None),
    ],
)
def test_a_paragraph_that_is_made_to_look_like_a_heading_is_one(title, level):
    page = f"<p>It has many speeds.</p>{title}<p>Set it at night.</p>"
    block = read_epub(epub({"a.xhtml": page})).blocks[1]
    assert (block.kind, block.level) == (("heading", level) if level else ("paragraph", 0))
