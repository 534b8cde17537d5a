"""BibTeX and CSL-JSON, read back by what others read them with."""

import json
import re
from dataclasses import replace

import bibtexparser
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text

from hyperdigest.base.text import UNSAFE, line
from hyperdigest.documents import Document
from hyperdigest.render import render_bibtex, render_csl
from oracles.digests import ECLIPSE, EMPTY, LEAFLET, cite, cite_range, digest_of

BIBTEX = r"""@misc{path-txt-4d65c08d,
  title = {{Where the shadow falls}},
  type = {plain text},
  note = {path.txt, line 1, line 2}
}

@misc{moon-md-14be542f,
  title = {{moon.md}},
  howpublished = {news/moon.md},
  type = {Markdown},
  note = {moon.md, line 3}
}

@misc{leaflet-pdf-03f16024,
  title = {{Watching safely}},
  type = {PDF},
  note = {leaflet.pdf, p. 2}
}"""

CSL_ITEMS = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "type"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "type": {"enum": ["book", "document", "webpage"]},
            "title": {"type": "string", "minLength": 1},
            "URL": {"type": "string", "pattern": "^https?://"},
            "DOI": {"type": "string", "pattern": "^10\\.[0-9]+/"},
            "medium": {"type": "string"},
            "author": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        name: {"type": "string"} for name in ("family", "given", "literal")
                    },
                },
            },
            "issued": {
                "type": "object",
                "required": ["date-parts"],
                "properties": {
                    "date-parts": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 1,
                        "items": {
                            "type": "array",
                            "minItems": 1,
                            "maxItems": 3,
                            "items": {"type": "integer"},
                        },
                    }
                },
            },
            "note": {"type": "string"},
            "custom": {"type": "object"},
        },
    },
}
"""What the citation styles project says of the fields used here (`csl-data.json`)."""


def read_bibtex(text):
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    return library.entries


def read_csl(text):
    items = json.loads(text)
    jsonschema.validate(items, CSL_ITEMS)
    return items


def cited(name, path, title="", format="text"):
    document = Document(name, path, "The moon is round.", title, format)
    return digest_of(cite_range(document, 0, 18), documents=(document,))


def written(authors=(), date=""):
    digest = cited("a.pdf", "a.pdf", "Of Trams", "pdf")
    [document] = digest.documents
    return replace(digest, documents=(replace(document, authors=authors, date=date),))


def test_authors_and_date_in_bibtex_and_csl():
    told = written(
        ("Ada Lovelace", "Ludwig van Beethoven", "Department of Trams & Boats"), "1843-10-01"
    )
    assert render_bibtex(told).splitlines()[1:6] == [
        r"  author = {Lovelace, Ada and van Beethoven, Ludwig and {Department of Trams \& Boats}},",
        "  title = {{Of Trams}},",
        "  year = {1843},",
        "  month = oct,",
        "  date = {1843-10-01},",
    ]
    [item] = read_csl(render_csl(told))
    assert item["author"] == [
        {"family": "Lovelace", "given": "Ada"},
        {"family": "van Beethoven", "given": "Ludwig"},
        {"literal": "Department of Trams & Boats"},
    ]
    assert item["issued"] == {"date-parts": [[1843, 10, 1]]}


@pytest.mark.parametrize(("date", "parts"), [("1843", [1843]), ("1843-10", [1843, 10])])
def test_a_date_is_as_precise_as_the_document(date, parts):
    told = written(date=date)
    [entry] = read_bibtex(render_bibtex(told))
    assert "date" not in entry.fields_dict
    assert entry.fields_dict["year"].value == "1843"
    [item] = read_csl(render_csl(told))
    assert item["issued"] == {"date-parts": [parts]}


@given(st.lists(st.text(max_size=30), max_size=4).map(tuple), st.text(max_size=12))
def test_any_authors_and_dates_give_a_valid_bibliography(authors, date):
    told = written(authors, date)
    assert len(read_bibtex(render_bibtex(told))) == 1
    assert len(read_csl(render_csl(told))) == 1


def test_the_bibtex_of_a_digest():
    assert render_bibtex(ECLIPSE) == BIBTEX


def test_the_csl_item_of_a_source():
    assert read_csl(render_csl(ECLIPSE))[2] == {
        "id": "leaflet-pdf-03f16024",
        "type": "document",
        "title": "Watching safely",
        "medium": "PDF",
        "note": "leaflet.pdf, p. 2",
        "custom": {"name": "leaflet.pdf", "path": "news/leaflet.pdf"},
    }


def test_bibtex_and_csl_have_the_same_sources_and_keys():
    entries, items = read_bibtex(render_bibtex(ECLIPSE)), read_csl(render_csl(ECLIPSE))
    assert [entry.key for entry in entries] == [item["id"] for item in items]


def test_a_digest_without_a_sentence_has_no_source():
    assert render_bibtex(EMPTY) == ""
    assert read_csl(render_csl(EMPTY)) == []


def test_a_document_has_the_same_key_in_every_digest():
    alone = digest_of(cite(LEAFLET, "Glasses help."), documents=(LEAFLET,))
    assert read_csl(render_csl(alone))[0]["id"] == "leaflet-pdf-03f16024"


