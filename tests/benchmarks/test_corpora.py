"""The generator of the benchmarks' corpora: the same from the same seed, and as it is meant."""

import json
from itertools import pairwise

import numpy as np
import pytest

from hyperdigest.documents import Document
from hyperdigest.model import Collection


@pytest.fixture
def corpora(script):
    return script("corpora")


def test_the_same_seed_gives_the_same_corpus(corpora):
    one, two = corpora.corpus(7, seed=3), corpora.corpus(7, seed=3)
    other = corpora.corpus(7, seed=4)
    for name in ("terms", "sentences", "documents"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    assert not np.array_equal(one.terms[:100], other.terms[:100])


def test_a_corpus_has_the_sizes_it_promises(corpora):
    made = corpora.corpus(60)
    assert len(np.unique(made.documents)) == 60
    assert len(made.documents) / 60 == pytest.approx(47, rel=0.1)
    assert len(made.terms) / len(made.documents) == pytest.approx(11.4, rel=0.05)
    assert np.array_equal(np.unique(made.terms), np.arange(made.n_terms))
    assert np.array_equal(np.unique(made.sentences), np.arange(len(made.documents)))


def test_a_document_keeps_to_its_topics(corpora):
    made = corpora.corpus(60)
    documents = [made.terms[made.documents[made.sentences] == n] for n in range(60)]
    own = [np.isin(tokens[::2], tokens[1::2]).mean() for tokens in documents]
    others = [np.isin(tokens[::2], other[1::2]).mean() for tokens, other in pairwise(documents)]
    assert np.mean(own) > 1.15 * np.mean(others)


def test_splitting_the_texts_gives_the_corpus_back(corpora):
    made = corpora.corpus(5)
    texts = corpora.texts(made)
    split = Collection.of(Document(f"{n}", f"{n}", text) for n, text in enumerate(texts)).split
    words = corpora.words(made.n_terms)
    assert [split.vocabulary[t] for t in split.terms] == [words[t] for t in made.terms]
    assert np.array_equal(split.sentence_of, made.sentences)
    assert np.array_equal(split.sentences.document, made.documents)
    assert not split.sentences.form.any()


def test_files_and_json_lines_hold_the_same_texts(corpora, tmp_path):
    made = corpora.corpus(3)
    corpora.write_files(made, tmp_path / "folder")
    corpora.write_jsonl(made, tmp_path / "lines.jsonl")
    files = [path.read_text() for path in sorted(tmp_path.glob("folder/**/*.txt"))]
    lines = (tmp_path / "lines.jsonl").read_text().splitlines()
    assert files == [json.loads(line)["text"] for line in lines] == list(corpora.texts(made))


def test_a_model_of_arrays_answers_as_one_of_texts(corpora, script):
    made = corpora.corpus(4)
    fitted = script("models").model(made, sweeps=5)
    asked = corpora.question(made, seed=1)
    chosen = list(fitted.ask(asked, 60).chosen)
    assert chosen
    assert fitted.collection.split.sentences.words[chosen].sum() <= 60
