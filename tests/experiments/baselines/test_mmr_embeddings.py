"""Embeddings and MMR, with a stand-in for the library and its models."""

import numpy as np
import pytest

from encoder import Encoder
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines import mmr
from hyperdigest.experiments.baselines.mmr import EmbeddingsMMR
from oracles import today


@pytest.fixture
def model(embedding_model):
    mmr._embedded.cache_clear()
    yield embedding_model
    mmr._embedded.cache_clear()


def test_the_answer_is_mmr_on_the_cosines(make_case, model):
    case = make_case("How slow is the ferry?", 60)
    encoder = Encoder(model)
    texts = [case.corpus.text(i) for i in range(case.corpus.n_sentences)]
    found = encoder.encode(texts, True, False).astype(float)
    asked = encoder.encode([case.question], True, False)[0].astype(float)
    words = case.corpus.words.tolist()
    cosines = (found @ found.T).tolist()
    for balance in (0.5, 0.7, 1.0):
        expected = today.mmr((found @ asked).tolist(), cosines, words, 60, balance)
        assert EmbeddingsMMR(model, balance)(case) == expected
    assert "ferry" in case.text(EmbeddingsMMR(model)(case))


def test_ineligible_sentences_stay_out(make_case, model):
    eligible = np.arange(make_case().corpus.n_sentences) % 2 == 0
    chosen = EmbeddingsMMR(model)(make_case("Who sang?", 50, eligible))
    assert chosen and eligible[chosen].all()


def test_the_model_is_opened_and_the_documents_are_read_once_for_all_questions(make_case, model):
    system, n = EmbeddingsMMR(model), make_case().corpus.n_sentences
    system(make_case("Who sang?"))
    system(make_case("What about the bees?"))
    assert Encoder.encoded == [n, 1, 1]
    assert [asked["folder"] for asked in Encoder.asked_for] == [model]


def test_a_missing_model_is_told_in_a_line(make_case):
    with pytest.raises(OptionError, match="no embedding model in nowhere: give"):
        EmbeddingsMMR("nowhere")(make_case())


def test_the_name_in_records_tells_model_and_balance():
    assert repr(EmbeddingsMMR("here")) == "EmbeddingsMMR(model='here', balance=0.7)"
