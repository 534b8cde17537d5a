"""Embeddings as a source of evidence, with a stand-in for the library and its models."""

import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from bridge import QUESTION, bridge_model, documents
from encoder import Encoder, write_model
from hyperdigest import Collection, Options
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.model import Model
from hyperdigest.ranking.embeddings import _Cache, embeddings, model_name
from hyperdigest.ranking.terms import NO_KNOWN_WORD, ONLY_EMBEDDING
from plugins_made import ONE_OF_EACH

UNHEARD_OF = "How do pupils travel?"


def fresh():
    """The bridge's model, to which no question was put yet."""
    model = bridge_model()
    return Model(model.collection, model.options, model.topics)


def test_a_question_in_other_words_is_answered(embedding_model):
    named = {"embedding_model": embedding_model, "order": "score"}
    answer = fresh().ask("Tell me about the pupils.", 40, **named)
    assert answer.digest().sentences[0].document == "schools.txt"
    assert answer.warnings == (ONLY_EMBEDDING,)


def test_without_a_model_a_question_in_other_words_gets_a_warning():
    assert fresh().digest("Tell me about the pupils.", 40).warnings == (NO_KNOWN_WORD,)


def test_a_text_is_embedded_once_by_each_model(embedding_model, tmp_path):
    model, other = fresh(), write_model(tmp_path / "other")
    n = len(model.collection.split.sentences)
    for question in (QUESTION, UNHEARD_OF, QUESTION):
        model.digest(question, 40, embedding_model=embedding_model)
    assert len(Encoder.encoded) == n + 2
    fresh().digest(QUESTION, 40, embedding_model=embedding_model)
    assert len(Encoder.encoded) == n + 2
    model.digest(QUESTION, 40, embedding_model=other)
    assert len(Encoder.encoded) == 2 * n + 3
    assert {*Encoder.encoded} == {1}, "a batch would change the last digits of embeddings"
    assert [asked["folder"] for asked in Encoder.asked_for] == [embedding_model, other]


def test_the_oldest_embeddings_make_room():
    cached, asked = _Cache(2), []

    def encode(text):
        asked.append(text)
        return np.ones(1, np.float32)

    for text in "abbcab":
        cached.get("model", text, encode)
    assert asked == ["a", "b", "c", "a", "b"]


def test_without_weight_nothing_is_embedded(embedding_model):
    model, named = fresh(), {"embedding_model": embedding_model, "embedding_evidence": 0.0}
    evidence = model.ask(QUESTION, 60, **named).ranking.evidence
    assert (evidence == model.ask(QUESTION, 60).ranking.evidence).all()
    assert Encoder.asked_for == []


def test_nothing_may_be_downloaded(embedding_model):
    embeddings(embedding_model, ["The sea."])
    only = {"folder": embedding_model, "device": "cpu", "local_files_only": True}
    assert Encoder.asked_for == [only]
    assert os.environ["HF_HUB_OFFLINE"] == "1"


def test_the_same_model_elsewhere_gives_the_same_bytes(embedding_model, tmp_path):
    there = shutil.copytree(embedding_model, tmp_path / "elsewhere" / "tiny")
    made = [
        Collection.of(documents())
        .fit(Options(sweeps=16, embedding_model=str(folder)))
        .digest(QUESTION, 60)
        .to_json()
        for folder in (embedding_model, there)
    ]
    assert made[0] == made[1]
    assert str(tmp_path) not in made[0]
    assert f"|embedding_model:{model_name(embedding_model)}|" in json.loads(made[0])["signature"]


def test_a_model_is_named_by_its_folder_and_content(embedding_model, tmp_path):
    name, _, digest = model_name(embedding_model).partition("@sha256-")
    assert name == "tiny" and len(digest) == 12
    copies = [Path(write_model(tmp_path / str(n) / "a|b c")) for n in range(4)]
    (copies[1] / "README.md").unlink()
    (copies[2] / "model.safetensors").write_bytes(b"other weights")
    (copies[3] / "1_Pooling").mkdir()
    (copies[3] / "1_Pooling" / "config.json").write_text("{}", encoding="utf-8")
    names = [model_name(str(copy)) for copy in copies]
    assert names[0] == names[1] == f"a-b-c@sha256-{digest}"
    assert len({*names}) == 3


