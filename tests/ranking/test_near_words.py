"""The word nearest to one that no document has, and the slips between two words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.ranking.near_words import NearWords, slips_between
from hyperdigest.ranking.related import Spelling
from hyperdigest.split.languages import analyzer_of

WORD = st.text(st.sampled_from("abcé😀"), min_size=1, max_size=6)


def nearest(asked, *words):
    term = analyzer_of("en").term
    spelling = Spelling([term(word) for word in words])
    return NearWords(words, spelling).nearest(asked, [term(asked)])


def slow_slips(one, other):
    """The distance of all beginnings of two words, letter by letter."""
    least = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i, letter in enumerate(one, 1):
        for j, second in enumerate(other, 1):
            ways = [least[i - 1, j] + 1, least[i, j - 1] + 1, least[i - 1, j - 1]]
            ways[2] += letter != second
            if one[i - 2 : i] == other[j - 2 : j][::-1] and min(i, j) > 1:
                ways.append(least[i - 2, j - 2] + 1)
            least[i, j] = min(ways)
    return least[len(one), len(other)]


@given(WORD, st.lists(WORD, min_size=1, max_size=5))
def test_slips_equal_their_definition(word, others):
    assert slips_between(word, others).tolist() == [slow_slips(word, other) for other in others]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("orchrad", "orchard"),
        ("chimny", "chimney"),
        ("lanttern", "lantern"),
        ("windmull", "windmill"),
        ("lihgthuose", "lighthouse"),
        ("tulpi", "tulip"),
        ("baret", "barret"),
        ("canlls", "canals"),
    ],
)
def test_a_mistyped_word_has_the_one_that_was_meant(asked, meant):
    assert nearest(asked, "cheese", "harbour", meant, "orchid") == meant


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("tower", "towel"),
        ("court", "cour"),
        ("train", "brain"),
        ("wave", "waves2"),
        ("harvest", "carvest"),
        ("pencil", "penalty"),
        ("marbles", "m7rbles"),
    ],
)
def test_other_words_are_not_taken_for_it(asked, other):
    assert nearest(asked, other) == ""


def test_a_typo_precedes_a_word_with_the_same_beginning():
    assert nearest("lighthouses", "lighthousekeeper", "lihgthouse") == "lihgthouse"
    assert nearest("lighthouses", "lighthousekeeper") == "lighthousekeeper"


def test_of_words_equally_near_the_one_of_the_same_length_is_taken():
    assert nearest("marbel", "marbl", "marble") == "marble"


def test_without_words_nothing_is_near():
    assert NearWords([], Spelling([])).nearest("harbour", ["harbour"]) == ""
