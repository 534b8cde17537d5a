"""Authors and dates of documents in each format, and values that are not names or dates."""

import io

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents_made import epub, pdf
from hyperdigest.base.names import LONGEST_NAME, MOST_AUTHORS, authors_of, family_and_given
from hyperdigest.dates import date_of
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.isolated import read_content
from hyperdigest.read.text import BadLine, read_jsonl, read_markdown

ADA = ("Ada Lovelace",)


def page(head: str = "", body: str = "<p>Some words of a page.</p>"):
    content = read_html(f"<html><head>{head}</head><body>{body}</body></html>".encode())
    return content.authors, content.date


@pytest.mark.parametrize(
    ("head", "authors", "date"),
    [
        ('<meta name="author" content="Ada Lovelace"><meta name="date" content="1843-10">',
         ADA, "1843-10"),
        ('<meta name="DC.Creator" content="Lovelace, Ada">'
         '<meta name="dcterms.issued" content="1843">',
         ("Lovelace, Ada",), "1843"),
        ('<meta name="citation_author" content="Lovelace, Ada"><meta name="citation_author" '
         'content="Babbage, C."><meta name="citation_publication_date" content="1843/10/1">',
         ("Lovelace, Ada", "Babbage, C."), "1843-10-01"),
        ('<meta property="article:modified_time" content="1850-01-02T00:00:00+00:00"><meta '
         'property="article:published_time" content="1843-10-01T23:59:00Z"><meta '
         'property="article:author" content="https://example.org/ada">', (), "1843-10-01"),
        ('<script type="application/ld+json">{"@graph": [{"@type": "Person"}, {"author": [{"name": '
         '"Ada Lovelace"}, "root"], "datePublished": "1843-10-01"}]}</script>', ADA, "1843-10-01"),
        ('<script type="application/ld+json">{"author": {"name": 3}, "datePublished": []}</script>',
         (), ""),
        ('<script type="application/ld+json">{broken</script>', (), ""),
        ('<meta name="author" content="Administrator"><meta name="date" content="soon">', (), ""),
    ],
)  # fmt: skip
def test_authors_and_date_of_web_pages(head, authors, date):
    assert page(head) == (authors, date)


def test_authors_and_date_marked_in_the_text_of_a_page():
    body = '<p>By <a rel="author" href="/a">Ada Lovelace</a>, <time class="published" '
    assert page("", f'{body}datetime="1843-10-01">in autumn</time>.</p>') == (ADA, "1843-10-01")
    assert page("", "<p>It met <time datetime='1843-10-01'>in autumn</time>.</p>") == ((), "")


def test_authors_and_date_of_word_documents():
    made = docx.Document()
    made.add_paragraph("Some words of Word.")
    file = io.BytesIO()
    made.save(file)
    unnamed = read_content(file.getvalue(), "docx")
    assert (unnamed.authors, unnamed.date) == ((), "")
    made.core_properties.author = "Ada Lovelace"
    made.core_properties.created = made.core_properties.created.replace(year=1943)
    made.save(file := io.BytesIO())
    named = read_content(file.getvalue(), "docx")
    assert (named.authors, named.date) == (ADA, "1943-12-23")


def test_authors_and_date_of_e_books():
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:creator>Ada Lovelace</dc:creator><dc:date>1843</dc:date>"
        '<meta property="dcterms:modified">2020-01-01</meta></metadata><manifest><item id="a" '
        'href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    read = read_content(epub({"a.xhtml": "<p>One.</p>"}, package=package), "epub")
    assert (read.authors, read.date) == (ADA, "1843")


def test_authors_and_date_of_pdfs():
    def draw(canvas):
        canvas.setAuthor("Ada Lovelace")
        canvas.drawString(72, 700, "Some words of a PDF.")

    read = read_content(pdf(draw), "pdf")
    assert (read.authors, read.date) == (ADA, "")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "lines",
    [
        ("author: Ada Lovelace", "date: 1843-10-01"),
        ("authors: [Ada Lovelace, 'root']", 'date: "1 October 1843"'),
        ("authors:", "  - name: Ada Lovelace", "    mail: unknown", "published: 1843-10-01 10:00"),
        ("author:", "- Ada Lovelace", "Date: 1843-10-01", "updated: 1850"),
    ],
)
def test_authors_and_date_of_markdown(lines, end):
    text = end.join(["---", "title: Of Trams", *lines, "---", "# Trams", "Some words.", ""])
    read = read_markdown(text.encode())
    assert (read.text, read.title, read.authors, read.date) == (text, "Of Trams", ADA, "1843-10-01")


