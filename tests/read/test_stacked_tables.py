"""No figure of a sheet is below the name of another table's column, or of a label's value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_made import as_told, told

Rows = list[list[str]]
SALES = [["City", "Sales", "Costs"], ["Oslo", "1200", "310"], ["Bergen", "900", "280"]]
STAFF = [
    ["Harbour", "Cranes", "Divers", "Boats"],
    ["Oslo", "7", "12", "31"],
    ["Hull", "5", "9", "3"],
]


def test_a_row_of_names_begins_another_table_without_an_empty_row():
    assert told([*SALES, *STAFF]) == [*as_told(*SALES), *as_told(*STAFF)]


def test_a_title_of_the_table_below_is_no_row_of_the_one_above():
    found = told([*SALES, ["Staff of the harbours"], *STAFF])
    assert found[:3] == as_told(*SALES)
    assert found[-3:] == as_told(*STAFF)


def test_words_among_the_rows_begin_no_table():
    table = [*SALES, ["Closed", "none", "none"], ["Hull", "700", "210"]]
    assert told(table) == as_told(*table)


@pytest.mark.parametrize(
    "row", [["Hull", "1950"], ["Hull", "15:00:00Z"], ["What is meant by it?", "Nothing is."]]
)
def test_a_value_among_many_figures_is_no_name(row: list[str]):
    figures = [[f"Port {name}", str(900 + 37 * n)] for n, name in enumerate("ABCDEFGH" * 5)]
    table = [["City", "Sales"], *figures, row, *figures]
    assert told(table) == as_told(*table)


def test_years_that_are_evenly_apart_are_names_also_above_whole_numbers():
    tables = [["City", "Sales", "Costs"], *SALES[1:]], [["Port", "2024", "2025"], *SALES[1:]]
    assert told([row for table in tables for row in table]) == [
        each for table in tables for each in as_told(*table)
    ]


@pytest.mark.parametrize("colon", [":", "\uff1a", ""])
def test_labels_with_values_have_no_header(colon: str):
    pairs = [["Name", "Anna Bell"], ["Age", "31"], ["Since", "2019-04-02"], ["Share", "12 %"]]
    labelled = [[f"{label}{colon}", value] for label, value in pairs]
    assert told(labelled) == [("table", "\t".join(pair)) for pair in labelled]


def test_labels_stand_above_a_table():
    found = told([["Prepared by:", "Anna Bell"], ["Pages:", "31"], *SALES])
    assert found[:2] == [("table", "Prepared by:\tAnna Bell"), ("table", "Pages:\t31")]
    assert found[2:] == as_told(*SALES)


def test_groups_of_columns_are_above_their_names():
    names = [["", "2024", "", "2025", ""], ["City", "Sales", "Costs", "Sales", "Costs"]]
    found = told([*names, ["Oslo", "1200", "310", "1300", "320"], ["Hull", "90", "28", "95", "30"]])
    assert [kind for kind, _ in found] == ["header", "header", "table", "table"]


NAMES = ["Sales", "Costs", "Cranes", "Divers", "Boats", "Tides", "Rooms", "Guests", "Miles", "Fees"]
CITIES = ["Oslo", "Hull", "Bergen", "Genoa", "Porto", "Varna"]


@given(
    st.permutations(NAMES),
    st.integers(2, 4),
    st.integers(2, 5),
    st.tuples(st.permutations(CITIES), st.permutations(CITIES)),
    st.tuples(st.integers(2, 6), st.integers(2, 6)),
    st.randoms(use_true_random=False),
)
def test_figures_are_below_names_of_their_own_table(names, width, other, cities, sizes, random):
    tables = []
    figures = random.sample(range(10, 99_999), 2 * len(CITIES) * len(NAMES))
    for first, columns, places, size in zip(
        ("City", "Port"), (names[:width], names[-other:]), cities, sizes, strict=True
    ):
        rows = [[city, *(str(figures.pop()) for _ in columns)] for city in places]
        tables.append([[first, *columns], *rows[:size]])
    header = ""
    for kind, text in told([row for table in tables for row in table]):
        if kind == "header":
            header = text
            continue
        [own] = [t for t in tables if text in map("\t".join, t[1:])]
        assert header == "\t".join(own[0])


LABELS = ["Host", "Port", "Owner", "Limit", "Mode", "Users", "Region", "Retries", "Colour", "Quota"]
WORDS = ["quay", "Ann Lee", "north", "steel", "Low", "English"]


@given(
    st.permutations(LABELS),
    st.lists(st.sampled_from([*WORDS, "80", "3", "90", "1998", "12%", "2.4"]), min_size=3),
    st.lists(st.sampled_from(["", "default", "see manual", "daily"]), min_size=10, max_size=10),
)
def test_a_value_of_words_among_figures_is_no_name(labels, values, notes):
    rows = zip(labels, values, notes, strict=False)
    table = [["Setting", "Value", "Note"], *([*row] for row in rows)]
    headers = [text for kind, text in told(table) if kind == "header"]
    assert headers in ([], ["Setting\tValue\tNote"])


def test_a_row_of_settings_is_below_the_header_of_all():
    rows = [["Host", "quay", "a"], ["Port", "80", "b"], ["Owner", "Ann", "c"], ["Limit", "90", "d"]]
    table = [["Setting", "Value", "Note"], *rows]
    assert told(table) == as_told(*table)


def test_words_in_two_columns_of_settings_are_values_if_others_are():
    rows = [
        ["Port", "80", "81"],
        ["Host", "quay", "pier"],
        ["Users", "3", "4"],
        ["Mode", "Low", "5"],
    ]
    rows += [
        ["Limit", "90", "70"],
        ["Owner", "Ann", "Bo"],
        ["Quota", "12", "14"],
        ["Rate", "2", "1"],
    ]
    table = [["Setting", "Value", "Previous"], *rows]
    assert told(table) == as_told(*table)


@pytest.mark.parametrize("label", ["to", ""])
def test_times_from_one_day_to_another_begin_no_table(label: str):
    rows = [["Loans", "12", "14"], ["Interest", "3", "4"]]
    rows += [["Paid from", "1/2/2025", "3/4/2024"], [label, "1/6/2029", "4/8/2028"]]
    rows += [["Rate", "2.1%", "2.3%"], ["Fees", "3", "4"]]
    found = told([["", "2025", "2024"], *rows])
    assert [kind for kind, _ in found] == ["header"] + ["table"] * 6


def test_the_year_and_the_quarter_name_the_columns_of_another_table():
    rows = [["Sold", "12", "14"], ["Lent", "3", "5"]]
    years = ["", "2025", "2025"]
    found = told([["", "2025", "2024"], *rows, years, ["", "Q1 2025", "Q2 2025"], *rows])
    assert [kind for kind, _ in found][3:] == ["header"] * 2 + ["table"] * 2
