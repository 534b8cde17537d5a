"""The word nearest to one that no document has."""

import pytest

from hyperdigest.ranking.near_words import NearWords
from hyperdigest.ranking.related import Spelling
from hyperdigest.split.languages import analyzer_of


def nearest(asked, *words):
    term = analyzer_of("en").term
    spelling = Spelling([term(word) for word in words])
    return NearWords(words, spelling).nearest(asked, [term(asked)])


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