def test_authors_and_date_of_json_lines():
    data = b"""
        {"text": "A.", "author": "Ada Lovelace", "date": "1843-10-01"}
        {"text": "B.", "authors": [{"name": "Ada Lovelace"}, 3, null], "published": 1843}
        {"text": "C.", "authors": {}, "date": []}"""
    found = [one for one in read_jsonl(data) if not isinstance(one, BadLine)]
    metadata = [(record.authors, record.date) for record in found]
    assert metadata == [(ADA, "1843-10-01"), (ADA, "1843"), ((), "")]


@pytest.mark.parametrize(
    ("value", "date"),
    [
        *(("2026", "2026"), ("2026-11", "2026-11"), ("2026-11-22T10:00:00Z", "2026-11-22")),
        *(
            ("D:20261122093000+01'00'", "2026-11-22"),
            ("D:2026", "2026"),
            ("20261122", "2026-11-22"),
        ),
        *(("Sun, 22 Nov 2026 10:00:00 GMT", "2026-11-22"), ("November 22, 2026", "2026-11-22")),
        *(("22. November 2026", "2026-11-22"), ("Nov 2026", "2026-11"), ("2026/1/2", "2026-01-02")),
        *(("May 3rd, 2020", "2020-05-03"), ("2024-02-29", "2024-02-29")),
        *((bad, "") for bad in ("2026-02-30", "2023-02-29", "2026-13", "11/12/2026", "0001-01-01")),
        *((bad, "") for bad in ("1970-01-01T00:00", "99999", "", "soon", "٢٠٢٦", "2026" * 40)),
        *((bad, "") for bad in ("1669111111", "1669111111000", "2026112209")),
        ("20261122T0930", "2026-11-22"),
    ],
)
def test_dates_are_normalized(value, date):
    assert date_of(["", value]) == date


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada Lovelace and Charles Babbage", ("Ada Lovelace", "Charles Babbage")),
        ("Bobby Fischer and Ruby Lane", ("Bobby Fischer", "Ruby Lane")),
        ("Posted by Ada Lovelace", ("Ada Lovelace",)),
        ("Ada Lovelace <ada@a.org>, Bob Fee (bob@b.org)", ("Ada Lovelace", "Bob Fee")),
        ("Ada Lovelace, Ph.D., and Charles Babbage, PhD", ("Ada Lovelace", "Charles Babbage")),
        ("ada@a.org", ()),
        ("Your Name", ()),
        ("Ada Lovelace, Charles Babbage, and Jean-Luc de la Tour",
         ("Ada Lovelace", "Charles Babbage", "Jean-Luc de la Tour")),
        ("Lovelace, Ada; Babbage, C.", ("Lovelace, Ada", "Babbage, C.")),
        ("Department of Health and Human Services", ("Department of Health and Human Services",)),
        ("Smith and Sons Ltd.", ("Smith and Sons Ltd.",)),
        ("by Ada Lovelace;Ada  Lovelace", ADA),
        ("the harbour desk, 5 March 2012", ("the harbour desk",)),
        ("By Ada Lovelace | published on October 1st, 1843 10:00", ADA),
        ("Ada Lovelace (updated 1843-10-01); 1 October 1843", ADA),
        ("root; (Unknown); n/a; https://example.org; -; " + "x" * 200, ()),
    ],
)  # fmt: skip
def test_names_of_authors_are_separated_and_placeholders_dropped(value, names):
    assert authors_of([value]) == names


@pytest.mark.parametrize(
    "date",
    ["17 August 2017", "Thursday 17th of August, 2017", "Aug 17, 2017", "August 2017", "2017",
     "le 17 ao\u00fbt 2017", "17 de agosto de 2017", "published on Thu, 17/8/17"],
)  # fmt: skip
def test_a_date_after_an_author_is_no_part_of_the_name(date):
    assert authors_of([f"the harbour desk, {date}"]) == ("the harbour desk",)
    assert authors_of([f"By Ada Lovelace, {date}"]) == ADA
    assert authors_of(["Class of 2017"]) == ("Class of 2017",)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("J. R. R. Tolkien", ("Tolkien", "J. R. R.")),
        ("Ludwig van Beethoven", ("van Beethoven", "Ludwig")),
        ("Lovelace, Ada", ("Lovelace", "Ada")),
        *((name, None) for name in ("World Bank", "wikipedia", "李 明", "Doe, John, Jr.", "Plato")),
    ],
)
def test_names_are_split_into_family_and_given_name(name, parts):
    assert family_and_given(name) == parts


@given(st.lists(st.text(max_size=300), max_size=80))
def test_the_number_and_length_of_names_is_limited(values):
    names = authors_of(values)
    assert len(names) <= MOST_AUTHORS
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= LONGEST_NAME and len(name.splitlines()) == 1 for name in names)


@given(st.text(max_size=40) | st.from_regex(r"\A(D:)?[0-9]{4}-?[0-9]{2}-?[0-9]{2}.{0,9}\Z"))
def test_any_text_gives_a_valid_date_or_none(value):
    date = date_of([value])
    assert date == "" or date_of([date]) == date
