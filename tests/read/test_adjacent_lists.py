"""Lists that follow each other without a word between them are several, in all formats."""

from __future__ import annotations

import pytest

from hyperdigest import Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.read.content import Content
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.latex.reader import read_latex
from hyperdigest.read.markup.asciidoc import read_asciidoc
from hyperdigest.read.markup.org import read_org
from hyperdigest.read.markup.rst import read_rst
from hyperdigest.read.office.opendocument import read_odt
from hyperdigest.read.xml_articles.reader import read_xml
from hyperdigest.split import split
from office_made import odt

TOOLS, PARTS = ("hammer", "saw"), ("nail", "screw", "bolt")


def page() -> Content:
    lists = ("".join(f"<li>the {name}" for name in names) for names in (TOOLS, PARTS))
    return read_html(f"<p>You need:</p><ul>{'</ul><ul>'.join(lists)}</ul>".encode())


def restructured_text() -> Content:
    lists = (
        "\n".join(f"{mark} the {n}" for n in names) for mark, names in (("-", TOOLS), ("*", PARTS))
    )
    return read_rst("\n\n".join(("You need:", *lists)).encode())


def asciidoc() -> Content:
    lists = ("\n".join(f"* the {name}" for name in names) for names in (TOOLS, PARTS))
    return read_asciidoc(("You need:\n\n" + "\n\n//-\n\n".join(lists)).encode())


def org() -> Content:
    lists = ("\n".join(f"- the {name}" for name in names) for names in (TOOLS, PARTS))
    return read_org(("You need:\n" + "\n\n\n".join(lists)).encode())


def latex() -> Content:
    lists = (
        r"\begin{itemize}" + "".join(rf"\item the {name} " for name in names) + r"\end{itemize}"
        for names in (TOOLS, PARTS)
    )
    body = "You need:\n" + "\n".join(lists)
    return read_latex(
        rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}".encode()
    )


def docbook() -> Content:
    lists = (
        "".join(f"<listitem><para>the {name}</para></listitem>" for name in names)
        for names in (TOOLS, PARTS)
    )
    inside = "</itemizedlist><itemizedlist>".join(lists)
    body = f"<para>You need:</para><itemizedlist>{inside}</itemizedlist>"
    return read_xml(f'<article xmlns="http://docbook.org/ns/docbook">{body}</article>'.encode())


def opendocument() -> Content:
    lists = (
        "".join(f"<text:list-item><text:p>the {name}</text:p></text:list-item>" for name in names)
        for names in (TOOLS, PARTS)
    )
    inside = "</text:list><text:list>".join(lists)
    return read_odt(odt(f"<text:p>You need:</text:p><text:list>{inside}</text:list>"))


def items(content: Content) -> list[tuple[int, int, str]]:
    """The place of each item in its list, how many that has, and what is quoted before it."""
    spans = split(Document("a", "a", content.text, format=content.format, blocks=content.blocks))
    texts = [content.text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    return [
        (int(spans.ordinal[n]), int(spans.of[n]), texts[n - spans.context[n]])
        for n, kind in enumerate(spans.kind)
        if SENTENCE_KINDS[kind] in ("item", "step")
    ]


@pytest.mark.parametrize(
    "read", [page, restructured_text, asciidoc, org, latex, docbook, opendocument]
)
def test_adjacent_lists_of_items_are_several_after_the_same_words(read):
    assert items(read()) == [
        *((place, 2, "You need:") for place in (1, 2)),
        *((place, 3, "You need:") for place in (1, 2, 3)),
    ]


def test_adjacent_lists_of_one_item_are_one_list():
    body = "".join(f"<ul><li>the {name}</li></ul>" for name in PARTS)
    assert [position for *position, _ in items(read_html(f"<p>Take:</p>{body}".encode()))] == [
        [1, 3], [2, 3], [3, 3],
    ]  # fmt: skip


def test_fields_and_options_beside_each_other_are_two_lists():
    text = "-a   All of it is shown.\n\n-b   Begin here.\n\n:Author: She wrote it.\n"
    found = read_rst(text.encode())
    spans = split(Document("a", "a", found.text, format="rst", blocks=found.blocks))
    of = [int(of) for of, kind in zip(spans.of, spans.kind, strict=True) if kind]
    assert of == [2, 2, 1]


@pytest.mark.parametrize("more", ["<ol type=a start=3>", "<ol start=7>", "<ol>"])
def test_a_list_that_does_not_count_on_is_another_one(more):
    steps = "<li>Shut it.</li><li>Open it.</li>"
    content = read_html(f"<p>Do this:</p><ol>{steps}</ol>{more}{steps}</ol>".encode())
    assert [position for *position, _ in items(content)] == [[1, 2], [2, 2], [1, 2], [2, 2]]


def test_a_list_right_in_a_list_is_in_the_item_before_it():
    body = "<ul><li>paint</li><ul><li>red</li><li>blue</li></ul><li>brushes</li></ul>"
    assert items(read_html(f"<p>Take:</p>{body}".encode())) == [
        (1, 2, "Take:"), (1, 2, "paint"), (2, 2, "paint"), (2, 2, "Take:"),
    ]  # fmt: skip


def test_of_lists_that_are_nested_too_deep_no_sizes_are_known():
    depth = 300
    page = "".join(f"<ul><li>the box {n}" for n in range(depth)) + "</ul>" * depth
    assert {of for _, of, _ in items(read_html(page.encode()))} == {0, 1}
