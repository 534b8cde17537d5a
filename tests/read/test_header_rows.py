"""Header rows of sheets: names of groups of columns, units, and dates in several parts."""

import pytest

from hyperdigest.read.html.reader import read_html
from hyperdigest.read.sheets.reader import read_xlsx
from sheets_made import as_told, told, xlsx

Rows = list[list[str]]
SALES: Rows = [["Rope", "12", "14", "9"], ["Sails", "103", "98", "120"]]
YEARS = ["", "2025", "2024", "2023"]
WORDS: Rows = [
    ["North", "calm", "rough", "calm", "wild"],
    ["South", "wild", "calm", "calm", "calm"],
]
SEASONS = ["Summer", "Winter"]


@pytest.mark.parametrize(
    "header",
    [
        [["", "", "Years ended in May", ""], YEARS],
        [YEARS, ["", "", "(in thousands)", ""]],
        [["", "", "Year ended", ""], YEARS, ["", "", "(in thousands)", ""]],
        [["", "", "Year ended", ""], YEARS, ["", "$", "$", "$"]],
        [["(in thousands)", "", "", ""], ["Years to May 31:", "2025", "2024", "2023"]],
        [["Year ended May 31,", "", "", ""], YEARS],
        [["", "", "Fiscal year", ""], ["Sold in:", "FY25", "FY24*", "FY23"]],
        [["Age", "18–24", "25–64", ">64"]],
        [["Goods", "2025", "2024", "2023"], ["", "EUR", "EUR", "USD"]],
        [["", "Coast", "", "Inland"], ["", "Ports", "Piers", "Ports"], ["", "EUR", "EUR", "EUR"]],
    ],
)
@pytest.mark.parametrize("label", ["", "Things for boats", "Things for boats:"])
def test_figures_are_below_all_rows_of_their_header(header: Rows, label: str):
    labels = [[label, "", "", ""]] if label else []
    found = told([*header, *labels, *SALES])
    assert [kind for kind, _ in found] == ["header"] * len(header) + ["table"] * (
        len(labels) + len(SALES)
    )
    assert [text for _, text in found[-2:]] == ["\t".join(row) for row in SALES]


def test_a_cell_above_more_header_rows_than_are_quoted_is_a_title():
    names = [["", "Ended in May", "", ""], YEARS, ["", "", "(in thousands)", ""]]
    found = told([["", "The harbour", "", ""], *names, *SALES])
    assert found[0] == ("heading", "The harbour")
    assert [kind for kind, _ in found[1:]] == ["header"] * 3 + ["table"] * 2


def test_a_header_has_up_to_four_rows_in_a_file_with_merged_cells():
    rows = [
        ["Harbour", "Landed", None, None, None],
        [None, "Plan", None, "Actual", None],
        [None, *SEASONS, *SEASONS],
        [None, "(tonnes)", "(tonnes)", "(tonnes)", "(tonnes)"],
        ["North", 12, 14, 9, 7],
        ["South", 103, 98, 120, 88],
    ]
    places = ("B1:E1", "B2:C2", "D2:E2")
    merged = "".join(f'<mergeCell ref="{place}"/>' for place in places)
    content = read_xlsx(xlsx({"A": rows}, after=f"<mergeCells>{merged}</mergeCells>"))
    assert [block.kind for block in content.blocks] == ["header"] * 4 + ["table"] * 2


def test_figures_with_spaces_after_their_currency_are_figures():
    rows = [["Rope", "$  12", "$  14", "$   9"], *SALES[1:]]
    header = [["", "", "Years ended in May", ""], YEARS]
    assert [kind for kind, _ in told([*header, *rows])] == ["header"] * 2 + ["table"] * 2


def test_a_header_of_groups_has_two_rows_also_above_words():
    groups = ["", "Plan", "", "Actual", ""]
    found = told([groups, ["Coast", *SEASONS, *SEASONS], *WORDS])
    assert found[0] == ("header", "Plan\t\tActual")
    assert found[1:] == as_told(["Coast", *SEASONS, *SEASONS], *WORDS)


@pytest.mark.parametrize("first", ["", "(in tonnes)"])
def test_a_group_above_columns_is_a_header_also_if_the_names_of_the_rows_have_none(first: str):
    names = [first, "Sold", "Lent", "Sold", "Lent"]
    rows = [["Rope", "12", "3", "14", "2"], ["Sails", "103", "4", "98", "5"]]
    found = told([["", "2025", "", "2024", ""], names, *rows])
    assert found[:2] == [
        ("header", "2025\t\t2024"),
        ("header", "\t".join(filter(None, names))),
    ]


def test_each_part_of_a_wide_table_has_the_names_of_its_groups():
    kinds = ["Sold at the quay", "Lent for a week", "Returned by the end"]
    years = [["", "2025", "", "", "2024", "", "", "2023", "", ""], ["", *kinds * 3]]
    figures = [str(n) for n in range(31, 40)]
    found = told([*years, ["Rope of hemp", *figures], ["Sails of linen", *figures[::-1]]])
    parts = [text.split("\t") for kind, text in found if kind == "header"]
    groups, names = parts[::2], parts[1::2]
    assert len(groups) > 1
    told_of = [
        (group[n], name)
        for group, row in zip(groups, names, strict=True)
        for n, name in enumerate(row)
    ]
    assert told_of == [(year, kind) for year in ("2025", "2024", "2023") for kind in kinds]


