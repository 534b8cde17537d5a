"""Dates as texts: which texts are dates, where names contain them, and which days they can be."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.dates import Dated, date_in, first_day, given_date, last_day, within
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError

DAYS = st.dates(date(1900, 1, 1), date(2199, 12, 31)).map(date.isoformat)
DATES = st.builds(lambda day, length: day[:length], DAYS, st.sampled_from((4, 7, 10)))


def days_of(known):
    """All days of the calendar that a date may mean."""
    first = date.fromisoformat((known + "-01-01")[:10] if len(known) < 10 else known)
    days = (first + timedelta(days=n) for n in range(367))
    return [day.isoformat() for day in days if day.isoformat().startswith(known)]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("2026-11-03-minutes.pdf", "2026-11-03"),
        ("minutes 20261103.pdf", "2026-11-03"),
        ("2026_11.txt", "2026-11"),
        ("1999.12.31", "1999-12-31"),
        ("2026-11/minutes.txt", "2026-11"),
        ("2025-01/minutes of 2026-11-03.txt", "2026-11-03"),
        ("APW19990707.0181", "1999-07-07"),
        ("2026-02-31 and 2026-03-01.txt", "2026-03-01"),
        *(
            (name, "")
            for name in ("12345678", "case 2019", "1848-13", "v20.1.2", "minutes.txt", "")
        ),
    ],
)
def test_a_date_of_a_month_or_a_day_in_a_name_is_found(name, found):
    assert date_in(name) == found


@pytest.mark.parametrize(
    ("document", "dated"),
    [
        (("2025-01-02.txt", "2026", "2026-11-22"), Dated("2026", "document")),
        (("2025-01-02.txt", "", "2026-11-22"), Dated("2025-01-02", "name")),
        (("a.txt", "", "2026-11-22"), Dated("2026-11-22", "file")),
        (("a.txt", "soon", "2026-02-31"), Dated("", "")),
        (("a.txt", "", ""), Dated("", "")),
    ],
)
def test_the_date_is_that_of_the_document_then_of_its_name_then_of_its_file(document, dated):
    name, own, modified = document
    made = Document(name, name, "", date=own, modified=modified)
    assert made.dated == dated
    assert made.dated.stated == ("" if dated.origin == "file" else dated.date)


@given(DATES)
def test_first_and_last_day_are_those_of_the_calendar(known):
    days = days_of(known)
    assert (first_day(known), last_day(known)) == (days[0], days[-1])


@given(DATES, st.one_of(st.just(""), DATES), st.one_of(st.just(""), DATES))
def test_a_date_is_within_a_range_if_one_of_its_days_is(known, since, until):
    first = days_of(since)[0] if since else "0000"
    last = days_of(until)[-1] if until else "9999"
    own = days_of(known)
    assert within(known, since, until) == (first <= own[-1] and own[0] <= last)
    assert not within("", since, until)


@given(DATES)
def test_a_date_may_be_given_in_normal_form(known):
    assert given_date("since", known) == known


def test_a_date_may_be_given_in_other_forms_and_empty_values_are_empty():
    assert given_date("since", "22 November 2026") == "2026-11-22"
    assert given_date("since", "") == ""


@pytest.mark.parametrize("value", ["soon", "2026-13", "2026-02-30", "11/12/2026", "-", 2026])
def test_an_invalid_date_is_refused_with_its_value(value):
    with pytest.raises(OptionError, match=f"since is {value!r}, which is no date: give one such"):
        given_date("since", value)
