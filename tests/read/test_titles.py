"""Which title a document has, of those that its file gives and of its headings."""

import pytest

from documents_made import lines, pdf
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.pdf.reader import read_pdf
from hyperdigest.read.text import read_markdown
from hyperdigest.read.titles import given_title, title_of_headings

NO_TITLES = [
    *("Microsoft Word - trams.doc", "untitled", "Untitled Document 2", "Slide 1", "pic-3.html"),
    *("PowerPoint Presentation", "Contents", "Table of Contents", "Index", "M L", "", "report.pdf"),
    *("my last report.docx", "New Page 1", "main", "(anonymous)"),
]
TITLES = [
    *("Node.js", "Microsoft Word 2019 for lawyers", "Document control", "Main Street", "C++ tools"),
    *("Index of prices", "The Slide Rule", "Contents of the tomb", "Untitled: a life"),
]


@pytest.mark.parametrize("title", NO_TITLES)
def test_what_programs_write_is_no_title(title):
    assert given_title(title) == ""
    assert title_of_headings([title, "Trams of Graz"]) == "Trams of Graz"


@pytest.mark.parametrize("title", TITLES)
def test_titles_stay(title):
    assert given_title(title) == title_of_headings([title]) == title


@pytest.mark.parametrize("section", ["INSTALLATION", "1. Introduction", "NAME", "Example 1:"])
def test_the_heading_of_a_section_is_no_title_and_ends_the_search(section):
    assert title_of_headings([section, "Release files"]) == ""
    assert given_title(section) == section


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Trams\n\n## Usage\n", "Trams"),
        ("# Trams\n\n# Buses\n", "Trams"),
        ("Trams\n-----\n\nUsage\n-----\n", "Trams"),
        ("## Table of contents\n\n# Trams\n", "Trams"),
        ("# Installation\n\n# Usage\n", ""),
        ("### Installing trams\n\n### Starting trams\n", ""),
        ("## Sponsors of trams\n\n# Trams\n", ""),
        ('<h1 align="center"> <code>trams</code> </h1>\n\n## Usage\n', "trams"),
        ("---\ntitle: Trams of Graz\n---\n\n# Usage\n", "Trams of Graz"),
    ],
)
def test_the_title_of_markdown(text, title):
    assert read_markdown(text.encode()).title == title


@pytest.mark.parametrize(
    ("head", "headings", "title"),
    [
        ("Trams of Graz", "<h1>Lines</h1>", "Trams of Graz"),
        ("trams-3.html", "<h1>Lines</h1>", "Lines"),
        ("Introduction", "<h1>The trams of Graz</h1>", "The trams of Graz"),
        ("Introduction", "<h1>Introduction</h1>", "Introduction"),
        ("Untitled", "", ""),
    ],
)
def test_the_title_of_a_page(head, headings, title):
    page = (
        f"<html><head><title>{head}</title></head><body>{headings}<p>Trams run.</p></body></html>"
    )
    assert read_html(page.encode()).title == title


def test_the_title_of_a_pdf_is_its_largest_heading_in_full():
    def draw(canvas):
        canvas.setFont("Helvetica", 24)
        canvas.drawString(72, 760, "How the trams of Graz are kept")
        canvas.drawString(72, 715, "Running in Winter")
        canvas.setFont("Helvetica", 10)
        lines(canvas, [f"The trams of line {n} run in the winter, too." for n in range(20)], y=600)

    assert read_pdf(pdf(draw)).title == "How the trams of Graz are kept Running in Winter"


def test_the_name_section_of_a_manual_page_is_not_the_title_of_a_pdf():
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, 760, "NAME")
        canvas.setFont("Helvetica", 10)
        lines(canvas, [f"The trams of line {n} run in the winter, too." for n in range(20)], y=700)

    assert read_pdf(pdf(draw)).title == ""
