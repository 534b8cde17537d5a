"""A short form that one document explains is found in others, in one file and in parts."""

import json

import pytest

import hyperdigest.ranking.abbreviations as abbreviations
import hyperdigest.store.opening as opening
from hyperdigest import Collection, Document, Options, Question
from hyperdigest.saved import SavedModel
from hyperdigest.store.parts.splitting import split_saved
from town import texts

RULES = {
    "crew.txt": "The TK has a lamp, and the tower keeper before him had a candle.",
    "rules.txt": "The Tower Keeper (TK) has a coat of wool.",
    "tower.txt": "A TK is dismissed after three nights without a light. Nobody else is.",
}
QUESTION = "When is a tower keeper dismissed?"
DISMISSED = "A TK is dismissed after three nights without a light."


@pytest.fixture(scope="module")
def model():
    documents = [*texts(), *(Document(name, name, text) for name, text in RULES.items())]
    options = Options(sweeps=6, samples=2, language="en")
    return Collection.of(documents, language="en").fit(options)


@pytest.fixture(scope="module")
def saved(model, tmp_path_factory):
    """The model in a file, and in folders of several parts."""
    folder = tmp_path_factory.mktemp("short")
    model.save(folder / "town.hdig")
    for number in (2, 46):
        split_saved(folder / "town.hdig", number, folder / str(number))
    return [SavedModel(folder / name) for name in ("town.hdig", "2", "46")]


@pytest.fixture
def large(monkeypatch):
    """Every collection counts as large, and few documents are opened."""
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)


def texts_of(digest):
    return [sentence.text for sentence in digest.sentences]


def test_a_sentence_that_has_only_the_short_form_answers(model):
    digest = model.digest(QUESTION, words=10)
    assert texts_of(digest) == [DISMISSED]
    assert not digest.doubt


def test_without_related_words_it_does_not(model):
    before = model.digest(QUESTION, words=10, related_evidence=0)
    assert before.doubt or texts_of(before) != [DISMISSED]


def test_a_word_of_an_earlier_question_is_abbreviated_too(model):
    first = model.digest("Which coat does the tower keeper have?", words=10)
    digest = model.digest("When is one dismissed?", words=10, wishes=first.follow_up())
    assert texts_of(digest) == [DISMISSED]


def test_parts_give_the_bytes_of_the_whole(saved, large):
    question = Question.of(QUESTION, changes={"words": 10})
    whole, *parts = [each.answer(question).digest() for each in saved]
    assert texts_of(whole)[0] == DISMISSED
    assert json.loads(whole.to_json())["opened_documents"] < 46
    assert not whole.doubt
    for part in parts:
        assert part.to_json() == whole.to_json()


def test_the_same_sentences_are_read_of_parts_as_of_the_whole(saved, large, monkeypatch):
    question = Question.of(QUESTION, changes={"words": 10})
    for most in (1, 2):
        monkeypatch.setattr(abbreviations, "MOST_READ", most)
        whole, *parts = [each.answer(question).digest() for each in saved]
        assert [each.to_json() for each in parts] == [whole.to_json()] * 2
        assert (texts_of(whole) == [DISMISSED]) == (most == 2)
