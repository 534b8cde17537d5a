"""Which references are found in a text, and what they name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.features.references.mentions import mentions_of
from hyperdigest.features.references.numbers import numbers_between, roman_value


def named(text, language="en"):
    return [
        mention.key
        or " ".join(
            f"{p.kind} {p.number}{''.join(f'({s})' for s in p.subs)}" for p in mention.parts
        )
        for mention in mentions_of(text, language)
        if not mention.in_part
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Clause 8.3 is void.", ["clause 8.3"]),
        ("See Section 4.2.1.", ["section 4.2.1"]),
        ("under clauses 8.1 and 9.1(b)", ["clause 8.1 clause 9.1(b)"]),
        ("Sections 4.2, 4.3 and 5", ["section 4.2 section 4.3 section 5"]),
        ("Articles 5 to 7", ["article 5 article 6 article 7"]),
        ("Article 5(1) and (2)", ["article 5(1) article 5(2)"]),
        ("Article 5(2)(a) to (c)", ["article 5(2)(a) article 5(2)(b) article 5(2)(c)"]),
        ("point (a) of Article 6(1)", ["article 6(1)(a)"]),
        ("paragraph 2 of Article 5", ["article 5(2)"]),
        ("Article 5, paragraph 2", ["article 5(2)"]),
        ("paragraph 1.1 of Schedule 2", ["schedule 2(1.1)"]),
        ("as Fig. 3 shows", ["figure 3"]),
        ("in Table\n    2", ["table 2"]),
        ("Annex B and Article IV", ["annex b", "article iv"]),
        ("section A.6", ["section a.6"]),
        ("§4.1 and § 5a", ["section 4.1", "section 5a"]),
        ("PROJ-123 and RFC 5321, [RFC5322]", ["PROJ-123", "RFC 5321", "RFC 5322"]),
        # "Section 2" of a chapter is not section 2 of the document.
        ("Section 2 of Chapter 4", ["chapter 4(2)"]),
    ],
)
def test_references(text, found):
    assert named(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "a section 125 % longer",
        "the clause 8,500 times",
        "section 5:30",
        "sections2",
        "intersection 4",
        "the year 2024 and 30 days",
        "clause of 8.3 litres",
        "PROJ-123-4",
        "version 8.3",
        "and in that section. 8.3 follows",
    ],
)
def test_other_numbers_are_no_references(text):
    assert named(text) == []


def test_an_amount_after_a_reference_is_not_part_of_a_list():
    assert named("clause 8 and 30 days") == ["clause 8"]
    assert named("clauses 8.1 and 30 % of it") == ["clause 8.1"]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("gemäß § 12 Abs. 3 Satz 2 Nr. 1", "de", ["section 12(3)(1)"]),
        ("§§ 12, 13 und 14", "de", ["section 12 section 13 section 14"]),
        ("Art. 5 Abs. 2 lit. a DSGVO", "de", ["article 5(2)(a)"]),
        ("Ziffer 8.3, Abbildung 4 und Anlage 2", "de", ["clause 8.3", "figure 4", "annex 2"]),
        ("Artikel 5 und 30 Tage", "de", ["article 5"]),
        ("Paragraph 12", "de", ["section 12"]),
        ("à l'article 5, paragraphe 2", "fr", ["article 5(2)"]),
        ("le tableau 3 et l'annexe B", "fr", ["table 3", "annex b"]),
        ("los artículos 5 y 6, la cláusula 8.3", "es", ["article 5 article 6", "clause 8.3"]),
        ("l'articolo 5, comma 2", "it", ["article 5(2)"]),
    ],
)
def test_other_languages(text, language, found):
    assert named(text, language) == found


@given(st.lists(st.integers(1, 99), min_size=1, max_size=4), st.text("ab\n .,()", max_size=20))
def test_a_reference_is_found_in_any_text(numbers, around):
    number = ".".join(map(str, numbers))
    text = f"{around} clause {number} {around}"
    [mention] = mentions_of(text, "en")
    assert text[mention.start : mention.end].startswith(f"clause {number}")
    assert mention.parts[0].number == number


@given(st.text(st.sampled_from("Section clause§§1234.(a)[],andofPROJ-RFC \n%"), max_size=200))
def test_references_are_disjoint_slices_in_order(text):
    end = 0
    for mention in mentions_of(text, "en"):
        if not mention.in_part:
            assert 0 <= mention.start < mention.end <= len(text)
        assert mention.start >= end or mention.in_part
        end = mention.end


@pytest.mark.parametrize(
    ("first", "last", "between"),
    [
        ("5", "8", ["6", "7", "8"]),
        ("4.1", "4.3", ["4.2", "4.3"]),
        ("a", "c", ["b", "c"]),
        ("4.1", "5.3", ["5.3"]),
        ("8", "5", ["5"]),
        ("1", "900", ["900"]),
    ],
)
def test_ranges(first, last, between):
    assert numbers_between(first, last) == between


def test_roman_numbers():
    assert [roman_value(each) for each in ("i", "iv", "ix", "xl", "b", "")] == [1, 4, 9, 40, 0, 0]


@pytest.mark.parametrize(
    "text",
    [
        "§1-99 " * 20_000,
        "Section 1.1.1.1.1.1.1.1.1 " * 20_000,
        "clause 1(a)(b)(c)(d)(e)(f)(g)" * 20_000,
        "clauses " + "1, 2, 3, " * 20_000,
        "clause" + " " * 200_000 + "8",
        "section 1 of " * 20_000,
        "A-1-" * 50_000,
    ],
)
def test_hostile_texts_have_a_bounded_number_of_parts(text):
    parts = sum(len(mention.parts) for mention in mentions_of(text, "en"))
    assert parts <= 20_000 + 2 * text.count("1")
