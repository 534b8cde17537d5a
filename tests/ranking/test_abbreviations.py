"""Abbreviations that documents explain, compared with all that letters and words may give."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.ranking.abbreviations import (
    LONGEST,
    SHORTEST,
    Abbreviation,
    Numbered,
    explained,
    explains,
    initials,
    possible_abbreviations,
    with_short_forms,
)
from hyperdigest.ranking.reductions import LOCAL

QUESTION = ["the", "old", "net", "mender", "of", "Brim", "harbour", "and", "its", "tide", "gate"]
CREW = Abbreviation("hk", ("harbour", "keeper"), 0, 2)
WORDS = st.lists(
    st.tuples(st.text("abc1", min_size=1, max_size=3), st.booleans()), min_size=1, max_size=6
)


@given(WORDS)
def test_short_forms_are_the_initials_with_or_without_those_of_stop_words(words):
    expected = set()
    for choice in product([True, False], repeat=len(words)):
        if all(taken or skips for taken, (_, skips) in zip(choice, words, strict=True)):
            short = "".join(
                word[0] for taken, (word, _) in zip(choice, words, strict=True) if taken
            )
            if SHORTEST <= len(short) <= LONGEST and any(letter.isalpha() for letter in short):
                expected.add(short)
    assert initials(*zip(*words, strict=True)) == expected


@given(st.lists(st.sampled_from(QUESTION)))
def test_the_letters_of_a_short_form_are_in_its_words_in_order(words):
    question = " ".join(words)
    known = "old net mender brim harbour tide gate nm omb hk nmb bh tg ont nmobh mender"
    numbers = {term: number for number, term in enumerate(known.split())}
    for found in possible_abbreviations(question, numbers, ["en"]):
        spelt = iter("".join(words[found.begin : found.end]).lower())
        assert all(letter in spelt for letter in found.short)
        assert found.words[0][0] == found.short[0]


@pytest.mark.parametrize(
    ("text", "is_explained"),
    [
        ("Each Harbour Keeper (HK) has a lamp.", True),
        ("The harbour keepers (HKs) meet at noon.", True),
        ("Ask the HK (the harbour keeper) for a lamp.", True),
        ("HK: harbour keeper", True),
        ("| HK | Harbour keeper | A post of the town |", True),
        ("The harbour keeper pays the HK of the town.", False),
        ("The harbour keeper, hk, has a lamp.", False),
        ("The keeper of the harbour (HK) has a lamp.", False),
        ("The harbour keeper has a lamp.", False),
        ("The harbour keeper (HKX) has a lamp.", False),
        ("", False),
    ],
)
def test_a_text_explains_a_short_form_beside_its_words(text, is_explained):
    assert explains(text, CREW, ["en"]) == is_explained


def test_a_long_short_form_needs_no_capitals():
    parts = Abbreviation("ppm", ("parts", "per", "million"), 0, 3)
    assert explains("The drift is told in parts per million (ppm).", parts, ["en"])


@pytest.mark.parametrize(
    ("question", "terms", "short"),
    [
        ("When is a harbour keeper paid?", "harbour keeper hk", {"hk"}),
        ("When is a harbour keeper paid?", "harbour hk", set()),
        ("When is a harbour keeper paid?", "harbour keeper", set()),
        ("Who is the harbour keeper?", "harbour keeper hk", set()),
        ("When is the main sluice open?", "main sluice open ms", set()),
        (
            "When is the keeper of the tower paid?",
            "keeper tower kt kot kott to",
            {"kt", "kot", "kott"},
        ),
        ("Who is the keeper?", "keeper k tk", set()),
        ("港湾管理人は何をしますか?", "港湾 湾管 管理 港湾管 港管", set()),
        ("", "harbour keeper hk", set()),
    ],
)
def test_only_short_forms_that_are_terms_are_possible(question, terms, short):
    numbers = {term: number for number, term in enumerate(terms.split())}
    assert {each.short for each in possible_abbreviations(question, numbers, ["en"])} == short


def counts_of(rows):
    return sparse.csr_array(np.array(rows, np.int32))


def test_a_part_of_longer_words_is_no_abbreviation_of_its_own():
    texts = ["The Old Harbour Keeper (OHK) sleeps.", "The harbour keeper (HK) has a lamp."]
    numbers = {term: place for place, term in enumerate(["old", "harbour", "keeper", "ohk", "hk"])}
    counts = counts_of([[1, 0], [1, 1], [1, 1], [1, 0], [0, 1]])

    def found(question):
        possible = possible_abbreviations(question, numbers, ["en"])
        read = lambda sentences: [texts[number] for number in sentences]  # noqa: E731
        return [each.short for each in explained(possible, counts, read, ["en"], LOCAL)]

    assert found("When is the old harbour keeper paid?") == [[numbers["ohk"]]]
    assert found("When is the harbour keeper paid?") == [[numbers["hk"]]]
    assert found("Who is the old keeper?") == []


TERMS = st.integers(0, 4)


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=5, max_size=5),
    st.lists(
        st.tuples(st.sets(TERMS, min_size=1), st.lists(st.sets(TERMS, min_size=1), min_size=2)),
        max_size=2,
    ),
)
def test_words_are_also_found_where_their_short_form_is(rows, abbreviations):
    numbered = [
        Numbered(sorted(short), [sorted(terms) for terms in words])
        for short, words in abbreviations
    ]
    expected = np.array(rows)
    pairs = {(min(t), s) for short, words in abbreviations for t in words for s in short - t}
    for word, short in pairs:
        expected[word] += rows[short]
    found = with_short_forms(counts_of(rows), numbered)
    assert found.toarray().tolist() == expected.tolist()
    assert found.has_sorted_indices