def test_similar_names_have_different_keys():
    names = ["a b.txt", "a-b.txt", "A b.txt", "ä b.txt", "月.txt", "日.txt", "..."]
    documents = [Document(name, name, "The moon is round.") for name in names]
    digest = digest_of(*(cite_range(d, 0, 18) for d in documents), documents=tuple(documents))
    keys = [entry.key for entry in read_bibtex(render_bibtex(digest))]
    assert len(set(keys)) == len(names)
    assert all(key.isascii() and key.replace("-", "").isalnum() for key in keys)


def test_an_address_is_a_url():
    page = cited("page", "https://example.org/a_b?c=1&d={x} y\\z%20#top", format="html")
    [entry], [item] = read_bibtex(render_bibtex(page)), read_csl(render_csl(page))
    assert entry["url"] == item["URL"] == "https://example.org/a_b?c=1&d=%7Bx%7D%20y%5Cz%20#top"
    assert entry.entry_type == "online" and "howpublished" not in entry.fields_dict
    assert item["type"] == "webpage"


@pytest.mark.parametrize("path", ["httpd.txt", "https:", "ftp://example.org/a", "javascript:x"])
def test_other_paths_are_no_urls(path):
    assert "URL" not in read_csl(render_csl(cited("it", path)))[0]


def test_a_path_is_shown_only_if_there_is_no_title():
    untitled, titled = cited("it", "/home/me/it.txt"), cited("it", "/home/me/it.txt", "It")
    assert "  howpublished = {/home/me/it.txt},\n" in render_bibtex(untitled)
    assert "/home/me" not in render_bibtex(titled)


@pytest.mark.parametrize(
    ("text", "path", "doi"),
    [
        ("On Trams. (https://doi.org/10.1000/Tr_1(2)7).", "a.pdf", "10.1000/Tr_1(2)7"),
        ("On Trams. https://doi.org/10.1000/Tr_1(2).", "a.pdf", "10.1000/Tr_1(2)"),
        ("On Trams, doi:10.1000/tr1; DOI 10.1000/TR1", "a.pdf", "10.1000/TR1"),
        ("On Trams. See 10.1000/1 and 10.1000/2.", "a.pdf", ""),
        ("On Trams." + " " * 2000 + "10.1000/1", "a.pdf", ""),
        ("On Trams. Version 110.1000/1", "a.pdf", ""),
        ("On Trams. 10.1000/2", "https://doi.org/10.1000/1", "10.1000/1"),
    ],
)
def test_the_only_doi_at_the_head_of_a_document_is_its_own(text, path, doi):
    document = Document("a.pdf", path, text, "On Trams", "pdf")
    digest = digest_of(cite_range(document, 0, 8), documents=(document,))
    [entry], [item] = read_bibtex(render_bibtex(digest)), read_csl(render_csl(digest))
    told = entry.fields_dict["doi"].value if "doi" in entry.fields_dict else ""
    assert told == item.get("DOI", "") == doi


@pytest.mark.parametrize(("authors", "kind"), [(("Ada Lovelace",), "book"), ((), "misc")])
def test_an_epub_with_authors_is_a_book_in_bibtex(authors, kind):
    document = Document("it", "it.epub", "The moon is round.", "It", "epub", authors=authors)
    digest = digest_of(cite_range(document, 0, 18), documents=(document,))
    assert read_bibtex(render_bibtex(digest))[0].entry_type == kind


def test_an_epub_is_a_book_entry():
    assert read_csl(render_csl(cited("it", "it.epub", "It", "epub")))[0]["type"] == "book"


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Profit & loss: 50% of $3 #1", r"Profit \& loss: 50\% of \$3 \#1"),
        ("}, url = {https://evil.example", r"\textbraceright{}, url = \textbraceleft{}https"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\textbraceleft{}/etc"),
    ],
)
def test_a_title_cannot_be_a_latex_command(title, written):
    text = render_bibtex(cited("it", "it.txt", title))
    assert written in text
    [entry] = read_bibtex(text)
    assert set(entry.fields_dict) == {"title", "type", "note"}


anything = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)


@given(anything, anything, anything)
def test_any_name_of_a_source_is_read_back(name, path, title):
    digest = cited(name, path, title)
    [entry], [item] = read_bibtex(render_bibtex(digest)), read_csl(render_csl(digest))
    assert entry.key == item["id"]
    assert not UNSAFE.search(item["title"] + item["note"])


ligatures = "`'\"?!-"


@given(st.text(st.characters(codec="ascii", exclude_characters=ligatures)).filter(str.strip))
def test_latex_shows_the_title_as_it_is(title):
    [entry] = read_bibtex(render_bibtex(cited("it", "it.txt", title)))
    assert latex_to_text(entry["title"][1:-1]) == line(title)


SYMBOLS = {
    "less": "<", "greater": ">", "bar": "|", "asciicircum": "^", "braceleft": "{",
    "braceright": "}",
}  # fmt: skip
"""Commands that every LaTeX has and the reader of LaTeX used here has not."""


def latex_to_text(latex):
    parts = re.split(r"\\text(less|greater|bar|asciicircum|braceleft|braceright)\{\}", latex)
    reader = LatexNodes2Text(math_mode="verbatim")
    read = [SYMBOLS[part] if n % 2 else reader.latex_to_text(part) for n, part in enumerate(parts)]
    return " ".join("".join(read).split())
