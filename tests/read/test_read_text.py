import pytest

from hyperdigest.errors import ReadError
from hyperdigest.read.isolated import MOST_ENDS, read_content
from hyperdigest.read.text import read_markdown, read_text


def test_text_is_the_content_of_the_file_with_its_line_ends():
    data = "One\r\nline.\rTwo.\n\n\tThree. \x0cFour é.".encode()
    content = read_text(data)
    assert content.text == data.decode()
    assert content.format == "text"
    assert content.blocks == content.pages == ()


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("# The *eclipse* #\n\nText.", "The *eclipse*"),
        ("Some words.\r\n\r\n## Second ##\r\nText.", "Second"),
        ("The Title\r\n=========\r\nText.", "The Title"),
        ('---\nauthor: A\ntitle: "Of the Sun"\n---\n# Heading\n', "Of the Sun"),
        ("---\nauthor: A\n---\n\n# Heading\n", "Heading"),
        ("\ufeff# Marked\n", "Marked"),
        ("No title at all.\n", ""),
        ("- a list\n---\n", ""),
        ("#hashtag is no heading\n", ""),
    ],
)
def test_markdown_is_titled_by_its_front_matter_or_first_heading(source: str, title: str):
    content = read_markdown(source.encode())
    assert content.text == source
    assert content.title == title
    assert content.format == "markdown"


@pytest.mark.parametrize("line", [" ", "#", "# ", "=", "-", "a ", "title: "])
def test_a_very_long_line_is_read_in_linear_time(line: str):
    source = f"# x{line * 200_000}x\n---\n{line * 200_000}x\n{line * 200_000}\n"
    assert read_markdown(source.encode()).title.startswith("x")


@pytest.mark.parametrize("root", ["office:document", "w:wordDocument", "pkg:package"])
def test_office_documents_in_one_xml_file_are_refused(root: str):
    source = f'<?xml version="1.0"?>\n<!-- saved -->\n<{root} x="y"><p>One.</p></{root}>'
    with pytest.raises(ReadError, match="save it as odt or docx"):
        read_text(source.encode())
    assert read_text(b"<p>One.</p>").text == "<p>One.</p>"


def test_a_text_of_too_many_sentences_is_refused():
    with pytest.raises(ReadError, match="ends of sentences: split it into parts"):
        read_content(b"?! " * (MOST_ENDS + 1), "text")
    assert read_content(b"1.5 " * (MOST_ENDS + 1), "text").format == "text"