def test_a_row_of_units_is_below_groups_of_groups():
    years = [["", "2025", "", "2024", ""], ["", "Sold", "Share", "Sold", "Share"]]
    rows = [["Rope", "12", "3", "14", "2"], ["Sails", "103", "4", "98", "5"]]
    titles = [["Harbour board"], ["", "Years ended in May", "", "", ""]]
    found = told([*titles, *years, ["", "EUR", "%", "EUR", "%"], *rows])
    assert [kind for kind, _ in found] == ["heading"] * 2 + ["header"] * 3 + ["table"] * 2


def test_names_in_both_rows_of_a_header_tell_that_there_are_two():
    names = ["Coast", "Plan", "Plan", "Wind", "Tide"], ["Coast", *SEASONS, "Wind", "Tide"]
    found = told([*names, *WORDS])
    assert [kind for kind, _ in found] == ["header"] * 2 + ["table"] * 2


def test_a_row_of_words_below_names_that_are_alike_is_no_header():
    table = [["Coast", "Guard", "Guard", "Wind", "Tide"], ["North", "Ada", "Ben", "calm", "wild"]]
    found = told([*table, *WORDS])
    assert [kind for kind, _ in found] == ["header"] + ["table"] * 3


@pytest.mark.parametrize("cell", ["th", "td"])
def test_a_page_names_the_columns_of_each_group_in_a_second_row(cell: str):
    groups = f"<{cell} rowspan=2>Port<{cell} colspan=2>Plan<{cell} colspan=2>Actual"
    rows = ["<td>Ships<td>Crew<td>Ships<td>Crew"]
    rows += [f"<td>{port}<td>1<td>20<td>3<td>40" for port in ("Oslo", "Hull", "Genoa")]
    table = "".join(f"<tr>{row}</tr>" for row in (groups, *rows))
    content = read_html(f"<p>The ports of call:</p><table>{table}</table>".encode())
    kinds = [block.kind for block in content.blocks]
    assert kinds == ["paragraph", "header", "header", *["table"] * 3]


REVISIONS = [["2.0", "May", "ada"], ["Say how the hull is painted."]]
REVISIONS += [["1.0", "April", "ben"], ["Join two older texts into one."]]


def page_table(*rows: list[str], titles: str = "td") -> list[tuple[str, str]]:
    """The kinds and texts of the rows of a table of three columns on a page; single cells above
    all of them are written with this tag."""
    cells = (
        "<td>".join(["", *row]) if row[1:] else f"<{titles} colspan=3>{row[0]}" for row in rows
    )
    table = "".join(f"<tr>{row}" for row in cells)
    content = read_html(f"<p>The boat is old.</p><table>{table}</table>".encode())
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks[1:]]


def test_a_cell_below_each_row_of_a_page_tells_more_about_that_row():
    rows = ["2.0\tMay\tada\tSay how the hull is painted."]
    rows += ["1.0\tApril\tben\tJoin two older texts into one."]
    assert page_table(*REVISIONS) == [("table", row) for row in rows]


@pytest.mark.parametrize("tag", ["td", "th"])
def test_a_cell_above_each_row_of_a_page_is_its_title_even_above_a_note(tag: str):
    found = page_table(["Hull"], *REVISIONS, titles=tag)
    assert [kind for kind, _ in found] == ["header", "table", "header", "table", "table"]


@pytest.mark.parametrize(
    "units",
    [["", "£'000", "£'000"], ["", "$000", "$000"], ["", "1,000", "EUR"], ["", "km²", "1 000"]],
)
@pytest.mark.parametrize("names", [["Goods", "2025", "2024"], ["Goods", "Sold", "Stored"]])
@pytest.mark.parametrize("numbers", [[], [["1", "2", "3"]]])
def test_a_row_of_units_goes_on_with_the_header(names: list[str], units: list[str], numbers: Rows):
    rows = [row[:3] for row in SALES]
    found = told([names, units, *numbers, *rows])
    assert [kind for kind, _ in found] == ["header"] * 2 + ["table"] * len([*numbers, *rows])


def test_round_figures_are_no_units():
    table = [["Goods", "Sold", "Stored"], ["", "1,000", "1,000"], *(row[:3] for row in SALES)]
    assert [kind for kind, _ in told(table)] == ["header", "table", "table", "table"]


def test_a_question_above_short_answers_names_its_column():
    question = (
        "How content were you with what the harbour master told you about " + "the tides, " * 5
    )
    answers = [["1", "content"], ["2", "very content"], ["3", "not content"], ["4", "content"]]
    table = [["No.", question.strip()], *answers]
    assert told(table) == as_told(*table)


def test_a_long_text_above_others_names_nothing():
    texts = [f"The master of {port} told us about the tides, " * 4 for port in ("Oslo", "Hull")]
    notes = [["", "A mark for each tide. " * 6], ["1", "low"], ["2", "high"], ["3", "low"]]
    for table in ([["1", text.strip()] for text in texts * 2], notes):
        assert "header" not in [kind for kind, _ in told(table)]
