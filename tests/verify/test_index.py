"""The index of runs of words against a slow search, and the words that it sees."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.verify.index import RunIndex, words_in
from hyperdigest.verify.lookup import DraftWords


def seen(text: str) -> list[str]:
    _, starts, ends = words_in(text)
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def test_words() -> None:
    text = "The fire-brand’s 12-13 don't 日本 x\xady"
    assert seen(text) == ["The", "fire-brand’s", "12", "13", "don't", "日", "本", "x\xady"]


def test_words_that_are_the_same() -> None:
    for one, other in (
        ("ﬁre", "FIRE"), ("café", "cafe\u0301"), ("Straße", "STRASSE"), ("re\xadsign", "resign"),
        ("ｗｉｄｅ", "wide"), ("long-term", "longterm"),
    ):  # fmt: skip
        assert words_in(one)[0].tolist() == words_in(other)[0].tolist(), (one, other)
    for one, other in (("10²", "102"), ("né", "ne"), ("12-13", "1213")):
        assert words_in(one)[0].tolist() != words_in(other)[0].tolist(), (one, other)


@given(st.text())
def test_words_are_slices_in_order(text: str) -> None:
    words, starts, ends = words_in(text)
    assert len(words) == len(starts) == len(ends)
    assert (starts < ends).all()
    assert (ends[:-1] <= starts[1:]).all()


@given(st.integers(0, 10**6))
def test_occurrences_are_those_of_a_slow_search(seed: int) -> None:
    chance = random.Random(seed)
    texts = [" ".join(chance.choices("abcd", k=chance.randrange(12))) for _ in range(4)]
    index = RunIndex.of(texts, len(texts))
    quote = chance.choices("abcd", k=chance.randrange(1, 5))
    words = DraftWords(" ".join(quote), index)
    expected = []
    before = 0
    for text in texts:
        split = text.split()
        expected += [
            before + at
            for at in range(len(split) - len(quote) + 1)
            if split[at : at + len(quote)] == quote
        ]
        before += len(split)
    assert words.occurrences(0, len(quote)).tolist() == expected


def test_slices_are_those_of_the_texts() -> None:
    texts = ["One two", "", "three-four ﬁve"]
    index = RunIndex.of(texts, 3)
    found = [
        texts[number][slice(*index.slice_of(word, word))]
        for number in range(3)
        for word in range(*index.first[number : number + 2].tolist())
    ]
    assert found == ["One", "two", "three-four", "ﬁve"]
    assert index.keys.nbytes + index.order.nbytes + index.words.nbytes == 16 * len(found)
    assert np.all(np.diff(index.keys.astype(np.float64)) >= 0)
