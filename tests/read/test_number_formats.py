"""Numbers and dates as spreadsheet programs show them; the expected texts are those of such a
program, made with the codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read.number_formats import BUILT_IN, number_format, text_format

MONEY = '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'
CONDITIONS = '[<1]0.00%;[>=1000]#,##0,"k";0'


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("General", 0.1 + 0.2, "0.3"),
        ("General", 4_006_381_333_931, "4006381333931"),
        ("General", 1e-12, "1E-12"),
        ("Standard", 3.7, "3.7"),
        ("G/標準", 3.7, "3.7"),
        ("000", 7, "007"),
        ("#,##0", 1234567, "1,234,567"),
        ("#,##0.00;[Red]-#,##0.00", -1234.5, "-1,234.50"),
        (MONEY, -1234.5, "$(1,234.50)"),
        (MONEY, 0, "$-"),
        ("0%", 0.125, "13%"),
        ("0.0%", 0.125, "12.5%"),
        ("0.00", 0.125, "0.13"),
        ("0.##", 5.128, "5.13"),
        ("0.#", 5, "5"),
        ("#", 0, ""),
        ("0;-0;;@", 0, ""),
        ("0", -0.4, "0"),
        ("0.00E+00", 12345.678, "1.23E+04"),
        ("##0.0E+0", 123456, "123.5E+3"),
        ("# ?/?", 2.3333, "2 1/3"),
        ("# ??/??", 0.75, "3/4"),
        ("# ?/8", 1.375, "1 3/8"),
        ("?/?", 1.5, "3/2"),
        ("# ?/?", 3, "3"),
        ('0.0,,"M"', 12345678, "12.3M"),
        ("[$€-407] #,##0.00", 99.5, "€ 99.50"),
        ("#,##0.00 [$€-1]", 99.5, "99.50 €"),
        ("(000) 000-0000", 5551234567, "(555) 123-4567"),
        ('0 "Stück"', 5, "5 Stück"),
        (CONDITIONS, 0.5, "50.00%"),
        (CONDITIONS, 25, "25"),
        (CONDITIONS, 25000, "25k"),
        ("[h]:mm:ss", 1.5, "36:00:00"),
        ("[mm]:ss", 0.0123, "17:43"),
        ("mm:ss.0", 0.001234, "01:46.6"),
        ("h:mm AM/PM", 0.75, "6:00 PM"),
        ("yyyy-mm-dd hh:mm", 45231.604, "2023-11-01 14:29"),
        ("d mmmm yyyy", 45231, "1 November 2023"),
        ("dddd, mmm d", 45231, "Wednesday, Nov 1"),
        ("mmm-yy", 45231, "Nov-23"),
        ("dd.mm.yyyy", 1, "01.01.1900"),
        (BUILT_IN[14], 45231, "2023-11-01"),
        (BUILT_IN[49], 4711, "4711"),
        (BUILT_IN[49], -2.5, "-2.5"),
        ('"("@")"', 4711, "(4711)"),
        (";;;", 4711, "4711"),
    ],
)
def test_a_number_is_shown_by_its_code(code: str, value: float, shown: str):
    assert number_format(code)(value) == shown


def test_days_may_be_counted_from_1904():
    assert number_format("yyyy-mm-dd", 1904)(0) == "1904-01-01"


def test_a_date_that_none_is_shown_plainly():
    assert number_format("yyyy-mm-dd")(-5) == "-5"
    assert number_format("yyyy-mm-dd")(1e12) == "1000000000000"


def test_words_of_a_format_stand_beside_texts():
    assert text_format('"No. "@')("7b") == "No. 7b"
    assert text_format("0.00;@")("7b") == "7b"


@given(st.text("0#?.,%/;@\"'\\_*[]$<>=hmsyd E+-a", max_size=40), st.floats())
def test_no_code_and_no_number_fails(code: str, value: float):
    assert isinstance(number_format(code)(value), str)


@given(st.integers(-(10**12), 10**12).map(lambda n: n / 100), st.integers(0, 4), st.booleans())
def test_usual_codes_are_shown_as_other_codes_for_the_same(value: float, places: int, comma: bool):
    digits = "." + "0" * places if places else ""
    code = f"#,##0{digits}" if comma else f"0{digits}"
    same = f"##,##0{digits}" if comma else f"#0{digits}"
    assert number_format(code)(value) == number_format(same)(value)
