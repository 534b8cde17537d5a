import shutil
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from bridge import QUESTION, TEXTS, bridge_model
from hyperdigest import Collection, Model, Options
from hyperdigest.documents import Sentences
from hyperdigest.errors import StoreError


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "case.hdig"
    bridge_model().save(path)
    return path


@pytest.mark.parametrize("preset", [None, "default", "paper"])
def test_a_saved_model_gives_the_same_digests(saved, preset):
    loaded = Model.load(saved)
    for question in (QUESTION, "Who wants a ferry?", "Quantum zebras?"):
        digests = [
            model.digest(question, words=60, preset=preset) for model in (bridge_model(), loaded)
        ]
        assert without_path(digests[0]) == without_path(digests[1])
        assert digests[0].signature == digests[1].signature


def without_path(digest):
    return [(s.text, s.document, s.start, s.score, s.gain, s.topics) for s in digest.sentences]


def test_a_loaded_model_has_all_fields_of_the_saved_one(saved):
    model, loaded = bridge_model(), Model.load(saved)
    assert loaded.options == model.options
    assert loaded.summary == model.summary
    assert loaded.topic_table() == model.topic_table()
    assert [d.text for d in loaded.collection.documents] == list(TEXTS.values())
    assert loaded.collection.split.vocabulary == model.collection.split.vocabulary
    for field in fields(Sentences):
        ours, theirs = (getattr(m.collection.split.sentences, field.name) for m in (model, loaded))
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    for name in ("trace", "traces", "concentrations"):
        ours, theirs = getattr(model.topics, name), getattr(loaded.topics, name)
        np.testing.assert_array_equal(ours, theirs)
    for ours, theirs in zip(model.topics.samples, loaded.topics.samples, strict=True):
        np.testing.assert_array_equal(ours.assignments, theirs.assignments)
        assert ours.n_topics == theirs.n_topics


def test_saving_twice_gives_the_same_bytes_and_so_does_saving_what_was_loaded(saved, tmp_path):
    bridge_model().save(tmp_path / "again.hdig")
    Model.load(saved).save(tmp_path / "copy.hdig")
    assert (tmp_path / "again.hdig").read_bytes() == saved.read_bytes()
    assert (tmp_path / "copy.hdig").read_bytes() == saved.read_bytes()


def test_the_same_bytes_without_the_original_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("town").mkdir()
    for name, text in TEXTS.items():
        Path("town", name).write_text(text, encoding="utf-8")
    model = Collection.read("town").fit(Options(sweeps=20))
    model.save("case.hdig")
    shutil.rmtree("town")
    for preset in ("default", "paper"):
        expected = model.digest(QUESTION, words=60, preset=preset).to_json()
        loaded = Model.load("case.hdig")
        assert loaded.digest(QUESTION, words=60, preset=preset).to_json() == expected


@pytest.mark.parametrize("elsewhere", ["deep/er", ".."])
def test_paths_of_documents_are_valid_in_any_current_folder(tmp_path, monkeypatch, elsewhere):
    work = tmp_path / "work"
    (work / "town").mkdir(parents=True)
    (work / "deep" / "er").mkdir(parents=True)
    (work / "town" / "a.txt").write_text(TEXTS["history.txt"], encoding="utf-8")
    monkeypatch.chdir(work)
    Collection.read("town").fit(Options(sweeps=12)).save("case.hdig")
    monkeypatch.chdir(elsewhere)
    path = Model.load(work / "case.hdig").digest("flood", words=40).sentences[0].path
    assert not Path(path).is_absolute()
    assert Path(path).samefile(work / "town" / "a.txt")


def test_options_of_the_model_are_saved(tmp_path):
    options = Options.preset("paper", sweeps=10, damping=0.25, words=33)
    Collection.of(bridge_model().collection.documents).fit(options).save(tmp_path / "x.hdig")
    loaded = Model.load(tmp_path / "x.hdig")
    assert loaded.options == options
    assert loaded.digest(QUESTION).budget == 33


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM meta",
        "DELETE FROM arrays WHERE name = 'traces'",
        "DELETE FROM arrays WHERE name = 'terms'",
        "DELETE FROM documents WHERE id = 0",
        "UPDATE meta SET value = '{\"dampnig\": 1}' WHERE key = 'options'",
        "UPDATE meta SET value = '{\"damping\": 7}' WHERE key = 'options'",
        "UPDATE meta SET value = '3' WHERE key = 'warnings'",
    ],
)
def test_a_file_with_a_missing_or_damaged_part_is_reported_in_one_line(saved, change):
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute(change)
    with pytest.raises(StoreError, match=r"case\.hdig (is damaged|holds no model)") as error:
        Model.load(saved)
    assert "\n" not in str(error.value)
