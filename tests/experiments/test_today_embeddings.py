"""Embeddings and MMR, with a stand-in for the library and its models."""

import re
import sys
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest

from hyperdigest.errors import HyperdigestError
from hyperdigest.experiments.today import embeddings
from hyperdigest.experiments.today.embeddings import EmbeddingsMMR
from oracles import today

SUBJECTS = ("flood", "bridge", "ferry", "choir", "frost", "bees")


class Encoder:
    """Says in six numbers, and one for the rest, which subject a text is about."""

    asked_for: ClassVar[list[dict]] = []
    encoded: ClassVar[list[int]] = []

    def __init__(self, folder, **options):
        if folder == "nowhere":
            raise OSError("no such model")
        type(self).asked_for.append({"folder": folder, **options})

    def encode(self, texts, normalize_embeddings, show_progress_bar):
        assert normalize_embeddings and not show_progress_bar
        type(self).encoded.append(len(texts))
        words = [re.findall(r"\w+", text.lower()) for text in texts]
        counts = [[1.0 * found.count(subject) for subject in SUBJECTS] + [0.3] for found in words]
        rows = np.array(counts, np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(autouse=True)
def library(monkeypatch):
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = Encoder
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(Encoder, "asked_for", [])
    monkeypatch.setattr(Encoder, "encoded", [])
    embeddings._encoder.cache_clear()
    embeddings._embedded.cache_clear()
    yield
    embeddings._encoder.cache_clear()
    embeddings._embedded.cache_clear()


def test_the_answer_is_mmr_on_the_cosines(make_case):
    case = make_case("How slow is the ferry?", 60)
    encoder = Encoder("here")
    texts = [case.corpus.text(i) for i in range(case.corpus.n_sentences)]
    found = encoder.encode(texts, True, False).astype(float)
    asked = encoder.encode([case.question], True, False)[0].astype(float)
    words = case.corpus.words.tolist()
    cosines = (found @ found.T).tolist()
    for balance in (0.5, 0.7, 1.0):
        expected = today.mmr((found @ asked).tolist(), cosines, words, 60, balance)
        assert EmbeddingsMMR("here", balance)(case) == expected
    assert "ferry" in case.text(EmbeddingsMMR("here")(case))


def test_ineligible_sentences_stay_out(make_case):
    eligible = np.arange(make_case().corpus.n_sentences) % 2 == 0
    chosen = EmbeddingsMMR("here")(make_case("Who sang?", 50, eligible))
    assert chosen and eligible[chosen].all()


def test_the_model_is_opened_and_the_documents_are_read_once_for_all_questions(make_case):
    system, n = EmbeddingsMMR("here"), make_case().corpus.n_sentences
    system(make_case("Who sang?"))
    system(make_case("What about the bees?"))
    assert Encoder.encoded == [n, 1, 1]
    assert [asked["folder"] for asked in Encoder.asked_for] == ["here"]


def test_nothing_may_be_downloaded(make_case):
    EmbeddingsMMR("here")(make_case())
    assert Encoder.asked_for == [{"folder": "here", "device": "cpu", "local_files_only": True}]


def test_a_missing_model_is_told_in_a_line(make_case):
    with pytest.raises(HyperdigestError, match="model nowhere is not on this machine: give"):
        EmbeddingsMMR("nowhere")(make_case())


def test_a_missing_library_is_told_in_a_line(make_case, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(HyperdigestError, match="sentence-transformers is missing: install it"):
        EmbeddingsMMR("here")(make_case())


def test_the_name_in_records_tells_model_and_balance():
    assert repr(EmbeddingsMMR("here")) == "EmbeddingsMMR(model='here', balance=0.7)"