@pytest.mark.parametrize("ask", ["digest", "explain"])
def test_a_missing_model_is_reported_in_one_line(embedding_model, tmp_path, ask):
    missing = str(tmp_path / "nowhere")
    with pytest.raises(OptionError, match=r"no embedding model in .*nowhere: give the folder"):
        getattr(fresh(), ask)(QUESTION, 40, embedding_model=missing)
    (tmp_path / "nowhere").mkdir()
    with pytest.raises(OptionError, match=r"a file modules\.json"):
        getattr(fresh(), ask)(QUESTION, 40, embedding_model=missing)


def test_a_broken_model_is_reported_in_one_line(embedding_model):
    (Path(embedding_model) / "broken").touch()
    with pytest.raises(OptionError) as error:
        fresh().digest(QUESTION, 40, embedding_model=embedding_model)
    assert "cannot be opened (ValueError: the weights make no sense): give" in str(error.value)


def test_a_missing_library_is_reported_in_one_line(embedding_model, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(
        OptionError, match=r'not installed: pip install "hyperdigest\[embeddings\]"'
    ):
        fresh().digest(QUESTION, 40, embedding_model=embedding_model)
    assert fresh().digest(QUESTION, 40).sentences


def test_a_saved_collection_is_asked_with_a_model(embedding_model, tmp_path):
    model = fresh()
    expected = model.digest(QUESTION, 60, embedding_model=embedding_model)
    model.save(tmp_path / "plain.hdig")
    plain = Model.load(tmp_path / "plain.hdig")
    assert plain.digest(QUESTION, 60, embedding_model=embedding_model) == expected
    own = model.options.changed(embedding_model=embedding_model)
    Model(model.collection, own, model.topics).save(tmp_path / "own.hdig")
    loaded = Model.load(tmp_path / "own.hdig")
    assert loaded.digest(QUESTION, 60) == expected
    shutil.rmtree(embedding_model)
    loaded = Model.load(tmp_path / "own.hdig")
    assert loaded.digest(QUESTION, 60, embedding_model="") == model.digest(QUESTION, 60)


def test_a_plugin_gives_the_embeddings(install):
    install("plain", ONE_OF_EACH)
    rows = embeddings("three", ["bbp", "s"])
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(rows[0] / rows[0, 0], np.array([2.1, 1.1, 0.1]) / 2.1, rtol=1e-6)
    digest = fresh().digest(QUESTION, 40, embedding_model="three")
    assert "|embedding_model:three@plain-1.0|" in digest.signature
    with pytest.raises(OptionError, match=r"name of an installed plugin \(three\)"):
        fresh().digest(QUESTION, 40, embedding_model="four")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("None", "an array of shape () for 1 text"),
        ("'abc'", "str for a text"),
        ("[1.0, 2.0]", "an array of shape (2,) for 1 text"),
        ("[[1.0], [2.0]]", "an array of shape (2, 1) for 1 text"),
        ("[[]]", "an array of shape (1, 0) for 1 text"),
        ("[[float('nan')]]", "a number that is not finite"),
        ("[[1.0] * len(texts[0])]", "embeddings of different lengths, [2, 3]"),
    ],
)
def test_wrong_embeddings_are_refused(install, given, told):
    source = {"odd": f"def f(texts): return {given}"}
    install("odd", {"embeddings": {"e": "odd:f"}}, source)
    with pytest.raises(PluginError) as caught:
        embeddings("e", ["ab", "abc"])
    assert str(caught.value) == f"the embedding model 'e' of odd 1.0 returned {told}: fix it"


def test_zeros_are_near_to_nothing(install):
    install("nil", {"embeddings": {"nil": "nil:f"}}, {"nil": "def f(texts): return [[0.0, 0.0]]"})
    assert (embeddings("nil", ["a"]) == 0).all()
    named = {"embedding_model": "nil", "order": "score"}
    answer = fresh().ask("Tell me about the pupils.", 40, **named)
    assert answer.warnings == (NO_KNOWN_WORD,)
