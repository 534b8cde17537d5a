"""Search for words: in a text, and across a collection."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection
from hyperdigest.views.search import Wanted, fold, sentences_with

WORDS = st.text("aáAbB éÉ.\n中", max_size=60)


@given(st.text())
def test_folding_keeps_the_length(text):
    assert len(fold(text)) == len(text)


@given(WORDS, st.text("aáAbBéÉ中", min_size=1, max_size=3))
def test_matches_are_those_of_a_slow_search(text, word):
    plain, wanted = fold(text), fold(word)
    slow = [
        at
        for at in range(len(text))
        if plain.startswith(wanted, at)
        and (at == 0 or not plain[at - 1].isalnum() or plain[at - 1] == "中")
    ]
    found = Wanted.of(word).slices(text)
    assert {start for start, _ in found} <= set(slow)
    assert all(any(start <= at < end for start, end in found) for at in slow)


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("Backups are made.", "backup", True),
        ("A cheeseburger.", "burger", False),
        ("The café of Ångström", "cafe angstrom", True),
        ("You can always restore\na file with it.", '"restore a file"', True),
        ("a file to restore", '"restore a file"', False),
        ("它是一座桥。", "桥", True),
    ],
)
def test_what_is_found(text, wanted, found):
    collection = Collection.of([Document("a", "a", text)])
    assert bool(len(sentences_with(collection, Wanted.of(wanted)).sentences)) == found


def test_exactly_is_as_it_is_written():
    collection = Collection.of([Document("a", "a", "The Cafe closes. A café opens. Cafes stay.")])

    def count(text, exactly):
        return len(sentences_with(collection, Wanted.of(text, exactly)).sentences)

    assert count("cafe", False) == 3
    assert count("Cafe", True) == 1
    assert count("cafe", True) == 0


@pytest.mark.parametrize("text", ["", "  ", '""', "...", "a b c d e f g h i j k l m", "x" * 201])
def test_what_cannot_be_looked_for_is_said(text):
    with pytest.raises(OptionError):
        Wanted.of(text)
