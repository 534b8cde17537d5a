"""A group or a unit that stands above the figures is said of the rows below it only."""

import csv
import io

import pytest

from hyperdigest.documents import Document
from hyperdigest.read.sheets.reader import read_csv, read_xlsx
from hyperdigest.split import split
from sheets_made import told, xlsx

SALES = [["City", "2024", "2025"], ["Oslo", "1200", "310"], ["Bergen", "900", "280"]]
COSTS = [["Hull", "70", "31"], ["Leith", "55", "48"]]
FERRIES = [["Ayr", "12", "15"], ["Stow", "40", "38"], ["Wells", "22", "25"], ["Kirk", "9", "7"]]


def quoted(content) -> list[tuple[str, list[str]]]:
    """Each row, and what is quoted before it."""
    document = Document("a", "a", content.text, format="csv", blocks=content.blocks)
    spans = split(document)
    texts = [
        content.text[s:e].replace("\t", " ") for s, e in zip(spans.start, spans.end, strict=True)
    ]

    def before(number: int) -> list[str]:
        distance = int(spans.context[number])
        return [*before(number - distance), texts[number - distance]] if distance else []

    return [(texts[n], before(n)) for n, kind in enumerate(spans.kind) if kind]


def expected(one: str, other: str) -> list[tuple[str, list[str]]]:
    named = [(one, row) for row in SALES[1:]] + [(other, row) for row in COSTS]
    return [(" ".join(row), [" ".join(SALES[0]), title]) for title, row in named]


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("gap", [[], [[""]]])
@pytest.mark.parametrize(
    ("one", "other"), [("Old", "New"), ("(tonnes)", "(per cent)"), ("$'000", "%")]
)
def test_the_titles_hold_up_to_the_next_one(place: int, gap: list[list[str]], one: str, other: str):
    first, second = ([""] * place + [text] for text in (one, other))
    file = io.StringIO()
    csv.writer(file).writerows([SALES[0], first, *SALES[1:], *gap, second, *COSTS])
    assert quoted(read_csv(file.getvalue().encode())) == expected(one, other)


def test_the_title_is_told_once_if_its_cell_is_merged():
    rows = [SALES[0], [None, "in %", None], *SALES[1:], [None, "in 1,000", None], *COSTS]
    merged = '<mergeCells><mergeCell ref="B2:C2"/><mergeCell ref="B5:C5"/></mergeCells>'
    assert quoted(read_xlsx(xlsx({"A": rows}, after=merged))) == expected("in %", "in 1,000")


@pytest.mark.parametrize(
    "notes", [["closed in May", "closed in June"], ["(estimated)"], ["%"], ["Women", "Men"]]
)
def test_texts_in_the_midst_of_the_rows_are_no_titles_of_those_below(notes: list[str]):
    table = [*SALES, ["", notes[0], ""], *COSTS, ["", notes[-1], ""], *FERRIES]
    assert [kind for kind, _ in told(table)] == ["header", *["table"] * (len(table) - 1)]


@pytest.mark.parametrize(
    "value", [["", "none", ""], ["", "n/a", ""], ["", "see below", "31"], ["Hull", "closed", ""]]
)
def test_a_value_is_no_title(value: list[str]):
    table = [*SALES, value, *COSTS]
    assert [kind for kind, _ in told(table)] == ["header", *["table"] * 5]


def test_a_unit_of_all_rows_is_one_of_the_names():
    table = [SALES[0], ["", "(tonnes)", ""], *SALES[1:], *COSTS]
    assert [kind for kind, _ in told(table)] == [*["header"] * 2, *["table"] * 4]


def test_names_are_quoted_also_above_signs_of_units():
    rows = [SALES[0], ["", "$", "%"], *SALES[1:]]
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    signs = [" ".join(SALES[0]), "$ %"]
    assert [before for _, before in quoted(read_csv(file.getvalue().encode()))] == [signs] * 2
