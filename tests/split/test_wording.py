"""Words of style in a sentence: persons, linking words, a head that points back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Block, Document
from hyperdigest.split import split_documents
from hyperdigest.split.terms import LANGUAGES, tokens
from hyperdigest.split.wordlists import linking_words, pointing_words


def counts(sentence, language="en"):
    """Words of the speaker, words to the hearer, linking words; 1 if it points back."""
    whole = Block(0, len(sentence), "table")
    found = split_documents([Document("d", "d", sentence, blocks=(whole,))], language).sentences
    assert len(found) == 1
    columns = found.first_person, found.second_person, found.linking, found.points_back
    return tuple(int(column[0]) for column in columns)


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("The US sent us our trams.", 2),
        ("U.S. trams and u.s. bridges rust.", 0),
        ("Trams of the US run.", 0),
        ("I'm here and I’ve seen what we'll mend ourselves.", 4),
        ("I, i.e. the mayor, paid.", 1),
        ("Cable i and row i are loose.", 0),
        ("Take the I-95 to us.example or me.example.", 0),
        ("My tram, My Bridge, Our Town and Me.", 4),
        ("A mine near the bridge was ours.", 1),
        ("Mew the cat, Weems and Ursula used myths.", 0),
        ("“We waited,” Ann said.", 1),
        ("WE SAW OUR TRAMS IN THE US.", 0),
    ],
)
def test_words_of_the_speaker(sentence, first):
    assert counts(sentence)[0] == first


@pytest.mark.parametrize(
    ("sentence", "second"),
    [
        ("You see your tram.", 2),
        ("You're late, and you’ll walk yourself.", 3),
        ("YOU PAY.", 1),
        ("Young youths run.", 0),
        ("The choice is yours, yourselves.", 2),
    ],
)
def test_words_to_the_hearer(sentence, second):
    assert counts(sentence)[1] == second


@pytest.mark.parametrize(
    ("sentence", "linking"),
    [
        ("The bridge and the trams of a town.", 5),
        ("THE TRAMS IN TOWN.", 2),
        ("Another Anderson onto intake.", 0),
        ("From bridge\nto bridge, by tram.", 3),
        ("Trams run.", 0),
    ],
)
def test_articles_and_prepositions_are_counted(sentence, linking):
    assert counts(sentence)[2] == linking


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ("This bridge is old.", 1),
        ("However, trams run.", 1),
        ("It's old.", 1),
        ("It’s old.", 1),
        ("THEY RUST.", 1),
        ("“He left.", 1),
        ('"She left."', 1),
        ("• Those rust.", 1),
        ("- *That* rusts.", 1),
        ("_They_ rust.", 1),
        ("Italy paid this.", 0),
        ("Theyne rusts.", 0),
        ("In May this rusted.", 0),
    ],
)
def test_a_first_word_that_points_back(sentence, points):
    assert counts(sentence)[3] == points


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_language_without_lists_has_none(language):
    assert counts("This is what I told you in the tram.", language) == (0, 0, 0, 0)
    assert linking_words(language) == pointing_words(language) == frozenset()


@pytest.mark.parametrize("words", [linking_words("en"), pointing_words("en")])
def test_the_lists_hold_words_as_they_are_looked_up(words):
    assert words
    assert all(tokens(word) == [word] for word in words)


PIECES = ["I", "you", "us", "US", "the", "of", "This", "It’s", "Ann:", "-", "“", ".", "trams"]


@given(st.lists(st.sampled_from(PIECES)))
def test_they_are_counts_of_words(pieces):
    sentence = " ".join([*pieces, "tram"])
    first, second, linking, points_back = counts(sentence)
    assert min(first, second, linking) >= 0
    assert first + second + linking <= len(tokens(sentence))
    assert points_back in (0, 1)


def test_a_collection_has_the_counts_of_its_sentences():
    text = "I told you of the tram. This is a bridge. It is so.\n\n- They paid *us* for the rust."
    sentences = split_documents([Document("d", "d", text, format="markdown")]).sentences
    assert sentences.first_person.tolist() == [1, 0, 1]
    assert sentences.second_person.tolist() == [1, 0, 0]
    assert sentences.linking.tolist() == [2, 1, 2]
    assert sentences.points_back.tolist() == [0, 1, 1]
    assert sentences.linking.dtype == np.int32
    assert sentences.points_back.dtype == np.uint8
