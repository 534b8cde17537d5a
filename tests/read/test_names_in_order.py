"""Dates, times and sizes in order name the columns below them."""

import pytest

from sheets_made import as_told, told

FIGURES = [["Hall", "1410", "1392", "88"], ["Pool", "5200", "5170", "97"]]
WORDS = [["Anna", "early", "late", "free"], ["Bela", "late", "free", "early"]]
NAMES = [
    ["2026-01-31", "2026-02-28", "2026-03-31"],
    ["2026-03", "2026-02", "2026-01"],
    ["1/22/20", "1/23/20", "2/1/20"],
    ["22.1.20", "23.1.20", "1.2.20"],
    ["06:00", "07:30", "08:00"],
    ["36", "38", "40", "42"],
]


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("rows", [FIGURES, WORDS])
def test_they_are_the_header(names: list[str], rows: list[list[str]]):
    table = [["Place", *names], *rows]
    assert told(table) == as_told(*table)


@pytest.mark.parametrize("names", NAMES)
def test_names_of_groups_may_be_above_them_and_other_names_beside_them(names: list[str]):
    table = [["", "Week", "", ""], ["Place", *names, "Total"], *([*row, "9"] for row in FIGURES)]
    assert [kind for kind, _ in told(table)] == ["header", "header", "table", "table"]


@pytest.mark.parametrize("names", [NAMES[0], NAMES[2], NAMES[4]])
def test_two_are_enough_but_for_numbers(names: list[str]):
    table = [["Place", *names[:2]], *(row[:3] for row in FIGURES)]
    assert told(table) == as_told(*table)


@pytest.mark.parametrize(
    "row",
    [
        ["Gym", "2026-02-28", "2026-01-31", "2026-03-31"],
        ["Gym", "36", "38", "41"],
        ["Gym", "36", "38"],
        ["Gym", "08:00", "06:00", "07:00"],
        ["2026-01-31", "36", "38", "40"],
    ],
)
def test_values_in_no_order_are_no_header(row: list[str]):
    table = [row, *FIGURES]
    assert told(table) == [("table", "\t".join(each)) for each in table]


@pytest.mark.parametrize("names", NAMES)
def test_values_like_those_below_them_are_no_header(names: list[str]):
    table = [["Gym", *names], ["Hall", *names], ["Pool", *names]]
    assert told(table) == [("table", "\t".join(each)) for each in table]


def test_each_part_of_a_wide_table_names_its_rows_by_a_column_that_most_of_them_have():
    dates = [f"{month}/{day}/20" for month in (1, 2, 3, 4) for day in range(1, 29)]
    lands = [["", "Chile"], ["", "Peru"], ["Hubei", "China"]]
    figures = [str(37 * n) for n in range(len(dates))]
    found = told([["Province", "Land", *dates], *([*land, *figures] for land in lands)])
    rows = [text for kind, text in found if kind == "table"]
    assert len(rows) > len(lands)
    assert all(any(land in text for _, land in lands) for text in rows)


@pytest.mark.parametrize(
    "table",
    [
        [["Anna", "06:00", "18:00"], ["Bela", "off", "off"], ["Emil", "17:00", "24:00"]],
        [
            ["Anna", "2026-06-01", "2026-06-14"],
            ["Bela", "none", "none"],
            ["Emil", "2026-07-01", "2026-07-03"],
        ],
        [["Anna", "1", "2", "3"], ["Bela", "2", "2", "4"], ["Emil", "3", "1", "5"]],
    ],
)
def test_a_first_row_of_two_dates_or_few_numbers_is_none_of_names(table: list[list[str]]):
    assert told(table) == [("table", "\t".join(row)) for row in table]
