"""The addresses of the pages: what is asked goes in and comes out, a step changes one thing."""

from __future__ import annotations

from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.web.pages.form import OF_PAGES, Address

names = st.sampled_from(["q", "words", "lambda", "pin", "exclude", "read", "earlier", *OF_PAGES])
values = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
queries = st.lists(st.tuples(names, values), max_size=8)
asked = queries.map(Address.of)
pairs = st.tuples(st.sampled_from(["pin", "exclude"]), values.filter(str.strip))


@given(queries)
def test_what_is_asked_is_kept_in_order_and_what_pages_are_told_is_not(given: list) -> None:
    kept = [(n, v) for n, v in given if v.strip() and n not in OF_PAGES]
    assert list(Address.of(given).pairs) == kept


@given(asked)
def test_an_address_read_again_is_the_same(address: Address) -> None:
    assert Address.of(parse_qsl(address.query.removeprefix("?"), keep_blank_values=True)) == address


@given(asked, pairs)
def test_what_is_added_is_there_once_and_can_be_taken_back(address: Address, pair: tuple) -> None:
    added = address.adding(pair).adding(pair)
    assert added.pairs.count(pair) == 1
    assert pair not in added.dropping(pair).pairs
    others = [each for each in dict.fromkeys(address.pairs) if each != pair]
    assert list(added.dropping(pair).pairs) == others


@given(asked, values.filter(str.strip))
def test_another_question_is_asked_in_the_same_way(address: Address, question: str) -> None:
    other = address.asking(question)
    assert other.value("q") == question
    assert other.without("q") == address.without("q")


def test_a_budget_is_counted_in_another_unit() -> None:
    words = [("q", "why"), ("words", "100"), ("lambda", "0.5")]
    characters = Address.of([*words, ("unit", "characters")])
    assert characters.pairs == (("q", "why"), ("characters", "600"), ("lambda", "0.5"))
    assert Address.of([*characters.pairs, ("unit", "words")]).pairs == tuple(words)
    assert Address.of([*words, ("unit", "miles")]).pairs == tuple(words)
    assert Address.of([("words", "many"), ("unit", "characters")]).pairs == (("words", "many"),)
