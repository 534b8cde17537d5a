from time import process_time

import pytest

from hyperdigest import Collection, Document
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
        ('+++\r\nauthor = "A"\r\ntitle = "Of the Sun"\r\n+++\r\n# Heading\n', "Of the Sun"),
        ("+++\nbroken = \n+++\n# Heading\n", "Heading"),
        ("---\n\n# Heading\n\ntitle: none\n\n---\n", "Heading"),
        ("\ufeff# Marked\n", "Marked"),
        ("# Kite [![build](https://ci.example/k.svg)](https://ci.example)\n", "Kite"),
        ("# The **[kite](https://k.example)** and `fly`\n", "The kite and fly"),
        ("## Table of contents\n\n## Sailing\n", "Sailing"),
        ("No title at all.\n", ""),
        ("The mill is old. It still grinds.\n---\n\n# The mill\n", "The mill"),
        ("- a list\n---\n", ""),
        ("#hashtag is no heading\n", ""),
    ],
)
def test_markdown_is_titled_by_its_front_matter_or_first_heading(source: str, title: str):
    content = read_markdown(source.encode())
    assert content.text == source
    assert content.title == title
    assert content.format == "markdown"


def test_front_matter_in_toml_has_title_authors_and_date():
    source = """+++
title = "The mill"
date = 2031-03-04T10:00:00Z
tags = [
  "mills",
]
[[author]]
name = "Ann Bell"
[[author]]
name = "Tom Hart"
[extra]
title = "No title"
+++
The mill was sold.
"""
    content = read_markdown(source.encode())
    assert (content.title, content.date) == ("The mill", "2031-03-04")
    assert content.authors == ("Ann Bell", "Tom Hart")


FRONT = (
    "description: The mill was sold by the heirs.\n# A comment is here.\n\ntags:\n- The mills.\n"
)


@pytest.mark.parametrize(
    ("source", "quoted"),
    [
        (f"---\n{FRONT}---\nIt was late.", ["It was late."]),
        (f"\ufeff---\r\n{FRONT}...\r\nIt was late.", ["It was late."]),
        ('+++\nsaid = """\nThe mill was sold.\n"""\n+++\n\nIt was late.', ["It was late."]),
        ("---\n\nThe mill was sold.\n\n---\nIt was late.", ["The mill was sold.", "It was late."]),
        ("---\nThe mill was sold.\n\n---\nIt was late.", ["The mill was sold.", "It was late."]),
        (
            "---\nnote: The mill.\nIt was sold.\n\n---\nOh.",
            ["note: The mill.", "It was sold.", "Oh."],
        ),
        ("---\nnote: The mill was sold.", ["note: The mill was sold."]),
    ],
)
def test_front_matter_is_not_quoted_and_a_rule_at_the_top_hides_nothing(source, quoted):
    text = read_markdown(source.encode()).text
    rows = Collection.of([Document("a.md", "a.md", text, format="markdown")]).split.sentences
    spans = zip(rows.start.tolist(), rows.end.tolist(), strict=True)
    assert [text[start:end] for start, end in spans] == quoted


@pytest.mark.parametrize("line", [" ", "#", "# ", "=", "-", "a ", "title: "])
def test_a_very_long_line_is_read_in_linear_time(line: str):
    source = f"# xx{line * 200_000}x\n---\n{line * 200_000}x\n{line * 200_000}\n"
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


def test_a_heading_of_images_that_are_not_closed_is_read_in_linear_time():
    start = process_time()
    assert read_markdown(f"# {'![' * 50_000}](\n".encode()).title
    assert process_time() - start < 2
