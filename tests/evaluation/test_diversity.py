"""Lexical Diversity tells even use of terms from repetition."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.evaluation.diversity import lexical_diversity, word_diversity

terms = st.lists(st.sampled_from(("mill", "smith", "comet", "river", "bridge")), max_size=30)


def test_the_entropy_of_three_terms():
    text = "The mill, the mill and the smith by the river."
    expected = (0.5 * log(2) + 0.5 * log(4)) / log(3)
    assert lexical_diversity(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "The of and.", "Mill mills milling."])
def test_fewer_than_two_terms_have_no_diversity(text):
    assert lexical_diversity(text) == 0


def test_diversity_is_one_if_every_term_occurs_once():
    assert lexical_diversity("Smith mill river comet bridge.") == pytest.approx(1)


@given(terms, st.randoms(use_true_random=False))
def test_diversity_is_between_0_and_1_and_independent_of_order(terms, random):
    diversity = lexical_diversity(" ".join(terms))
    assert 0 <= diversity <= 1
    assert (diversity == 0) == (len(set(terms)) < 2)
    random.shuffle(terms)
    assert lexical_diversity(" ".join(terms)) == diversity


@given(terms.filter(lambda terms: len(set(terms)) == 5), st.integers(1, 5))
def test_repeating_a_text_does_not_change_its_diversity(terms, times):
    once = lexical_diversity(" ".join(terms))
    assert lexical_diversity(" ".join(terms * times)) == pytest.approx(once)


def test_the_entropy_is_divided_by_the_logarithm_of_the_number_of_words():
    assert word_diversity("one two three four") == pytest.approx(1)
    assert word_diversity("the sun and the moon") == pytest.approx(1 - 0.4 * log(2) / log(5))
    assert word_diversity("again again again") == 0
    assert word_diversity("alone") == word_diversity("") == 0
