"""Terms that are spelt much like one of the question's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import bridge_model
from hyperdigest import Collection, Document, Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.terms import (
    NO_KNOWN_WORD,
    ONLY_RELATED_WORDS,
    content_terms,
    english_forms,
)
from hyperdigest.split.languages import analyzer_of
from oracles import evidence as oracle

TERM = st.text(st.sampled_from("abé桥😀"), min_size=1, max_size=8)
VOCABULARY = st.lists(TERM, unique=True, max_size=12)


@given(VOCABULARY, st.lists(TERM, max_size=4), st.data())
def test_related_terms_equal_loops(vocabulary, asked, data):
    if vocabulary:
        asked = [*asked, *data.draw(st.lists(st.sampled_from(vocabulary), max_size=2))]
    expected = oracle.related(vocabulary, asked)
    np.testing.assert_allclose(Spelling(vocabulary).related(asked), expected, rtol=1e-12)


def test_similarities_of_spelling_by_hand():
    vocabulary = ["bridgework", "bridg", "ridg", "brigad", "harbour"]
    found = Spelling(vocabulary).related(["bridg"])
    of_bridg = 7  # ^br bri rid idg, ^bri brid ridg
    of_bridgework, of_ridg, of_both = 17, 5, 3
    begun = of_bridg / math.sqrt(of_bridgework * of_bridg)
    within = of_both / math.sqrt(of_ridg * of_bridg)
    assert found.tolist() == pytest.approx([begun**2, 0, within**2, 0, 0])
    assert min(begun, within) > 0.5


def test_known_forms_of_a_word_count_as_the_same():
    forms = {"purchase": {"bought", "buy"}, "bought": {"purchase", "buy"}}
    vocabulary = ["bought", "harbour", "purchaser", "purchase"]
    found = Spelling(vocabulary, forms).related(["purchase"])
    assert found[0] == 1
    assert found[1] == found[3] == 0
    assert 0 < found[2] < 1
    assert Spelling(vocabulary).related(["purchase"])[0] == 0


@pytest.mark.parametrize(("asked", "said"), [("lose", "lost"), ("lost", "loss"), ("take", "took")])
def test_irregular_forms_of_english_words_are_known(asked, said):
    term = analyzer_of("en").term
    assert term(said) in english_forms()[term(asked)]
    assert term(asked) in english_forms()[term(said)]
    assert term("founded") not in english_forms().get(term("find"), ())


@pytest.mark.parametrize(("language", "is_found"), [("en", True), ("de", False)])
def test_forms_of_english_words_count_if_documents_are_in_english(language, is_found):
    document = Document("a", "a", "The miller bought the sacks of the baker and went home.")
    model = Collection.of([document], language=language).fit(Options(sweeps=2, samples=1))
    related = Indexes.of(model).spelling.related([analyzer_of("en").term("buy")])
    assert (related[model.collection.term_numbers["bought"]] == 1) == is_found


def test_short_terms_have_no_related_terms():
    assert Spelling(["cars", "car"]).related(["car"]).tolist() == [0, 0]
    assert Spelling(["a", "ab", "abc"]).related(["abcd"])[:2].tolist() == [0, 0]


@pytest.mark.parametrize("vocabulary", [[], ["a"], ["a", "b"]])
def test_without_terms_to_compare_nothing_is_related(vocabulary):
    assert Spelling(vocabulary).related(["bridge"]).tolist() == [0] * len(vocabulary)
    assert Spelling(vocabulary).related([]).tolist() == [0] * len(vocabulary)


def test_content_terms_are_listed_once_known_or_not():
    numbers = {"bridg": 0}
    asked = "Describe the bridges: why was the bridge near the quarrymen closed?"
    assert content_terms(asked, numbers, ("en",)) == ["bridg", "near", "quarrymen", "close"]


def test_if_documents_have_only_related_words_these_count_and_a_warning_is_given():
    answer = bridge_model().ask("Quarrymen?", 40, order="score")
    assert not answer.ranking.terms.any()
    assert answer.warnings == (ONLY_RELATED_WORDS,)
    first = answer.digest().sentences[0]
    assert "quarry" in first.text
    assert bridge_model().digest("Quarrymen?", 40, related_evidence=0.0).warnings == (
        NO_KNOWN_WORD,
    )
    assert bridge_model().digest("Quarrymen?", 40, preset="paper").warnings == (NO_KNOWN_WORD,)


def test_a_word_that_is_known_is_not_related_to_itself():
    plain = bridge_model().ask("bridge", 40, related_evidence=0.0)
    near = bridge_model().ask("bridge", 40)
    assert (plain.ranking.terms == near.ranking.terms).all()
    assert near.warnings == ()
    assert (plain.ranking.evidence == near.ranking.evidence).all()


def test_a_term_is_found_in_a_large_vocabulary_as_in_a_small_one():
    large = [f"{number:06}" for number in range(30_000)]
    found = Spelling([*large, "bridges"]).related(["bridge"])
    assert found[-1] == Spelling(["bridges"]).related(["bridge"])[0] > 0
    assert not found[:-1].any()
