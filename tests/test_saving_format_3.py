"""A file of format 3, which version 0.2.0 wrote before the columns of wording were removed."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from hyperdigest import Model, Options
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import StoreError
from hyperdigest.options import ADDED, FORMER_DEFAULTS, REMOVED, of_today
from hyperdigest.store_rows import FORMER_COLUMNS

FORMER = Path(__file__).parent / "fixtures" / "format-3.hdig"
QUESTION = "How many children asked for asylum without their parents?"
NEW = Document("new.txt", "new.txt", "The island of Lesbos shelters many Syrian children today.")


@pytest.fixture
def former(tmp_path):
    return Path(shutil.copy(FORMER, tmp_path / "former.hdig"))


def version(path):
    with closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def columns(path):
    with closing(sqlite3.connect(path)) as database:
        return {row[1] for row in database.execute("PRAGMA table_info(documents)")}


def test_the_file_has_the_columns_that_were_removed():
    assert version(FORMER) == 3
    assert set(FORMER_COLUMNS) <= columns(FORMER)
    assert not set(FORMER_COLUMNS) & {field.name for field in fields(Sentences)}


@pytest.mark.parametrize("preset", [None, "default", "paper"])
def test_it_answers_with_verbatim_sentences(former, preset):
    model = Model.load(former)
    texts = {document.name: document.text for document in model.collection.documents}
    digest = model.digest(QUESTION, words=60, preset=preset)
    assert 0 < digest.words <= 60
    for sentence in digest.sentences:
        assert texts[sentence.document][sentence.start : sentence.end] == sentence.text != ""
    if preset != "paper":
        assert any("unaccompanied minors" in sentence.text for sentence in digest.sentences)


def test_its_columns_are_those_of_its_sentences(former):
    split = Model.load(former).collection.split
    assert list(split.sentences.document) == sorted(split.sentences.document)
    for field in fields(Sentences):
        assert len(getattr(split.sentences, field.name)) == len(split.sentences)
    assert split.sentence_of.max() == len(split.sentences) - 1
    texts = [document.text for document in Model.load(former).collection.documents]
    for document, start, end, words in zip(
        split.sentences.document, split.sentences.start, split.sentences.end,
        split.sentences.words, strict=True,
    ):  # fmt: skip
        assert len(texts[document][start:end].split()) == words


def test_options_of_the_default_that_was_are_those_of_today(former):
    model = Model.load(former)
    assert model.options == Options(language="en", sweeps=30)
    assert model.digest(QUESTION).signature.count("|preset:default|") == 1
    assert model.digest(QUESTION, words=60, preset="default").sentences


def test_options_that_were_changed_stay():
    saved = {"linking_reward": 2.0, "speech_penalty": 3.0, "saturation": 0.75, "words": 60}
    assert of_today(saved) == {"saturation": 0.75, "words": 60}
    assert of_today(FORMER_DEFAULTS | {"linking_reward": 2.0}) == {}


def test_what_was_fitted_by_the_published_method_stays_it():
    published = Options.preset("paper", sweeps=30)
    values = {p: getattr(published, p) for p in published.__dataclass_fields__ if p not in ADDED}
    former = values | dict.fromkeys(REMOVED, 0.0)
    assert Options.of(of_today(former)) == published


def test_options_of_today_are_left_alone():
    today = {"saturation": 0.5, "topic_evidence": 0.2, "sharpening": 3.0}
    assert of_today(today) == today


def test_saved_again_it_has_the_format_of_today_and_says_the_same(former, tmp_path):
    model, path = Model.load(former), tmp_path / "today.hdig"
    model.save(path)
    assert version(path) == 5
    assert not set(FORMER_COLUMNS) & columns(path)
    again = Model.load(path)
    for field in fields(Sentences):
        ours, theirs = (getattr(m.collection.split.sentences, field.name) for m in (model, again))
        np.testing.assert_array_equal(ours, theirs)
    assert again.options == model.options
    assert again.digest(QUESTION, words=60).to_json() == model.digest(QUESTION, words=60).to_json()


def test_it_grows_and_shrinks_into_the_format_of_today(former):
    before = Model.load(former)
    grown = Model.change_saved(former, lambda model: model.add([NEW], sweeps=2))
    assert version(former) == 5
    assert [d.name for d in grown.collection.documents] == [
        *(d.name for d in before.collection.documents), "new.txt",
    ]  # fmt: skip
    digest = Model.load(former).digest("Lesbos", words=20)
    assert NEW.text in [sentence.text for sentence in digest.sentences]
    Model.change_saved(former, lambda model: model.remove(["new.txt", "record-year.txt"]))
    [left] = Model.load(former).collection.documents
    assert left == before.collection.documents[0]


def test_it_is_looked_into_in_part(former):
    model = Model.load_focused(former, QUESTION, None, {"focus": 1})
    digest = model.digest(QUESTION, words=60, focus=1)
    assert len(model.collection.documents) == 1
    assert {sentence.document for sentence in digest.sentences} == {"children-alone.md"}


@pytest.mark.parametrize("column", [*FORMER_COLUMNS, "said", "tokens", "text"])
def test_a_changed_column_is_told_though_it_is_not_read(former, column):
    with closing(sqlite3.connect(former)) as database, database:
        database.execute(f'UPDATE documents SET "{column}" = "{column}" || x\'00\' WHERE id = 1')
    with pytest.raises(StoreError, match="document 1 has changed"):
        Model.load(former)


def test_a_file_of_today_that_says_it_is_former_is_damaged(former):
    Model.load(former).save(former)
    with closing(sqlite3.connect(former)) as database, database:
        database.execute("PRAGMA user_version = 3")
    with pytest.raises(StoreError, match="its tables are not those of a collection"):
        Model.load(former)
