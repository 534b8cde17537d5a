"""Tables that follow each other without a word between them are several, in all formats."""

from __future__ import annotations

import pytest

from documents_made import word
from hyperdigest import Document
from hyperdigest.read.content import Content
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.office.word import read_docx
from hyperdigest.split import split

PORTS = (("Name", "Port"), ("web", "80"), ("mail", "25"), ("time", "123"))
TIDES = (("north", "rises late"), ("south", "rises early"))
WINDS = (("east", "cold"), ("west", "wet"))


def page() -> Content:
    tables = (
        "".join(f"<tr><td>{first}<td>{second}</tr>" for first, second in table)
        for table in (PORTS, TIDES, WINDS)
    )
    return read_html(f"<p>The harbour:</p><table>{'</table><table>'.join(tables)}</table>".encode())


def file_of_word() -> Content:
    def fill(document):
        document.add_paragraph("The harbour:")
        for rows in (PORTS, TIDES, WINDS):
            table = document.add_table(len(rows), 2)
            for number, cells in enumerate(rows):
                for column, text in enumerate(cells):
                    table.cell(number, column).text = text
            document.add_paragraph("")

    return read_docx(word(fill))


@pytest.mark.parametrize("read", [page, file_of_word])
def test_each_table_has_its_own_header_and_numbers(read):
    content = read()
    spans = split(Document("a", "a", content.text, format=content.format, blocks=content.blocks))
    texts = [content.text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    headers = [
        texts[number - distance] if distance else None
        for number, distance in enumerate(spans.context.tolist())
    ]
    assert list(zip(texts, headers, spans.of.tolist(), strict=True))[2:] == [
        ("web\t80", "Name\tPort", 3), ("mail\t25", "Name\tPort", 3), ("time\t123", "Name\tPort", 3),
        ("north\trises late", None, 2), ("south\trises early", None, 2),
        ("east\tcold", None, 2), ("west\twet", None, 2),
    ]  # fmt: skip
