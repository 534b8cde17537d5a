"""Stop words are left out of both sides, after all texts are cut to the limit."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError, ReadError
from hyperdigest.evaluation.rouge import (
    STOP_WORDS,
    Rouge,
    count_stop_words,
    read_stop_words,
    rouge,
    signature,
    tokens_of,
)

WORDS = ("the", "The", "of", "mill", "mills", "Smith", "don't", "--", "café", "a\xa0b", "3.5%")
SPACES = (" ", "  ", "\n", "\n ", "\t", "\u2003")
texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES)), max_size=25).map(
    lambda pairs: "".join(space + word for word, space in pairs)
)


def content(text, limit):
    """What is left of the first words of a text, one after the other."""
    words = re.findall("[A-Za-z0-9]+", " ".join(text.split()[:limit]))
    return " ".join(word for word in words if word.lower() not in STOP_WORDS)


@given(
    candidate=texts,
    references=st.lists(texts, min_size=1, max_size=3),
    limit=st.none() | st.integers(0, 20),
    jackknife=st.booleans(),
)
def test_texts_are_truncated_before_stop_words_are_left_out(
    candidate, references, limit, jackknife
):
    cut = [content(reference, limit) for reference in references]
    expected = rouge(content(candidate, limit), cut, jackknife=jackknife)
    assert rouge(candidate, references, limit, jackknife, STOP_WORDS) == expected


def test_adding_function_words_does_not_raise_the_score():
    reference = ["The smith of the town mends the wheel of the mill."]
    plain = "Smith mends mill wheel."
    padded = "The smith of the mends of the mill of the wheel."
    assert (
        rouge(padded, reference)["rouge-su4"].recall > rouge(plain, reference)["rouge-su4"].recall
    )
    judge = Rouge(reference, stop_words=STOP_WORDS)
    assert judge.score(padded) == judge.score(plain)


def test_the_list_has_the_documented_words():
    assert len(STOP_WORDS) == 152
    assert {"the", "of", "don", "t", "wouldn", "yourselves"} <= STOP_WORDS
    assert not {"mill", "many", "however"} & STOP_WORDS


def test_words_of_a_list_are_tokenized_as_texts_are():
    assert tokens_of(["Don't", "smith"]) == {"don", "t", "smith"}
    left = rouge("Smith don't mend.", ["Mend!"], stop_words=["Don't", "SMITH"])
    assert left["rouge-1"].f == 1


def test_texts_of_only_stop_words_score_zero():
    scores = rouge("The of and.", ["The mill."], stop_words=STOP_WORDS)
    assert {of.recall for of in scores.values()} == {0.0}


def test_the_signature_names_the_list_of_stop_words():
    assert "|stop:kept|" in signature()
    assert "|stop:removed|" in signature(stop_words=STOP_WORDS)
    own = signature(stop_words=["mill", "smith"])
    assert re.search(r"\|stop:removed/[0-9a-f]{12}\|", own)
    assert own == signature(stop_words=["Smith", "mill", "mill"])
    assert own != signature(stop_words=["smith"])


def test_a_file_has_one_word_a_line_and_comments(tmp_path):
    path = tmp_path / "stop.txt"
    path.write_text("# Ours.\nThe\n\n of \nmill\n", encoding="utf-8")
    assert read_stop_words(path) == {"the", "of", "mill"}


def test_an_invalid_file_of_stop_words_is_refused(tmp_path):
    path = tmp_path / "stop.txt"
    path.write_text("# Nothing.\n", encoding="utf-8")
    with pytest.raises(OptionError, match="contains no stop word"):
        read_stop_words(path)
    with pytest.raises(ReadError, match=r"nowhere\.txt"):
        read_stop_words(Path(tmp_path, "nowhere.txt"))


def test_stop_words_of_a_text_are_counted():
    assert count_stop_words("The mill don't turn; of course!") == (4, 7)
    assert count_stop_words("--") == (0, 0)
